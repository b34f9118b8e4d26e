import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { newId } from '#schema/ids.ts';
import type { Actor } from '#server/access/actor.ts';
import { auditOf } from '#storage/audit.ts';
import { eventsAfter } from '#storage/outbox.ts';

import {
  cookieOf,
  type Sent,
  startTestServer,
  type TestAnswer,
  type TestPerson,
  type TestServer,
} from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;
let paul: TestPerson;
let vera: TestPerson;
let document: { readonly id: string; readonly tab: string };

beforeAll(async () => {
  server = await startTestServer();
  [ada, bob, paul, vera] = await Promise.all([
    server.addPerson('Ada'),
    server.addPerson('Bob'),
    server.addPerson('Paul'),
    server.addPerson('Vera'),
  ]);
});
beforeEach(async () => {
  document = await server.addDocument(ada.token);
  await draw('add square id=api label="API" at:0,0\nadd db id=db label="Orders" at:0,300\nconnect api -> db id=sql');
  for (const [person, level] of [[bob, 'editor'], [paul, 'participant'], [vera, 'viewer']] as const) {
    await server.call('PUT', `/documents/${document.id}/members/${person.id}`, { token: ada.token, body: { level } });
  } // prettier-ignore
});
afterAll(() => server.close());

const at = (path: string, tab = document.tab): string => `/documents/${document.id}/tabs/${tab}${path}`;
async function draw(operations: string, tab = document.tab): Promise<void> {
  const drawn = await server.call('POST', at('/changesets', tab), { token: ada.token, body: { operations } });
  expect(drawn.status, drawn.text).toBe(201);
}
const say = (elementId: unknown, text: unknown = 'Why?', as: Sent = { token: ada.token }): Promise<TestAnswer> =>
  server.call('POST', at('/comments'), { ...as, body: { elementId, text } });
const on = (comment: string, verb: string, body?: object, as: Sent = { token: ada.token }): Promise<TestAnswer> =>
  server.call('POST', at(`/comments/${comment}/${verb}`), { ...as, ...(body !== undefined && { body }) });
const remove = (comment: string, as: Sent = { token: ada.token }): Promise<TestAnswer> =>
  server.call('DELETE', at(`/comments/${comment}`), as);
const threads = async (status = 'all'): Promise<{ ref: string; resolved: boolean; comments: { id: string; text: string }[] }[]> =>
  (await server.call('GET', `/documents/${document.id}/comments?status=${status}`, { token: vera.token })).json.threads;
const texts = async (status?: string): Promise<unknown[]> =>
  (await threads(status)).map(({ ref, resolved, comments }) => [ref, resolved, comments.map(({ text }) => text)]);
const told = async (): Promise<{ type: string; data: Record<string, unknown> }[]> =>
  (await eventsAfter(server.context.storage.db, document.id, 0, 100))
    .filter(({ type }) => type === 'comment' || type === 'thread')
    .map(({ type, data }) => ({ type, data: data as Record<string, unknown> }));
const codes = (...answers: TestAnswer[]): unknown[] => answers.map(({ status, json }) => [status, json?.code]);

