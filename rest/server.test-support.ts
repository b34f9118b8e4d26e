/**
 * The real HTTP interface on a free port, for tests: Express, the application, rooms and SQLite on disk.
 *
 * Every answer is checked against its route: the status is declared, the body satisfies the declared schema, and the code of a
 * problem is listed. A call leaves at most one row in the audit log: exactly one if it created something (201), and none if it was
 * refused, replayed or only reads.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { sql } from 'kysely';

import { createHttpHandler } from '#clients/mcp/http-handler.ts';
import type { TokenAccess } from '#schema/access.ts';
import { isErrorCode } from '#schema/errors.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { validationErrors } from '#schema/validate.ts';
import { hashPassword, hashSecret, newTokenSecret } from '#server/access/secrets.ts';
import { AccessWatch } from '#server/access/access-watch.ts';
import { createApplication, type Application } from '#server/app/app.ts';
import { createChangesets } from '#server/app/changesets.ts';
import type { AppContext } from '#server/app/context.ts';
import { createEvents } from '#server/app/events.ts';
import { createHistory } from '#server/app/history.ts';
import { createIllustrations } from '#server/app/illustrations.ts';
import { createPresence } from '#server/app/presence.ts';
import { createTabs } from '#server/app/tabs.ts';
import { EventStreams } from '#server/events/event-streams.ts';
import type { CallerBudgets } from '#server/budgets/caller-budgets.ts';
import type { Holder } from '#server/live/holders.ts';
import { CopyPool } from '#server/copies/copy-pool.ts';
import { ImageAccess } from '#server/images/image-access.ts';
import { localLimiter } from '#server/cluster/shared-limiters.ts';
import { LinkSeals } from '#server/access/link-seals.ts';
import { sealKeyOf } from '#server/access/seal.ts';
import { Outbound } from '#server/outbound/outbound.ts';
import { SearchIndexer } from '#server/search/search-indexer.ts';
import { WebhookSender } from '#server/webhooks/webhook-sender.ts';
import { InboxWaits } from '#server/inbox/inbox-waits.ts';
import { Lapses } from '#server/inbox/lapses.ts';
import { createPublishedBoards } from '#server/published/published-boards.ts';
import { Publications } from '#server/published/publications.ts';
import { ReaderCounts } from '#server/published/reader-counts.ts';
import { type ReaderLimits, unlimitedReaders } from '#server/published/reader-budget.ts';
import { ReaderSockets } from '#server/published/reader-sockets.ts';
import { listenForUpgrades } from '#server/upgrades.ts';
import { Painter } from '#server/pictures/painter.ts';
import { Planner } from '#server/planner/planner.ts';
import { DocumentRooms } from '#server/rooms/rooms.ts';
import { openBlobs } from '#storage/blobs/blobs.ts';
import { openSearch } from '#storage/search/open-search.ts';
import { openStorage } from '#storage/storage.ts';
import { insertToken } from '#storage/tokens.ts';
import { insertUser } from '#storage/users.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { createHttpServer } from './http-server.ts';
import { apiRoot } from './problem-answer.ts';
import type { RateLimit } from './rate-limit.ts';
import { refusalsOf } from './refusals.ts';
import { resources } from './resources.ts';
import { createRest } from './rest.ts';

export type TestAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Untyped, because tests read answers of every form. */
  readonly json: ReturnType<typeof JSON.parse>;
};

export type Sent = {
  readonly token?: string;
  readonly cookie?: string;
  /** Sent as JSON, except strings and bytes, which are sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Leaves the Origin header out of a call with a cookie. */
  readonly bare?: boolean;
};

export type TestPerson = { readonly id: string; readonly email: string; readonly password: string; readonly token: string };

export type TestServer = {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly context: AppContext;
  readonly app: Application;
  readonly publications: Publications;
  readonly readers: ReaderSockets;
  /** Its polls are the test's: no timer is running. */
  readonly lapses: Lapses;
  readonly log: readonly { readonly level: string; readonly data: object; readonly message: string }[];
  clock: { offsetMs: number; draining: boolean; overload: number };
  /** `path` under the API root. */
  readonly call: (method: string, path: string, sent?: Sent) => Promise<TestAnswer>;
  readonly addPerson: (name: string) => Promise<TestPerson>;
  readonly addToken: (
    userId: string,
    token?: { access?: TokenAccess; documents?: readonly string[]; expiresAt?: number },
  ) => Promise<string>;
  /** The Cookie header of a new session. */
  signIn(person: TestPerson): Promise<string>;
  /** Creates a document of the token's owner, and returns its id and the id of its tab. */
  addDocument(token: string, name?: string): Promise<{ readonly id: string; readonly tab: string }>;
  close(): Promise<void>;
};

export const password = 'correct horse battery staple';

