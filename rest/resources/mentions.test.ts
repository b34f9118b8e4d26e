import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Reply } from '#schema/api.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';

import { startTestServer, type Sent, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;
let carl: TestPerson;
let doc: string;
let tab: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  // Names that no other person of these tests has.
  [ada, bob, carl] = [await server.addPerson('Ada Lovelace'), await server.addPerson('Bob'), await server.addPerson('Carl')];
  ({ id: doc, tab } = await server.addDocument(ada.token, 'Launch'));
  await add(bob);
  await server.call('POST', `/documents/${doc}/tabs/${tab}/changesets`, {
    token: ada.token,
    body: { operations: 'add orders "Orders"' },
  });
});

const add = (person: TestPerson, level = 'participant'): Promise<TestAnswer> =>
  server.call('PUT', `/documents/${doc}/members/${person.id}`, { token: ada.token, body: { level } });
const say = (text: string, sent: Sent): Promise<TestAnswer> =>
  server.call('POST', `/documents/${doc}/tabs/${tab}/comments`, { ...sent, body: { elementId: 'orders', text } });
const said = async (text: string, sent: Sent): Promise<string> => (await say(text, sent)).json.id;
const list = async (sent: Sent, query = ''): Promise<Reply<'listMentions'>> =>
  (await server.call('GET', `/me/mentions${query}`, sent)).json;
const texts = async (sent: Sent, query = ''): Promise<string[]> =>
  (await list(sent, query)).mentions.map(({ comment }) => comment.text);
const read = (body: object, sent: Sent): Promise<TestAnswer> => server.call('POST', '/me/mentions/read', { ...sent, body });
const by = ({ token }: TestPerson): Sent => ({ token });

describe('mentioning', () => {
  test('APP177 an id or the name of one member mentions, and the text has the name everywhere', async () => {
    const answer = await say(`@${bob.id}, ask @Ada Lovelace about @${bob.id}`, by(ada));
    const expected = {
      text: '@Bob, ask @Ada Lovelace about @Bob',
      mentions: [
        { id: bob.id, name: 'Bob' },
        { id: ada.id, name: 'Ada Lovelace' },
      ],
    };
    expect(answer).toMatchObject({ status: 201, json: expected });
    const { threads } = (await server.call('GET', `/documents/${doc}/comments`, by(bob))).json;
    expect(threads[0].comments).toEqual([answer.json]);
    const text = (await server.call('GET', `/documents/${doc}/tabs/${tab}?view=comments`, by(bob))).text;
    expect(text).toContain('@Bob, ask @Ada Lovelace');
    expect(text).not.toContain(bob.id);
    const plain = (await say('Mail bob@example.org, @everyone', by(ada))).json;
    expect(plain).not.toHaveProperty('mentions');
  });

  test('APP177 a name that two members have mentions neither of them; an id does', async () => {
    const other = await server.addPerson('Bob');
    await add(other, 'viewer');
    await say('@Bob?', by(ada));
    expect([await texts(by(bob)), await texts(by(other))]).toEqual([[], []]);
    await say(`@${other.id}?`, by(ada));
    expect([await texts(by(bob)), await texts(by(other))]).toEqual([[], ['@Bob?']]);
  });

  test('APP177 strangers and people who do not exist are refused alike, and nothing is written', async () => {
    const unknown = newId('user');
    const [stranger, nobody] = [await say(`Hi @${carl.id}`, by(ada)), await say(`Hi @${unknown}`, by(ada))];
    expect(stranger.status).toBe(400);
    expect(stranger.json).toMatchObject({ code: 'cannot_mention', person: carl.id });
    expect(stranger.json.hint).toContain('/members');
    const { instance: _, requestId: _id, ...shown } = stranger.json;
    const { instance: _other, requestId: _otherId, ...same } = nobody.json;
    expect(JSON.parse(JSON.stringify(same).replaceAll(unknown, carl.id))).toEqual(shown);
    expect((await say('Hi @Carl', by(ada))).json).toMatchObject({ text: 'Hi @Carl' });
    expect(await texts(by(carl))).toEqual([]);
    const { threads } = (await server.call('GET', `/documents/${doc}/comments`, by(ada))).json;
    expect(threads[0].comments).toHaveLength(1);
  });

  test('the length counts as it is stored, and a comment mentions at most 20 people', async () => {
    const room = limits.commentCharacters - '@Bob'.length;
    expect((await say(`@${bob.id}${'.'.repeat(room)}`, by(ada))).status).toBe(201);
    expect((await say(`@${bob.id}${'.'.repeat(room + 1)}`, by(ada))).json.code).toBe('text_too_long');
    const people = await Promise.all(
      Array.from({ length: limits.mentionsPerComment }, (_, index) => server.addPerson(`Person ${index}`)),
    );
    for (const person of people) await add(person, 'viewer');
    const everyone = people.map(({ id }) => `@${id}`).join(' ');
    expect((await say(everyone, by(ada))).json.mentions).toHaveLength(limits.mentionsPerComment);
    expect((await say(`${everyone} @Bob`, by(ada))).json.code).toBe('too_many_mentions');
  });

  test('guests and replies mention too', async () => {
    const { link } = (
      await server.call('POST', `/documents/${doc}/share-links`, { token: ada.token, body: { level: 'participant' } })
    ).json;
    const secret = /#(?:.*=)?(.+)$/.exec(link.url)?.[1];
    const opened = await server.call('POST', '/share-links/open', { body: { secret, name: 'Guest' } });
    const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const first = await said('@Bob, hello', { cookie });
    await server.call('POST', `/documents/${doc}/tabs/${tab}/comments/${first}/reply`, { cookie, body: { text: '@Bob again' } });
    expect(await texts(by(bob))).toEqual(['@Bob again', '@Bob, hello']);
    expect((await server.call('GET', '/me/mentions', { cookie })).json.code).toBe('unauthenticated');
  });
});

