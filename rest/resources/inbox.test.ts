import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import { eventJson } from '#server/events/event-json.ts';
import { eventsAfter } from '#storage/outbox.ts';

import { startTestServer, type TestServer } from '../server.test-support.ts';
import { agentOf, claimTask, handTask, refusal, type TaskStage, taskStage } from './task-stage.test-support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const report = ({ token }: Pick<TaskStage, 'token'>, task: string, kind: 'update' | 'complete', body: object) =>
  server.call('POST', `/inbox/${task}/${kind}`, { token, body });
const shown = async ({ doc, cookie }: TaskStage, task: string) =>
  (await server.call('GET', `/documents/${doc}/tasks/${task}`, { cookie })).json;
/** Lets time pass, and lets the server see which leases have lapsed. */
async function pass(ms: number): Promise<void> {
  server.clock.offsetMs += ms;
  await server.lapses.poll();
}

describe('claims', () => {
  test('TK9 of twenty claims at once exactly one gets the lease', async () => {
    const stage = await taskStage(server);
    const task = await handTask(server, stage);
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => server.call('POST', `/inbox/${task}/claim`, { token: stage.token })),
    );
    const [claimed, ...others] = claims.toSorted((a, b) => a.status - b.status);
    expect(claimed?.json).toMatchObject({ lease: expect.stringMatching(/^lease_/), task: { id: task, state: 'working' } });
    expect(others.map(refusal)).toEqual(Array.from({ length: 19 }, () => [409, 'task_taken']));
  });

  test('TK18 an agent finds its own tasks only, whatever document they are in', async () => {
    const stage = await taskStage(server);
    const task = await handTask(server, stage);
    const sibling = await agentOf(server, stage.cookie, 'sibling');
    const bound = await agentOf(server, stage.cookie, 'bound', {
      documents: [(await server.addDocument(stage.person.token)).id],
    });
    const other = await taskStage(server, 'Ben');
    for (const token of [sibling.token, bound.token, other.token]) {
      expect((await server.call('GET', '/inbox', { token })).json).toEqual({ tasks: [], next: null });
      expect(refusal(await server.call('GET', `/inbox/${task}`, { token }))).toEqual([404, 'task_not_found']);
      expect(refusal(await server.call('POST', `/inbox/${task}/claim`, { token }))).toEqual([404, 'task_not_found']);
      expect(refusal(await report({ token }, task, 'update', { lease: 'lease_x' }))).toEqual([404, 'task_not_found']);
      expect(refusal(await report({ token }, task, 'complete', { lease: 'lease_x' }))).toEqual([404, 'task_not_found']);
    }
    for (const path of ['/inbox', `/inbox/${task}`])
      expect(refusal(await server.call('GET', path, { cookie: stage.cookie }))).toEqual([403, 'inbox_requires_token']);
    expect((await server.call('GET', `/inbox/${task}`, { token: stage.token })).json).toEqual(await shown(stage, task));
    expect(await shown(stage, task)).toMatchObject({
      state: 'queued',
      doc: stage.doc,
      documentName: 'Plan',
      handle: 'planner',
      owner: { name: 'Ada', color: '#c2410c' },
      handedBy: { name: 'Ada', color: '#c2410c' },
      url: expect.stringMatching(new RegExp(`/d/${stage.doc}$`)),
    });
  });

  test('TK18 the tasks of a trashed document do not exist until it is restored', async () => {
    const stage = await taskStage(server);
    const [queued, working] = [await handTask(server, stage), await handTask(server, stage)];
    const lease = await claimTask(server, stage, working);
    await server.call('DELETE', `/documents/${stage.doc}`, { cookie: stage.cookie });
    const { token } = stage;
    expect((await server.call('GET', '/inbox', { token })).json.tasks).toEqual([]);
    expect(refusal(await server.call('GET', `/inbox/${queued}`, { token }))).toEqual([404, 'task_not_found']);
    expect(refusal(await server.call('POST', `/inbox/${queued}/claim`, { token }))).toEqual([404, 'task_not_found']);
    expect(refusal(await report(stage, working, 'complete', { lease }))).toEqual([404, 'task_not_found']);
    await server.call('POST', `/documents/${stage.doc}/restore`, { cookie: stage.cookie });
    expect((await report(stage, working, 'complete', { lease })).json.state).toBe('done');
    expect((await server.call('GET', '/inbox', { token })).json.tasks).toMatchObject([{ id: queued }]);
  });

  test('TK18 an inbox is paged, oldest first', async () => {
    const stage = await taskStage(server);
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await handTask(server, stage, { text: `Task ${n}` }));
    const { json } = await server.call('GET', '/inbox?limit=3', { token: stage.token });
    const rest = await server.call('GET', `/inbox?limit=3&cursor=${json.next}`, { token: stage.token });
    const idsOf = (tasks: { id: string }[]): string[] => tasks.map(({ id }) => id);
    expect([idsOf(json.tasks), idsOf(rest.json.tasks), rest.json.next]).toEqual([ids.slice(0, 3), ids.slice(3), null]);
  });

  test('TK19 a token that only reads takes no task', async () => {
    const stage = await taskStage(server);
    const task = await handTask(server, stage);
    await server.context.storage.transact((tx) =>
      tx.updateTable('tokens').set({ access: 'read' }).where('id', '=', stage.tokenId).execute(),
    );
    expect(refusal(await server.call('POST', `/inbox/${task}/claim`, { token: stage.token }))).toEqual([403, 'token_read_only']);
    expect((await server.call('GET', '/inbox', { token: stage.token })).json.tasks).toMatchObject([{ id: task }]);
  });

  test('TK23 a claim that is repeated with its key gets the same lease, and without it none', async () => {
    const stage = await taskStage(server);
    const task = await handTask(server, stage);
    const claim = (headers: Record<string, string> = {}) =>
      server.call('POST', `/inbox/${task}/claim`, { token: stage.token, headers });
    const first = await claim({ 'Idempotency-Key': 'one' });
    const repeated = await claim({ 'Idempotency-Key': 'one' });
    expect([repeated.json, repeated.headers.get('idempotency-replayed')]).toEqual([first.json, 'true']);
    expect(refusal(await claim({ 'Idempotency-Key': 'two' }))).toEqual([409, 'task_taken']);
    expect(refusal(await claim())).toEqual([409, 'task_taken']);
  });
});

