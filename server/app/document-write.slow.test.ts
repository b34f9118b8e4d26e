import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { firstOrderKey } from '#schema/ydoc/order-key.ts';
import { applyEdits, initDocument, insertTab, setTab } from '#schema/ydoc/write.ts';
import type { Call } from '#server/call.ts';
import type { PlanResult } from '#server/planner/plan-result.ts';
import { type PlanAttempt, Planner } from '#server/planner/planner.ts';
import { DocumentRooms } from '#server/rooms/rooms.ts';
import { insertDocument } from '#storage/documents.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { raiseRev, tabRev } from '#storage/tabs.ts';
import { insertUser } from '#storage/users.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { documentWrite, plannedWrite } from './document-write.ts';

/** With a budget this small, a layout is planned by the worker. */
const planner = new Planner({ threads: 1, deadlineMs: 20_000, workHere: 50 });
/** Plans the drawing itself. */
const drawer = new Planner();

const ada = { kind: 'person', userId: 'user_ada', name: 'Ada', color: '#c2410c', sessionHash: 'x' } as const;
const call: Call = { actor: ada, requestId: 'test', key: null, replayed: false };
const input = { selected: [], references: new Set<string>() };
const write = { action: 'test.write', access: { level: 'editor' } } as const;
const documentId = newId('doc');
const tabId = newId('tab');

const folder = temporaryFolder('document-write');
let storage: Storage;
let rooms: DocumentRooms;
beforeAll(async () => {
  storage = await openStorage({ dataDir: folder.path });
  rooms = new DocumentRooms({
    storage,
    now: Date.now,
    log: { warn: () => undefined, error: (data, message) => expect.fail(`${message} ${JSON.stringify(data)}`) },
    notifyNodes: () => undefined,
    onStranded: () => undefined,
    onAccessChanged: () => undefined,
  });
  await storage.transact(async (tx) => {
    await insertUser(tx, { id: ada.userId, name: ada.name, color: ada.color, email: null, passwordHash: null, createdAt: 1 });
    await insertDocument(tx, { id: documentId, name: 'One', ownerId: ada.userId, at: 1 });
    await rooms.create(tx, documentId, (doc) => initDocument(doc, { name: 'One' }), 1);
  });
});
afterAll(async () => {
  rooms.close();
  await planner.close();
  await drawer.close();
  await storage.close();
  folder.remove();
});

const context = () => ({ storage, rooms, now: Date.now });

/** A write with this plan, which applies its edits and returns the element `b`. */
async function written(plan: (made: PlanAttempt) => PlanAttempt, operations: string, by = planner, holdMs = 10_000) {
  return plannedWrite<unknown, PlanResult>(context(), call, documentId, {
    ...write,
    tabId,
    holdMs,
    plan: ({ tab }) => plan(by.plan(tab, operations, input)),
    apply: async ({ room }, outcome) => {
      if ('errors' in outcome) return problem('tab_locked');
      room.edit((doc) => applyEdits(doc, tabId, outcome.plan.edits));
      await raiseRev(room.tx, documentId, tabId, 1);
      const tab = room.tab(tabId)!;
      return tab.get(tab.idsOfSlug('b')[0]!);
    },
  });
}

const draw = (operations: string): Promise<unknown> => written((made) => made, operations, drawer);
const revision = async (): Promise<number> => (await tabRev(storage.db, documentId, tabId)).rev;

beforeEach(async () => {
  await documentWrite(context(), call, documentId, write, ({ room }): null => {
    const settings = { name: 'Tab 1', mode: 'canvas', theme: 'light', locked: false, order: firstOrderKey } as const;
    room.edit((doc) => insertTab(doc, { ...settings, id: tabId, layers: [], pages: [] }));
    return null;
  });
  await draw('add square id=a\nadd square id=b\nadd square id=c at:0,2000\nconnect a -> b');
});
afterEach(() =>
  documentWrite(context(), call, documentId, write, ({ room }) => room.edit((doc) => setTab(doc, tabId, { locked: false }))),
);

/** Plans that are made outside run `meanwhile` first. The counts are of plans that were started, and of those made under the lock. */
function attempts(meanwhile: (outside: number) => Promise<unknown> | void = () => undefined) {
  const counts = { planned: 0, held: 0 };
  let outside = 0;
  const plan = (made: PlanAttempt): PlanAttempt => {
    counts.planned += 1;
    if ('here' in made) return made;
    return {
      later: async (onBegin) => {
        // A plan made under the lock is not told when it begins.
        if (onBegin === undefined) counts.held += 1;
        else await meanwhile((outside += 1));
        return made.later(onBegin);
      },
    };
  };
  return { counts, plan };
}

const moved = { x: 0, y: 140 };

describe('plannedWrite', () => {
  test('APP8 a plan that is made at once is applied by the first attempt', async () => {
    const { plan, counts } = attempts();
    const before = await revision();
    expect(await written(plan, 'set b label=B')).toMatchObject({ label: 'B' });
    expect(counts).toEqual({ planned: 1, held: 0 });
    expect(await revision()).toBe(before + 1);
  });

  test('APP9 a longer plan is made outside the transaction and applied by a second one', async () => {
    const { plan, counts } = attempts(async () => {
      // Other writes are served while the plan is made.
      expect(isProblem(await documentWrite(context(), call, documentId, write, () => null))).toBe(false);
    });
    const before = await revision();
    expect(await written(plan, 'layout a b')).toMatchObject(moved);
    expect(counts).toEqual({ planned: 1, held: 0 });
    expect(await revision()).toBe(before + 1);
  });

  test('APP9 a tab that changed meanwhile is planned again, and the change is kept', async () => {
    const { plan, counts } = attempts((outside) =>
      outside > 1 ? undefined : draw('set b label="typed meanwhile"').then(() => undefined),
    );
    expect(await written(plan, 'layout a b')).toMatchObject({ ...moved, label: 'typed meanwhile' });
    expect(counts).toEqual({ planned: 2, held: 0 });
  });

  test('APP9 settings that changed meanwhile count as a change too', async () => {
    const lock = () =>
      documentWrite(context(), call, documentId, write, ({ room }) => room.edit((doc) => setTab(doc, tabId, { locked: true })));
    const { plan } = attempts((outside) => (outside > 1 ? undefined : lock().then(() => undefined)));
    const before = await revision();
    expect(await written(plan, 'layout a b')).toMatchObject({ code: 'tab_locked' } satisfies Partial<Problem>);
    expect(await revision()).toBe(before);
  });

  test('APP10 a tab that changes repeatedly is locked for the third attempt', async () => {
    const { plan, counts } = attempts((outside) => draw(`set c label="${outside}"`).then(() => undefined));
    expect(await written(plan, 'layout a b')).toMatchObject(moved);
    expect(counts).toEqual({ planned: 3, held: 1 });
  });

  test('APP10 a tab is not locked for a plan that takes long: the write is refused', async () => {
    const { plan, counts } = attempts((outside) => draw(`set c label="${outside}"`).then(() => undefined));
    const answer = await written(plan, 'layout a b', planner, -1);
    expect(answer).toMatchObject({ code: 'room_unavailable', members: { retryAfter: 1 } });
    expect(counts).toEqual({ planned: 4, held: 0 });
  });
});
