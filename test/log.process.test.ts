/** The log of a real node contains none of the secrets that people and agents send. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { hashPassword, hashSecret, newSignInCode } from '#server/access/secrets.ts';
import { sql } from 'kysely';
import { insertSignInCode } from '#storage/sessions.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { insertUser } from '#storage/users.ts';

import { TestEditor, until } from './harness/editor.ts';
import { freePort } from './harness/free-port.ts';
import { addPerson, type TestAccount } from './harness/people.ts';
import { startRedis, type TestRedis } from './harness/redis.ts';
import { temporaryFolder, type TemporaryFolder } from './harness/temporary-folder.ts';
import { startTied, type TiedProcess } from './harness/tied-process.ts';

let folder: TemporaryFolder;
let storage: Storage;
let redis: TestRedis;
let node: TiedProcess;
let url: string;
let ada: TestAccount;
let written = '';

/** All secrets that were sent. */
const secrets = new Map<string, string>();
const keep = (name: string, secret: string): string => {
  secrets.set(name, secret);
  return secret;
};

beforeAll(async () => {
  folder = temporaryFolder('log');
  redis = await startRedis();
  storage = await openStorage({ dataDir: folder.path });
  ada = await addPerson(storage, 'Ada');
  keep('token', ada.token);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const { PATH = '', HOME = '' } = process.env;
  const redisUrl = redis.url.replace('//', `//nobody:${keep('redis password', 'sesame-open-up')}@`);
  // Redis has no user with that name, and the error of its client contains what was sent.
  const env = { PATH, HOME, DATA_DIR: folder.path, PORT: String(port), REDIS_URL: redisUrl, LOG_LEVEL: 'trace' };
  node = startTied(process.execPath, ['server/main.ts'], { cwd: process.cwd(), env });
  for (const stream of [node.child.stdout, node.child.stderr])
    stream?.on('data', (chunk: Buffer) => void (written += chunk.toString()));
  await until(() => written.includes('"msg":"ready"'), 30_000, `the node does not start: ${written}`);
});
afterAll(async () => {
  node.child.kill('SIGKILL');
  await node.ended;
  await storage.close();
  await redis.stop();
  folder.remove();
});

type Sent = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

async function call(
  method: string,
  path: string,
  { body, headers = {} }: Sent = {},
): Promise<{ answer: Response; json: ReturnType<typeof JSON.parse> }> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { Origin: url, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { answer, json: text.startsWith('{') ? JSON.parse(text) : text };
}

const bearer = (token: string): Sent['headers'] => ({ Authorization: `Bearer ${token}` });
const cookieOf = (answer: Response): string => answer.headers.getSetCookie()[0]!.split(';')[0]!;

/** Waits until the log has a line for that request. */
async function lineOf(answer: Response): Promise<Record<string, unknown>> {
  const id = answer.headers.get('x-request-id')!;
  await until(() => written.includes(id), 5_000, `no line of ${id}`);
  return JSON.parse(written.split('\n').find((line) => line.includes(id))!) as Record<string, unknown>;
}

