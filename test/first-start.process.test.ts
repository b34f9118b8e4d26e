/**
 * The first start, as a person sees it: the printed commands work, secrets are printed once, and the administration works next to the server.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ChangesetAnswer } from '#schema/changeset.ts';
import type { Document } from '#schema/document.ts';
import { isTokenSecret } from '#server/access/secrets.ts';

import { Api } from './harness/api.ts';
import { TestEditor, until } from './harness/editor.ts';
import { launchNode, type NodeProcess, startNodeProcess } from './harness/node-process.ts';
import { temporaryFolder, type TemporaryFolder } from './harness/temporary-folder.ts';

const run = promisify(execFile);

let folder: TemporaryFolder;
let dataDir: string;
let node: NodeProcess;
/** The output of the first start. */
let printed: string;

beforeAll(async () => {
  folder = temporaryFolder('first');
  dataDir = `${folder.path}/not/there/yet`;
  node = await startNodeProcess({ DATA_DIR: dataDir });
  await until(() => node.output().includes('/api/v1/documents -H'), 5_000, 'nothing is printed');
  printed = node.output();
});
afterAll(async () => {
  await node.kill('SIGTERM');
  folder.remove();
});

const found = (pattern: RegExp): string => pattern.exec(printed)?.[1] ?? '';
const token = (): string => found(/Token {2}(\S+)/);

/** Runs a command of the administration, as the guide shows it, in the server's environment. */
async function admin(...words: string[]): Promise<{ code: number; answer: Record<string, string>; stderr: string }> {
  const env = { ...process.env, DATA_DIR: dataDir };
  try {
    const { stdout, stderr } = await run('npm', ['run', '-s', 'admin', '--', ...words], { env });
    expect(stdout).toMatch(/^\{.*\}\n$/);
    return { code: 0, answer: JSON.parse(stdout) as Record<string, string>, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    expect(stdout).toBe('');
    return { code, answer: {}, stderr: stderr.replace(/^npm warn .*\n/gm, '') };
  }
}

async function signIn(body: object): Promise<{ status: number; cookie: string }> {
  const response = await fetch(`${node.url}/api/v1/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

describe('the first start', () => {
  test('prints the address, a page that signs in, a token, and three commands', () => {
    expect(printed).toContain(`Atelier runs at ${node.url}\n`);
    expect(found(/Page {3}(\S+)/)).toMatch(new RegExp(`^${node.url}/#code=[2-9a-z]{40}$`));
    expect(isTokenSecret(token())).toBe(true);
    expect(printed.match(/^ +curl /gm)).toHaveLength(3);
  });

  test('the three printed commands work', async () => {
    const [exports = '', ...commands] = printed.slice(printed.indexOf('  export TOKEN=')).split(/\n\n(?= *curl)/);
    const outputs = [];
    for (const command of commands) {
      const { stdout, stderr } = await run('bash', ['--norc', '-euc', `${exports}\n${command}`], {
        env: { PATH: process.env['PATH'] },
      });
      expect(stderr).toBe('');
      outputs.push(stdout);
    }
    const [outline = '', answer = '', list = ''] = outputs;
    for (const label of ['You and your team', 'This canvas', 'Your agents']) expect(outline).toContain(label);
    const { changeset, text } = JSON.parse(answer) as ChangesetAnswer;
    expect([changeset?.rev, text]).toEqual([
      2,
      expect.stringMatching(
        /^\+ report document "Report" .*\n\+ write arrow .*\ntogether \+report\npage: .*\nrev 1→2 · cs_\w+ · lint clean · .*$/,
      ),
    ]);
    const { documents } = JSON.parse(list) as { documents: Document[] };
    expect(documents.map(({ name, access, tabs }) => [name, access, tabs[0]?.rev])).toEqual([['Welcome', 'owner', 2]]);
  });

  test('the code signs in once, and the person owns the token', async () => {
    const code = found(/#code=(\w+)/);
    const { status, cookie } = await signIn({ code });
    expect(status).toBe(200);
    const call = async (path: string): Promise<unknown> =>
      (await fetch(`${node.url}/api/v1${path}`, { headers: { Cookie: cookie } })).json();
    expect(await call('/me')).toMatchObject({ user: { name: 'Owner', color: '#c2410c' } });
    expect(await call('/tokens')).toMatchObject({
      tokens: [{ name: 'Initial token', access: 'full', documents: null, expiresAt: null }],
    });
    expect((await signIn({ code })).status).toBe(401);
  });

  test('the page, health, readiness and metrics answer without a token', async () => {
    const get = async (path: string): Promise<string> => {
      const response = await fetch(`${node.url}${path}`);
      expect(response.status).toBe(200);
      return response.text();
    };
    expect(await get('/')).toMatch(/<script type="module" [^>]*src="\/assets\/index-[\w-]+\.js">/);
    expect(JSON.parse(await get('/healthz'))).toEqual({ status: 'ok' });
    expect(JSON.parse(await get('/readyz'))).toEqual({ status: 'ready', checks: { storage: 'ok' } });
    const metrics = await get('/metrics');
    const lines = [
      /^atelier_http_request_seconds_count\{method="POST",status="201"\} [1-9]/m,
      /^atelier_editors 0$/m,
      /^atelier_live_documents 0$/m,
      /^atelier_rooms [01]$/m,
      /^# TYPE atelier_editor_refusals_total counter$/m,
      /^atelier_doorbell_dropped_total 0$/m,
      /^process_cpu_seconds_total /m,
    ];
    expect(lines.filter((line) => !line.test(metrics))).toEqual([]);
    expect(metrics).not.toMatch(/(doc|tab|user|tok|cs)_[0-9a-z]{16}|atl_/);
  });
});