export async function startTestServer(
  options: {
    readonly rateLimit?: RateLimit;
    readonly accounts?: CallerBudgets;
    readonly metricsToken?: string;
    readonly publicUrl?: string;
    readonly gallery?: AppContext['gallery'];
    readonly pageFolder?: string;
    readonly outboundAllow?: readonly string[];
    readonly readers?: ReaderLimits;
    readonly embedOrigins?: readonly string[] | '*';
  } = {},
): Promise<TestServer> {
  const folder = temporaryFolder('rest');
  const storage = await openStorage({ dataDir: folder.path });
  const clock = { offsetMs: 0, draining: false, overload: 0 };
  const now = (): number => Date.now() + clock.offsetMs;
  const lines: { level: string; data: object; message: string }[] = [];
  const note =
    (level: string) =>
    (data: object, message: string): void =>
      void lines.push({ level, data, message });
  const log = { info: note('info'), warn: note('warn'), error: note('error') };
  const watch = new AccessWatch({ db: storage.db, now, log });
  await watch.start();
  const events: EventStreams = new EventStreams({ db: storage.db, secret: 'secret', now, log, watch });
  const wake = (documentId: string): void => {
    void events.wake(documentId);
    publications.wake(documentId);
  };
  const onAccessChanged = (): void => void watch.poll();
  const searchIndexer = new SearchIndexer({ storage, search: openSearch(storage, folder.path), now, log });
  const notifyNodes = (documentId: string): void => {
    wake(documentId);
    searchIndexer.noteWrite(documentId);
  };
  const rooms = new DocumentRooms({ storage, now, log, notifyNodes, onStranded: () => {}, onAccessChanged });
  const linkSeals = new LinkSeals({ storage, now, log, key: sealKeyOf('of these tests') });
  const readerLimits = options.readers ?? unlimitedReaders;
  const publications: Publications = new Publications({
    storage,
    rooms,
    linkSeals,
    watch,
    now,
    log,
    perLink: readerLimits.perLink,
  });
  const readers = new ReaderSockets({ publications, limits: readerLimits, trustProxy: false, now, log });
  const readerCounts = new ReaderCounts({ storage, publications, now, log });
  const inboxWaits = new InboxWaits({ db: storage.db, now, log });
  const lapses = new Lapses({ db: storage.db, rooms, now, log, onLapsed: () => void inboxWaits.wake() });
  const planner = new Planner();
  const painter = new Painter({ onFault: (error) => log.error({ err: error }, 'a picture could not be drawn') });
  const outbound = new Outbound(options.outboundAllow ?? []);
  const context: AppContext = {
    storage,
    rooms,
    planner,
    painter,
    copier: new CopyPool(),
    blobs: await openBlobs(storage, { folder: join(folder.path, 'images') }),
    imageAccess: new ImageAccess({ storage, rooms, now }),
    pastDays: 30,
    outbound,
    sealKey: sealKeyOf('of these tests'),
    linkSeals,
    readersOf: (linkIds) => readerCounts.of(linkIds),
    webhookSender: new WebhookSender({ storage, outbound, key: sealKeyOf('of these tests'), now, log }),
    searchIndexer,
    issuer: options.publicUrl ?? null,
    credentialsChanged: () => void watch.poll(),
    gallery: options.gallery ?? { images: limits.galleryImages, bytes: limits.galleryBytes },
    now,
    publicUrl: options.publicUrl ?? 'http://127.0.0.1:4100',
    agentsChanged: () => {},
    inboxWaits,
    tasksChanged: () => void inboxWaits.wake(),
    proposalChanged: () => undefined,
  };
  const holdersOf = (): Promise<readonly Holder[]> => Promise.resolve([]);
  const app = createApplication(context, {
    tabs: createTabs(context),
    changesets: createChangesets(context, () => [], holdersOf),
    history: createHistory(context, holdersOf),
    illustrations: createIllustrations(context, holdersOf),
    events: createEvents(context, events, watch),
    presence: createPresence(context, () => []),
    published: createPublishedBoards(context),
  });
  const rest = createRest({
    app,
    log,
    operations: {
      readiness: async () => ({ ready: !clock.draining, checks: { storage: 'ok' } }),
      metrics: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'up 1\n' }),
      metricsToken: options.metricsToken ?? null,
    },
    toolServer: {
      serve: createHttpHandler({
        url: () => `${origin}${apiRoot}`,
        ending: new AbortController().signal,
        onFault: (error, tool) => log.error({ err: error, tool }, 'a tool failed'),
      }),
      allowedHosts: [],
      allowedOrigins: [],
    },
    publicUrl: options.publicUrl ?? null,
    fallbackOrigin: 'http://127.0.0.1:4100',
    rateLimit: options.rateLimit ?? 'off',
    newLimiter: localLimiter,
    trustProxy: false,
    ...(options.accounts !== undefined && { accounts: options.accounts }),
    isDraining: () => clock.draining,
    embedOrigins: options.embedOrigins ?? [],
    overload: () => clock.overload,
    ...(options.pageFolder !== undefined && { pageFolder: options.pageFolder }),
  });
  const server = createHttpServer(rest, 'http://127.0.0.1:4100');
  listenForUpgrades(server, [readers.upgrades]);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hash = await hashPassword(password);

  const call: TestServer['call'] = async (method, path, sent = {}) => {
    const { body, token, cookie, bare = false } = sent;
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const headers = {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { Cookie: cookie, ...(!bare && { Origin: origin }) }),
      ...sent.headers,
    };
    const payload = isRaw ? (body as string) : JSON.stringify(body);
    const response = await fetch(`${origin}${apiRoot}${path}`, { method, headers, ...(body !== undefined && { body: payload }) });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const bytes = isStream ? new TextEncoder().encode(await firstOf(response)) : await response.bytes();
    const text = new TextDecoder().decode(bytes);
    const isJson = /^application\/(?:problem\+)?json/.test(response.headers.get('content-type') ?? '');
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      json: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
    conforms(method, path, answer);
    const rows = await storage.db
      .selectFrom('audit')
      .select('action')
      .where('request_id', '=', answer.headers.get('x-request-id'))
      .where('position', '>', (newest) =>
        newest.selectFrom('audit').select(({ fn }) => sql<number>`${fn.max('position')} - 500`.as('from')),
      )
      .execute();
    const isReplayed = answer.headers.has('idempotency-replayed');
    const writes = answer.status < 400 && method !== 'GET' && method !== 'HEAD' && !isReplayed;
    // An import uploads the images in its source, and each of them is a row.
    const own = writes && path.includes('/import') ? rows.filter(({ action }) => action !== 'image.upload') : rows;
    assert.ok(own.length <= (writes ? 1 : 0), `${method} ${path} leaves ${rows.length} rows in the audit log`);
    if (answer.status === 201 && writes) assert.equal(own.length, 1, `${method} ${path} is in the audit log`);
    return answer;
  };

  const addToken: TestServer['addToken'] = async (userId, { access = 'full', documents, expiresAt } = {}) => {
    const secret = newTokenSecret();
    const token = { id: newId('tok'), userId, name: 'test', access, documents: documents ?? null, hash: hashSecret(secret) };
    await storage.transact((tx) =>
      insertToken(tx, { ...token, createdAt: now(), lastUsedAt: null, expiresAt: expiresAt ?? null, revokedAt: null }),
    );
    return secret;
  };

  return {
    origin,
    context,
    app,
    publications,
    readers,
    lapses,
    log: lines,
    clock,
    call,
    async addPerson(name) {
      const id = newId('user');
      const email = `${name.toLowerCase()}-${id}@example.org`;
      const person = { id, name, color: '#c2410c', email, passwordHash: hash, createdAt: now() };
      await storage.transact((tx) => insertUser(tx, person));
      return { id, email, password, token: await addToken(id) };
    },
    addToken,
    async signIn({ email }) {
      const { status, headers } = await call('POST', '/session', { body: { email, password } });
      assert.equal(status, 200);
      return cookieOf(headers);
    },
    async addDocument(token, name = 'Plans') {
      const { json } = await call('POST', '/documents', { token, body: { name } });
      return { id: json.id, tab: json.tabs[0].id };
    },
    async close() {
      events.close();
      inboxWaits.close();
      await readers.drain(0);
      watch.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await searchIndexer.close();
      rooms.close();
      await planner.close();
      await painter.close();
      await storage.close();
      folder.remove();
    },
  };
}

