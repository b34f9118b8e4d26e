/**
 * Random calls on every route, by all kinds of callers: valid bodies, corrupted ones and junk; queries, headers, ids, methods and media
 * types of all kinds. No answer is an internal error, each is listed in the API description (server.test-support.ts compares it with
 * the routes), the server survives, and a bystander's document does not change.
 */
import { randomUUID } from 'node:crypto';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { params, paramsIn } from '#rest/params.ts';
import { resources } from '#rest/resources.ts';
import { cookieOf, startTestServer, type TestPerson, type TestServer } from '#rest/server.test-support.ts';
import { newId } from '#schema/ids.ts';
import { journalAfter } from '#storage/journal.ts';
import { fuzz, fuzzTimeout } from '#test/harness/fuzz.ts';

import { arbitraryOf, spoiling } from './arbitrary-of.test-support.ts';

/** Concurrent calls. */
const batch = 10;
const batches = 1_200;

type Made = { readonly id: string; readonly tab: string };
type Sender = { readonly token?: string; readonly cookie?: string; readonly bare?: boolean };

let server: TestServer;
let owner: TestPerson;
let bystander: TestPerson;
let mine: Made;
let theirs: Made;
let known: Readonly<Record<string, readonly string[]>>;
let senders: Readonly<Record<string, Sender>>;

beforeAll(async () => {
  server = await startTestServer({ outboundAllow: ['127.0.0.1'] });
  const [ada, eve, editor, participant, viewer, limited, stranger] = await Promise.all(
    ['Ada', 'Eve', 'Edda', 'Paul', 'Vera', 'Lina', 'Otto'].map((name) => server.addPerson(name)),
  ) as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson, TestPerson, TestPerson]; // prettier-ignore
  [owner, bystander] = [ada, eve];
  mine = await server.addDocument(ada.token);
  theirs = await server.addDocument(eve.token);
  const other = await server.addDocument(ada.token);
  await server.call('POST', `/documents/${theirs.id}/tabs/${theirs.tab}/changesets`, {
    token: eve.token,
    body: { operations: 'add square id=a label="Private"\nadd circle id=b\nconnect a -> b' },
  });
  const { json: applied } = await server.call('POST', `/documents/${mine.id}/tabs/${mine.tab}/changesets`, {
    token: ada.token,
    body: { operations: 'add square id=a label="Orders"' },
  });
  const { json: said } = await server.call('POST', `/documents/${mine.id}/tabs/${mine.tab}/comments`, {
    token: ada.token,
    body: { elementId: 'a', text: 'Really?' },
  });
  const { json: whispered } = await server.call('POST', `/documents/${theirs.id}/tabs/${theirs.tab}/comments`, {
    token: eve.token,
    body: { elementId: 'b', text: 'Between us' },
  });
  const newCard = { type: 'task', fields: { title: 'A card' } };
  const { json: card } = await server.call('POST', `/documents/${mine.id}/items`, { token: ada.token, body: newCard });
  const { json: secret_ } = await server.call('POST', `/documents/${theirs.id}/items`, { token: eve.token, body: newCard });
  const { json: private_ } = await server.call('GET', `/documents/${theirs.id}/changesets`, { token: eve.token });
  const levels = [[editor, 'editor'], [participant, 'participant'], [viewer, 'viewer'], [limited, 'editor', [other.tab]]] as const; // prettier-ignore
  for (const [person, level, tabs] of levels) {
    for (const { id, tab } of [mine, other]) {
      const body = { level, ...(tabs !== undefined && { tabs: [tab] }) };
      await server.call('PUT', `/documents/${id}/members/${person.id}`, { token: ada.token, body });
    }
  }
  const { json: link } = await server.call('POST', `/documents/${mine.id}/share-links`, { token: ada.token, body: { level: 'participant' } }); // prettier-ignore
  const secret = new URL(link.link.url).hash.slice(1);
  // Nothing answers there.
  const hook = { url: 'http://127.0.0.1:1/', types: ['comment'] };
  const { json: ours } = await server.call('POST', `/documents/${mine.id}/webhooks`, { token: ada.token, body: hook });
  const { json: secretHook } = await server.call('POST', `/documents/${theirs.id}/webhooks`, { token: eve.token, body: hook });
  const { json: named } = await server.call('POST', `/documents/${mine.id}/versions`, {
    token: ada.token,
    body: { name: 'Now' },
  });
  const { json: secretVersion } = await server.call('POST', `/documents/${theirs.id}/versions`, {
    token: eve.token,
    body: { name: 'Then' },
  });
  const [proposed, secretProposal] = await Promise.all(
    [
      { place: mine, token: ada.token },
      { place: theirs, token: eve.token },
    ].map(async ({ place: { id, tab }, token }) => {
      const path = `/documents/${id}/tabs/${tab}/changesets?propose=1`;
      return (await server.call('POST', path, { token, body: { operations: 'add square' } })).json.proposal.id as string;
    }),
  );
  const { json: grid } = await server.call('POST', `/documents/${mine.id}/sheets`, { token: ada.token, body: { tabId: mine.tab, title: 'Fees' } }); // prettier-ignore
  const { json: shelf } = await server.call('POST', '/shape-libraries', { token: ada.token, body: { name: 'Boxes' } });
  const { json: look } = await server.call('POST', '/custom-themes', {
    token: ada.token,
    body: { name: 'Sand', definition: {} },
  });
  const { json: drawer } = await server.call('POST', '/folders', { token: ada.token, body: { name: 'Plans' } });
  const { json: secretFolder } = await server.call('POST', '/folders', { token: eve.token, body: { name: 'Private' } });
  const guest = cookieOf((await server.call('POST', '/share-links/open', { body: { secret, name: 'Gus' } })).headers);
  senders = {
    owner: { token: ada.token },
    page: { cookie: await server.signIn(ada) },
    'a page of another origin': { cookie: await server.signIn(ada), bare: true },
    editor: { token: editor.token },
    participant: { token: participant.token },
    viewer: { token: viewer.token },
    'limited to a tab': { token: limited.token },
    stranger: { token: stranger.token },
    'read-only': { token: await server.addToken(ada.id, { access: 'read' }) },
    bound: { token: await server.addToken(ada.id, { documents: [other.id] }) },
    expired: { token: await server.addToken(ada.id, { expiresAt: Date.now() - 1 }) },
    forged: { token: `atl_${'A'.repeat(38)}` },
    junk: { token: '../../etc/passwd' },
    guest: { cookie: guest },
    nobody: {},
  };
  known = {
    doc: [mine.id, mine.id, other.id, theirs.id],
    tab: [mine.tab, mine.tab, other.tab, theirs.tab],
    user: [editor.id, participant.id, viewer.id, stranger.id],
    changeset: [applied.changeset.id, private_.changesets[0].id],
    comment: [said.id, whispered.id],
    image: [newId('img')],
    sheet: [grid.sheet.id, newId('sheet')],
    library: [shelf.library.id, randomUUID()],
    theme: [look.theme.id, 'custom:none'],
    folder: [drawer.folder.id, secretFolder.folder.id, newId('folder')],
    item: [card.item.id, secret_.item.id, newId('item')],
    element: ['a', 'b', 'square', 'a~', 'a~00000000', 'front'],
    link: [newId('link')],
    webhook: [ours.webhook.id, secretHook.webhook.id, newId('hook')],
    version: [named.version.id, secretVersion.version.id, newId('ver')],
    proposal: [proposed!, secretProposal!, newId('pr')],
    token: [newId('tok')],
    session: [newId('session')],
    task: [newId('task')],
    code: ['invalid_request', 'nonsense'],
  };
});
afterAll(() => server.close());