describe('the list of mentions', () => {
  test('APP178 each person is mentioned once by a comment, and nobody by their own', async () => {
    const id = await said(`@Bob @Bob @${bob.id} @Ada Lovelace`, by(ada));
    expect(await list(by(ada))).toEqual({ mentions: [], unread: 0, next: null });
    const { mentions, unread } = await list(by(bob));
    const element = (await server.call('GET', `/documents/${doc}/comments`, by(bob))).json.threads[0].elementId;
    expect(unread).toBe(1);
    expect(mentions).toHaveLength(1);
    expect(mentions[0]).toMatchObject({
      comment: { id, authorName: 'Ada Lovelace' },
      document: { id: doc, name: 'Launch' },
      tab,
      element,
      item: null,
      read: false,
    });
    expect(mentions[0]?.url.endsWith(`/d/${doc}/${tab}#${id}`)).toBe(true);
  });

  test('APP178 a deleted comment and a deleted card take their mentions with them', async () => {
    const id = await said('@Bob, look', by(ada));
    const { item } = (
      await server.call('POST', `/documents/${doc}/items`, {
        token: ada.token,
        body: { type: 'task', fields: { title: 'Ship' } },
      })
    ).json;
    const onCard = `/documents/${doc}/items/${item.id}`;
    const { commentId } = (await server.call('POST', `${onCard}/comments`, { token: ada.token, body: { text: '@Bob, one' } }))
      .json;
    await server.call('POST', `${onCard}/comments`, { token: ada.token, body: { text: '@Bob, two' } });
    const { mentions } = await list(by(bob));
    expect(mentions.map(({ comment: { text } }) => text)).toEqual(['@Bob, two', '@Bob, one', '@Bob, look']);
    expect(mentions[0]).toMatchObject({ tab: null, element: null, item: item.id });
    expect(mentions[1]?.url.endsWith(`/d/${doc}#${commentId}`)).toBe(true);
    await server.call('DELETE', `${onCard}/comments/${commentId}`, by(ada));
    expect(await texts(by(bob))).toEqual(['@Bob, two', '@Bob, look']);
    await server.call('DELETE', onCard, by(ada));
    expect(await texts(by(bob))).toEqual(['@Bob, look']);
    await server.call('DELETE', `/documents/${doc}/tabs/${tab}/comments/${id}`, by(ada));
    expect(await list(by(bob))).toEqual({ mentions: [], unread: 0, next: null });
  });

  test('APP178 a mention outlives its element, and a copy of the document has none', async () => {
    await say('@Bob, look', by(ada));
    await server.call('POST', `/documents/${doc}/copy`, { token: bob.token, body: {} });
    await server.call('POST', `/documents/${doc}/tabs/${tab}/changesets`, {
      token: ada.token,
      body: { operations: 'rm orders' },
    });
    expect(await texts(by(bob))).toEqual(['@Bob, look']);
  });

  test('APP179 who has lost access to the document no longer finds its mentions, nor in the trash', async () => {
    await say('@Bob, look', by(ada));
    await server.call('DELETE', `/documents/${doc}/members/${bob.id}`, by(ada));
    const none = { mentions: [], unread: 0, next: null };
    const id = (await server.call('GET', `/documents/${doc}/comments`, by(ada))).json.threads[0].comments[0].id;
    expect(await list(by(bob))).toEqual(none);
    expect((await read({ comment: id }, by(bob))).json.code).toBe('comment_not_found');
    await add(bob, 'viewer');
    expect((await list(by(bob))).unread).toBe(1);
    await server.call('DELETE', `/documents/${doc}`, by(ada));
    expect(await list(by(bob))).toEqual(none);
    await server.call('POST', `/documents/${doc}/restore`, by(ada));
    expect((await list(by(bob))).unread).toBe(1);
  });

  test('APP179 pages list each mention once while others arrive, and a limited token finds those in its documents', async () => {
    for (let index = 0; index < 5; index += 1) await say(`@Bob ${index}`, by(ada));
    const seen: string[] = [];
    let query = '?limit=2';
    for (;;) {
      const { mentions, next } = await list(by(bob), query);
      seen.push(...mentions.map(({ comment }) => comment.text));
      if (next === null) break;
      await say('@Bob, meanwhile', by(ada));
      query = `?limit=2&cursor=${next}`;
    }
    expect(seen).toEqual(['@Bob 4', '@Bob 3', '@Bob 2', '@Bob 1', '@Bob 0']);
    const { id: other } = await server.addDocument(bob.token, 'Mine');
    const limited = { token: await server.addToken(bob.id, { documents: [other] }) };
    expect(await list(limited)).toEqual({ mentions: [], unread: 0, next: null });
    const within = { token: await server.addToken(bob.id, { documents: [doc], access: 'read' }) };
    expect((await list(within)).unread).toBe(7);
    expect((await server.call('GET', '/me/mentions?cursor=x', by(bob))).json.code).toBe('invalid_request');
    expect((await server.call('GET', '/me/mentions')).json.code).toBe('unauthenticated');
  });

  test('APP186 one mention is read, or one and all before it, for one person', async () => {
    await add(carl, 'viewer');
    const ids = [];
    for (let index = 0; index < 4; index += 1) ids.push(await said(`@Bob @Carl ${index}`, by(ada)));
    const session = { cookie: await server.signIn(bob) };
    expect((await read({ comment: ids[3] }, session)).json).toEqual({ unread: 3 });
    expect((await read({ comment: ids[3] }, session)).json).toEqual({ unread: 3 });
    expect((await read({ comment: ids[1], older: true }, session)).json).toEqual({ unread: 1 });
    expect(await texts(session, '?unread=1')).toEqual(['@Bob @Carl 2']);
    expect((await list(session)).mentions.map((mention) => mention.read)).toEqual([true, false, true, true]);
    expect((await list(by(carl))).unread).toBe(4);
    expect((await read({ comment: newId('cmt') }, session)).json.code).toBe('comment_not_found');
    expect((await read({ comment: 'cmt_1' }, session)).json.code).toBe('invalid_request');
    const reader = { token: await server.addToken(bob.id, { access: 'read' }) };
    expect((await read({ comment: ids[2] }, reader)).json.code).toBe('token_read_only');
  });
});
