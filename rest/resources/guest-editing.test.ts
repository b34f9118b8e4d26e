import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { OperationId } from '#schema/api.ts';

import { cookieOf, startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';
import { documentWrites, sendWrite, type WriteIds, writingRoutes } from './document-writes.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let owner: string;
/** A guest who edits, and one who may only comment. */
let guest: string;
let commenter: string;
let linkId: string;
let ids: WriteIds;

const at = (path: string): string => `/documents/${ids['doc']}${path}`;
const makeLink = (body: object, sent: object = { cookie: owner }): Promise<TestAnswer> =>
  server.call('POST', at('/share-links'), { ...sent, body });
const open = (url: string): Promise<TestAnswer> =>
  server.call('POST', '/share-links/open', { body: { secret: new URL(url).hash.slice(1), name: 'Gus' } });

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  owner = await server.signIn(ada);
  const { id: doc, tab } = await server.addDocument(ada.token, 'Plan');
  ids = { doc, tab };
  const post = async (path: string, body?: unknown): Promise<TestAnswer['json']> =>
    (await server.call('POST', at(path), { token: ada.token, ...(body !== undefined && { body }) })).json;
  const drawn = await post(`/tabs/${tab}/changesets`, { operations: 'add square "A" id=a at:0,0' });
  const element = drawn.results[0].id;
  const comment = (await post(`/tabs/${tab}/comments`, { elementId: element, text: 'Why?' })).id;
  const item = (await post('/items', { type: 'task', fields: { title: 'Ship' } })).item.id;
  const sheet = (await post('/sheets', { tabId: tab, title: 'Costs', rows: 2, cols: 2 })).sheet.id;
  const version = (await post('/versions', { name: 'First' })).version.id;
  const proposal = (await post(`/tabs/${tab}/changesets?propose=1`, { operations: 'add square "B"' })).proposal.id;
  const made = (await makeLink({ level: 'editor', guests: true })).json.link;
  const opened = await open(made.url);
  expect(opened.json).toMatchObject({ level: 'editor', guest: { name: 'Gus' } });
  linkId = made.id;
  guest = cookieOf(opened.headers);
  commenter = cookieOf((await open((await makeLink({ level: 'participant' })).json.link.url)).headers);
  ids = { doc, tab, element, comment, item, sheet, version, proposal, link: made.id, changeset: drawn.changeset.id, user: ada.id, webhook: 'hook_0mi9k2fbq7mn4k9t1g5x', task: 'task_0mi9k2fbq7mn4k9t1g5x' }; // prettier-ignore
});
afterAll(() => server.close());

/** Why a guest who edits does not make these calls; all others they make as an editor does. */
const closed: Partial<Record<OperationId, string>> = {
  renameDocument: 'access_denied',
  trashDocument: 'access_denied',
  restoreDocument: 'access_denied',
  copyDocument: 'unauthenticated',
  purgeDocument: 'access_denied',
  starDocument: 'unauthenticated',
  unstarDocument: 'unauthenticated',
  placeDocument: 'unauthenticated',
  putMember: 'access_denied',
  removeMember: 'access_denied',
  createShareLink: 'access_denied',
  revokeShareLink: 'access_denied',
  createWebhook: 'access_denied',
  deleteWebhook: 'access_denied',
  testWebhook: 'access_denied',
  createVersion: 'access_denied',
  deleteVersion: 'access_denied',
  restoreTab: 'access_denied',
  acceptProposal: 'access_denied',
  rejectProposal: 'access_denied',
  withdrawProposal: 'access_denied',
  revertChangeset: 'access_denied',
  deleteComment: 'not_comment_author',
  openInChat: 'chat_requires_token',
  setPresence: 'presence_requires_token',
  clearPresence: 'presence_requires_token',
};
/** Refused for another reason: no agent takes the task, and what the call is about was removed, or is the last, before. */
const elsewhere: Partial<Record<OperationId, readonly string[]>> = {
  handTask: ['handle_not_found'],
  handTaskAgain: ['task_not_found'],
  withdrawTask: ['task_not_found'],
  deleteCardComment: ['comment_not_found', 'item_not_found'],
  removeTab: ['last_tab'],
};
/** After all others, as they remove what those are about. */
const removing: readonly OperationId[] = ['clearVote', 'deleteItem', 'deleteSheet', 'replaceTab', 'removeTab'];
const refusals = ['access_denied', 'unauthenticated', 'session_required', 'document_not_found', 'token_read_only'];

