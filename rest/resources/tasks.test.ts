import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';

import { cookieOf, startTestServer, type TestServer } from '../server.test-support.ts';
import { agentOf, claimTask, handTask, refusal, type TaskStage, taskStage } from './task-stage.test-support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const putMember = (stage: TaskStage, userId: string, level: string) =>
  server.call('PUT', `/documents/${stage.doc}/members/${userId}`, { token: stage.person.token, body: { level } });
const handlesFor = async ({ doc }: TaskStage, cookie: string): Promise<string[]> => {
  const { json } = await server.call('GET', `/documents/${doc}/handles`, { cookie });
  return json.handles.map((one: { handle: string; owner: { name: string } }) => `${one.owner.name}/${one.handle}`);
};
const hand = (stage: TaskStage, cookie: string, body: object) =>
  server.call('POST', `/documents/${stage.doc}/tasks`, { cookie, body: { text: 'Draw it.', ...body } });

describe('handles', () => {
  test('TK1 a handle is unique among the tokens of a person whatever its case, and free once its token has ended', async () => {
    const { cookie, tokenId } = await taskStage(server);
    const other = await agentOf(server, cookie, null);
    const rename = (id: string, handle: string | null) => server.call('PATCH', `/tokens/${id}`, { cookie, body: { handle } });
    expect(refusal(await rename(other.tokenId, 'PLANNER'))).toEqual([409, 'handle_taken']);
    expect((await rename(tokenId, 'Planner-2')).json).toMatchObject({ id: tokenId, handle: 'planner-2', handFrom: 'owner' });
    expect((await rename(other.tokenId, 'Planner')).json.handle).toBe('planner');
    const expiring = await agentOf(server, cookie, 'brief', { expiresAt: Date.now() + 60_000 });
    expect(refusal(await rename(tokenId, 'brief'))).toEqual([409, 'handle_taken']);
    await server.call('DELETE', `/tokens/${other.tokenId}`, { cookie });
    expect((await rename(tokenId, 'planner')).json.handle).toBe('planner');
    server.clock.offsetMs = 61_000;
    expect((await rename(tokenId, 'brief')).json.handle).toBe('brief');
    server.clock.offsetMs = 0;
    const { json } = await server.call('GET', '/tokens', { cookie });
    const listed = json.tokens.map((token: { id: string; handle: string | null }) => [token.id, token.handle]);
    expect(listed).toEqual(expect.arrayContaining([[tokenId, 'brief'], [expiring.tokenId, null]])); // prettier-ignore
    expect((await rename(tokenId, null)).json.handle).toBeNull();
  });

  test('TK1 names of other forms, tokens that only read, and tokens of others are refused', async () => {
    const { cookie, tokenId, token } = await taskStage(server);
    const rename = (id: string, body: object) => server.call('PATCH', `/tokens/${id}`, { cookie, body });
    for (const handle of ['', '-a', 'a-', 'a--b', 'a b', 'é', '@a', 'a'.repeat(limits.handleCharacters + 1), 'a\n', 3])
      expect(refusal(await rename(tokenId, { handle })), String(handle)).toEqual([400, 'invalid_request']);
    expect(refusal(await rename(tokenId, { handle: 'a', handFrom: 'everyone' }))).toEqual([400, 'invalid_request']);
    const reading = await agentOf(server, cookie, null, { access: 'read' });
    const refused = await rename(reading.tokenId, { handle: 'reader' });
    expect([...refusal(refused), refused.json.errors[0].pointer]).toEqual([400, 'invalid_request', '/handle']);
    const other = await taskStage(server, 'Ben');
    expect(refusal(await rename(other.tokenId, { handle: 'mine' }))).toEqual([404, 'token_not_found']);
    expect(refusal(await server.call('PATCH', `/tokens/${tokenId}`, { token, body: { handle: 'b' } }))).toEqual([
      403,
      'session_required',
    ]);
  });

  test('TK2 comments, changesets, presence and events of other types name the owner alone', async () => {
    const stage = await taskStage(server, 'Ada', {});
    const { cookie, token, doc, tab } = stage;
    await server.call('PATCH', `/tokens/${stage.tokenId}`, { cookie, body: { handle: 'zebra-handle' } });
    await server.call('POST', `/documents/${doc}/tabs/${tab}/changesets`, { token, body: { operations: 'add square "Pay"' } });
    await server.call('POST', `/documents/${doc}/tabs/${tab}/comments`, { token, body: { elementId: 'pay', text: 'Here.' } });
    await server.call('PUT', `/documents/${doc}/tabs/${tab}/presence`, { token, body: { status: 'drawing' } });
    await server.call('POST', `/documents/${doc}/tasks`, { cookie, body: { handle: 'zebra-handle', tab, text: 'Go.' } });
    const readings = ['', '/comments', '/changesets', '/presence', `/tabs/${tab}?view=json`, '/members'];
    for (const path of readings) {
      const { text, status } = await server.call('GET', `/documents/${doc}${path}`, { token });
      expect([status, text.includes('zebra')], path).toEqual([200, false]);
    }
    const rows = await server.context.storage.db
      .selectFrom('outbox')
      .select(['type', 'data'])
      .where('document_id', '=', doc)
      .execute();
    expect(rows.filter(({ data }) => data.includes('zebra')).map(({ type }) => type)).toEqual(['task']);
    const notices = await server.context.storage.db
      .selectFrom('journal')
      .select('actor')
      .where('document_id', '=', doc)
      .execute();
    expect(notices.some(({ actor }) => actor?.includes('zebra'))).toBe(false);
  });

  test('TK3 people see their own agents, those open to participants, and none that cannot read and write the document', async () => {
    const stage = await taskStage(server, 'Ada');
    const { cookie } = stage;
    await agentOf(server, cookie, 'shared', {}, 'participants');
    await agentOf(
      server,
      cookie,
      'elsewhere',
      { documents: [(await server.addDocument(stage.person.token)).id] },
      'participants',
    );
    await agentOf(server, cookie, 'bound', { documents: [stage.doc] });
    const ben = await taskStage(server, 'Ben');
    await agentOf(server, ben.cookie, 'shared', {}, 'participants');
    expect(await handlesFor(stage, cookie)).toEqual(['Ada/bound', 'Ada/planner', 'Ada/shared']);
    expect(refusal(await server.call('GET', `/documents/${stage.doc}/handles`, { cookie: ben.cookie }))).toEqual([
      404,
      'document_not_found',
    ]);
    await putMember(stage, ben.person.id, 'viewer');
    expect(refusal(await server.call('GET', `/documents/${stage.doc}/handles`, { cookie: ben.cookie }))).toEqual([
      403,
      'access_denied',
    ]);
    await putMember(stage, ben.person.id, 'participant');
    expect(await handlesFor(stage, ben.cookie)).toEqual(['Ben/planner', 'Ben/shared', 'Ada/shared']);
    expect(await handlesFor(stage, cookie)).toEqual(['Ada/bound', 'Ada/planner', 'Ada/shared', 'Ben/shared']);
    expect(refusal(await server.call('GET', `/documents/${stage.doc}/handles`, { token: stage.token }))).toEqual([
      403,
      'session_required',
    ]);
  });

  test('TK3 a guest hands tasks to agents that are open to participants', async () => {
    const stage = await taskStage(server);
    const { cookie, doc } = stage;
    await agentOf(server, cookie, 'shared', {}, 'participants');
    const link = await server.call('POST', `/documents/${doc}/share-links`, { cookie, body: { level: 'participant' } });
    const secret = new URL(link.json.link.url).hash.slice(1);
    const guest = cookieOf((await server.call('POST', '/share-links/open', { body: { secret, name: 'Gus' } })).headers);
    expect((await server.call('GET', `/documents/${doc}/handles`, { cookie: guest })).json.handles).toMatchObject([
      { handle: 'shared', isOwn: false },
    ]);
    const task = await hand(stage, guest, { handle: 'shared' });
    expect(task.json).toMatchObject({ handedBy: { name: 'Gus' }, owner: { name: 'Ada' }, state: 'queued' });
    expect(refusal(await hand(stage, guest, { handle: 'planner' }))).toEqual([404, 'handle_not_found']);
    expect((await server.call('DELETE', `/documents/${doc}/tasks/${task.json.id}`, { cookie: guest })).status).toBe(204);
  });
});