describe('adding', () => {
  test("APP47 a comment of a token is its owner's, and the answer reveals nothing else", async () => {
    const { status, json, headers } = await say('api', 'Why "square"?\nReally 🙂');
    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.stringMatching(/^cmt_[0-9a-z]{20}$/),
      text: 'Why "square"?\nReally 🙂',
      createdAt: expect.any(Number),
      authorName: 'Ada',
      authorColor: '#c2410c',
    });
    expect(headers.get('location')).toBe(`${server.origin}/api/v1${at(`/comments/${json.id}`)}`);
    const [thread] = await threads();
    expect(thread).toEqual({
      tabId: document.tab,
      tabName: 'Tab 1',
      elementId: expect.stringMatching(/^api~/),
      ref: 'api',
      label: 'API',
      resolved: false,
      comments: [json],
    });
    const [row] = await auditOf(server.context.storage.db, document.id, 1);
    expect(row).toMatchObject({ action: 'comment.add', actorKind: 'agent', userId: ada.id, subject: json.id });
    expect(row?.tokenId).toMatch(/^tok_/);
    expect(JSON.stringify(await told())).not.toContain('tok_');
  });

  test('an element can be named by its ref, its full id or a unique prefix', async () => {
    await say('api', 'by ref');
    const [thread] = await threads();
    const { elementId } = thread as unknown as { elementId: string };
    expect((await say(elementId, 'by id')).status).toBe(201);
    expect((await say(elementId.slice(0, -2), 'by prefix')).status).toBe(201);
    expect((await say('ap', 'by the start of the slug')).status).toBe(201);
    expect(await texts()).toEqual([['api', false, ['by ref', 'by id', 'by prefix', 'by the start of the slug']]]);
  });

  test('elements that cannot have comments are refused, with candidates if several match', async () => {
    await draw('add square id=apx label="Two"');
    expect(codes(await say('sql'), await say('nothing'), await say(''), await say('x'.repeat(10_000)), await say('ap'))).toEqual([
      [400, 'element_not_commentable'],
      [404, 'element_not_found'],
      [404, 'element_not_found'],
      [404, 'element_not_found'],
      [400, 'target_ambiguous'],
    ]);
    expect((await say('ap')).json.candidates.map(({ ref }: { ref: string }) => ref)).toEqual(['api', 'apx']);
    expect((await say('Order')).json.hint).toContain('"Orders"');
    expect(await texts()).toEqual([]);
    expect(await told()).toEqual([]);
  });

  test('a text of at most 2,000 code points is required, and other values are invalid', async () => {
    expect(codes(await say('api', '🙂'.repeat(2_000)), await say('api', '🙂'.repeat(2_001)))).toEqual([
      [201, undefined],
      [400, 'text_too_long'],
    ]);
    for (const blank of ['', ' \n\t\u2003']) expect((await say('api', blank)).json.code).toBe('text_required');
    for (const bad of [null, 5, ['x'], 'nul\0', 'half \ud83d']) expect(codes(await say('api', bad))).toEqual([[400, 'invalid_request']]);
    const add = (body: unknown) => server.call('POST', at('/comments'), { token: ada.token, body });
    expect(codes(await add({ elementId: 'api' }))).toEqual([[400, 'text_required']]);
    for (const body of [{ text: 'x' }, { elementId: 5, text: 'x' }, { elementId: 'api', text: 'x', authorName: 'Eve' }, '{"elementId":"api","text":"\\ud800"}'])
      expect(codes(await add(body))).toEqual([[400, 'invalid_request']]);
    const { id } = (await threads())[0]!.comments[0]!;
    expect(codes(await on(id, 'reply', {}), await on(id, 'reply', { text: ' ' }), await on(id, 'reply', { text: 'x'.repeat(2_001) }), await on(id, 'reply', { text: 7 }))).toEqual([
      [400, 'text_required'],
      [400, 'text_required'],
      [400, 'text_too_long'],
      [400, 'invalid_request'],
    ]);
    expect(codes(await on(id, 'resolve', { why: 'done' }))).toEqual([[400, 'invalid_request']]);
  }); // prettier-ignore

  test('APP52 locks do not prevent comments, and comments do not raise the revision', async () => {
    await server.call('PATCH', at(''), { token: ada.token, body: { locked: true } });
    const before = (await server.call('GET', at(''), { token: ada.token })).headers.get('etag');
    const { json } = await say('api');
    await on(json.id, 'resolve');
    expect((await server.call('GET', at(''), { token: ada.token })).headers.get('etag')).toBe(before);
  });
});