describe('the log', () => {
  test('of sign-ins with right and wrong passwords and codes', async () => {
    const password = keep('password', 'correct horse battery staple');
    const at = Date.now();
    const code = keep('code', newSignInCode());
    await storage.transact(async (tx) => {
      const user = { id: newId('user', at), name: 'Eve', color: '#c2410c', email: 'eve@example.org', createdAt: at };
      await insertUser(tx, { ...user, passwordHash: await hashPassword(password) });
      await insertSignInCode(tx, { hash: hashSecret(code), userId: user.id, createdAt: at, expiresAt: at + 60_000 });
    });
    const wrong = keep('wrong password', 'incorrect horse');
    for (const body of [{ email: 'eve@example.org', password }, { code }]) {
      const { answer } = await call('POST', '/session', { body });
      expect(answer.status).toBe(200);
      const cookie = cookieOf(answer);
      keep(`session of ${Object.keys(body)[0]}`, cookie.split('=')[1]!);
      expect((await call('GET', '/me', { headers: { Cookie: cookie } })).answer.status).toBe(200);
      const made = await call('POST', '/tokens', { body: { name: 'x', access: 'full' }, headers: { Cookie: cookie } });
      keep('made token', made.json.secret);
      expect(await lineOf(made.answer)).toMatchObject({ route: 'createToken', status: 201 });
    }
    const { answer } = await call('POST', '/session', { body: { email: 'eve@example.org', password: wrong } });
    expect(await lineOf(answer)).toMatchObject({ status: 401, method: 'POST' });
  });

  test('of calls with a token, and with secrets where they do not belong', async () => {
    const { answer, json } = await call('POST', '/documents', {
      body: { name: keep('name', 'Secret plan') },
      headers: bearer(ada.token)!,
    });
    expect(await lineOf(answer)).toMatchObject({ status: 201, user: ada.id, token: expect.stringMatching(/^tok_/) as unknown });
    const doc = json.id as string;
    const tab = json.tabs[0].id as string;
    const operations = `add square label="${keep('label', 'Nobody may know')}"`;
    expect(
      (await call('POST', `/documents/${doc}/tabs/${tab}/changesets`, { body: { operations }, headers: bearer(ada.token)! }))
        .answer.status,
    ).toBe(201);
    for (const [path, sent] of [
      [`/me?token=${ada.token}`, {}],
      [`/documents/${ada.token}`, { headers: bearer(ada.token) }],
      [`/nowhere/${ada.token}`, {}],
      [`/documents?q=${keep('query', 'confidential')}&${ada.token}=1`, { headers: bearer(ada.token) }],
      ['/me', { headers: { Authorization: `Basic ${ada.token}` } }],
      [
        '/me',
        {
          headers: {
            'X-Request-Id': ada.token,
            'User-Agent': ada.token,
            Cookie: `atelier_session=${keep('made up', 'z'.repeat(38))}`,
          },
        },
      ],
    ] as [string, Sent][]) {
      const { answer: refusal } = await call('GET', path, sent);
      expect(await lineOf(refusal)).toMatchObject({ status: refusal.status });
    }
    const broken = await call('POST', `/documents/${doc}/tabs/${tab}/changesets`, {
      body: `{"operations": "${keep('broken body', 'half a secret')}`,
      headers: { ...bearer(ada.token), 'Idempotency-Key': keep('key', 'key-of-my-own-making') },
    });
    expect(await lineOf(broken.answer)).toMatchObject({ status: 400 });
  });

  test('of share links, guests, tickets and editors', async () => {
    const { json: document } = await call('POST', '/documents', { body: {}, headers: bearer(ada.token)! });
    const made = await call('POST', `/documents/${document.id}/share-links`, {
      body: { level: 'viewer' },
      headers: bearer(ada.token)!,
    });
    const secret = keep('share link', made.json.link.url.split('#')[1]);
    const opened = await call('POST', '/share-links/open', { body: { secret, name: keep('guest name', 'Deep Throat') } });
    expect(await lineOf(opened.answer)).toMatchObject({ status: 200 });
    const cookie = cookieOf(opened.answer);
    keep('guest', cookie.split('=')[1]!);
    const { json, answer } = await call('POST', `/documents/${document.id}/tickets`, { headers: { Cookie: cookie } });
    expect(answer.status).toBe(201);
    const editors = [
      [document.id, keep('ticket', json.ticket)],
      [document.id, json.ticket],
      [document.id, ada.token],
      [ada.token, ada.token],
      [document.id, keep('bad credential', 'open sesame please')],
    ].map(([documentId, credential]) => new TestEditor({ url, documentId, credential }));
    await until(() => editors.filter((editor) => editor.provider.synced).length >= 2, 5_000, 'the editors do not sync');
    editors[2]!.provider.sendStateless(JSON.stringify({ type: ada.token }));
    await until(() => editors.filter((editor) => editor.closeCodes.length > 0).length >= 3, 5_000, 'nobody is sent away');
    for (const editor of editors) editor.destroy();
  });

  test('of a call that fails with an internal error, on a missing table', async () => {
    await storage.transact((tx) => sql`alter table tokens rename to tokens_away`.execute(tx));
    const { answer, json } = await call('GET', '/me', { headers: bearer(ada.token)! });
    await storage.transact((tx) => sql`alter table tokens_away rename to tokens`.execute(tx));
    expect([answer.status, json.code]).toEqual([500, 'internal_error']);
    expect(json.requestId).toBe(answer.headers.get('x-request-id'));
    expect(await lineOf(answer)).toMatchObject({
      level: 50,
      err: { message: expect.stringContaining('no such table') as unknown },
    });
  });

  test('is lines of JSON without any of the secrets', async () => {
    await until(() => written.includes('redis cannot be reached'), 5_000, 'the wrong password of Redis is not noted');
    const lines = written.trim().split('\n');
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) as unknown });
    expect(secrets.size).toBeGreaterThan(15);
    for (const [name, secret] of secrets) {
      expect(
        lines.filter((line) => line.includes(secret.replace(/^at[lk]_/, ''))),
        name,
      ).toEqual([]);
      expect(
        lines.filter((line) => line.includes(hashSecret(secret))),
        `hash of ${name}`,
      ).toEqual([]);
    }
  });
});
