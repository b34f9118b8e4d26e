import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { setup as buildPage } from '#test/harness/editor-page.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { builtPage } from './page.ts';
import { startTestServer, type TestServer } from './server.test-support.ts';

let server: TestServer;
beforeAll(async () => {
  await buildPage();
  server = await startTestServer();
});
afterAll(() => server.close());

const get = (path: string, method = 'GET'): Promise<Response> => fetch(`${server.origin}${path}`, { method });

const screens = [
  '/',
  '/share',
  '/trash',
  '/mentions',
  '/admin',
  '/profile',
  '/d/doc_0123456789',
  '/d/doc_0123456789/tab_0123456789',
  '/tokens',
  '/libraries',
  '/themes',
  '/images',
  '/oauth/authorize',
];

const policy = (response: Response): Map<string, string> =>
  new Map(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((part): [string, string] => {
      const [name = '', ...sources] = part.split(' ');
      return [name, sources.join(' ')];
    }),
  );

describe('page', () => {
  test('HT26 every screen has an address, and all are one page that caches revalidate', async () => {
    const html = await (await get('/')).text();
    expect(html).toContain('<div id="app">');
    for (const path of screens) {
      const response = await get(path);
      expect([path, response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(await response.text()).toBe(html);
    }
  });

  test('HT26 the files of the page have media types, and those with a hash in their name are cached indefinitely', async () => {
    const html = await (await get('/')).text();
    const files = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      expect(file).toMatch(/^\/[\w./-]+$/);
      const response = await get(file);
      expect([file, response.status]).toEqual([file, 200]);
      expect(response.headers.get('content-type')).toMatch(/^(text\/javascript|text\/css|image\/svg\+xml)/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const isKept = file.startsWith('/assets/');
      expect(response.headers.get('cache-control')).toBe(isKept ? 'public, max-age=31536000, immutable' : 'no-cache');
    }
  });

  test('HT27 the policy allows no other origin, inline script or eval, and the page needs none', async () => {
    for (const path of screens) {
      const response = await get(path);
      const rules = policy(response);
      expect([rules.get('default-src'), rules.get('script-src'), rules.get('style-src')]).toEqual(["'none'", "'self'", "'self'"]);
      expect([rules.get('connect-src'), rules.get('frame-ancestors'), rules.get('base-uri')]).toEqual([
        "'self'",
        "'none'",
        "'none'",
      ]);
      expect([...rules.values()].join(' ')).not.toMatch(/unsafe|https?:|\*/);
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect([response.headers.get('set-cookie'), response.headers.get('access-control-allow-origin')]).toEqual([null, null]);
    }
    const html = await (await get('/')).text();
    const scripts = readdirSync(builtPage, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(0);
    for (const name of scripts) expect(readFileSync(join(builtPage, name), 'utf8')).not.toMatch(/\bnew Function\(|\beval\(/);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:/i);
  });

  test('HT28 clients that accept compression get it, and each variant has its own ETag', async () => {
    const html = await (await get('/')).text();
    const [, script = ''] = /src="([^"]+)"/.exec(html) ?? [];
    const plain = readFileSync(join(builtPage, script));
    const tags = new Set<string | null>();
    for (const [accepts, coding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['br;q=0, *;q=0', null],
      ['identity', null],
    ] as const) {
      const asked = { headers: { 'Accept-Encoding': accepts } };
      const response = await fetch(`${server.origin}${script}`, asked);
      const { headers } = response;
      expect([accepts, headers.get('content-encoding'), headers.get('vary')]).toEqual([accepts, coding, 'Accept-Encoding']);
      expect(Buffer.from(await response.arrayBuffer()).equals(plain)).toBe(true);
      const tag = headers.get('etag');
      tags.add(tag);
      // Without this `Cache-Control` fetch would request a whole answer.
      const known = { 'If-None-Match': tag ?? '', 'Cache-Control': 'max-age=0' };
      const again = await fetch(`${server.origin}${script}`, { headers: { ...asked.headers, ...known } });
      expect([again.status, again.headers.get('etag'), again.headers.get('vary')]).toEqual([304, tag, 'Accept-Encoding']);
      expect(again.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    expect(tags.size).toBe(3);
    const small = await fetch(`${server.origin}${script}`, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } });
    expect(Number(small.headers.get('content-length'))).toBeLessThan(plain.length / 2);
    expect((await fetch(`${server.origin}${script}.br`)).status).toBe(404);
  });

  test('HT29 without a built page the answer is 503, until the page is built', async () => {
    const folder = temporaryFolder('page');
    const pageFolder = `${folder.path}/dist`;
    const other = await startTestServer({ pageFolder });
    const answer = async (): Promise<[number, string]> => {
      const response = await fetch(`${other.origin}/d/doc_0123456789`);
      return [response.status, await response.text()];
    };
    expect(await answer()).toEqual([503, expect.stringContaining('npm run build')]);
    expect((await fetch(`${other.origin}/assets/page.js`)).status).toBe(404);
    expect((await fetch(`${other.origin}/healthz`)).status).toBe(200);
    mkdirSync(`${folder.path}/next/assets`, { recursive: true });
    writeFileSync(`${folder.path}/next/index.html`, '<!doctype html>');
    writeFileSync(`${folder.path}/next/assets/page.js`, 'let page;');
    cpSync(`${folder.path}/next`, pageFolder, { recursive: true });
    expect(await answer()).toEqual([200, '<!doctype html>']);
    expect(await (await fetch(`${other.origin}/assets/page.js`)).text()).toBe('let page;');
    await other.close();
    folder.remove();
  });

  test('HEAD answers only the headers, and unknown addresses are a problem, not a page', async () => {
    const head = await get('/', 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const path of [
      '/index.html',
      '/D/doc_1',
      '/d',
      '/d/',
      '/d/a/b/c',
      '/tokens/',
      '/assets',
      '/assets/',
      '/assets/none.js',
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
      '/share/',
      '/constructor',
      '/__proto__',
    ]) {
      const { status, headers } = await get(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'application/problem+json; charset=utf-8']);
    }
  });

  test('HT3 the addresses outside the API accept only GET, and say so', async () => {
    for (const path of ['/', '/share', '/d/doc_1', '/favicon.svg', '/healthz', '/readyz', '/metrics']) {
      const response = await get(path, 'POST');
      const body = (await response.json()) as { code: string };
      expect([path, response.status, body.code, response.headers.get('allow')]).toEqual([
        path,
        405,
        'method_not_allowed',
        'GET, HEAD, OPTIONS',
      ]);
    }
  });
});
