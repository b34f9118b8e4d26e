import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import type { StateEntry } from '#server/live/put-states.ts';
import { startRedis, type TestRedis } from '#test/harness/redis.ts';

import { PresenceBus } from './presence-bus.ts';
import type { EditorNote } from './remote-editors.ts';

const patience = { timeout: 10_000, interval: 5 };

let redis: TestRedis;
const open: TestNode[] = [];

beforeAll(async () => {
  redis = await startRedis();
});
afterEach(() => {
  for (const node of open.splice(0)) node.bus.close();
});
afterAll(() => redis.stop());

/** A node's bus, with its editors as plain values. */
class TestNode {
  /** By document and client. */
  readonly editors = new Map<string, Map<number, { note: EditorNote; state: object }>>();
  readonly states = new Map<string, object>();
  readonly agents: string[] = [];
  dropped = 0;
  puts = 0;
  clock = 0;
  readonly bus: PresenceBus;

  constructor() {
    this.bus = new PresenceBus({
      url: redis.url,
      key: 'the key of this installation',
      log: { warn: () => undefined, info: () => undefined },
      onDropped: () => void (this.dropped += 1),
      onAgents: (documentId) => void this.agents.push(documentId),
      local: {
        clientsOf: (documentId) => this.editors.get(documentId)?.keys() ?? [],
        noteOf: (documentId, client) => this.editors.get(documentId)?.get(client)?.note ?? null,
        stateOf: (documentId, client): StateEntry | null => {
          const editor = this.editors.get(documentId)?.get(client);
          return editor === undefined ? null : { client, clock: (this.clock += 1), state: editor.state };
        },
        put: (documentId, _node, states) => {
          this.puts += 1;
          for (const { client, state } of states) this.states.set(`${documentId} ${client}`, state ?? {});
        },
        drop: (documentId, _node, client) => void this.states.delete(`${documentId} ${client}`),
      },
    });
    open.push(this);
  }

  async linked(): Promise<this> {
    await expect.poll(() => this.bus.connected, patience).toBe(true);
    return this;
  }

  show(documentId: string, client: number, name: string, selection: string[] = []): void {
    const editors = this.editors.get(documentId) ?? new Map<number, { note: EditorNote; state: object }>();
    this.editors.set(documentId, editors);
    const note = { user: { id: `user_${name}`, name, color: '#123456' }, tab: 'tab_1', selection, holds: true };
    editors.set(client, { note, state: { name, selection } });
    this.bus.opened(documentId);
    this.bus.publish(documentId, client);
  }

  leave(documentId: string, client: number): void {
    this.editors.get(documentId)?.delete(client);
    this.bus.publish(documentId, client);
  }

  names(documentId: string): string[] {
    return [...this.bus.editorsOf(documentId).values()].map(({ user }) => user.name).toSorted();
  }
}

test('[CL4] every node knows every editor, and states go to nodes with the document open, also if they open it later', async () => {
  const [a, b, c] = await Promise.all([new TestNode().linked(), new TestNode().linked(), new TestNode().linked()]);
  b.bus.opened('doc_1');
  a.show('doc_1', 1, 'Ada', ['x']);
  await expect.poll(() => [b.names('doc_1'), c.names('doc_1')], patience).toEqual([['Ada'], ['Ada']]);
  await expect.poll(() => b.states.get('doc_1 1'), patience).toEqual({ name: 'Ada', selection: ['x'] });
  expect([c.states.size, c.puts, b.bus.ownerOf('doc_1', 1)]).toEqual([0, 0, 'user_Ada']);
  c.bus.opened('doc_1');
  await expect.poll(() => c.states.get('doc_1 1'), patience).toEqual({ name: 'Ada', selection: ['x'] });
  a.leave('doc_1', 1);
  await expect.poll(() => [b.names('doc_1'), c.names('doc_1'), b.states.size, c.states.size], patience).toEqual([[], [], 0, 0]);
  a.bus.agentsChanged('doc_1');
  await expect.poll(() => [b.agents, c.agents], patience).toEqual([['doc_1'], ['doc_1']]);
});

test('[CL6] a node that starts later gets all notes, and the editors of a node that closes disappear at once', async () => {
  const a = await new TestNode().linked();
  const many = Array.from({ length: 200 }, (_, at) => `element-${at}~00000000`);
  for (let at = 0; at < 300; at += 1) a.show(`doc_${at}`, at, `N${at}`, at < 100 ? many : []);
  const b = await new TestNode().linked();
  await expect.poll(() => b.bus.remoteEditors, patience).toBe(300);
  expect([b.names('doc_7'), [...b.bus.editorsOf('doc_7').values()][0]?.selection.length]).toEqual([['N7'], 200]);
  a.bus.close();
  await expect.poll(() => b.bus.remoteEditors, patience).toBe(0);
});

test('[CL7] after Redis restarts empty, all nodes know again what changed in the meantime', async () => {
  const [a, b] = await Promise.all([new TestNode().linked(), new TestNode().linked()]);
  b.bus.opened('doc_1');
  a.show('doc_1', 1, 'Ada');
  a.show('doc_1', 2, 'Ben');
  await expect.poll(() => [b.names('doc_1'), b.states.size], patience).toEqual([['Ada', 'Ben'], 2]);
  await redis.kill('SIGKILL');
  await expect.poll(() => a.bus.connected || b.bus.connected, patience).toBe(false);
  a.leave('doc_1', 1);
  a.show('doc_1', 2, 'Ben', ['y']);
  a.show('doc_1', 3, 'Cy');
  await redis.restart();
  await expect.poll(() => b.names('doc_1'), patience).toEqual(['Ben', 'Cy']);
  const shown = { 'doc_1 2': { name: 'Ben', selection: ['y'] }, 'doc_1 3': { name: 'Cy', selection: [] } };
  await expect.poll(() => Object.fromEntries(b.states), patience).toEqual(shown);
});

test('[CL5] a thousand moves in a second are sent in few messages, and the last one arrives', async () => {
  const [a, b] = await Promise.all([new TestNode().linked(), new TestNode().linked()]);
  b.bus.opened('doc_1');
  a.show('doc_1', 1, 'Ada');
  await expect.poll(() => b.states.size, patience).toBe(1);
  b.puts = 0;
  const startedAt = performance.now();
  for (let move = 0; move < 1_000; move += 1) {
    a.show('doc_1', 1, 'Ada', [`m${move}`]);
    if (move % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await expect.poll(() => b.states.get('doc_1 1'), patience).toEqual({ name: 'Ada', selection: ['m999'] });
  expect(b.puts).toBeLessThanOrEqual(((performance.now() - startedAt) / 1_000) * 20 + 2);
});

test('closing a document removes its editors on the peers and stops listening to it', async () => {
  const [a, b] = await Promise.all([new TestNode().linked(), new TestNode().linked()]);
  a.show('doc_1', 1, 'Ada');
  b.bus.opened('doc_1');
  await expect.poll(() => b.states.size, patience).toBe(1);
  b.bus.closed('doc_1');
  a.editors.clear();
  a.bus.closed('doc_1');
  await expect.poll(() => b.names('doc_1'), patience).toEqual([]);
  a.bus.publish('doc_1', 1);
  b.bus.closed('doc_1');
  expect([a.dropped, b.dropped]).toEqual([0, 0]);
});