describe('the states of a thread', () => {
  /** Creates a thread on `api` in a state, and returns its first comment. */
  async function threadIn(state: 'open' | 'resolved'): Promise<string> {
    const { json } = await say('api', 'first');
    if (state === 'resolved') expect((await on(json.id, 'resolve')).status).toBe(204);
    return json.id;
  }

  test.each([
    ['open', 'add', false, 'comment'],
    ['open', 'reply', false, 'comment'],
    ['resolved', 'add', false, 'comment'],
    ['resolved', 'reply', false, 'comment'],
    ['open', 'resolve', true, 'thread'],
    ['resolved', 'resolve', true, null],
    ['resolved', 'reopen', false, 'thread'],
    ['open', 'reopen', false, null],
  ] as const)('APP49 %s, %s: resolved is %s, and the event is %s', async (state, trigger, resolved, event) => {
    const first = await threadIn(state);
    const before = (await told()).length;
    const adds = trigger === 'add' || trigger === 'reply';
    const answer = trigger === 'add' ? await say('api', 'second') : await on(first, trigger, adds ? { text: 'second' } : undefined);
    expect(answer.status).toBe(adds ? 201 : 204);
    expect(await texts()).toEqual([['api', resolved, adds ? ['first', 'second'] : ['first']]]);
    const after = (await told()).slice(before);
    expect(after.map(({ type }) => type)).toEqual(event === null ? [] : [event]);
    const common = { element: expect.stringMatching(/^api~/), ref: 'api', label: 'API', actor: { name: 'Ada', color: '#c2410c', agent: true } };
    if (event === 'comment') expect(after[0]?.data).toEqual({ ...common, comment: answer.json, ...(state === 'resolved' && { reopened: true }) });
    if (event === 'thread') expect(after[0]?.data).toEqual({ ...common, change: resolved ? 'resolved' : 'reopened', comment: { id: first } });
  }); // prettier-ignore

  test('APP48 any comment of a thread names the thread, including the newest', async () => {
    await say('api', 'one');
    const { json: two } = await say('api', 'two');
    const { json: three } = await on(two.id, 'reply', { text: 'three' });
    expect((await on(three.id, 'resolve')).status).toBe(204);
    expect((await on(two.id, 'reopen')).status).toBe(204);
    expect(await texts()).toEqual([['api', false, ['one', 'two', 'three']]]);
  });

  test('APP48 APP89 without a thread, through another tab or document, or with a removed element a comment is not found', async () => {
    const { json: said } = await say('api');
    const other = (await server.call('POST', `/documents/${document.id}/tabs`, { token: ada.token, body: { name: 'Two' } })).json.tab.id;
    const elsewhere = await server.addDocument(ada.token);
    const everything = async (place: string, id: string): Promise<unknown[]> => [
      ...codes(
        await server.call('POST', `${place}/comments/${id}/reply`, { token: ada.token, body: { text: 'x' } }),
        await server.call('POST', `${place}/comments/${id}/resolve`, { token: ada.token }),
        await server.call('POST', `${place}/comments/${id}/reopen`, { token: ada.token }),
        await server.call('DELETE', `${place}/comments/${id}`, { token: ada.token }),
      ),
    ];
    const four = [404, 'comment_not_found'];
    for (const [place, id] of [[at(''), newId('cmt')], [at(''), 'nonsense'], [at('', other), said.id], [`/documents/${elsewhere.id}/tabs/${elsewhere.tab}`, said.id]] as const)
      expect(await everything(place, id)).toEqual([four, four, four, four]);
    expect(await everything(at('', newId('tab')), said.id)).toEqual(Array(4).fill([404, 'tab_not_found']));
    const gone = await server.call('POST', at('/changesets'), { token: ada.token, body: { operations: 'rm api' } });
    expect(await everything(at(''), said.id)).toEqual([four, four, four, four]);
    expect(await texts()).toEqual([]);
    const listed = async (query: string): Promise<unknown[]> =>
      (await server.call('GET', `/documents/${document.id}/comments${query}`, { token: ada.token })).json.threads;
    const removed = { tabId: '', tabName: '', ref: gone.json.results[0].id, elementId: gone.json.results[0].id, label: '', resolved: false };
    expect(await listed('?removed=1')).toMatchObject([{ ...removed, comments: [{ id: said.id, text: 'Why?' }] }]);
    expect([await listed('?status=all'), await listed('?status=resolved&removed=1')]).toEqual([[], []]);
    expect((await server.call('POST', `/documents/${document.id}/changesets/${gone.json.changeset.id}/revert`, { token: ada.token })).status).toBe(201);
    expect(await texts()).toEqual([['api', false, ['Why?']]]);
    expect((await on(said.id, 'resolve')).status).toBe(204);
  }); // prettier-ignore

  test('an element that an editor has turned into an arrow or made unreadable has no thread', async () => {
    const { json } = await say('api');
    const { elementId } = (await threads())[0] as unknown as { elementId: string };
    const become = (change: object) => edit((doc) => {
      const elements = (doc.getMap('tabs').get(document.tab) as Y.Map<unknown>).get('elements') as Y.Map<Y.Map<unknown>>;
      for (const [name, value] of Object.entries(change)) elements.get(elementId)?.set(name, value);
    });
    for (const change of [{ type: 'arrow', from: { x: 0, y: 0 }, to: { x: 9, y: 9 } }, { type: 'nothing known' }]) {
      await become(change);
      expect(await texts()).toEqual([]);
      expect(codes(await on(json.id, 'resolve'), await remove(json.id))).toEqual(Array(2).fill([404, 'comment_not_found']));
    }
    await become({ type: 'text' });
    expect(await texts()).toEqual([['api', false, ['Why?']]]);
  }); // prettier-ignore

  test('APP22 replacing the whole tab keeps the thread of an element that keeps its slug', async () => {
    await say('api');
    await say('db');
    const replaced = await server.call('PUT', at(''), {
      token: ada.token,
      body: { operations: 'add circle id=api label="New"' },
    });
    expect(replaced.status).toBe(201);
    expect(await texts()).toEqual([['api', false, ['Why?']]]);
  });
});

