import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { cookieOf, startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;
let eve: TestPerson;
let doc: string;
let tab: string;
/** Full ids of the elements a, b and c, and of the arrow between a and b. */
let ids: Record<'a' | 'b' | 'c' | 'arrow', string>;
beforeAll(async () => {
  server = await startTestServer();
  [ada, bob, eve] = [await server.addPerson('Ada'), await server.addPerson('Bob'), await server.addPerson('Eve')];
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ id: doc, tab } = await server.addDocument(ada.token, 'Retrospective'));
  await member(bob, 'editor');
  await member(eve, 'participant');
  const operations =
    'add sticky "A" id=a at:0,0\nadd sticky "B" id=b at:400,0\nadd text "C" id=c at:800,0\nconnect a -> b id=arrow';
  const { results } = (await change(operations)).json;
  const idOf = (ref: string): string => results.find((result: { ref: string }) => result.ref === ref).id;
  ids = { a: idOf('a'), b: idOf('b'), c: idOf('c'), arrow: results.find(({ id }: { id: string }) => id.startsWith('arrow')).id };
});

const member = (person: TestPerson, level: string): Promise<TestAnswer> =>
  server.call('PUT', `/documents/${doc}/members/${person.id}`, { token: ada.token, body: { level } });
const change = (operations: string): Promise<TestAnswer> =>
  server.call('POST', `/documents/${doc}/tabs/${tab}/changesets`, { token: ada.token, body: { operations } });
type By = TestPerson | { readonly cookie: string };
const vote = (method: string, by: By, path = '', body?: object): Promise<TestAnswer> =>
  server.call(method, `/documents/${doc}/tabs/${tab}/vote${path}`, {
    ...('token' in by ? { token: by.token } : by),
    ...(body !== undefined && { body }),
  });
const start = (body: object = {}, by: By = ada): Promise<TestAnswer> => vote('POST', by, '', body);
const place = (by: By, element: string, votes: number): Promise<TestAnswer> => vote('PUT', by, '/mine', { element, votes });
const read = async (by: By): Promise<TestAnswer['json']> => (await vote('GET', by)).json.vote;