/** By the last part of a path: calls with many variants, and those of which few are valid. */
const weights: Readonly<Record<string, number>> = { changesets: 6, comments: 6, tokens: 3 };
const routes = resources.flatMap(({ path, routes: all }) =>
  all.flatMap((route) => {
    const weight = route.method === 'post' ? weights[path.split('/').at(-1) ?? ''] : undefined;
    return Array.from({ length: weight ?? 1 }, () => ({ path, route }));
  }),
);

const lines = fc
  .array(
    fc.oneof(
      fc.constantFrom('add square', 'add circle id=b label="B"', 'connect a -> b', 'set a fill=blue', 'rm b', 'set type:shape note=x all', 'rm selected', '# nothing', '{"op":"add","kind":"square"}', 'test a label=Orders', 'set a locked=true'), // prettier-ignore
      fc.string({ maxLength: 40 }),
      fc.array(fc.constantFrom('add', 'set', 'rm', 'connect', 'a', '"Orders', '"', '->', 'label~', 'type:', 'in:a', 'x=1', 'at:1e308,-0', 'by=[1', '{', '}', '\\', 'all', '__proto__=1', 'constructor'), { maxLength: 8 }).map((parts) => parts.join(' ')), // prettier-ignore
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join('\n'));

/** Values for texts in bodies and queries. */
const text = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(mine.id, mine.tab, theirs.id, theirs.tab, bystander.id, 'Orders', 'viewer', 'canvas', 'light', '', '__proto__', 'x@y.z', 'a', 'open', `${'é'.repeat(201)}`), // prettier-ignore
    lines,
    fc.string({ maxLength: 20, unit: 'binary' }),
  );