describe('the administration of a running server', () => {
  test('a new account can sign in, and its token works until it is revoked', async () => {
    const words = ['--name', 'Ada', '--email', 'ada@example.org', '--color', '#1d4ed8', '--password', 'correct horse'];
    const { answer: ada } = await admin('user', 'add', ...words);
    expect((await signIn({ email: 'ada@example.org', password: 'correct horse' })).status).toBe(200);
    const { answer: ls } = await admin('user', 'ls');
    expect(ls['users']).toMatchObject([
      { name: 'Owner' },
      { id: ada['id'], name: 'Ada', color: '#1d4ed8', email: 'ada@example.org' },
    ]);

    const { answer: added } = await admin('token', 'add', '--user', 'ada@example.org', '--name', 'ci', '--expires', '30d');
    const api = new Api(node.url, added['secret']!);
    const me = await api.call<object>('GET', '/me');
    expect(me).toMatchObject({
      status: 200,
      body: { user: { id: ada['id'] }, token: { id: added['id'], name: 'ci', access: 'full' } },
    });
    const place = await api.createDocument();
    const editor = new TestEditor({ url: node.url, documentId: place.id, credential: added['secret']! });
    await editor.synced();

    expect((await admin('token', 'revoke', added['id']!)).answer).toEqual({ id: added['id'], revoked: true });
    expect((await api.call('GET', '/me')).status).toBe(401);
    expect((await api.changeset(place, 'add square')).status).toBe(401);
    await editor.closed(5_000);
    expect(editor.closeCodes[0]).toBe(4401);
    editor.destroy();
  });

  test('a person without a password gets a page that signs in once', async () => {
    const { answer } = await admin('user', 'add', '--name', 'Bob');
    const { page } = (await admin('user', 'code', answer['id']!)).answer;
    const code = page!.slice('/#code='.length);
    expect([(await signIn({ code })).status, (await signIn({ code })).status]).toEqual([200, 401]);
  });

  test('a refusal is one line and exit status 1, and wrong usage is exit status 2 with the correct usage', async () => {
    expect(await admin('token', 'revoke', 'tok_none')).toEqual({
      code: 1,
      answer: {},
      stderr: 'There is no token tok_none that is still valid.\n',
    });
    const misused = await admin('user', 'rm');
    expect(misused.code).toBe(2);
    expect(misused.stderr).toMatch(/^There is no command "user rm"\.\n\nnpx atelier admin user add /);
  });
});

describe('another start', () => {
  test('with a folder or a port that is in use, or an invalid setting, ends with one line', async () => {
    const start = async (environment: Record<string, string>): Promise<[number | null, string]> => {
      const other = await launchNode(environment);
      await other.ended;
      return [other.exitCode(), other.output()];
    };
    const port = new URL(node.url).port;
    expect(await start({ DATA_DIR: dataDir })).toEqual([
      1,
      `Another Atelier server (process ${node.pid}) uses the data folder ${dataDir}.`,
    ]);
    expect(await start({ DATA_DIR: `${folder.path}/other`, PORT: port })).toEqual([
      1,
      `listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
    ]);
    expect(await start({ DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/atelier' })).toEqual([
      1,
      'No connection to the database: connect ECONNREFUSED 127.0.0.1:1',
    ]);
    expect(await start({ DATA_DIR: dataDir, SHUTDOWN_S: 'soon' })).toEqual([
      2,
      'SHUTDOWN_S must be a whole number from 1 to 600.',
    ]);
  });

  test('of the same installation prints no secret again and serves the existing documents', async () => {
    await node.kill('SIGTERM');
    expect(node.exitCode()).toBe(0);
    node = await startNodeProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'info' });
    await expect.poll(() => node.output(), { timeout: 5_000 }).toContain('"msg":"ready"');
    expect(node.output()).not.toMatch(/atl_|code=|Atelier runs|export /);
    const { status, body } = await new Api(node.url, token()).call<{ documents: Document[] }>('GET', '/documents');
    expect([status, body.documents.map(({ name }) => name)]).toEqual([200, ['Welcome']]);
  });
});