/** The first chunk of a stream, which is then canceled. */
async function firstOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value === undefined ? '' : new TextDecoder().decode(first.value);
}

/** The Cookie header that a browser would send after these Set-Cookie headers. */
export const cookieOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Checks an answer against its route. */
function conforms(method: string, path: string, { status, headers, json }: TestAnswer): void {
  assert.match(headers.get('x-request-id') ?? '', /^req_[0-9a-z]{20}$/, `${method} ${path} carries a request id`);
  if (method === 'HEAD') return;
  const resource = resources.find((candidate) => matches(candidate.path, path));
  if (status >= 400) {
    assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8');
    assert.ok(isErrorCode(json.code), `${json.code} is in the error table`);
    assert.equal(json.status, status);
    assert.equal(json.requestId, headers.get('x-request-id'));
  }
  const route = resource?.routes.find((candidate) => candidate.method === (method === 'HEAD' ? 'get' : method.toLowerCase()));
  if (resource === undefined || route === undefined) return;
  if (status >= 400) {
    const declared: readonly string[] = refusalsOf(resource.path, route);
    assert.ok(declared.includes(json.code) || json.code === 'route_not_found', `${route.id} declares ${json.code}`);
    assert.ok(!/\{[a-z]+\}/i.test(json.detail), `${route.id} fills the slots of "${json.detail}"`);
    return;
  }
  const reply = route.replies[status];
  assert.ok(reply !== undefined, `${route.id} declares ${status}`);
  if (json !== undefined && reply.json !== undefined)
    assert.deepEqual(validationErrors(reply.json, json), [], `${route.id} ${status} fits`);
}

function matches(pattern: string, path: string): boolean {
  const parts = (path.split('?')[0] ?? '').split('/');
  const expected = pattern.split('/');
  return parts.length === expected.length && expected.every((part, index) => fits(part, parts[index] ?? ''));
}

/** `:sheet.csv` fits any name with this ending. */
function fits(part: string, name: string): boolean {
  if (!part.startsWith(':')) return part === name;
  const dot = part.indexOf('.');
  return dot === -1 || name.endsWith(part.slice(dot));
}
