/** Comments on two nodes: the editors and the answers of both have them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import type { Comment, CommentThread } from '#schema/comment.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { readThreads } from '#schema/ydoc/threads.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { eventsAfter } from '#storage/outbox.ts';

import { type Cluster, soonMs, startCluster } from './cluster/stage.ts';
import { type ApiAnswer, Api } from './harness/api.ts';
import { TestEditor, until } from './harness/editor.ts';
import { EventReader } from './harness/event-reader.ts';
import { addMember, addPerson, type TestAccount } from './harness/people.ts';
import { startPostgres, type TestPostgres } from './harness/postgres.ts';
import { startNodeProcess } from './harness/node-process.ts';
import { startRedis, type TestRedis } from './harness/redis.ts';
import { temporaryFolder } from './harness/temporary-folder.ts';

let postgres: TestPostgres;
let redis: TestRedis;
let cluster: Cluster;
let storage: Storage;
let paul: TestAccount;
/** Ada on both nodes, and Paul, who may only comment, on the second. */
let here: Api;
let there: Api;
let pauls: Api;
let place: { readonly id: string; readonly tab: string };
let editors: TestEditor[];

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  cluster = await startCluster(postgres, redis.url);
  storage = await openStorage({ databaseUrl: cluster.databaseUrl });
  paul = await addPerson(storage, 'Paul');
  [here, there] = [new Api(cluster.nodes[0].url, cluster.ada.token), new Api(cluster.nodes[1].url, cluster.ada.token)];
  pauls = new Api(cluster.nodes[1].url, paul.token);
});
beforeEach(async () => {
  place = await here.createDocument();
  await addMember(storage, place.id, paul.id, 'participant');
  expect((await here.changeset(place, 'add square id=api label="API"\nadd square id=db\nconnect api -> db id=sql')).status).toBe(
    201,
  );
  editors = cluster.nodes.map(({ url }) => new TestEditor({ url, documentId: place.id, credential: cluster.ada.token }));
  await Promise.all(editors.map((editor) => editor.synced()));
  return () => editors.forEach((editor) => editor.destroy());
});
afterAll(async () => {
  await storage.close();
  await cluster.stop();
  await Promise.all([redis.stop(), postgres.stop()]);
});

const say = (api: Api, elementId: string, text: string): Promise<ApiAnswer<Comment & { code?: string }>> =>
  api.call('POST', `/documents/${place.id}/tabs/${place.tab}/comments`, { elementId, text });
const on = (api: Api, comment: string, verb: string, body?: object): Promise<ApiAnswer<Comment & { code?: string }>> =>
  api.call('POST', `/documents/${place.id}/tabs/${place.tab}/comments/${comment}/${verb}`, body);
const remove = (api: Api, comment: string): Promise<ApiAnswer<{ code?: string }>> =>
  api.call('DELETE', `/documents/${place.id}/tabs/${place.tab}/comments/${comment}`);
const listed = async (api: Api): Promise<readonly CommentThread[]> =>
  (await api.call<{ threads: CommentThread[] }>('GET', `/documents/${place.id}/comments?status=all`)).body.threads;

type Seen = readonly (readonly [resolved: boolean, texts: readonly string[]])[];
const seenBy = ({ doc }: TestEditor): Seen =>
  Array.from(readThreads(doc).values(), ({ resolved, comments }) => [resolved, comments.map(({ text }) => text)] as const);

/** Both nodes answer it at once, and both editors eventually show it. */
async function everywhere(expected: Seen): Promise<void> {
  for (const api of [here, there])
    expect((await listed(api)).map(({ resolved, comments }) => [resolved, comments.map(({ text }) => text)])).toEqual(expected);
  for (const [node, editor] of editors.entries())
    await until(() => JSON.stringify(seenBy(editor)) === JSON.stringify(expected), soonMs, `the editor at node ${node} sees ${JSON.stringify(seenBy(editor))}`); // prettier-ignore
}

