import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestServer, type TestServer } from './server.test-support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const get = (path: string, method = 'GET'): Promise<Response> => fetch(`${server.origin}${path}`, { method });

describe('home', () => {
  test('/ and /share are one page, which loads only its own script and style', async () => {
    const [home, share] = await Promise.all([get('/'), get('/share')]);
    const html = await home.text();
    expect(await share.text()).toBe(html);
    const files = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    expect(files).toEqual(['/home.css', '/home.js']);
    const types = [];
    for (const file of files) {
      const response = await get(String(file));
      expect((await response.text()).length).toBeGreaterThan(500);
      types.push([response.status, response.headers.get('content-type'), response.headers.get('x-content-type-options')]);
    }
    expect(types).toEqual([
      [200, 'text/css; charset=utf-8', 'nosniff'],
      [200, 'text/javascript; charset=utf-8', 'nosniff'],
    ]);
  });

  test('the policy lets nothing else in, and the page needs nothing else: no inline script, style or handler', async () => {
    for (const path of ['/', '/share', '/home.js', '/home.css']) {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-cache']);
      expect([headers.get('set-cookie'), headers.get('access-control-allow-origin')]).toEqual([null, null]);
    }
    const html = await (await get('/')).text();
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:/i);
    const script = await (await get('/home.js')).text();
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|\.style\b|setAttribute/);
  });

  test('every part of the page that the script names is there', async () => {
    const [html, script] = await Promise.all([get('/'), get('/home.js')].map(async (response) => (await response).text()));
    const named = [...script!.matchAll(/'#([a-z-]+)[ ']/g)].map(([, id]) => id);
    expect(named.length).toBeGreaterThan(10);
    for (const id of named) expect(html).toContain(`id="${id}"`);
  });

  test('HEAD answers the headers alone; other addresses beside it are a problem, not a page', async () => {
    const head = await get('/', 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const path of [
      '/index.html',
      '/HOME.JS',
      '/home.js/',
      '/home.js.map',
      '/../package.json',
      '/%2e%2e/package.json',
      '/share/',
    ]) {
      const { status, headers } = await get(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'application/problem+json; charset=utf-8']);
    }
  });

  test('the addresses outside the API take GET alone, and say so', async () => {
    for (const path of ['/', '/share', '/home.js', '/healthz', '/readyz', '/metrics']) {
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