describe('reports', () => {
  test('TK10 each report renews the lease, and one without a word leaves no other trace', async () => {
    const stage = await taskStage(server);
    const task = await handTask(server, stage);
    const lease = await claimTask(server, stage, task);
    for (let n = 0; n < 5; n += 1) {
      await pass(limits.taskLeaseMs - 5_000);
      expect((await report(stage, task, 'update', { lease })).status).toBe(200);
    }
    const { storage } = server.context;
    const traces = async () => [
      await storage.db
        .selectFrom('outbox')
        .select('data')
        .where('document_id', '=', stage.doc)
        .where('type', '=', 'task')
        .execute(),
      await storage.db
        .selectFrom('audit')
        .select('action')
        .where('document_id', '=', stage.doc)
        .where('action', 'like', 'task.%')
        .execute(),
    ];
    const [events, audit] = await traces();
    expect([events?.length, audit]).toEqual([2, [{ action: 'task.hand' }, { action: 'task.claim' }]]);
    const reported = await report(stage, task, 'update', { lease, progress: 'Drawing the boxes' });
    expect(reported.json).toMatchObject({ state: 'working', progress: 'Drawing the boxes', messages: [] });
    expect((await traces()).map((rows) => rows.length)).toEqual([3, 3]);
    expect(
      refusal(await report(stage, task, 'update', { lease, progress: 'x'.repeat(limits.taskProgressCharacters + 1) })),
    ).toEqual([400, 'invalid_request']);
  });

  test('TK11 a lapsed lease queues the task again, and leaves it stale the third time', async () => {
    const stage = await taskStage(server);
    const task = await handTask(server, stage, { tab: stage.tab });
    for (const state of ['queued', 'queued', 'stale']) {
      await claimTask(server, stage, task);
      await report(stage, task, 'update', { lease: 'lease_other' });
      await pass(limits.taskLeaseMs - 2_000);
      expect((await shown(stage, task)).state).toBe('working');
      await pass(2_001);
      expect(await shown(stage, task)).toMatchObject({ state, leaseUntil: null, progress: null });
    }
    expect((await shown(stage, task)).lapses).toBe(limits.taskLapses);
    const claim = await server.call('POST', `/inbox/${task}/claim`, { token: stage.token });
    expect([...refusal(claim), claim.json.detail]).toEqual([
      409,
      'task_state_refused',
      'A task that is stale does not allow this.',
    ]);
    const again = await server.call('POST', `/documents/${stage.doc}/tasks/${task}/hand`, { cookie: stage.cookie, body: {} });
    expect(again.json).toMatchObject({ state: 'queued', lapses: 0 });
  });

  test('TK12 a report with a lease that lapsed or is not the current one changes nothing', async () => {
    const stage = await taskStage(server);
    const task = await handTask(server, stage);
    const kinds = [['update', { progress: 'Late' }], ['update', { question: 'Late?' }], ['update', {}], ['complete', {}]] as const; // prettier-ignore
    const refused = async (lease: string, code: string) => {
      const before = await shown(stage, task);
      for (const [kind, body] of kinds) {
        const answer = await report(stage, task, kind, { lease, ...body });
        expect([...refusal(answer), answer.json.hint === ''], `${kind} ${code}`).toEqual([409, code, false]);
      }
      expect(await shown(stage, task)).toEqual(before);
    };
    await refused('lease_0mi9k2fbq7mn4k9t1g5x', 'lease_invalid');
    const first = await claimTask(server, stage, task);
    await refused('lease_0mi9k2fbq7mn4k9t1g5x', 'lease_invalid');
    // Lapsed, but no node has noticed yet.
    server.clock.offsetMs += limits.taskLeaseMs + 1;
    await refused(first, 'lease_lapsed');
    await server.lapses.poll();
    await refused(first, 'lease_lapsed');
    const second = await claimTask(server, stage, task);
    await refused(first, 'lease_invalid');
    expect((await report(stage, task, 'complete', { lease: second })).status).toBe(200);
    await refused(second, 'task_state_refused');
  });

  test('TK13 a question waits for a person without a lease, and the answer queues the task again', async () => {
    const stage = await taskStage(server);
    const { doc, cookie, token } = stage;
    const task = await handTask(server, stage);
    const lease = await claimTask(server, stage, task);
    const asked = await report(stage, task, 'update', { lease, question: 'Which region?' });
    expect(asked.json).toMatchObject({
      state: 'needs_input',
      leaseUntil: null,
      messages: [{ agent: true, text: 'Which region?' }],
    });
    expect(refusal(await report(stage, task, 'complete', { lease }))).toEqual([409, 'task_state_refused']);
    expect(refusal(await server.call('POST', `/inbox/${task}/claim`, { token }))).toEqual([409, 'task_state_refused']);
    await pass(10 * limits.taskLeaseMs);
    expect(await shown(stage, task)).toMatchObject({ state: 'needs_input', lapses: 0 });
    await server.call('POST', `/documents/${doc}/tasks/${task}/hand`, { cookie, body: { text: 'Europe.' } });
    const { json } = await server.call('GET', '/inbox', { token });
    expect(json.tasks).toMatchObject([
      { id: task, state: 'queued', messages: [{ text: 'Which region?' }, { agent: false, text: 'Europe.' }] },
    ]);
    await claimTask(server, stage, task);
  });

  test('TK13 a task with a hundred messages takes no further question', async () => {
    const stage = await taskStage(server);
    const task = await handTask(server, stage);
    const lease = await claimTask(server, stage, task);
    const message = { by: { name: 'Ada', color: '#c2410c' }, agent: true, text: 'Again?', at: 1 };
    const messages = JSON.stringify(Array.from({ length: limits.messagesPerTask }, () => message));
    await server.context.storage.transact((tx) => tx.updateTable('tasks').set({ messages }).where('id', '=', task).execute());
    expect(refusal(await report(stage, task, 'update', { lease, question: 'Again?' }))).toEqual([413, 'too_large']);
    const failed = await report(stage, task, 'complete', { lease, state: 'failed', text: 'We go in circles.' });
    expect([failed.json.state, failed.json.messages.length]).toEqual(['failed', limits.messagesPerTask + 1]);
    const again = { cookie: stage.cookie, body: { text: 'And now?' } };
    expect(refusal(await server.call('POST', `/documents/${stage.doc}/tasks/${task}/hand`, again))).toEqual([413, 'too_large']);
  });

  test('TK14 a task is completed once, with a changeset of the same token in the same document', async () => {
    const stage = await taskStage(server);
    const draw = async (token: string, doc: string, tab: string): Promise<string> => {
      const body = { operations: 'add square "Pay"' };
      return (await server.call('POST', `/documents/${doc}/tabs/${tab}/changesets`, { token, body })).json.changeset.id;
    };
    const other = await server.addDocument(stage.person.token);
    const elsewhere = await draw(stage.token, other.id, other.tab);
    const ofOwner = await draw(stage.person.token, stage.doc, stage.tab);
    const own = await draw(stage.token, stage.doc, stage.tab);
    const task = await handTask(server, stage);
    const lease = await claimTask(server, stage, task);
    for (const changeset of [elsewhere, ofOwner, 'cs_0mi9k2g1x8vb4n7r2w5h'])
      expect(refusal(await report(stage, task, 'complete', { lease, changeset }))).toEqual([404, 'changeset_not_found']);
    const done = await report(stage, task, 'complete', { lease, changeset: own, text: 'Drawn.' });
    expect(done.json).toMatchObject({ state: 'done', changeset: own, leaseUntil: null, messages: [{ text: 'Drawn.' }] });
    const reverted = await server.call('POST', `/documents/${stage.doc}/changesets/${own}/revert`, { cookie: stage.cookie });
    expect(reverted.status).toBe(201);
    expect(refusal(await report(stage, task, 'complete', { lease, state: 'failed' }))).toEqual([409, 'task_state_refused']);
  });
});