const pathPart = (name: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...(known[name] ?? [])) },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', '%00', '%2f..%2f', '..%5c', '%ff', '%', 'a b', `doc_${'0'.repeat(20)}`, 'x'.repeat(3_000), ';x=1', '%F0%9F%92%A9') }, // prettier-ignore
  );

/** The parameters of a path: mostly of one of the owner's documents, otherwise any combination, and junk. */
const pathOf = (path: string): fc.Arbitrary<string> => {
  const names = paramsIn(path);
  const filled = (ids: readonly string[]): string =>
    names.reduce((whole, name, at) => whole.replace(`:${name}`, ids[at] ?? ''), path);
  const own = fc.tuple(...names.map((name) => (name === 'doc' ? fc.constant(mine.id) : name === 'tab' ? fc.constant(mine.tab) : pathPart(name)))); // prettier-ignore
  return fc.oneof({ weight: 2, arbitrary: own }, { weight: 1, arbitrary: fc.tuple(...names.map(pathPart)) }).map(filled);
};

const header = fc.constantFrom<readonly [string, string]>(
  ['Accept', 'application/json;q=0.1, text/plain'],
  ['Accept', '*/*;q=nonsense,,,;'],
  ['Accept-Encoding', 'br;q=1, identity;q=0'],
  ['Content-Encoding', 'gzip'],
  ['Idempotency-Key', 'k'],
  ['Idempotency-Key', ' '],
  ['Idempotency-Key', 'x'.repeat(129)],
  ['If-None-Match', '*'],
  ['If-None-Match', '"x", W/"y",'],
  ['Last-Event-ID', '-1'],
  ['Origin', 'https://evil.example'],
  ['Origin', 'null'],
  ['Range', 'bytes=0-1'],
  ['X-Forwarded-For', '1.2.3.4, ::1, junk'],
  ['X-Forwarded-Proto', 'javascript'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Request-Id', 'forged'],
  ['Cookie', 'atelier_session=x; atelier_session=%00; =; ;;a'],
  ['Authorization', 'Basic eDp5'],
  ['Authorization', 'Bearer'],
  ['Prefer', 'x'.repeat(4_000)],
);

const media = fc.oneof(
  { weight: 6, arbitrary: fc.constant('application/json') },
  { weight: 2, arbitrary: fc.constantFrom('text/plain', 'text/html', 'application/json; charset=utf-16', 'application/json;charset="utf-8"', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', '/', ';') }, // prettier-ignore
);

type Random = {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly sender: string;
  readonly headers: Readonly<Record<string, string>>;
};

const queryOf = (schema: (typeof routes)[number]['route']['query']): fc.Arbitrary<string> => {
  const written = (value: unknown): string =>
    Object.entries((value ?? {}) as Record<string, unknown>)
      .map(([name, member]) => `${name}=${encodeURIComponent(String(member).toWellFormed())}`)
      .join('&');
  const fitting = schema === undefined ? fc.constant('') : arbitraryOf(schema, text()).map(written);
  const junk = fc.array(fc.tuple(fc.constantFrom('limit', 'cursor', 'q', 'view', 'budget', 'dryRun', 'tab', 'before', '__proto__', 'x'), fc.constantFrom('1', '-1', '1e3', '%00', '%', '%ff', 'outline', '[]', '', '9'.repeat(30))), { maxLength: 3 }).map((pairs) => pairs.map((pair) => pair.join('=')).join('&')); // prettier-ignore
  return fc
    .oneof({ weight: 5, arbitrary: fitting }, { weight: 1, arbitrary: junk })
    .map((query) => (query === '' ? '' : `?${query}`));
};

/** By the last part of a path: bodies with few optional members, which are valid more often than any that fits. */
const aimedBodies = (): Readonly<Record<string, fc.Arbitrary<unknown>>> => ({
  changesets: fc.record({ operations: fc.oneof(lines, fc.constantFrom('add square', 'set a label=Orders', 'add circle id=b')) }),
  comments: fc.record({ elementId: pathPart('element'), text: text() }),
  tokens: fc.record({ name: text(), access: fc.constantFrom('full', 'read') }),
});

function randomCall(): fc.Arbitrary<Random> {
  return fc.constantFrom(...routes).chain(({ path, route }) => {
    expect(Object.keys(params)).toEqual(expect.arrayContaining([...paramsIn(path)]));
    const fitting = route.body === undefined ? fc.constant<unknown>({}) : arbitraryOf(route.body, text());
    const aimed = aimedBodies()[path.split('/').at(-1) ?? ''] ?? fitting;
    const own = fc.oneof(
      { weight: 4, arbitrary: fc.oneof(fitting, { weight: 3, arbitrary: aimed }).map((value) => JSON.stringify(value)) },
      { weight: 3, arbitrary: fc.tuple(fitting, spoiling).map(([value, spoil]) => spoil(value)) },
      { weight: 1, arbitrary: fc.oneof(lines, fc.string({ maxLength: 80, unit: 'binary' }), fc.jsonValue().map((value) => JSON.stringify(value))) }, // prettier-ignore
      { weight: 1, arbitrary: fc.constant(undefined) },
    );
    const method = fc.oneof(
      { weight: 12, arbitrary: fc.constant(route.method.toUpperCase()) },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND') },
    );
    return fc
      .record({
        method,
        at: pathOf(path),
        query: fc.oneof(fc.constant(''), queryOf(route.query)),
        body: own,
        sender: fc.oneof(fc.constantFrom('owner', 'page'), fc.constantFrom(...Object.keys(senders))),
        media,
        more: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(header, { maxLength: 3 }) }),
      })
      .map(({ method: verb, at, query, body, sender, media: type, more }) => {
        const hasBody = body !== undefined && verb !== 'GET' && verb !== 'HEAD';
        return {
          method: verb,
          path: `${at}${query}`,
          body: hasBody ? body : undefined,
          sender,
          headers: { ...(hasBody && { 'Content-Type': type }), ...Object.fromEntries(more) },
        };
      });
  });
}

/** Calls that would end the test: they delete the owner's session, documents or tabs. */
function endsIt({ method, path, sender }: Random): boolean {
  if (method !== 'DELETE') return false;
  const [, kind, , part] = (path.split('?')[0] ?? '').split('/');
  if (kind === 'session') return true;
  return kind === 'documents' && (part === 'tabs' || (part === undefined && ['owner', 'page'].includes(sender)));
}

/** The state of the bystander's document, and its journal. */
async function bystanders(): Promise<object> {
  const read = async (path: string): Promise<unknown> => (await server.call('GET', path, { token: bystander.token })).json;
  const rows = await journalAfter(server.context.storage.db, theirs.id, 0);
  return {
    document: await read(`/documents/${theirs.id}`),
    tab: await read(`/documents/${theirs.id}/tabs/${theirs.tab}`),
    members: await read(`/documents/${theirs.id}/members`),
    links: await read(`/documents/${theirs.id}/share-links`),
    versions: await read(`/documents/${theirs.id}/versions`),
    folders: await read('/folders'),
    changesets: await read(`/documents/${theirs.id}/changesets`),
    comments: await read(`/documents/${theirs.id}/comments?status=all`),
    documents: await read('/documents'),
    tokens: await read('/me'),
    journal: rows?.map(({ bytes }) => Buffer.from(bytes).toString('base64')),
  };
}

/** Random calls lock the tab and empty it; it is restored now and then, so that later calls have an effect. */
async function putRight(): Promise<void> {
  const at = `/documents/${mine.id}/tabs/${mine.tab}`;
  await server.call('PATCH', at, { token: owner.token, body: { locked: false, layers: [] } });
  await server.call('POST', `${at}/changesets`, { token: owner.token, body: { operations: 'add square id=a label="Orders"' } });
}

test(
  'no random call causes an internal error or an undeclared answer, or affects a bystander',
  { timeout: fuzzTimeout(900_000) },
  async () => {
    const before = await bystanders();
    const statuses = new Map<number, number>();
    const reached = new Set<string>();
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(randomCall(), { minLength: batch, maxLength: batch }), async (made) => {
        if (sent % 10 === 0) await putRight();
        sent += 1;
        await Promise.all(
          made.map(async (call) => {
            if (endsIt(call)) return;
            const { method, path, body, sender, headers } = call;
            const { status } = await server.call(method, path, {
              ...senders[sender],
              ...(body !== undefined && { body }),
              headers,
            });
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
            if (status < 300) reached.add(`${method} ${path.split('?')[0]?.replaceAll(/(?<=\/)[a-z]+_[0-9a-z]{20}/g, ':id')}`);
            expect(status, `${method} ${path} by ${sender}: ${body?.slice(0, 500)}`).toBeLessThan(500);
          }),
        );
      }),
      { ...fuzz(batches, batches / 3), includeErrorInReport: true },
    );
    expect(await bystanders()).toEqual(before);
    expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
    expect((await server.call('GET', '/me', { token: owner.token })).status).toBe(200);
    // Calls succeed on most routes, and there are refusals of every kind.
    for (const status of [200, 201, 204, 400, 401, 403, 404, 405, 409, 413, 415]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0); // prettier-ignore
    for (const call of ['POST /documents/:id/tabs/:id/changesets', 'POST /documents/:id/tabs/:id/comments', 'GET /documents/:id/comments', 'POST /documents', 'POST /tokens']) expect([...reached]).toContain(call); // prettier-ignore
  },
);
