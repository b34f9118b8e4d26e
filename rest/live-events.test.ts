/**
 * Every write of the API emits one live event of its own type, and none if it is refused, replayed or changes nothing. Each event has
 * the members that docs/events.md lists for its type.
 */
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { StoredEvent } from '#storage/outbox.ts';

import { resources } from './resources.ts';
import { startTestServer, type Sent, type TestAnswer, type TestPerson, type TestServer } from './server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let eve: TestPerson;
let session: string;

beforeAll(async () => {
  server = await startTestServer({ outboundAllow: ['127.0.0.1'] });
  [ada, eve] = [await server.addPerson('Ada'), await server.addPerson('Eve')];
  session = await server.signIn(ada);
});
afterAll(() => server.close());

/** All events so far, of any document. */
async function told(): Promise<readonly StoredEvent[]> {
  const rows = await server.context.storage.db.selectFrom('outbox').selectAll().orderBy('position').execute();
  return rows.map(({ position, document_id: documentId, type, tab_id: tabId, data, at }) => ({ position, documentId, type, tabId, data: JSON.parse(data) as unknown, at })); // prettier-ignore
}

/** The events that a call emits. */
async function events(work: () => Promise<unknown>): Promise<StoredEvent[]> {
  const before = (await told()).length;
  await work();
  return (await told()).slice(before);
}

const changeOf = (event: StoredEvent): unknown => (event.data as { change?: unknown }).change;

/** Nothing answers there. */
const nowhere = 'http://127.0.0.1:1/';

type Place = { readonly doc: string; readonly tab: string; readonly comment: string; readonly card: string; readonly cardComment: string; readonly changeset: string; readonly sheet: string; readonly link: string; readonly webhook: string; readonly version: string; readonly secret: string }; // prettier-ignore

/** A document with an object of every kind that a write can change. */
async function place(): Promise<Place> {
  const call = async (method: string, path: string, body?: unknown): Promise<TestAnswer> => server.call(method, path, { token: ada.token, body }); // prettier-ignore
  const { id: doc, tab } = await server.addDocument(ada.token);
  await call('POST', `/documents/${doc}/tabs`, { name: 'Second' });
  const { json: drawn } = await call('POST', `/documents/${doc}/tabs/${tab}/changesets`, { operations: 'add square id=a label="Orders"' }); // prettier-ignore
  const { json: comment } = await call('POST', `/documents/${doc}/tabs/${tab}/comments`, { elementId: 'a', text: 'Hello' });
  const { json: card } = await call('POST', `/documents/${doc}/items`, { type: 'task', fields: { title: 'A card', priority: 'low' } }); // prettier-ignore
  const { json: said } = await call('POST', `/documents/${doc}/items/${card.item.id}/comments`, { text: 'Hello' });
  const { json: grid } = await call('POST', `/documents/${doc}/sheets`, { tabId: tab, title: 'Fees' });
  const { json: link } = await call('POST', `/documents/${doc}/share-links`, { level: 'viewer' });
  const { json: hook } = await call('POST', `/documents/${doc}/webhooks`, { url: nowhere, types: ['comment'] });
  const { json: named } = await call('POST', `/documents/${doc}/versions`, { name: 'Now' });
  return { doc, tab, webhook: hook.webhook.id, version: named.version.id, comment: comment.id, card: card.item.id, cardComment: said.commentId, changeset: drawn.changeset.id, sheet: grid.sheet.id, link: link.link.id, secret: new URL(link.link.url).hash.slice(1) }; // prettier-ignore
}

type Row = {
  /** The id of the route. */
  readonly id: string;
  readonly what?: string;
  /** The type and action of the event; null if none is emitted. */
  readonly gives: readonly [type: string, change?: string] | null;
  readonly path: (at: Place) => string;
  /** A body that needs ids of the document. */
  readonly bodyAt?: (at: Place) => unknown;
  readonly body?: unknown;
  /** Calls before it, as [method, path, body]. */
  readonly after?: (at: Place) => readonly (readonly [string, string, unknown?])[];
  readonly as?: () => Sent;
};