describe('waiting', () => {
  const waits = (token: string, seconds: number) => server.call('GET', `/inbox?wait=${seconds}`, { token });
  const isWaiting = async (count: number): Promise<void> => {
    const until = performance.now() + 10_000;
    while (server.context.inboxWaits.size !== count && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(server.context.inboxWaits.size).toBe(count);
  };

  test('TK20 a waiting inbox answers when a task is handed, answered or lapses, and no other inbox does', async () => {
    const [stage, other] = [await taskStage(server), await taskStage(server, 'Ben')];
    const foreign = waits(other.token, 4);
    const first = waits(stage.token, 25);
    await isWaiting(2);
    const task = await handTask(server, stage);
    expect((await first).json.tasks).toMatchObject([{ id: task, state: 'queued' }]);
    const lease = await claimTask(server, stage, task);
    const second = waits(stage.token, 25);
    await isWaiting(2);
    await report(stage, task, 'update', { lease, question: 'Which?' });
    await server.call('POST', `/documents/${stage.doc}/tasks/${task}/hand`, { cookie: stage.cookie, body: { text: 'This.' } });
    expect((await second).json.tasks).toMatchObject([{ id: task }]);
    await claimTask(server, stage, task);
    const third = waits(stage.token, 25);
    await isWaiting(2);
    await pass(limits.taskLeaseMs + 1);
    expect((await third).json.tasks).toMatchObject([{ id: task, lapses: 1 }]);
    expect((await foreign).json.tasks).toEqual([]);
  });

  test('TK21 a wait ends with its time, with its token, and when its caller hangs up', async () => {
    const stage = await taskStage(server);
    expect((await waits(stage.token, 1)).json).toEqual({ tasks: [], next: null });
    expect(refusal(await waits(stage.token, limits.inboxWaitSeconds + 1))).toEqual([400, 'invalid_request']);
    const hangup = new AbortController();
    const headers = { Authorization: `Bearer ${stage.token}` };
    const abandoned = fetch(`${server.origin}/api/v1/inbox?wait=25`, { headers, signal: hangup.signal }).catch(() => 'gone');
    await isWaiting(1);
    hangup.abort();
    expect(await abandoned).toBe('gone');
    await isWaiting(0);
    const revoked = waits(stage.token, 25);
    await isWaiting(1);
    await server.call('DELETE', `/tokens/${stage.tokenId}`, { cookie: stage.cookie });
    expect(refusal(await revoked)).toEqual([401, 'unauthenticated']);
  });

  test('TK22 a node that keeps its most waiting inboxes refuses more', async () => {
    const stage = await taskStage(server);
    const { inboxWaits } = server.context;
    const waiting = Array.from({ length: limits.waitingInboxesPerNode }, () => inboxWaits.enter(stage.tokenId));
    expect(refusal(await waits(stage.token, 25))).toEqual([503, 'room_unavailable']);
    expect((await waits(stage.token, 0)).status).toBe(200);
    for (const inbox of waiting) if (inbox !== null) inboxWaits.leave(inbox);
  });
});

describe('events', () => {
  test('TK25 every change of a task emits an event and a message to editors', async () => {
    const stage = await taskStage(server);
    const { doc, tab, cookie, token } = stage;
    await server.call('POST', `/documents/${doc}/tabs/${tab}/changesets`, { token, body: { operations: 'add square "Pay"' } });
    const task = await handTask(server, stage, { tab, element: 'pay' });
    const lease = await claimTask(server, stage, task);
    await report(stage, task, 'update', { lease, progress: 'Looking' });
    await report(stage, task, 'update', { lease, question: 'Which?' });
    await server.call('POST', `/documents/${doc}/tasks/${task}/hand`, { cookie, body: { text: 'This.' } });
    await claimTask(server, stage, task);
    await pass(limits.taskLeaseMs + 1);
    await report(stage, task, 'complete', { lease: await claimTask(server, stage, task), text: 'Drawn.' });
    await server.call('DELETE', `/documents/${doc}/tasks/${task}`, { cookie });
    const events = (await eventsAfter(server.context.storage.db, doc, 0, 100))
      .filter(({ type }) => type === 'task')
      .map(eventJson);
    const element = expect.stringMatching(/^pay~/);
    const agent = { name: 'Ada', color: '#c2410c', agent: true };
    const person = { ...agent, agent: false };
    const common = { type: 'task', doc, tab, at: expect.any(Number), task, handle: 'planner', element };
    expect(events).toEqual([
      { ...common, change: 'handed', state: 'queued', text: 'Draw it.', actor: person },
      { ...common, change: 'claimed', state: 'working', actor: agent },
      { ...common, change: 'updated', state: 'working', progress: 'Looking', actor: agent },
      { ...common, change: 'updated', state: 'needs_input', text: 'Which?', actor: agent },
      { ...common, change: 'handed', state: 'queued', text: 'This.', actor: person },
      { ...common, change: 'claimed', state: 'working', actor: agent },
      { ...common, change: 'lapsed', state: 'queued', actor: { name: 'Atelier', color: '#64748b', agent: false } },
      { ...common, change: 'claimed', state: 'working', actor: agent },
      { ...common, change: 'completed', state: 'done', text: 'Drawn.', actor: agent },
      { ...common, change: 'withdrawn', state: 'done', actor: person },
    ]);
    const rows = await server.context.storage.db.selectFrom('journal').select('actor').where('document_id', '=', doc).execute();
    const notices = rows.flatMap(({ actor }) => (actor === null ? [] : JSON.parse(actor))).filter(({ type }) => type === 'task');
    expect(notices.map(({ change, state, task: id }) => [change, state, id === task])).toEqual(
      events.map((event) => {
        const { change, state } = event as { change: string; state: string };
        return [change, state, true];
      }),
    );
  });
});
