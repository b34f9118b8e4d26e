import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { OperationId } from '#schema/api.ts';
import { currentAccess } from '#server/access/current-access.ts';
import { isProblem } from '#schema/problem.ts';

import { OAuthTester } from '../oauth.test-support.ts';
import { resources } from '../resources.ts';
import type { RestRoute } from '../route.ts';
import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';
import { documentWrites, sendWrite, writingRoutes } from './document-writes.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let cookie: string;
/** The access token of a program that Ada has given full access. */
let grant: string;
let ids: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  cookie = await server.signIn(ada);
  const oauth = new OAuthTester(server, cookie);
  grant = (await oauth.grant(await oauth.register())).access;
  const { id: doc, tab } = await server.addDocument(ada.token, 'Plan');
  const post = async (path: string, body?: unknown): Promise<TestAnswer['json']> =>
    (await server.call('POST', `/documents/${doc}${path}`, { token: ada.token, ...(body !== undefined && { body }) })).json;
  const drawn = await post(`/tabs/${tab}/changesets`, { operations: 'add square "A" id=a at:0,0' });
  const element = drawn.results[0].id;
  const comment = (await post(`/tabs/${tab}/comments`, { elementId: element, text: 'Why?' })).id;
  const item = (await post('/items', { type: 'task', fields: { title: 'Ship' } })).item.id;
  const sheet = (await post('/sheets', { tabId: tab, title: 'Costs', rows: 2, cols: 2 })).sheet.id;
  const version = (await post('/versions', { name: 'First' })).version.id;
  const proposal = (await post(`/tabs/${tab}/changesets?propose=1`, { operations: 'add square "B"' })).proposal.id;
  const link = (await server.call('POST', `/documents/${doc}/share-links`, { cookie, body: { level: 'viewer' } })).json.link.id;
  ids = { doc, tab, element, comment, item, sheet, version, proposal, link, changeset: drawn.changeset.id, user: ada.id, webhook: 'hook_0mi9k2fbq7mn4k9t1g5x', task: 'task_0mi9k2fbq7mn4k9t1g5x' }; // prettier-ignore
});
afterAll(() => server.close());

const set = (agents: string, sent: object = { cookie }): Promise<TestAnswer> =>
  server.call('PATCH', `/documents/${ids['doc']}`, { ...sent, body: { agents } });

const direct = 'a comment, a vote or presence';
const own = 'writes what belongs to the person alone';
const session = 'needs a session, which no agent has';

/** Of the calls that write to a document, those that agents make whatever the setting says, or never make. */
const allowed: Partial<Record<OperationId, string>> = {
  copyDocument: 'writes a document of its own',
  purgeDocument: session,
  starDocument: own,
  unstarDocument: own,
  placeDocument: own,
  handTask: session,
  withdrawTask: session,
  handTaskAgain: session,
  withdrawProposal: 'withdraws its own proposal',
  acceptProposal: session,
  rejectProposal: session,
  setPresence: direct,
  clearPresence: direct,
  addComment: direct,
  deleteComment: direct,
  replyToComment: direct,
  resolveThread: direct,
  reopenThread: direct,
  tallyItems: direct,
  placeVotes: direct,
  addCardComment: direct,
  deleteCardComment: direct,
  resolveCardThread: direct,
  reopenCardThread: direct,
  createTicket: 'opens a connection, which reads only',
  openInChat: 'opens a board, which looks on',
};

const writing = writingRoutes;

/** Calls that write, but to no document: a person's own things, and the states of tasks. */
const elsewhere: readonly OperationId[] = [
  'signIn', 'signOut', 'changeMe', 'endOtherSessions', 'endSession', 'createToken', 'changeToken', 'revokeToken', 'decideAuthorization', 'createDocument', 'openShareLink',
  'claimTask', 'updateTask', 'completeTask', 'uploadImage', 'deleteImage', 'createLibrary', 'changeLibrary', 'addLibraryItems',
  'deleteLibrary', 'createTheme', 'changeTheme', 'deleteTheme', 'createFolder', 'renameFolder', 'deleteFolder', 'readMentions',
  'startSecondFactor', 'confirmSecondFactor', 'endSecondFactor', 'renewRecoveryCodes',
  'addPerson', 'changePerson', 'createSignInCode', 'resetSecondFactor', 'revokeTokenOfPerson',
]; // prettier-ignore

const send = (route: RestRoute, token: string, query = ''): Promise<TestAnswer> =>
  sendWrite(server, route, ids, { token }, query);