describe('a guest who edits', () => {
  test('AC36 proposes nothing', async () => {
    const proposable = writingRoutes().filter(({ replies }) => replies[202] !== undefined);
    expect(proposable.length).toBeGreaterThan(10);
    const codes = new Set<string>();
    for (const route of proposable)
      codes.add((await sendWrite(server, route, ids, { cookie: guest }, '?propose=1')).json?.code ?? 'none');
    expect([...codes]).toEqual(['access_denied']);
  });

  test('AC36 is let or refused by every route that writes, as the matrix says', async () => {
    expect(Object.keys(documentWrites).toSorted()).toEqual(writingRoutes().map(({ id }) => id).toSorted()); // prettier-ignore
    const routes = writingRoutes().toSorted((a, b) => removing.indexOf(a.id) - removing.indexOf(b.id));
    const wrong: string[] = [];
    for (const route of routes) {
      const { status, json, text } = await sendWrite(server, route, ids, { cookie: guest });
      const expected = closed[route.id];
      const said = `${route.id}: ${status} ${text.slice(0, 300)}`;
      if (expected !== undefined) {
        if (json?.code !== expected) wrong.push(said);
      } else if (status >= 400 && (elsewhere[route.id]?.includes(json?.code) !== true || refusals.includes(json?.code)))
        wrong.push(said);
    }
    expect(wrong).toEqual([]);
  });

  test('AC36 reads neither proposals nor webhooks nor links, and nothing of the person’s', async () => {
    for (const path of [
      at('/proposals'),
      at(`/proposals/${ids['proposal']}`),
      at('/share-links'),
      at('/webhooks'),
      at('/versions'),
      at('/activity'),
    ])
      // prettier-ignore
      expect([path, (await server.call('GET', path, { cookie: guest })).json.code]).toEqual([path, 'access_denied']);
    for (const path of ['/me', '/me/sessions', '/documents', '/tokens', '/images', '/shape-libraries', '/search?q=a'])
      expect([path, (await server.call('GET', path, { cookie: guest })).status]).toEqual([path, 401]);
  });

  test('AC36 takes back their own changesets, and no other guest’s', async () => {
    const { tab } = (await server.call('POST', at('/tabs'), { cookie: owner, body: { name: 'Mine' } })).json;
    const draw = (cookie: string) => server.call('POST', at(`/tabs/${tab.id}/changesets`), { cookie, body: { operations: 'add square "Mine"' } }); // prettier-ignore
    const other = cookieOf((await open((await makeLink({ level: 'editor', guests: true })).json.link.url)).headers);
    const { changeset: mine } = (await draw(guest)).json;
    const { json: shown } = await server.call('GET', at(`/changesets/${mine.id}`), { cookie: owner });
    expect(shown.changeset.author.name).toBe('Gus');
    const revert = (cookie: string) => server.call('POST', at(`/changesets/${mine.id}/revert`), { cookie });
    expect((await revert(other)).json.code).toBe('access_denied');
    expect((await revert(guest)).status).toBe(201);
  });

  test('AC10 a guest of another link does not edit', async () => {
    const answer = await server.call('POST', at(`/tabs/${ids['tab']}/changesets`), { cookie: commenter, body: { operations: 'add square' } }); // prettier-ignore
    expect(answer.json.code).toBe('access_denied');
  });

  test('APP78 loses access when the link is revoked', async () => {
    expect((await server.call('DELETE', at(`/share-links/${linkId}`), { cookie: owner })).status).toBe(204);
    const answer = await server.call('POST', at(`/tabs/${ids['tab']}/changesets`), { cookie: guest, body: { operations: 'add square' } }); // prettier-ignore
    expect(answer.json.code).toBe('document_not_found');
  });
});

describe('a link whose guests edit', () => {
  test('APP156 is made by an owner in a session, with the level editor', async () => {
    expect((await makeLink({ level: 'editor', guests: true }, { token: ada.token })).json.code).toBe('session_required');
    for (const body of [{ level: 'viewer' }, { level: 'participant' }, { level: 'viewer', publish: true }])
      expect((await makeLink({ ...body, guests: true })).json.code).toBe('invalid_request');
    const ben = await server.addPerson('Ben');
    await server.call('PUT', at(`/members/${ben.id}`), { cookie: owner, body: { level: 'editor' } });
    const his = { cookie: await server.signIn(ben) };
    expect((await makeLink({ level: 'editor', guests: true }, his)).json.code).toBe('access_denied');
  });

  test('APP156 says so in the list, and makes signed-in people members', async () => {
    const { link } = (await makeLink({ level: 'editor', guests: true })).json;
    const plain = (await makeLink({ level: 'editor', guests: false })).json.link;
    const { links } = (await server.call('GET', at('/share-links'), { cookie: owner })).json;
    const guestsOf = (id: string) => links.find((one: { id: string }) => one.id === id).guests;
    expect([guestsOf(link.id), guestsOf(plain.id)]).toEqual([true, false]);
    expect((await open(plain.url)).json.code).toBe('unauthenticated');
    const eve = await server.addPerson('Eve');
    const body = { secret: new URL(link.url).hash.slice(1) };
    const opened = await server.call('POST', '/share-links/open', { token: eve.token, body });
    expect([opened.json.level, opened.json.guest]).toEqual(['editor', undefined]);
  });

  test('APP156 with tabs limits guests to them', async () => {
    const { json: more } = await server.call('POST', at('/tabs'), { cookie: owner, body: { name: 'Open' } });
    const { link } = (await makeLink({ level: 'editor', guests: true, tabs: [more.tab.id] })).json;
    const cookie = cookieOf((await open(link.url)).headers);
    const draw = (tab: string) =>
      server.call('POST', at(`/tabs/${tab}/changesets`), { cookie, body: { operations: 'add square' } });
    expect((await draw(more.tab.id)).status).toBe(201);
    expect((await draw(ids['tab'] ?? '')).json.code).toBe('access_denied');
  });
});