describe('handing', () => {
  test('TK4 tokens neither hand, answer nor withdraw, and viewers do not either', async () => {
    const stage = await taskStage(server);
    const task = await handTask(server, stage);
    const path = `/documents/${stage.doc}/tasks`;
    const calls = [
      ['POST', path, { handle: 'planner', text: 'Draw it.' }],
      ['POST', `${path}/${task}/hand`, { text: 'Yes.' }],
      ['DELETE', `${path}/${task}`, undefined],
    ] as const;
    const ben = await taskStage(server, 'Ben');
    await putMember(stage, ben.person.id, 'viewer');
    for (const [method, address, body] of calls) {
      expect(refusal(await server.call(method, address, { token: stage.person.token, body }))).toEqual([403, 'session_required']);
      expect(refusal(await server.call(method, address, { cookie: ben.cookie, body }))).toEqual([403, 'access_denied']);
    }
    expect((await server.call('GET', path, { cookie: ben.cookie })).json.tasks).toMatchObject([{ id: task, state: 'queued' }]);
  });

  test('TK5 a handle of several agents needs its owner, and one that takes no task from the caller does not exist', async () => {
    const stage = await taskStage(server);
    const ben = await taskStage(server, 'Ben');
    await putMember(stage, ben.person.id, 'editor');
    await server.call('PATCH', `/tokens/${stage.tokenId}`, {
      cookie: stage.cookie,
      body: { handle: 'planner', handFrom: 'participants' },
    });
    const refused = await hand(stage, ben.cookie, { handle: 'Planner' });
    expect([...refusal(refused), refused.json.candidates]).toEqual([
      409,
      'handle_ambiguous',
      expect.arrayContaining([
        { id: stage.person.id, label: 'Ada' },
        { id: ben.person.id, label: 'Ben' },
      ]),
    ]);
    const chosen = await hand(stage, ben.cookie, { handle: 'planner', owner: stage.person.id });
    expect(chosen.json).toMatchObject({ handle: 'planner', owner: { name: 'Ada' }, handedBy: { name: 'Ben' } });
    expect(chosen.headers.get('location')).toBe(`${server.origin}/api/v1/documents/${stage.doc}/tasks/${chosen.json.id}`);
    expect(refusal(await hand(stage, stage.cookie, { handle: 'planner', owner: ben.person.id }))).toEqual([
      404,
      'handle_not_found',
    ]);
    expect(refusal(await hand(stage, stage.cookie, { handle: 'nobody' }))).toEqual([404, 'handle_not_found']);
    expect(refusal(await hand(stage, stage.cookie, { handle: 'planner', text: ' ' }))).toEqual([400, 'invalid_request']);
    expect(
      refusal(await hand(stage, stage.cookie, { handle: 'planner', text: 'x'.repeat(limits.taskTextCharacters + 1) })),
    ).toEqual([400, 'invalid_request']);
    const { json } = await server.call('GET', `/documents/${stage.doc}/tasks`, { cookie: stage.cookie });
    expect(json.tasks.map((task: { id: string }) => task.id)).toEqual([chosen.json.id]);
  });

  test('TK6 a task names a tab, elements, a card or a thread, and stores their full ids', async () => {
    const stage = await taskStage(server);
    const { doc, tab, cookie, person } = stage;
    const { token } = person;
    await server.call('POST', `/documents/${doc}/tabs/${tab}/changesets`, {
      token,
      body: { operations: 'add square "Pay"\nadd square "Ship"\nadd plan-board "Sprint"' },
    });
    const comments = `/documents/${doc}/tabs/${tab}/comments`;
    const comment = (await server.call('POST', comments, { token, body: { elementId: 'pay', text: 'Here.' } })).json.id;
    const card = (
      await server.call('POST', `/documents/${doc}/items`, { token, body: { type: 'task', fields: { title: 'Card' } } })
    ).json.item.id;
    const cardComment = await server.call('POST', `/documents/${doc}/items/${card}/comments`, {
      token,
      body: { text: 'There.' },
    });
    const pay = expect.stringMatching(/^pay~[0-9a-z]{8}$/);
    const ship = expect.stringMatching(/^ship~[0-9a-z]{8}$/);
    const placed = async (body: object) => {
      const { json } = await hand(stage, cookie, { handle: 'planner', ...body });
      return json.code ?? [json.tab, json.element, json.selection, json.item, json.comment];
    };
    expect(await placed({})).toEqual([null, null, [], null, null]);
    expect(await placed({ tab })).toEqual([tab, null, [], null, null]);
    expect(await placed({ tab, element: 'pay' })).toEqual([tab, pay, [], null, null]);
    expect(await placed({ tab, element: 'pay', selection: ['ship', 'pay'] })).toEqual([tab, pay, [ship], null, null]);
    expect(await placed({ tab, selection: ['ship', 'pay'] })).toEqual([tab, null, [ship, pay], null, null]);
    expect(await placed({ comment })).toEqual([tab, pay, [], null, comment]);
    expect(await placed({ tab, element: 'pay', comment })).toEqual([tab, pay, [], null, comment]);
    expect(await placed({ item: card })).toEqual([null, null, [], card, null]);
    expect(await placed({ comment: cardComment.json.commentId })).toEqual([null, null, [], card, cardComment.json.commentId]);
    expect(await placed({ item: card, comment: cardComment.json.commentId })).toEqual([
      null,
      null,
      [],
      card,
      cardComment.json.commentId,
    ]);
    expect(await placed({ tab: 'tab_0mi9k2f4cd5m2pt9e6ya' })).toBe('tab_not_found');
    expect(await placed({ tab, element: 'nothing' })).toBe('element_not_found');
    expect(await placed({ tab, selection: ['nothing'] })).toBe('element_not_found');
    expect(await placed({ item: 'item_0mi9k2g5t2wf9b6m3c8n' })).toBe('item_not_found');
    expect(await placed({ comment: 'cmt_0mi9k2g3p6qd1s8z4j9k' })).toBe('comment_not_found');
    const mismatched = [
      { element: 'pay' },
      { tab, item: card, element: 'pay' },
      { tab, element: 'ship', comment },
      { item: card, comment },
    ];
    for (const body of mismatched) expect(await placed(body)).toBe('invalid_request');
  });

  test('TK7 an agent whose fence names tabs takes tasks on these alone, whatever its operations', async () => {
    const stage = await taskStage(server);
    const { cookie, doc, tab } = stage;
    const other = await server.call('POST', `/documents/${doc}/tabs`, { token: stage.person.token, body: { name: 'Other' } });
    const fenced = await agentOf(server, cookie, 'fenced', { fence: { documents: [doc], tabs: [tab], operations: ['add'] } });
    const { json } = await server.call('GET', `/documents/${doc}/handles`, { cookie });
    expect(json.handles).toMatchObject([{ handle: 'fenced', tabs: [tab] }, { handle: 'planner', tabs: null }]); // prettier-ignore
    expect(refusal(await hand(stage, cookie, { handle: 'fenced' }))).toEqual([404, 'handle_not_found']);
    expect(refusal(await hand(stage, cookie, { handle: 'fenced', tab: other.json.tab.id }))).toEqual([404, 'handle_not_found']);
    const task = await hand(stage, cookie, { handle: 'fenced', tab });
    const lease = await claimTask(server, fenced, task.json.id);
    const body = { lease, text: 'Done.' };
    expect((await server.call('POST', `/inbox/${task.json.id}/complete`, { token: fenced.token, body })).json.state).toBe('done');
  });

  test('TK8 the oldest finished task of a full document makes room, and none if all are open', async () => {
    const stage = await taskStage(server);
    const first = await handTask(server, stage);
    const { storage } = server.context;
    const row = await storage.db.selectFrom('tasks').selectAll().where('id', '=', first).executeTakeFirstOrThrow();
    const open = Array.from({ length: limits.tasksPerDocument - 1 }, (_, n) => ({
      ...row,
      id: `task_0${String(n).padStart(19, '0')}`,
    }));
    for (let n = 0; n < open.length; n += 100)
      await storage.transact((tx) =>
        tx
          .insertInto('tasks')
          .values(open.slice(n, n + 100))
          .execute(),
      );
    const refused = await hand(stage, stage.cookie, { handle: 'planner' });
    expect([...refusal(refused), refused.json.limit]).toEqual([413, 'too_large', limits.tasksPerDocument]);
    const ids = [open[5]!.id, open[7]!.id];
    await storage.transact((tx) => tx.updateTable('tasks').set({ state: 'failed' }).where('id', 'in', ids).execute());
    expect((await hand(stage, stage.cookie, { handle: 'planner' })).status).toBe(201);
    const left = await storage.db.selectFrom('tasks').select('id').where('id', 'in', ids).execute();
    expect(left.map(({ id }) => id)).toEqual([ids[1]]);
  });
});