const tabs = ({ doc, tab }: Place): string => `/documents/${doc}/tabs/${tab}`;
const comments = (at: Place): string => `${tabs(at)}/comments`;
const items = ({ doc }: Place): string => `/documents/${doc}/items`;
const card = (at: Place): string => `${items(at)}/${at.card}`;
const sheet = (at: Place): string => `/documents/${at.doc}/sheets/${at.sheet}`;
const byPage = (): Sent => ({ cookie: session });

const rows: readonly Row[] = [
  { id: 'signIn', gives: null, path: () => '/session', as: () => ({ body: { email: ada.email, password: ada.password } }) },
  { id: 'signOut', gives: null, path: () => '/session', as: () => ({ cookie: session }) },
  { id: 'changeMe', gives: null, path: () => '/me', body: { name: 'Ada' }, as: byPage },
  { id: 'endOtherSessions', gives: null, path: () => '/me/sessions', as: byPage },
  { id: 'createToken', gives: null, path: () => '/tokens', body: { name: 'x', access: 'read' }, as: byPage },
  { id: 'createDocument', gives: ['document', 'created'], path: () => '/documents', body: { name: 'New' } },
  { id: 'renameDocument', gives: ['document', 'renamed'], path: ({ doc }) => `/documents/${doc}`, body: { name: 'Other' } },
  { id: 'renameDocument', what: 'to the same name', gives: null, path: ({ doc }) => `/documents/${doc}`, body: { name: 'Plans' } },
  { id: 'trashDocument', gives: ['document', 'trashed'], path: ({ doc }) => `/documents/${doc}` },
  { id: 'restoreDocument', gives: ['document', 'restored'], path: ({ doc }) => `/documents/${doc}/restore`, after: ({ doc }) => [['DELETE', `/documents/${doc}`]] },
  { id: 'purgeDocument', gives: null, path: ({ doc }) => `/documents/${doc}/purge`, after: ({ doc }) => [['DELETE', `/documents/${doc}`]], as: byPage },
  { id: 'starDocument', gives: null, path: ({ doc }) => `/documents/${doc}/star` },
  { id: 'unstarDocument', gives: null, path: ({ doc }) => `/documents/${doc}/star`, after: ({ doc }) => [['PUT', `/documents/${doc}/star`]] },
  { id: 'placeDocument', gives: null, path: ({ doc }) => `/documents/${doc}/folder`, body: { folder: null } },
  { id: 'changeTimer', gives: null, path: ({ doc }) => `/documents/${doc}/timer`, body: { action: 'start', seconds: 60 } },
  { id: 'startVote', gives: null, path: (at) => `${tabs(at)}/vote`, body: { votes: 3 } },
  { id: 'placeVotes', gives: null, path: (at) => `${tabs(at)}/vote/mine`, body: { element: 'a', votes: 1 }, after: (at) => [['POST', `${tabs(at)}/vote`, {}]] },
  { id: 'endVote', gives: null, path: (at) => `${tabs(at)}/vote/end`, after: (at) => [['POST', `${tabs(at)}/vote`, {}]] },
  { id: 'clearVote', gives: null, path: (at) => `${tabs(at)}/vote` },
  { id: 'putMember', gives: ['document', 'members'], path: ({ doc }) => `/documents/${doc}/members/${eve.id}`, body: { level: 'viewer' } },
  { id: 'putMember', what: 'as they are', gives: null, path: ({ doc }) => `/documents/${doc}/members/${eve.id}`, body: { level: 'viewer' }, after: ({ doc }) => [['PUT', `/documents/${doc}/members/${eve.id}`, { level: 'viewer' }]] },
  { id: 'removeMember', gives: ['document', 'members'], path: ({ doc }) => `/documents/${doc}/members/${eve.id}`, after: ({ doc }) => [['PUT', `/documents/${doc}/members/${eve.id}`, { level: 'viewer' }]] },
  { id: 'createShareLink', gives: null, path: ({ doc }) => `/documents/${doc}/share-links`, body: { level: 'viewer' } },
  { id: 'revokeShareLink', gives: null, path: ({ doc, link }) => `/documents/${doc}/share-links/${link}` },
  { id: 'createWebhook', gives: null, path: ({ doc }) => `/documents/${doc}/webhooks`, body: { url: nowhere, types: ['comment'] } },
  { id: 'testWebhook', gives: null, path: ({ doc, webhook }) => `/documents/${doc}/webhooks/${webhook}/test` },
  { id: 'deleteWebhook', gives: null, path: ({ doc, webhook }) => `/documents/${doc}/webhooks/${webhook}` },
  { id: 'createVersion', gives: null, path: ({ doc }) => `/documents/${doc}/versions`, body: { name: 'Then' } },
  { id: 'deleteVersion', gives: null, path: ({ doc, version }) => `/documents/${doc}/versions/${version}` },
  { id: 'restoreTab', gives: ['changeset'], path: (at) => `${tabs(at)}/restore`, body: { at: 0 } },
  { id: 'createTab', gives: ['tab', 'created'], path: ({ doc }) => `/documents/${doc}/tabs`, body: { name: 'Third' } },
  { id: 'createTab', what: 'with operations', gives: ['tab', 'created'], path: ({ doc }) => `/documents/${doc}/tabs`, body: { name: 'Third', operations: 'add square' } },
  { id: 'createTab', what: 'refused', gives: null, path: ({ doc }) => `/documents/${doc}/tabs`, body: { name: 'Third', operations: 'rm nothing' } },
  { id: 'replaceTab', gives: ['changeset'], path: tabs, body: { operations: 'add circle id=b' } },
  { id: 'changeTab', gives: ['tab', 'changed'], path: tabs, body: { name: 'Other' } },
  { id: 'changeTab', what: 'moved', gives: ['tab', 'changed'], path: tabs, body: { position: 1 } },
  { id: 'changeTab', what: 'of nothing', gives: null, path: tabs, body: {} },
  { id: 'changeTab', what: 'to what it is', gives: null, path: tabs, body: { name: 'Tab 1', position: 0, theme: 'light', layers: [] } },
  { id: 'removeTab', gives: ['tab', 'removed'], path: tabs },
  { id: 'setPresence', gives: ['presence', 'set'], path: (at) => `${tabs(at)}/presence`, body: { status: 'Drawing' } },
  { id: 'clearPresence', gives: ['presence', 'cleared'], path: (at) => `${tabs(at)}/presence`, after: (at) => [['PUT', `${tabs(at)}/presence`, { status: 'x' }]] },
  { id: 'clearPresence', what: 'of none', gives: null, path: (at) => `${tabs(at)}/presence` },
  { id: 'addComment', gives: ['comment'], path: comments, body: { elementId: 'a', text: 'Again' } },
  { id: 'deleteComment', gives: ['thread', 'removed'], path: (at) => `${comments(at)}/${at.comment}` },
  { id: 'replyToComment', gives: ['comment'], path: (at) => `${comments(at)}/${at.comment}/reply`, body: { text: 'Yes' } },
  { id: 'resolveThread', gives: ['thread', 'resolved'], path: (at) => `${comments(at)}/${at.comment}/resolve` },
  { id: 'resolveThread', what: 'that is resolved', gives: null, path: (at) => `${comments(at)}/${at.comment}/resolve`, after: (at) => [['POST', `${comments(at)}/${at.comment}/resolve`]] },
  { id: 'reopenThread', gives: ['thread', 'reopened'], path: (at) => `${comments(at)}/${at.comment}/reopen`, after: (at) => [['POST', `${comments(at)}/${at.comment}/resolve`]] },
  { id: 'createItem', gives: ['item', 'created'], path: items, body: { type: 'task', fields: { title: 'New' } } },
  { id: 'createItem', what: 'refused', gives: null, path: items, body: { type: 'none', fields: { title: 'New' } } },
  { id: 'createItems', gives: ['item', 'created'], path: (at) => `${items(at)}/bulk`, body: { items: [{ type: 'task', fields: { title: 'One' } }, { type: 'task', fields: { title: 'Two' } }] } },
  { id: 'changeItem', gives: ['item', 'changed'], path: card, body: { set: { priority: 'high' } } },
  { id: 'changeItem', what: 'to what it is', gives: null, path: card, body: { set: { priority: 'low' } } },
  { id: 'moveItem', gives: ['item', 'moved'], path: (at) => `${card(at)}/move`, body: { set: { priority: 'high' } } },
  { id: 'moveItem', what: 'to where it is', gives: null, path: (at) => `${card(at)}/move`, body: {} },
  { id: 'patchItems', what: 'of nothing', gives: null, path: (at) => `${items(at)}/patches`, body: { items: [{ id: 'item_00000000000000000000' }] } },
  { id: 'tallyItems', what: 'of what is gone', gives: null, path: (at) => `${items(at)}/tally`, body: { items: [{ id: 'item_00000000000000000000', votes: { ann: 1 } }] } },
  { id: 'patchItems', gives: ['item', 'changed'], path: (at) => `${items(at)}/patches`, bodyAt: (at) => ({ items: [{ id: at.card, clear: ['priority'] }] }) },
  { id: 'tallyItems', gives: ['item', 'tallied'], path: (at) => `${items(at)}/tally`, bodyAt: (at) => ({ items: [{ id: at.card, votes: { ann: 1 } }] }) },
  { id: 'deleteItem', gives: ['item', 'deleted'], path: card },
  { id: 'replaceItemTypes', gives: ['item-types', 'replaced'], path: ({ doc }) => `/documents/${doc}/item-types`, body: { expectedRev: 0, itemTypes: { version: 1, types: [{ id: 'task', label: 'Task' }] } } },
  { id: 'replaceItemTypes', what: 'by what they are', gives: null, path: ({ doc }) => `/documents/${doc}/item-types`, body: { expectedRev: 0, itemTypes: null } },
  { id: 'addCardComment', gives: ['item', 'commented'], path: (at) => `${card(at)}/comments`, body: { text: 'Again' } },
  { id: 'deleteCardComment', gives: ['item', 'comment-removed'], path: (at) => `${card(at)}/comments/${at.cardComment}` },
  { id: 'resolveCardThread', gives: ['item', 'resolved'], path: (at) => `${card(at)}/comments/resolve` },
  { id: 'resolveCardThread', what: 'that is resolved', gives: null, path: (at) => `${card(at)}/comments/resolve`, after: (at) => [['POST', `${card(at)}/comments/resolve`]] },
  { id: 'reopenCardThread', gives: ['item', 'reopened'], path: (at) => `${card(at)}/comments/reopen`, after: (at) => [['POST', `${card(at)}/comments/resolve`]] },
  { id: 'applyChangeset', gives: ['changeset'], path: (at) => `${tabs(at)}/changesets`, body: { operations: 'set a fill=blue' } },
  { id: 'applyChangeset', what: 'tried', gives: null, path: (at) => `${tabs(at)}/changesets?dryRun=1`, body: { operations: 'set a fill=blue' } },
  { id: 'applyChangeset', what: 'of nothing', gives: null, path: (at) => `${tabs(at)}/changesets`, body: { operations: 'set a label="Orders"' } },
  { id: 'applyChangeset', what: 'refused', gives: null, path: (at) => `${tabs(at)}/changesets`, body: { operations: 'set a fill=blue\nrm nothing' } },
  { id: 'illustrateTab', gives: ['changeset'], path: (at) => `${tabs(at)}/illustrate`, body: { pages: [{ op: 'add', kind: 'slide' }] } },
  { id: 'illustrateTab', what: 'of nothing', gives: null, path: (at) => `${tabs(at)}/illustrate`, body: { pages: [{ op: 'set', page: 1, name: 'Slide 1' }] }, after: (at) => [['POST', `${tabs(at)}/illustrate`, { pages: [{ op: 'add', kind: 'slide' }] }]] },
  { id: 'illustrateTab', what: 'refused', gives: null, path: (at) => `${tabs(at)}/illustrate`, body: { pages: [{ op: 'delete', page: 1 }] } },
  { id: 'importDiagram', gives: ['changeset'], path: (at) => `${tabs(at)}/import`, body: Buffer.from('flowchart LR\nx --> y') },
  { id: 'importDiagram', what: 'refused', gives: null, path: (at) => `${tabs(at)}/import`, body: Buffer.from('no diagram') },
  { id: 'addSheet', gives: ['sheet', 'created'], path: ({ doc }) => `/documents/${doc}/sheets`, bodyAt: ({ tab }) => ({ tabId: tab, title: 'Costs' }) },
  { id: 'addSheet', what: 'of a title that is taken', gives: null, path: ({ doc }) => `/documents/${doc}/sheets`, bodyAt: ({ tab }) => ({ tabId: tab, title: 'Fees' }) },
  { id: 'writeSheet', gives: ['sheet', 'title'], path: (at) => `${sheet(at)}/writes`, body: { write: { kind: 'title', title: 'Costs' } } },
  { id: 'writeSheet', what: 'refused', gives: null, path: (at) => `${sheet(at)}/writes`, body: { write: { kind: 'title', title: '' } } },
  { id: 'deleteSheet', gives: ['sheet', 'deleted'], path: sheet },
  { id: 'replaceSheetCsv', gives: ['sheet', 'cells'], path: (at) => `${sheet(at)}.csv`, body: { csv: '1,2' } },
  { id: 'copyDocument', gives: ['document', 'created'], path: ({ doc }) => `/documents/${doc}/copy`, body: {} },
  { id: 'revertChangeset', gives: ['changeset'], path: ({ doc, changeset }) => `/documents/${doc}/changesets/${changeset}/revert` },
  { id: 'openShareLink', gives: ['document', 'members'], path: () => '/share-links/open', as: () => ({ token: eve.token }) },
  { id: 'openShareLink', what: 'as a guest', gives: null, path: () => '/share-links/open', as: () => ({}) },
  { id: 'createTicket', gives: null, path: ({ doc }) => `/documents/${doc}/tickets`, as: byPage },
  { id: 'openInChat', gives: null, path: ({ doc }) => `/documents/${doc}/chat` },
]; // prettier-ignore