describe('deleting', () => {
  test('APP50 a token deletes its owner’s comments, whichever credential wrote them, and no others', async () => {
    const { json: adas } = await say('api', 'of Ada');
    const { json: pauls } = await say('api', 'of Paul', { token: paul.token });
    expect(
      codes(await remove(pauls.id), await remove(adas.id, { token: paul.token }), await remove(pauls.id, { token: bob.token })),
    ).toEqual(Array(3).fill([403, 'not_comment_author']));
    expect((await remove(adas.id, { token: await server.addToken(ada.id) })).status).toBe(204);
    expect((await remove(pauls.id, { cookie: await server.signIn(paul) })).status).toBe(204);
    expect(codes(await remove(adas.id))).toEqual([[404, 'comment_not_found']]);
    expect(await texts()).toEqual([]);
  });

  test('APP50 a person who can edit the tab deletes any comment, and one who can only comment does not', async () => {
    const { json: adas } = await say('api', 'of Ada');
    expect(codes(await remove(adas.id, { cookie: await server.signIn(paul) }))).toEqual([[403, 'not_comment_author']]);
    const other = (await server.call('POST', `/documents/${document.id}/tabs`, { token: ada.token, body: { name: 'Two' } })).json.tab.id;
    const limit = (tabs: string[]) => server.call('PUT', `/documents/${document.id}/members/${bob.id}`, { token: ada.token, body: { level: 'editor', tabs } });
    const page = { cookie: await server.signIn(bob) };
    await limit([other]);
    expect(codes(await remove(adas.id, page))).toEqual([[403, 'not_comment_author']]);
    // The same element id on a tab that Bob can edit gives him no access to the thread.
    const { elementId } = (await threads())[0] as unknown as { elementId: string };
    const twin = (doc: Y.Doc, remove = false) => {
      const elements = (doc.getMap('tabs').get(other) as Y.Map<unknown>).get('elements') as Y.Map<unknown>;
      if (remove) elements.delete(elementId);
      else elements.set(elementId, new Y.Map(Object.entries({ type: 'text', z: 'a0' })));
    };
    await edit((doc) => twin(doc));
    expect((await threads()).map(({ ref }) => ref)).toEqual(['api', 'api']);
    expect(codes(await server.call('DELETE', at(`/comments/${adas.id}`, other), page))).toEqual([[403, 'not_comment_author']]);
    await edit((doc) => twin(doc, true));
    await limit([document.tab]);
    expect((await remove(adas.id, page)).status).toBe(204);
  }); // prettier-ignore

  test('APP51 deleting the last comment deletes the thread and emits an event', async () => {
    const { json: one } = await say('api', 'one');
    const { json: two } = await say('api', 'two');
    expect((await remove(one.id)).status).toBe(204);
    expect(await texts()).toEqual([['api', false, ['two']]]);
    expect((await remove(two.id)).status).toBe(204);
    expect(await texts()).toEqual([]);
    expect((await told()).slice(-2).map(({ type, data }) => [type, data['change'], data['comment']])).toEqual([
      ['thread', 'comment-removed', { id: one.id }],
      ['thread', 'removed', { id: two.id }],
    ]);
    expect(codes(await on(two.id, 'reopen'))).toEqual([[404, 'comment_not_found']]);
    await say('api', 'anew');
    expect(await texts()).toEqual([['api', false, ['anew']]]);
  });
});