describe('a vote on the elements of a tab', () => {
  test('APP180 APP181 is started, voted in, ended and cleared; its totals are most first', async () => {
    expect(await read(ada)).toBeNull();
    const started = await start({ votes: 3 });
    expect(started.status).toBe(201);
    expect(started.json.vote).toMatchObject({ votes: 3, private: false, own: true, endedAt: null, left: 3, mine: [], totals: [], voters: 0 }); // prettier-ignore
    expect((await place(ada, 'b', 2)).json.vote).toMatchObject({ left: 1, mine: [{ element: ids.b, votes: 2 }] });
    expect((await place(bob, ids.a, 1)).json.vote).toMatchObject({ left: 2, own: false });
    await place(eve, 'b', 1);
    const totals = [{ element: ids.b, votes: 3 }, { element: ids.a, votes: 1 }]; // prettier-ignore
    expect(await read(eve)).toMatchObject({ totals, voters: 3, left: 2, startedBy: { name: 'Ada' } });
    expect((await place(ada, 'b', 0)).json.vote).toMatchObject({ left: 3, mine: [], voters: 2 });
    expect((await vote('POST', ada, '/end')).json.vote.endedAt).toBeGreaterThan(0);
    expect((await place(bob, 'a', 2)).json.code).toBe('vote_ended');
    expect((await read(bob)).totals).toEqual([{ element: ids.a, votes: 1 }, { element: ids.b, votes: 1 }]); // prettier-ignore
    expect((await vote('DELETE', bob)).status).toBe(204);
    expect(await read(ada)).toBeNull();
    expect([(await place(bob, 'a', 1)).json.code, (await vote('POST', ada, '/end')).json.code]).toEqual(['vote_not_found', 'vote_not_found']); // prettier-ignore
  });

  test('APP180 there is one at a time, and the next one clears the results before it', async () => {
    await start({ votes: 2 });
    await place(bob, 'a', 2);
    expect((await start()).json.code).toBe('vote_running');
    await vote('POST', ada, '/end');
    expect((await vote('POST', ada, '/end')).status).toBe(200);
    expect((await start({}, bob)).json.vote).toMatchObject({ votes: 3, own: true, totals: [] });
    expect(await read(bob)).toMatchObject({ left: 3, mine: [], totals: [], voters: 0 });
  });

  test('APP180 APP181 each level does what it may, and only its starter or an owner ends one that runs', async () => {
    await member(eve, 'viewer');
    expect((await start({}, eve)).json).toMatchObject({ code: 'access_denied', required: 'editor' });
    await start({}, bob);
    expect((await place(eve, 'a', 1)).json).toMatchObject({ code: 'access_denied', required: 'participant' });
    expect(await read(eve)).toMatchObject({ totals: [], left: 3 });
    await member(eve, 'participant');
    expect((await place(eve, 'a', 1)).status).toBe(200);
    expect((await vote('POST', eve, '/end')).json.code).toBe('access_denied');
    await member(eve, 'editor');
    expect([(await vote('POST', eve, '/end')).json.code, (await vote('DELETE', eve)).json.code]).toEqual(['access_denied', 'access_denied']); // prettier-ignore
    expect((await vote('POST', ada, '/end')).status).toBe(200);
    expect((await vote('DELETE', eve)).status).toBe(204);
    await server.call('DELETE', `/documents/${doc}/members/${eve.id}`, { token: ada.token });
    expect((await vote('GET', eve)).json.code).toBe('document_not_found');
  });

  test('APP181 a token votes for its owner, one that only reads does not vote', async () => {
    await start();
    const [second, reading] = [await server.addToken(bob.id), await server.addToken(bob.id, { access: 'read' })];
    await place(bob, 'a', 2);
    expect((await place({ ...bob, token: second }, 'b', 2)).json).toMatchObject({ code: 'votes_spent', limit: 3, left: 1 });
    expect((await place({ ...bob, token: reading }, 'b', 1)).json.code).toBe('token_read_only');
    expect((await read({ ...bob, token: reading })).mine).toEqual([{ element: ids.a, votes: 2 }]);
  });

  test('APP181 guests vote, each with votes of their own', async () => {
    const cookie = await server.signIn(ada);
    const body = { level: 'participant' };
    const { link } = (await server.call('POST', `/documents/${doc}/share-links`, { cookie, body })).json;
    const guest = async (name: string): Promise<By> => {
      const opening = { secret: new URL(link.url).hash.slice(1), name };
      return { cookie: cookieOf((await server.call('POST', '/share-links/open', { body: opening })).headers) };
    };
    const [gus, gil] = [await guest('Gus'), await guest('Gil')];
    await start({ votes: 1 });
    expect([(await place(gus, 'a', 1)).status, (await place(gil, 'a', 1)).status]).toEqual([200, 200]);
    expect((await place(gus, 'b', 1)).json.code).toBe('votes_spent');
    expect(await read(ada)).toMatchObject({ totals: [{ element: ids.a, votes: 2 }], voters: 2 });
  });

  test('APP181 arrows and what is not there have no votes, and bad numbers are refused', async () => {
    await start();
    expect((await place(ada, ids.arrow, 1)).json.code).toBe('element_not_votable');
    expect((await place(ada, 'none', 1)).json.code).toBe('element_not_found');
    for (const [votes, pointer] of [
      [-1, '/votes'],
      [1.5, '/votes'],
      [21, '/votes'],
    ] as const)
      // prettier-ignore
      expect((await place(ada, 'a', votes)).json).toMatchObject({ code: 'invalid_request', errors: [{ pointer }] });
    await vote('DELETE', ada);
    for (const votes of [0, 21, 2.5])
      expect((await start({ votes })).json).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/votes' }] });
    expect((await start({ votes: 20 })).status).toBe(201);
  });

  test('APP182 calls at the same time never exceed the votes of a person', async () => {
    await start({ votes: 4 });
    const elements = ['a', 'b', 'c'];
    const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => place(bob, elements[n % 3]!, 1 + (n % 4))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const { mine, left } = await read(bob);
    const placed = mine.reduce((sum: number, { votes }: { votes: number }) => sum + votes, 0);
    expect(placed + left).toBe(4);
    for (const { json } of answers) expect(json.vote?.left ?? 0).toBeGreaterThanOrEqual(0);
  });

  test('APP183 while a private vote runs, everyone reads their own votes alone', async () => {
    await start({ votes: 2, private: true });
    await place(bob, 'a', 2);
    await place(eve, 'b', 1);
    const own = await read(bob);
    expect(own).toMatchObject({ private: true, left: 0, mine: [{ element: ids.a, votes: 2 }], totals: null, voters: null });
    for (const other of [ada, eve]) expect(JSON.stringify(await read(other))).not.toContain(ids.a);
    expect((await place(ada, 'c', 1)).text).not.toMatch(new RegExp(`${ids.a}|${ids.b}`));
    const ended = await vote('POST', ada, '/end');
    expect(ended.json.vote.totals).toHaveLength(3);
    for (const person of [bob, eve]) expect(ended.text).not.toContain(person.id);
    // The next private vote begins as secret as the one before.
    await start({ private: true });
    expect(await read(ada)).toMatchObject({ totals: null, mine: [] });
  });

  test('APP184 votes on a removed element are placed again, and return with it unless they were', async () => {
    await start({ votes: 2 });
    await place(bob, 'a', 1);
    await place(bob, 'b', 1);
    const removed = (await change('rm a\nrm b')).json.changeset.id;
    expect(await read(bob)).toMatchObject({ left: 2, mine: [], totals: [], voters: 1 });
    expect((await place(bob, 'c', 1)).json.vote).toMatchObject({ left: 1 });
    await server.call('POST', `/documents/${doc}/changesets/${removed}/revert`, { token: ada.token });
    const { mine, left } = await read(bob);
    expect([mine, left]).toEqual([[{ element: ids.b, votes: 1 }, { element: ids.c, votes: 1 }], 0]); // prettier-ignore
    await change('rm c');
    expect((await place(bob, ids.c, 0)).status).toBe(200);
    expect((await place(bob, 'a', 1)).json.vote.left).toBe(0);
  });

  test('APP184 votes that are not placed elsewhere return with their element', async () => {
    await start({ votes: 2 });
    await place(bob, 'a', 2);
    const removed = (await change('rm a')).json.changeset.id;
    await server.call('POST', `/documents/${doc}/changesets/${removed}/revert`, { token: ada.token });
    expect(await read(bob)).toMatchObject({ left: 0, totals: [{ element: ids.a, votes: 2 }] });
  });

  test('APP185 is not copied with the document', async () => {
    await start();
    await place(ada, 'a', 1);
    const copy = (await server.call('POST', `/documents/${doc}/copy`, { token: ada.token, body: {} })).json;
    const { json } = await server.call('GET', `/documents/${copy.id}/tabs/${copy.tabs[0].id}/vote`, { token: ada.token });
    expect(json).toEqual({ vote: null });
  });
});
