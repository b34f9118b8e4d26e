import { afterAll, describe, expect, test } from 'vitest';

import { apply, drawn } from '#core/ops/drawn.test-support.ts';
import { isProblem } from '#schema/problem.ts';
import { Planner } from '#server/planner/planner.ts';

import { DeferredPlan, planWithin, type PlanTry, writeWithPlan } from './planned-write.ts';

/** With so little work here, a layout is planned by the worker. */
const planner = new Planner({ threads: 1, deadlineMs: 20_000, workHere: 50 });
afterAll(() => planner.close());

const terms = { selected: [], references: new Set<string>() };

/** A tab whose revision rises with every plan that is applied, and with whatever else happens between two tries. */
function room(
  operations: string,
  between: (room: { rev: number; tries: number }, tab: ReturnType<typeof drawn>) => void = () => {},
) {
  const tab = drawn('add square id=a\nadd square id=b\nadd square id=c at:0,2000\nconnect a -> b');
  const state = { rev: 1, tries: 0, held: 0 };
  const attempt = async (known: PlanTry) => {
    state.tries += 1;
    if (known.holds) state.held += 1;
    const outcome = await planWithin(known, tab, state.rev, { planner, operations, terms });
    if (outcome instanceof DeferredPlan) {
      // What others do as soon as the write has let go of the document.
      between(state, tab);
      return outcome;
    }
    if (isProblem(outcome) || 'errors' in outcome) return 'refused';
    apply(tab, outcome.plan.edits);
    state.rev += 1;
    return tab.get(tab.idsOfSlug('b')[0]!);
  };
  return { state, tab, write: (holdMs?: number) => writeWithPlan<unknown>(attempt, holdMs) };
}

const moved = { x: 0, y: 140 };

describe('writeWithPlan', () => {
  test('[W1] what is planned at once is applied by the first try', async () => {
    const { state, write } = room('set b label=B');
    expect(await write()).toMatchObject({ label: 'B' });
    expect(state).toMatchObject({ tries: 1, rev: 2 });
  });

  test('[W2] what is not is planned outside and applied by the second', async () => {
    const { state, write } = room('layout a b');
    expect(await write()).toMatchObject(moved);
    expect(state).toMatchObject({ tries: 2, rev: 2, held: 0 });
  });

  test('[W2] a tab that changed meanwhile is planned for anew: nothing of the change is lost', async () => {
    const { state, tab, write } = room('layout a b', (now, there) => {
      if (now.tries > 1) return;
      const b = there.get(there.idsOfSlug('b')[0]!)!;
      there.update([{ id: b.id, element: { ...b, label: 'typed meanwhile' } }]);
      now.rev += 1;
    });
    expect(await write()).toMatchObject({ ...moved, label: 'typed meanwhile' });
    expect(state).toMatchObject({ tries: 3, rev: 3 });
    expect(tab.size).toBe(4);
  });

  test('[W2] settings that changed meanwhile count as a change too', async () => {
    const { state, write } = room('layout a b', (now, there) => {
      if (now.tries === 1) there.setSettings({ ...there.settings, locked: true });
    });
    expect(await write()).toBe('refused');
    expect(state).toMatchObject({ rev: 1 });
  });

  test('[W3] a tab that never rests is held still for the third try', async () => {
    const { state, write } = room('layout a b', (now) => {
      now.rev += 1;
    });
    expect(await write(10_000)).toMatchObject(moved);
    expect(state).toMatchObject({ tries: 3, held: 1, rev: 4 });
  });

  test('[W3] but not for a plan that takes long', async () => {
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
    expect(count).toBe(3);
  });
});