describe('access', () => {
  const guest = async (level: string): Promise<Sent> => {
    const { json } = await server.call('POST', `/documents/${document.id}/share-links`, { token: ada.token, body: { level } });
    const secret = new URL(json.link.url).hash.slice(1);
    return { cookie: cookieOf((await server.call('POST', '/share-links/open', { body: { secret, name: 'Gus' } })).headers) };
  };
  const all = async (as: Sent, first: string): Promise<unknown[]> =>
    codes(await say('db', 'x', as), await on(first, 'reply', { text: 'x' }, as), await on(first, 'resolve', undefined, as), await on(first, 'reopen', undefined, as), await remove(first, as)); // prettier-ignore
  const list = (as: Sent): Promise<TestAnswer> => server.call('GET', `/documents/${document.id}/comments`, as);

  test('a viewer, a guest of a viewer link and a read-only token read threads and write nothing', async () => {
    const { json } = await say('api');
    const readOnly = { token: await server.addToken(ada.id, { access: 'read' }) };
    for (const [as, refusal] of [[{ token: vera.token }, 'access_denied'], [await guest('viewer'), 'access_denied'], [readOnly, 'token_read_only']] as const) {
      expect(await all(as, json.id)).toEqual(Array(5).fill([403, refusal]));
      expect((await list(as)).json.threads).toHaveLength(1);
    }
    expect((await say('api', 'x', { token: vera.token })).json.required).toBe('participant');
    expect(codes(await list({ token: (await server.addPerson('Otto')).token }))).toEqual([[404, 'document_not_found']]);
    expect(codes(await list({}))).toEqual([[401, 'unauthenticated']]);
  }); // prettier-ignore

  test('access is checked again within the write', async () => {
    const { json } = await say('api');
    const actor = (await server.app.authenticate({ bearer: vera.token })) as Actor;
    const call = { actor, requestId: 'test', key: null, replayed: false };
    const place = [call, document.id, document.tab] as const;
    const { comments } = server.app;
    const answers = [comments.add(...place, { elementId: 'api', text: 'x' }), comments.reply(...place, json.id, { text: 'x' }), comments.resolve(...place, json.id), comments.reopen(...place, json.id), comments.remove(...place, json.id)];
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ code: 'access_denied' });
    expect(await texts()).toEqual([['api', false, ['Why?']]]);
  }); // prettier-ignore

  test('a participant, a guest of a participant link, and an editor of other tabs can comment', async () => {
    const other = (await server.call('POST', `/documents/${document.id}/tabs`, { token: ada.token, body: { name: 'Two' } })).json.tab.id;
    await server.call('PUT', `/documents/${document.id}/members/${bob.id}`, { token: ada.token, body: { level: 'editor', tabs: [other] } });
    const gus = await guest('participant');
    for (const [as, name] of [[{ token: paul.token }, 'Paul'], [gus, 'Gus'], [{ token: bob.token }, 'Bob']] as const) {
      const { status, json } = await say('api', 'mine', as);
      expect([status, json.authorName]).toEqual([201, name]);
      expect((await on(json.id, 'reply', { text: 'more' }, as)).status).toBe(201);
      expect((await on(json.id, 'resolve', undefined, as)).status).toBe(204);
      expect((await on(json.id, 'reopen', undefined, as)).status).toBe(204);
      expect((await remove(json.id, as)).status).toBe(204);
    }
    const { json: adas } = await say('api', 'of Ada');
    expect(codes(await remove(adas.id, gus))).toEqual([[403, 'not_comment_author']]);
    const [removed] = (await auditOf(server.context.storage.db, document.id, 50)).filter(({ action, actorKind }) => action === 'comment.delete' && actorKind === 'guest');
    expect(removed).toMatchObject({ userId: null, tokenId: null, data: { guest: expect.any(String) } });
  }); // prettier-ignore
});

describe('reading', () => {
  test('threads are listed in tab order, then in outline order, by status', async () => {
    const second = (await server.call('POST', `/documents/${document.id}/tabs`, { token: ada.token, body: { name: 'First', position: 0, operations: 'add sticky id=note' } })).json.tab.id;
    await draw('add square id=low label="Low" at:0,900\nadd square id=inner at:20,600\nwrap inner in frame id=group label="Group"');
    for (const ref of ['low', 'inner', 'group', 'db', 'api']) await say(ref, ref);
    await server.call('POST', at('/comments', second), { token: ada.token, body: { elementId: 'note', text: 'note' } });
    const order = ['note', 'api', 'db', 'group', 'inner', 'low'];
    expect((await threads('open')).map(({ ref }) => ref)).toEqual(order);
    const done = (await threads())[2]!.comments[0]!.id;
    await on(done, 'resolve');
    expect((await threads('open')).map(({ ref }) => ref)).toEqual(order.filter((ref) => ref !== 'db'));
    expect((await threads('resolved')).map(({ ref }) => ref)).toEqual(['db']);
    expect((await threads('all')).map(({ ref }) => ref)).toEqual(order);
    const byDefault = (await server.call('GET', `/documents/${document.id}/comments`, { token: vera.token })).json.threads;
    expect(byDefault).toEqual(await threads('open'));
    for (const status of ['', 'OPEN', 'closed', '__proto__']) {
      const { json } = await server.call('GET', `/documents/${document.id}/comments?status=${status}`, { token: vera.token });
      expect([json.code, json.allowed]).toEqual(['invalid_status', ['open', 'resolved', 'all']]);
    }
  }); // prettier-ignore

  test('view=comments answers the threads as text, and the outline counts open ones', async () => {
    await say('api', 'Why?\n- forged');
    const { json } = await say('db', 'Done');
    await on(json.id, 'resolve');
    const view = async (query: string): Promise<string> =>
      (await server.call('GET', at(`?${query}`), { token: vera.token })).text;
    const open = await view('view=comments');
    expect(open.split('\n')).toEqual([
      '# "Tab 1" · rev 1 · 1 open thread, 1 resolved',
      'api square "API" · open',
      expect.stringMatching(/^ {2}cmt_\w+ "Ada" \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ "Why\?\\n- forged"$/),
      '',
    ]);
    expect((await view('view=comments&all=1')).split('\n')).toHaveLength(6);
    const outline = await view('view=outline');
    expect(outline).toContain('api square "API" 0,0 160×80 1 comment\n');
    expect(outline).toContain('db cylinder "Orders" 0,300 120×100\n');
  });
});