/** Writes outside documents, which emit no events. */
const untold = ['endSession', 'changeToken', 'revokeToken', 'decideAuthorization', 'uploadImage', 'deleteImage', 'createLibrary', 'changeLibrary', 'addLibraryItems', 'deleteLibrary', 'createTheme', 'changeTheme', 'deleteTheme', 'createFolder', 'renameFolder', 'deleteFolder', 'readMentions', 'startSecondFactor', 'confirmSecondFactor', 'endSecondFactor', 'renewRecoveryCodes', 'addPerson', 'changePerson', 'createSignInCode', 'resetSecondFactor', 'revokeTokenOfPerson']; // prettier-ignore

/** Their events are in the tests of tasks, which have an agent at work. */
const ofTasks = ['handTask', 'handTaskAgain', 'withdrawTask', 'claimTask', 'updateTask', 'completeTask'];

/** Their events follow each other in a test of their own. */
const ofProposals = ['acceptProposal', 'rejectProposal', 'withdrawProposal'];

const methodOf: ReadonlyMap<string, string> = new Map(
  resources.flatMap(({ routes }) => routes.map(({ id, method }) => [id, method.toUpperCase()] as const)),
);

test('HT24 the table has every write', () => {
  const writes = [...methodOf].flatMap(([id, method]) => (method === 'GET' ? [] : [id]));
  expect(new Set([...rows.map(({ id }) => id), ...untold, ...ofTasks, ...ofProposals])).toEqual(new Set(writes));
});