async function contents(): Promise<string> {
  const paths = ['', `/tabs/${ids['tab']}`, '/items', '/sheets', '/versions', '/members', '/plan'];
  const read = async (path: string): Promise<string> =>
    (await server.call('GET', `/documents/${ids['doc']}${path}`, { cookie })).text;
  return (await Promise.all(paths.map(read))).join('\n').replaceAll(/"updatedAt":\d+/g, '').replaceAll(/"votes":\{[^}]*\}/g, '').replaceAll(/"(?:rev|itemsRev)":\d+/g, ''); // prettier-ignore
}

describe('what agents may do with a document', () => {
  test('AC30 every route that writes is in the matrix, or writes to no document', () => {
    const all = resources.flatMap(({ routes }) => routes).filter(({ method }) => method !== 'get');
    const inside = writing().map(({ id }) => id);
    expect(Object.keys(documentWrites).toSorted()).toEqual([...inside].toSorted());
    expect(all.map(({ id }) => id).filter((id) => !inside.includes(id)).toSorted()).toEqual([...elsewhere].toSorted()); // prettier-ignore
  });

  test.each([
    ['propose', 'proposals_only'],
    ['read', 'agents_read_only'],
  ])('AC30 with `%s`, no route lets the owner’s token or a grant write, nor a chat board', async (agents, code) => {
    const { ticket } = (await server.call('POST', `/documents/${ids['doc']}/chat`, { token: ada.token })).json;
    expect((await set(agents)).json.agents).toBe(agents);
    const before = await contents();
    const missed: string[] = [];
    for (const route of writing()) {
      if (allowed[route.id] !== undefined) continue;
      for (const [holder, token] of Object.entries({ token: ada.token, grant })) {
        const answer = await send(route, token);
        if (answer.json?.code !== code) missed.push(`${route.id} by a ${holder}: ${answer.status} ${answer.text}`);
      }
      const board = await send(route, ticket);
      if (board.status < 400) missed.push(`${route.id} by a board: ${board.status}`);
    }
    expect(missed).toEqual([]);
    expect(await contents()).toBe(before);
  });

  test('AC31 with `propose` each write that can be proposed is, and with `read` none', async () => {
    const proposable = writing().filter(({ replies }) => replies[202] !== undefined);
    expect(proposable).toHaveLength(16);
    const before = await contents();
    for (const [agents, outcome] of [
      ['propose', 202],
      ['read', 'agents_read_only'],
    ] as const) {
      // prettier-ignore
      await set(agents);
      for (const route of proposable) {
        const { status, json, text: said } = await send(route, ada.token, '?propose=1');
        expect(json?.code ?? status, `${route.id} ${said}`).toBe(outcome);
      }
    }
    expect(await contents()).toBe(before);
  });

  test('AC32 comments, votes, presence and the withdrawal of its own proposals stay direct', async () => {
    await set('read');
    for (const route of writing()) {
      if (allowed[route.id] !== direct) continue;
      const { json, text: said } = await send(route, ada.token);
      expect(['agents_read_only', 'proposals_only'], `${route.id} ${said}`).not.toContain(json?.code);
    }
    expect(
      (await server.call('DELETE', `/documents/${ids['doc']}/proposals/${ids['proposal']}`, { token: ada.token })).status,
    ).toBe(204);
  });

  test('AC33 an agent’s connection to a document only reads', async () => {
    await set('propose');
    const { storage, now } = server.context;
    const actor = await server.app.authenticate({ bearer: ada.token });
    if (actor === null || isProblem(actor)) throw new Error('no actor');
    const level = async (): Promise<unknown> => {
      const current = await currentAccess(storage.db, actor, ids['doc'] ?? '', now());
      return typeof current === 'string' ? current : current.access.level;
    };
    expect(await level()).toBe('viewer');
    await set('write');
    expect(await level()).toBe('owner');
  });

  test('AC33 only an owner in a session sets it, and people write whatever it says', async () => {
    expect((await set('write', { token: ada.token })).json.code).toBe('session_required');
    const ben = await server.addPerson('Ben');
    await server.call('PUT', `/documents/${ids['doc']}/members/${ben.id}`, { cookie, body: { level: 'editor' } });
    const his = await server.signIn(ben);
    expect((await set('write', { cookie: his })).json.code).toBe('access_denied');
    await set('read');
    const drawn = await server.call('POST', `/documents/${ids['doc']}/tabs/${ids['tab']}/changesets`, { cookie: his, body: { operations: 'add square "C"' } }); // prettier-ignore
    expect(drawn.status).toBe(201);
    expect((await server.call('POST', `/documents/${ids['doc']}/tabs/${ids['tab']}/changesets`, { token: ben.token, body: { operations: 'add square "C"' } })).json.code).toBe('agents_read_only'); // prettier-ignore
    await set('write');
  });
});