/** Writes to the document under its lock, without a call. */
async function edit(change: (doc: Y.Doc) => void): Promise<void> {
  const actor = (await server.app.authenticate({ bearer: ada.token })) as Actor;
  await server.context.rooms.write({ actor, requestId: 'test', key: null, replayed: false }, document.id, (room) => {
    room.edit(change);
    return Promise.resolve(null);
  });
}
/** Adds many comments to an element. */
function fill(doc: Y.Doc, elementId: string, count: number): void {
  const by = { text: 'x', createdAt: 1, authorId: ada.id, authorName: 'Ada', authorColor: '#c2410c' };
  const entries = Array.from({ length: count }, (_, n) => [newId('cmt'), { n, ...by }] as const);
  doc.getMap('threads').set(elementId, new Y.Map([['comments', new Y.Map(entries)]]));
}

describe('retries and limits', () => {
  test('the thousand-and-first comment of an element is refused, whatever the number in the document', async () => {
    const { elementId } = (await say('api').then(() => threads()))[0] as unknown as { elementId: string };
    await edit((doc) => fill(doc, elementId, 999));
    const { status, json } = await say('api');
    expect(status).toBe(201);
    const full = [await say('api'), await on(json.id, 'reply', { text: 'x' })];
    expect(full.map((answer) => [answer.status, answer.json.code, answer.json.limit, answer.json.detail])).toEqual(
      Array(2).fill([413, 'comments_full', 1_000, 'An element holds at most 1,000 comments.']),
    );
    await edit((doc) => {
      for (let index = 0; index < 11; index += 1) fill(doc, `gone~000000${10 + index}`, 1_000);
    });
    expect((await say('db')).status).toBe(201);
    expect((await remove(json.id)).status).toBe(204);
    expect((await say('api')).status).toBe(201);
  });

  test('a retry with the same key adds one comment', async () => {
    const headers = { 'Idempotency-Key': 'say-it-once' };
    const [one, two] = [await say('api', 'Once', { token: ada.token, headers }), await say('api', 'Once', { token: ada.token, headers })];
    expect([two.status, two.json, two.headers.get('idempotency-replayed')]).toEqual([201, one.json, 'true']);
    expect(codes(await say('api', 'Twice', { token: ada.token, headers }))).toEqual([[422, 'idempotency_key_reused']]);
    const { json } = one;
    for (const times of ['first', 'again']) {
      const answer = await on(json.id, 'resolve', undefined, { token: ada.token, headers: { 'Idempotency-Key': 'resolve-it' } });
      expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([204, times === 'again' ? 'true' : null]);
      await on(json.id, 'reopen');
    }
    expect(await texts()).toEqual([['api', false, ['Once']]]);
    expect(await told()).toHaveLength(3);
  }); // prettier-ignore

  test('40 concurrent comments are all stored, in one order', async () => {
    const said = await Promise.all(Array.from({ length: 40 }, (_, index) => say('api', `no ${index}`)));
    expect(said.map(({ status }) => status)).toEqual(Array(40).fill(201));
    const [thread] = await threads();
    expect(thread?.comments).toHaveLength(40);
    const inOrder = (await told()).map(({ data }) => (data['comment'] as { id: string }).id);
    expect(thread?.comments.map(({ id }) => id)).toEqual(inOrder);
  });
});