describe('what people do with a task', () => {
  test('TK15 a completed task is handed again with what is to be done else, and its lapses count from the start', async () => {
    const stage = await taskStage(server);
    const { cookie, doc, token } = stage;
    const task = await handTask(server, stage);
    const again = (body: object = {}) => server.call('POST', `/documents/${doc}/tasks/${task}/hand`, { cookie, body });
    expect((await again()).json).toMatchObject({ code: 'task_state_refused', detail: expect.stringContaining('queued') });
    const lease = await claimTask(server, stage, task);
    expect((await again()).json).toMatchObject({ code: 'task_state_refused', detail: expect.stringContaining('working') });
    await server.call('POST', `/inbox/${task}/complete`, { token, body: { lease, state: 'failed', text: 'Too hard.' } });
    const handed = await again({ text: 'Try the easy part.' });
    expect(handed.json).toMatchObject({
      state: 'queued',
      lapses: 0,
      messages: [
        { agent: true, text: 'Too hard.', by: { name: 'Ada' } },
        { agent: false, text: 'Try the easy part.' },
      ],
    });
    expect(refusal(await server.call('POST', `/inbox/${task}/update`, { token, body: { lease } }))).toEqual([
      409,
      'lease_invalid',
    ]);
    const second = await claimTask(server, stage, task);
    expect((await server.call('POST', `/inbox/${task}/complete`, { token, body: { lease: second } })).json.state).toBe('done');
    await server.call('PATCH', `/tokens/${stage.tokenId}`, { cookie, body: { handle: null } });
    expect(refusal(await again())).toEqual([404, 'handle_not_found']);
  });

  test('TK16 who handed a task, the owner of its agent and editors withdraw it, also while an agent works', async () => {
    const stage = await taskStage(server);
    await agentOf(server, stage.cookie, 'shared', {}, 'participants');
    const [ben, eve] = [await taskStage(server, 'Ben'), await taskStage(server, 'Eve')];
    await putMember(stage, ben.person.id, 'participant');
    await putMember(stage, eve.person.id, 'participant');
    const handed = async () => (await hand(stage, ben.cookie, { handle: 'shared' })).json.id;
    const withdraw = (cookie: string, task: string) => server.call('DELETE', `/documents/${stage.doc}/tasks/${task}`, { cookie });
    const [one, two, three] = [await handed(), await handed(), await handed()];
    expect(refusal(await withdraw(eve.cookie, one))).toEqual([403, 'access_denied']);
    expect((await withdraw(ben.cookie, one)).status).toBe(204);
    expect((await withdraw(stage.cookie, two)).status).toBe(204);
    await putMember(stage, eve.person.id, 'editor');
    expect((await withdraw(eve.cookie, three)).status).toBe(204);
    expect(refusal(await withdraw(eve.cookie, three))).toEqual([404, 'task_not_found']);
    const task = await handTask(server, stage);
    const lease = await claimTask(server, stage, task);
    expect((await withdraw(stage.cookie, task)).status).toBe(204);
    const completed = await server.call('POST', `/inbox/${task}/complete`, { token: stage.token, body: { lease } });
    expect(refusal(completed)).toEqual([404, 'task_not_found']);
  });

  test('TK17 an open task is stale while its agent cannot reach it', async () => {
    const stage = await taskStage(server);
    await agentOf(server, stage.cookie, 'shared', {}, 'participants');
    const ben = await taskStage(server, 'Ben');
    await putMember(stage, ben.person.id, 'participant');
    await server.call('PATCH', `/tokens/${ben.tokenId}`, {
      cookie: ben.cookie,
      body: { handle: 'planner', handFrom: 'participants' },
    });
    const task = (await hand(stage, stage.cookie, { handle: 'planner', owner: ben.person.id })).json.id;
    const stateOf = async () =>
      (await server.call('GET', `/documents/${stage.doc}/tasks/${task}`, { cookie: stage.cookie })).json.state;
    const claim = () => server.call('POST', `/inbox/${task}/claim`, { token: ben.token });
    await server.call('DELETE', `/documents/${stage.doc}/members/${ben.person.id}`, { token: stage.person.token });
    expect(await stateOf()).toBe('stale');
    expect((await server.call('GET', '/inbox', { token: ben.token })).json.tasks).toEqual([]);
    expect(refusal(await claim())).toEqual([404, 'task_not_found']);
    const again = await server.call('POST', `/documents/${stage.doc}/tasks/${task}/hand`, { cookie: stage.cookie, body: {} });
    expect(refusal(again)).toEqual([404, 'handle_not_found']);
    await putMember(stage, ben.person.id, 'viewer');
    expect(await stateOf()).toBe('queued');
    expect((await claim()).status).toBe(200);
    await server.call('DELETE', `/tokens/${ben.tokenId}`, { cookie: ben.cookie });
    expect(await stateOf()).toBe('stale');
  });

  test('TK18 lists of a document are paged, and foreign and trashed ones are not found', async () => {
    const stage = await taskStage(server);
    const { doc, cookie, token } = stage;
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await handTask(server, stage, { text: `Task ${n}` }));
    const done = ids[4]!;
    await server.call('POST', `/inbox/${done}/complete`, { token, body: { lease: await claimTask(server, stage, done) } });
    const list = async (query: string) => (await server.call('GET', `/documents/${doc}/tasks${query}`, { cookie })).json;
    expect((await list('')).tasks.map((task: { id: string }) => task.id)).toEqual(ids.slice(0, 4));
    const page = await list('?status=all&limit=3');
    expect(page.tasks.map((task: { id: string }) => task.id)).toEqual(ids.slice(0, 3));
    const rest = await list(`?status=all&limit=3&cursor=${page.next}`);
    expect([rest.tasks.map((task: { id: string }) => task.id), rest.next]).toEqual([ids.slice(3), null]);
    const other = await taskStage(server, 'Ben');
    for (const path of [`/documents/${doc}/tasks`, `/documents/${doc}/tasks/${done}`])
      expect(refusal(await server.call('GET', path, { cookie: other.cookie }))).toEqual([404, 'document_not_found']);
    expect(refusal(await server.call('GET', `/documents/${other.doc}/tasks/${done}`, { cookie: other.cookie }))).toEqual([
      404,
      'task_not_found',
    ]);
    const copy = await server.call('POST', `/documents/${doc}/copy`, { cookie, body: {} });
    expect((await server.call('GET', `/documents/${copy.json.id}/tasks?status=all`, { cookie })).json.tasks).toEqual([]);
    await server.call('DELETE', `/documents/${doc}`, { cookie });
    expect(refusal(await server.call('GET', `/documents/${doc}/tasks`, { cookie }))).toEqual([404, 'document_not_found']);
    expect(refusal(await hand(stage, cookie, { handle: 'planner' }))).toEqual([404, 'document_not_found']);
  });
});
