/**
 * Random calls on every route, FUZZ_RUNS of them: junk in paths, queries, headers and bodies. Every answer is one that the route declares
 * (server.test-support.ts holds it against the description), none is a fault of ours, and the document of a bystander stays as it was.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestServer, type TestPerson, type TestServer } from './server.test-support.ts';

import { params, paramsIn } from './params.ts';
import { resources } from './resources.ts';

const runs = Number(process.env['FUZZ_RUNS'] ?? 2_000);

let server: TestServer;
let ada: TestPerson;
let cookie: string;
let mine: { readonly id: string; readonly tab: string };
let theirs: { readonly id: string; readonly tab: string };
let bystander: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  bystander = await server.addPerson('Eve');
  cookie = await server.signIn(ada);
  mine = await server.addDocument(ada.token);
  theirs = await server.addDocument(bystander.token);
});
afterAll(() => server.close());

const routes = resources.flatMap(({ path, routes: all }) => all.map((route) => ({ path, route })));

const words = [
  'name',
  'level',
  'tabs',
  'access',
  'operations',
  'secret',
  'email',
  'password',
  'code',
  'documents',
  'expiresAt',
  'baseRev',
  'mode',
  'layers',
  'position',
  'locked',
  'summary',
  'theme',
  '__proto__',
  'constructor',
];
const someValue = fc.oneof(
  fc.constantFrom(
    'viewer',
    'editor',
    'owner',
    'full',
    'read',
    'canvas',
    'light',
    'add square',
    'add square label="A"\nconnect a -> b',
    'x@y',
    '',
    null,
    true,
    0,
    -1,
    1e308,
    9e15,
  ),
  fc.string({ maxLength: 30 }),
  fc.string({ maxLength: 30, unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(
    fc.record(
      {
        op: fc.constantFrom('add', 'set', 'rm', 'connect', 'nonsense'),
        target: fc.string({ maxLength: 8 }),
        kind: fc.constant('square'),
        fields: fc.jsonValue({ maxDepth: 2 }),
      },
      { requiredKeys: ['op'] },
    ),
    { maxLength: 3 },
  ),
);
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...words), someValue, { maxKeys: 4 }).map((value) => JSON.stringify(value)),
  fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value)),
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc.constant(undefined),
);
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc
      .array(
        fc.tuple(
          fc.constantFrom('limit', 'cursor', 'q', 'view', 'budget', 'dryRun', 'tab', 'before', 'x'),
          fc.oneof(
            fc.constantFrom('1', '0', 'outline', 'json', '%00', '%ff'),
            fc.string({ maxLength: 8 }).map(encodeURIComponent),
          ),
        ),
        { maxLength: 3 },
      )
      .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`),
  },
);
const id = (name: string): fc.Arbitrary<string> => {
  const known: Record<string, readonly string[]> = {
    doc: [mine.id, theirs.id],
    tab: [mine.tab, theirs.tab],
    user: [ada.id, bystander.id],
    code: ['invalid_request'],
  };
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(known[name] ?? [`${name}_000000000000000000`])) },
    {
      weight: 1,
      arbitrary: fc
        .string({ minLength: 1, maxLength: 30 })
        .map((text) => encodeURIComponent(text.replaceAll('.', '_').toWellFormed())),
    },
  );
};
const type = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json',
  'text/plain',
  'text/html',
  'application/json; charset=x',
);

test('no random call is a fault of ours, undeclared, or felt by a bystander', { timeout: 300_000 }, async () => {
  const before = await server.call('GET', `/documents/${theirs.id}`, { token: bystander.token });
  const call = fc.constantFrom(...routes).chain(({ path, route }) => {
    const names = paramsIn(path);
    expect(Object.keys(params)).toEqual(expect.arrayContaining([...names]));
    return fc.record({
      method: fc.constant(route.method.toUpperCase()),
      path: fc
        .tuple(...names.map(id))
        .map((ids) => names.reduce((whole, name, at) => whole.replace(`:${name}`, ids[at] ?? ''), path)),
      query,
      body: route.method === 'get' ? fc.constant(undefined) : body,
      type,
      who: fc.constantFrom('token', 'token', 'cookie', 'nobody'),
      key: fc.option(fc.string({ minLength: 1, maxLength: 5 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, '~'))),
    });
  });
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(call, async (made) => {
      const isLogout = made.method === 'DELETE' && made.path === '/session';
      const isLoss = made.method === 'DELETE' && made.path === `/documents/${mine.id}`;
      if (isLogout || isLoss) return;
      const { status } = await server.call(made.method, `${made.path}${made.query}`, {
        ...(made.who === 'token' && { token: ada.token }),
        ...(made.who === 'cookie' && { cookie }),
        ...(made.body !== undefined && { body: made.body }),
        headers: {
          ...(made.body !== undefined && { 'Content-Type': made.type }),
          ...(made.key !== null && { 'Idempotency-Key': made.key }),
        },
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: runs, verbose: 1 },
  );
  const after = await server.call('GET', `/documents/${theirs.id}`, { token: bystander.token });
  expect(after.json).toEqual(before.json);
  expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
  // The calls reach what they are aimed at: successes, and refusals of every kind.
  for (const status of [200, 201, 400, 401, 403, 404, 415]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
});
