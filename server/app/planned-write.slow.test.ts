import { afterAll, describe, expect, test } from 'vitest';

import { apply, drawn } from '#core/ops/drawn.test-support.ts';
import { isProblem } from '#schema/problem.ts';
import { Planner } from '#server/planner/planner.ts';

import { DeferredPlan, planWithin, type PlanAttemptState, writeWithPlan } from './planned-write.ts';

/** With a budget this small, a layout is planned by the worker. */
const planner = new Planner({ threads: 1, deadlineMs: 20_000, workHere: 50 });
afterAll(() => planner.close());

const input = { selected: [], references: new Set<string>() };

/** A tab whose revision rises with every applied plan. `between` is called between two attempts. */
function room(
  operations: string,
  between: (room: { rev: number; attempts: number }, tab: ReturnType<typeof drawn>) => void = () => {},
) {
  const tab = drawn('add square id=a\nadd square id=b\nadd square id=c at:0,2000\nconnect a -> b');
  const state = { rev: 1, attempts: 0, held: 0 };
  const run = async (attempt: PlanAttemptState) => {
    state.attempts += 1;
    if (attempt.mayHold) state.held += 1;
    const outcome = await planWithin(attempt, tab, state.rev, { planner, operations, input });
    if (outcome instanceof DeferredPlan) {
      // Others write as soon as this write has released the document.
      between(state, tab);
      return outcome;
    }
    if (isProblem(outcome) || 'errors' in outcome) return 'refused';
    apply(tab, outcome.plan.edits);
    state.rev += 1;
    return tab.get(tab.idsOfSlug('b')[0]!);
  };
  return { state, tab, write: (holdMs?: number) => writeWithPlan<unknown>(run, holdMs) };
}

const moved = { x: 0, y: 140 };

describe('writeWithPlan', () => {
  test('APP8 a plan that is made at once is applied by the first attempt', async () => {
    const { state, write } = room('set b label=B');
    expect(await write()).toMatchObject({ label: 'B' });
    expect(state).toMatchObject({ attempts: 1, rev: 2 });
  });

  test('APP9 a longer plan is made outside and applied by the second attempt', async () => {
    const { state, write } = room('layout a b');
    expect(await write()).toMatchObject(moved);
    expect(state).toMatchObject({ attempts: 2, rev: 2, held: 0 });
  });

  test('APP9 a tab that changed meanwhile is planned again, and the change is kept', async () => {
    const { state, tab, write } = room('layout a b', (now, there) => {
      if (now.attempts > 1) return;
      const b = there.get(there.idsOfSlug('b')[0]!)!;
      there.update([{ id: b.id, element: { ...b, label: 'typed meanwhile' } }]);
      now.rev += 1;
    });
    expect(await write()).toMatchObject({ ...moved, label: 'typed meanwhile' });
    expect(state).toMatchObject({ attempts: 3, rev: 3 });
    expect(tab.size).toBe(4);
  });

  test('APP9 settings that changed meanwhile count as a change too', async () => {
    const { state, write } = room('layout a b', (now, there) => {
      if (now.attempts === 1) there.setSettings({ ...there.settings, locked: true });
    });
    expect(await write()).toBe('refused');
    expect(state).toMatchObject({ rev: 1 });
  });

  test('APP10 a tab that changes repeatedly is locked for the third attempt', async () => {
    const { state, write } = room('layout a b', (now) => {
      now.rev += 1;
    });
    expect(await write(10_000)).toMatchObject(moved);
    expect(state).toMatchObject({ attempts: 3, held: 1, rev: 4 });
  });

  test('APP10 a tab is not locked for a plan that takes long: the write is refused', async () => {
    let count = 0;
    const slow = new DeferredPlan(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return { errors: [] };
      },
      1,
      drawn().settings,
    );
    const answer = await writeWithPlan<string>(async () => {
      count += 1;
      return slow;
    }, 10);
    expect(answer).toMatchObject({ code: 'room_unavailable', members: { retryAfter: 1 } });
    expect(count).toBe(4);
  });
});