describe('the state table, written on one node', () => {
  type Row = readonly [
    state: 'none' | 'open' | 'resolved',
    trigger: 'add' | 'reply' | 'resolve' | 'reopen',
    status: number,
    next: Seen,
  ];
  const rows: readonly Row[] = [
    ['none', 'add', 201, [[false, ['more']]]],
    ['none', 'reply', 404, []],
    ['none', 'resolve', 404, []],
    ['none', 'reopen', 404, []],
    ['open', 'add', 201, [[false, ['first', 'more']]]],
    ['open', 'reply', 201, [[false, ['first', 'more']]]],
    ['resolved', 'add', 201, [[false, ['first', 'more']]]],
    ['resolved', 'reply', 201, [[false, ['first', 'more']]]],
    ['open', 'resolve', 204, [[true, ['first']]]],
    ['resolved', 'resolve', 204, [[true, ['first']]]],
    ['resolved', 'reopen', 204, [[false, ['first']]]],
    ['open', 'reopen', 204, [[false, ['first']]]],
  ];
  test.each(rows)('%s, %s: %i, for editors and readers of both nodes', async (state, trigger, status, next) => {
    const { body: first } = await say(here, 'api', 'first');
    if (state === 'resolved') expect((await on(there, first.id, 'resolve')).status).toBe(204);
    if (state === 'none') expect((await remove(there, first.id)).status).toBe(204);
    await everywhere(state === 'none' ? [] : [[state === 'resolved', ['first']]]);
    const answer = trigger === 'add' ? await say(pauls, 'api', 'more') : await on(pauls, first.id, trigger, trigger === 'reply' ? { text: 'more' } : undefined); // prettier-ignore
    expect(answer.status).toBe(status);
    if (status === 201) expect(answer.body).toMatchObject({ text: 'more', authorName: 'Paul', authorColor: paul.color });
    if (status === 404) expect(answer.body.code).toBe('comment_not_found');
    await everywhere(next);
  });

  test('an arrow has no thread', async () => {
    const { status, body } = await say(here, 'sql', 'Why?');
    expect([status, body.code]).toEqual([400, 'element_not_commentable']);
    await everywhere([]);
  });

  test('a deleted comment disappears everywhere, and the thread with its last comment', async () => {
    const { body: one } = await say(here, 'api', 'one');
    const { body: two } = await say(pauls, 'api', 'two');
    expect((await remove(here, two.id)).body.code).toBe('not_comment_author');
    expect((await remove(here, one.id)).status).toBe(204);
    await everywhere([[false, ['two']]]);
    expect((await remove(pauls, two.id)).status).toBe(204);
    await everywhere([]);
  });
});

test('each write is one event on the other node, and a call without effect is none', async () => {
  const options = { url: cluster.nodes[1].url, documentId: place.id, token: paul.token, types: 'comment,thread' };
  const reader = await EventReader.open(options);
  const { body: one } = await say(here, 'api', 'one');
  await on(here, one.id, 'resolve');
  await on(here, one.id, 'resolve');
  const { body: two } = await on(pauls, one.id, 'reply', { text: 'two' });
  await on(here, one.id, 'reopen');
  await on(here, one.id, 'resolve');
  await on(here, two.id, 'reopen');
  await remove(here, two.id);
  await remove(pauls, two.id);
  await remove(here, one.id);
  const told: readonly (readonly [string, object])[] = [
    ['comment', { comment: one }],
    ['thread', { change: 'resolved', comment: { id: one.id } }],
    ['comment', { comment: two, reopened: true, actor: { name: 'Paul', color: paul.color, agent: true } }],
    ['thread', { change: 'resolved', comment: { id: one.id } }],
    ['thread', { change: 'reopened', comment: { id: two.id } }],
    ['thread', { change: 'comment-removed', comment: { id: two.id }, actor: { name: 'Paul', color: paul.color, agent: true } }],
    ['thread', { change: 'removed', comment: { id: one.id } }],
  ];
  await reader.seen(told.length, soonMs);
  const [element] = [...((editors[0]!.doc.getMap('tabs').get(place.tab) as Y.Map<unknown>).get('elements') as Y.Map<unknown>).keys()].filter((id) => id.startsWith('api~')); // prettier-ignore
  const ada = { name: 'Ada', color: cluster.ada.color, agent: true };
  expect(reader.events.map(({ type, data }) => [type, data])).toEqual(
    told.map(([type, data]) => [
      type,
      { type, doc: place.id, tab: place.tab, at: expect.any(Number), element, ref: 'api', label: 'API', actor: ada, ...data },
    ]),
  );
  reader.cut();
});

test('a thread disappears with its element and returns with it, by a revert and by the undo of an editor', async () => {
  const { body: said } = await say(here, 'api', 'Keep this');
  await everywhere([[false, ['Keep this']]]);
  const removed = await there.changeset(place, 'rm api');
  expect([await listed(here), await listed(there)]).toEqual([[], []]);
  expect((await on(here, said.id, 'reply', { text: 'Where is it?' })).body.code).toBe('comment_not_found');
  const back = await here.call('POST', `/documents/${place.id}/changesets/${removed.body.changeset?.id}/revert`);
  expect(back.status).toBe(201);
  await everywhere([[false, ['Keep this']]]);

  const [editor] = editors as [TestEditor];
  await until(() => editor.element(place.tab, 'api') !== undefined, soonMs, 'the box is not back');
  const elements = (editor.doc.getMap('tabs').get(place.tab) as Y.Map<unknown>).get('elements') as Y.Map<unknown>;
  const undo = new Y.UndoManager(elements);
  elements.delete(editor.element(place.tab, 'api')!.id);
  await editor.saved();
  expect([await listed(here), await listed(there)]).toEqual([[], []]);
  undo.undo();
  await editor.saved();
  await everywhere([[false, ['Keep this']]]);
  expect((await on(there, said.id, 'reply', { text: 'Here it is' })).status).toBe(201);
  await everywhere([[false, ['Keep this', 'Here it is']]]);
});