const shown = [...readFileSync(new URL('../docs/events.md', import.meta.url), 'utf8').matchAll(/```json\n([^`]*)```/g)].map(
  ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
);
const membersOf = (data: object): string => Object.keys(data).toSorted().join(' ');

describe.each(rows.map((row) => [`${row.id}${row.what === undefined ? '' : ` ${row.what}`}`, row] as const))(
  '%s',
  (_name, row) => {
    test(row.gives === null ? 'HT24 emits no event' : `HT24 emits one event: ${row.gives.join(' ')}`, async () => {
      if (row.as === byPage) session = await server.signIn(ada);
      const at = await place();
      for (const [method, path, body] of row.after?.(at) ?? []) await server.call(method, path, { token: ada.token, body });
      const method = methodOf.get(row.id)!;
      const body = row.id === 'openShareLink' ? { secret: at.secret, name: 'Gus' } : (row.bodyAt?.(at) ?? row.body);
      const sent: Sent = { ...(body !== undefined && { body }), ...(row.as?.() ?? { token: ada.token }) };
      const headers = { 'Idempotency-Key': 'once' };
      const given = await events(() => server.call(method, row.path(at), { ...sent, headers }));
      expect(given.map((event) => [event.type, changeOf(event)])).toEqual(
        row.gives === null ? [] : [[row.gives[0], row.gives[1]]],
      );
      for (const { type, documentId, tabId, at: time, data } of given) {
        const data_ = { type, doc: documentId, ...(tabId !== null && { tab: tabId }), at: time, ...(data as object) };
        const examples = shown.filter((each) => each['type'] === type).map(membersOf);
        expect(examples).toContain(membersOf(data_));
        expect((data as { actor: object }).actor).toEqual({ name: expect.any(String), color: expect.any(String), agent: expect.any(Boolean) }); // prettier-ignore
      }
      // Replayed or refused, it emits no event.
      const replayed = row.gives !== null && method === 'POST';
      if (replayed) expect(await events(() => server.call(method, row.path(at), { ...sent, headers }))).toEqual([]);
      const readOnly = { token: await server.addToken(ada.id, { access: 'read' }), ...(body !== undefined && { body }) };
      expect(await events(() => server.call(method, row.path(at), readOnly))).toEqual([]);
    });
  },
);

test('HT24 a proposal emits an event when it is made, accepted, rejected and withdrawn', async () => {
  session = await server.signIn(ada);
  const at = await place();
  const lines = (): Promise<TestAnswer> =>
    server.call('POST', `${tabs(at)}/changesets?propose=1`, { token: ada.token, body: { operations: 'add square "B"\nset a label="C"' } }); // prettier-ignore
  const decide = (verb: string, body: object): Promise<TestAnswer> =>
    server.call('POST', `/documents/${at.doc}/proposals/${id}/${verb}`, { cookie: session, body });
  let id = '';
  const made = await events(async () => {
    id = (await lines()).json.proposal.id;
  });
  const rejected = await events(() => decide('reject', { elements: ['a'], reason: 'No.' }));
  const accepted = await events(() => decide('accept', {}));
  const other = (await lines()).json.proposal.id;
  const withdrawn = await events(() => server.call('DELETE', `/documents/${at.doc}/proposals/${other}`, { token: ada.token }));
  const given = [made, rejected, accepted, withdrawn].map((all) => all.map((event) => [event.type, changeOf(event)]));
  expect(given).toEqual([
    [['proposal', 'made']],
    [['proposal', 'rejected']],
    [['changeset', undefined], ['proposal', 'accepted']],
    [['proposal', 'withdrawn']],
  ]); // prettier-ignore
  for (const { type, documentId, tabId, at: time, data } of [...made, ...rejected, ...accepted, ...withdrawn]) {
    const data_ = { type, doc: documentId, ...(tabId !== null && { tab: tabId }), at: time, ...(data as object) };
    expect(shown.filter((each) => each['type'] === type).map(membersOf)).toContain(membersOf(data_));
  }
});
