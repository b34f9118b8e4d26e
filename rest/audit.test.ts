/** Every applied write, and nothing else, leaves one row in the audit log. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';

import { type Sent, startTestServer, type TestAnswer, type TestPerson, type TestServer } from './server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;
let cookie: string;
let document: { readonly id: string; readonly tab: string };

beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = [await server.addPerson('Ada'), await server.addPerson('Bob')];
  cookie = await server.signIn(ada);
});
beforeEach(async () => {
  document = await server.addDocument(ada.token);
});
afterAll(() => server.close());

type Call = { readonly answer: TestAnswer; readonly rows: { readonly action: string; readonly subject: string | null }[] };

/** Makes a call, whose `path` may be relative to the document, and returns the rows that it left. */
async function call(method: string, path: string, sent: Sent = { token: ada.token }): Promise<Call> {
  const at = path.startsWith('/') ? path : `/documents/${document.id}${path === '' ? '' : `/${path}`}`;
  const answer = await server.call(method, at, sent);
  const rows = await server.context.storage.db
    .selectFrom('audit')
    .select(['action', 'subject', 'actor_kind', 'user_id', 'token_id', 'document_id', 'data'])
    .where('request_id', '=', answer.headers.get('x-request-id'))
    .execute();
  return { answer, rows };
}

const asAda = (body?: unknown): Sent => ({ token: ada.token, ...(body !== undefined && { body }) });
const inSession = (body?: unknown): Sent => ({ cookie, ...(body !== undefined && { body }) });
const changesets = (): string => `tabs/${document.tab}/changesets`;

/** The actions of several calls in order. */
async function actionsOf(calls: readonly [string, string | (() => string), Sent?, ((answer: TestAnswer) => void)?][]) {
  const actions: string[][] = [];
  for (const [method, path, sent, then] of calls) {
    const { answer, rows } = await call(method, typeof path === 'string' ? path : path(), sent);
    expect(answer.status, `${method} ${answer.text}`).toBeLessThan(300);
    actions.push(rows.map(({ action }) => action));
    then?.(answer);
  }
  return actions;
}

describe('the audit log', () => {
  test('HT25 has one row for each applied write, with the actor, the document and the subject', async () => {
    let id = '';
    const noteId = (pick: (json: TestAnswer['json']) => string) => (answer: TestAnswer) => void (id = pick(answer.json));
    expect(
      await actionsOf([
        ['PATCH', '', asAda({ name: 'Other' })],
        ['POST', 'tabs', asAda({ name: 'Two', operations: 'add square id=a' }), noteId((json) => json.tab.id)],
        ['PATCH', () => `tabs/${id}`, asAda({ locked: true })],
        ['PATCH', () => `tabs/${id}`, asAda({ locked: false })],
        ['DELETE', () => `tabs/${id}`],
        ['POST', changesets(), asAda({ operations: 'add square id=a' }), noteId((json) => json.changeset.id)],
        ['POST', () => `changesets/${id}/revert`],
        ['PUT', `tabs/${document.tab}`, asAda({ operations: 'add square id=b' })],
        ['POST', `tabs/${document.tab}/comments`, asAda({ elementId: 'b', text: 'Hm' }), noteId((json) => json.id)],
        ['POST', () => `tabs/${document.tab}/comments/${id}/reply`, asAda({ text: 'Well' })],
        ['POST', () => `tabs/${document.tab}/comments/${id}/resolve`],
        ['POST', () => `tabs/${document.tab}/comments/${id}/reopen`],
        ['DELETE', () => `tabs/${document.tab}/comments/${id}`],
        ['PUT', `members/${bob.id}`, inSession({ level: 'viewer' })],
        ['DELETE', `members/${bob.id}`, inSession()],
        ['POST', 'share-links', inSession({ level: 'viewer' }), noteId((json) => json.link.id)],
        ['DELETE', () => `share-links/${id}`, inSession()],
        ['POST', 'tickets', inSession()],
        ['DELETE', ''],
        ['POST', 'restore'],
        ['POST', '/documents', asAda({ name: 'New' })],
        ['POST', '/tokens', inSession({ name: 'ci', access: 'full' }), noteId((json) => json.token.id)],
        ['DELETE', () => `/tokens/${id}`, inSession()],
        ['POST', '/session', { body: { email: bob.email, password: bob.password } }],
      ]),
    ).toEqual([
      ['document.rename'],
      ['tab.create'],
      ['tab.change'],
      ['tab.change'],
      ['tab.remove'],
      ['changeset.apply'],
      ['changeset.revert'],
      ['tab.replace'],
      ['comment.add'],
      ['comment.reply'],
      ['comment.resolve'],
      ['comment.reopen'],
      ['comment.delete'],
      ['member.put'],
      ['member.remove'],
      ['share-link.create'],
      ['share-link.revoke'],
      ['ticket.create'],
      ['document.trash'],
      ['document.restore'],
      ['document.create'],
      ['token.create'],
      ['token.revoke'],
      ['session.create'],
    ]);
    const { answer, rows } = await call('POST', changesets(), asAda({ operations: 'add sticky label="a secret of mine"' }));
    expect(rows).toEqual([
      {
        action: 'changeset.apply',
        subject: answer.json.changeset.id,
        actor_kind: 'agent',
        user_id: ada.id,
        token_id: answer.json.changeset.tokenId,
        document_id: document.id,
        data: null,
      },
    ]);
  });

  test('HT25 has no row for calls that were refused, dry runs, replays, or that changed nothing', async () => {
    const key = { 'Idempotency-Key': newId('cs') };
    const first = await call('POST', changesets(), { ...asAda({ operations: 'add square id=a' }), headers: key });
    expect([first.answer.status, first.rows.length]).toEqual([201, 1]);
    const { id } = first.answer.json.changeset;
    const undone = await call('POST', `changesets/${id}/revert`);
    expect([undone.answer.status, undone.rows.length]).toEqual([201, 1]);
    const nothing: [string, string, Sent, number][] = [
      ['POST', changesets(), { ...asAda({ operations: 'add square id=a' }), headers: key }, 201],
      ['POST', changesets(), { ...asAda({ operations: 'add square id=b' }), headers: key }, 422],
      ['POST', changesets(), asAda({ operations: 'rm nobody' }), 400],
      ['POST', `${changesets()}?dryRun=1`, asAda({ operations: 'add square' }), 200],
      ['POST', changesets(), asAda({ operations: '# nothing' }), 200],
      ['POST', `changesets/${id}/revert`, asAda(), 200],
      ['POST', 'tabs', asAda({ name: 'Three', operations: 'add nonsense=' }), 400],
      ['DELETE', `tabs/${document.tab}`, asAda(), 409],
      ['PATCH', '', { token: bob.token, body: { name: 'Mine' } }, 404],
      ['GET', '', asAda(), 200],
    ];
    for (const [method, path, sent, status] of nothing) {
      const { answer, rows } = await call(method, path, sent);
      expect([method, path, answer.status, rows.length]).toEqual([method, path, status, 0]);
      if (answer.headers.has('idempotency-replayed')) expect(answer.text).toBe(first.answer.text);
    }
  });
});