test('APP178 an acknowledged comment survives with its mentions if its node is killed in the same tick', async () => {
  const folder = temporaryFolder('comments');
  const embedded = await openStorage({ dataDir: folder.path });
  const ada = await addPerson(embedded, 'Ada');
  const bob = await addPerson(embedded, 'Bob');
  await embedded.close();
  let node = await startNodeProcess({ DATA_DIR: folder.path });
  const where = await new Api(node.url, ada.token).createDocument();
  const root = `/documents/${where.id}/tabs/${where.tab}/comments`;
  const said: string[] = [];
  expect((await new Api(node.url, ada.token).changeset(where, 'add square id=api')).status).toBe(201);
  const invited = await new Api(node.url, ada.token).call('PUT', `/documents/${where.id}/members/${bob.id}`, { level: 'viewer' });
  expect(invited.status).toBe(200);
  for (const round of [1, 2, 3]) {
    const api = new Api(node.url, ada.token);
    const { status, body } = await api.call<Comment>('POST', root, { elementId: 'api', text: `@Bob, round ${round}` });
    expect(status).toBe(201);
    said.push(body.id);
    if (round === 2) expect((await api.call('POST', `${root}/${body.id}/resolve`)).status).toBe(204);
    await node.kill('SIGKILL');
    node = await startNodeProcess({ DATA_DIR: folder.path });
    const { body: list } = await new Api(node.url, ada.token).call<{ threads: CommentThread[] }>('GET', `/documents/${where.id}/comments?status=all`);
    expect(list.threads.map(({ resolved, comments }) => [resolved, comments.map(({ id }) => id)])).toEqual([[round === 2, said]]);
    const { body: mentioned } = await new Api(node.url, bob.token).call<{ mentions: { comment: Comment }[] }>('GET', '/me/mentions');
    expect(mentioned.mentions.map(({ comment }) => comment.id)).toEqual(said.toReversed());
  }
  await node.kill('SIGTERM');
  folder.remove();
}); // prettier-ignore

test('APP178 APP179 a mention is found and read on any node', async () => {
  const { status } = await say(here, 'api', `@${paul.id}, here`);
  expect(status).toBe(201);
  expect((await say(pauls, 'api', '@Paul, I mean myself')).status).toBe(201);
  type Listed = { readonly unread: number; readonly mentions: readonly { readonly comment: Comment; readonly read: boolean }[] };
  const onFirst = new Api(cluster.nodes[0].url, paul.token);
  for (const api of [onFirst, pauls]) {
    const { body } = await api.call<Listed>('GET', '/me/mentions');
    expect(body.mentions.map(({ comment: { text }, read }) => [text, read])).toEqual([['@Paul, here', false]]);
  }
  const comment = (await pauls.call<Listed>('GET', '/me/mentions')).body.mentions[0]?.comment.id;
  expect((await pauls.call('POST', '/me/mentions/read', { comment })).body).toEqual({ unread: 0 });
  expect((await onFirst.call<Listed>('GET', '/me/mentions')).body.mentions.map(({ read }) => read)).toEqual([true]);
  expect((await remove(here, comment ?? '')).status).toBe(204);
  expect((await pauls.call<Listed>('GET', '/me/mentions')).body).toMatchObject({ unread: 0, mentions: [] });
});

test('concurrent comments of two nodes have one order everywhere, the order of the events', async () => {
  const said = await Promise.all(
    Array.from({ length: 30 }, (_, index) => say(index % 2 === 0 ? here : pauls, 'db', `no ${index}`)),
  );
  expect(said.map(({ status }) => status)).toEqual(Array(30).fill(201));
  const [thread] = await listed(there);
  expect(await listed(here)).toEqual([thread]);
  await everywhere([[false, thread!.comments.map(({ text }) => text)]]);
  expect(new Set(thread!.comments.map(({ text }) => text)).size).toBe(30);
  const events = (await eventsAfter(storage.db, place.id, 0, 100)).filter(({ type }) => type === 'comment');
  expect(events.map(({ data }) => (data as { comment: Comment }).comment)).toEqual(thread!.comments);
  await until(() => canonicalJson(editors[0]!.doc) === canonicalJson(editors[1]!.doc), soonMs, 'the editors differ');
  expect(canonicalJson(editors[0]!.doc)).not.toContain('tok_');
});
