/** Published boards over HTTP: pages, pictures and oEmbed. What they give away is tested in test/published. */
import { mkdirSync, writeFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { CallerBudgets } from '#server/budgets/caller-budgets.ts';
import { pngOf } from '#test/harness/png.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { startTestServer, type TestPerson, type TestServer } from './server.test-support.ts';

type Published = {
  readonly server: TestServer;
  readonly ada: TestPerson;
  readonly cookie: string;
  readonly doc: string;
  readonly tab: string;
  publish(): Promise<{ readonly id: string; readonly secret: string }>;
};
const folder = temporaryFolder('published-page');
const opened: TestServer[] = [];

async function stage(options: Parameters<typeof startTestServer>[0] = {}): Promise<Published> {
  const server = await startTestServer({ pageFolder: folder.path, ...options });
  opened.push(server);
  const ada = await server.addPerson('Ada');
  const cookie = await server.signIn(ada);
  const { id: doc, tab } = await server.addDocument(ada.token, 'Payments "<b>" & $& more');
  await server.call('POST', `/documents/${doc}/tabs/${tab}/changesets`, {
    token: ada.token,
    body: { operations: 'add square "Gateway" id=gateway at:0,0' },
  });
  return {
    server,
    ada,
    cookie,
    doc,
    tab,
    async publish() {
      const body = { level: 'viewer', publish: true };
      const { json } = await server.call('POST', `/documents/${doc}/share-links`, { cookie, body });
      return { id: json.link.id, secret: json.link.url.split('/p/')[1] };
    },
  };
}

let plain: Published;
let framed: Published;
let secret: string;
beforeAll(async () => {
  writeFileSync(`${folder.path}/index.html`, '<title>Atelier</title>');
  const head = '<!doctype html><html><head><title>Atelier</title></head><body></body></html>';
  writeFileSync(`${folder.path}/published.html`, head);
  writeFileSync(`${folder.path}/published-gone.html`, '<title>Gone</title>');
  writeFileSync(`${folder.path}/embed.js`, 'export {};');
  mkdirSync(`${folder.path}/assets`);
  plain = await stage();
  framed = await stage({ embedOrigins: ['https://wiki.example.org', 'https://blog.example.org'] });
  ({ secret } = await plain.publish());
});
afterAll(async () => {
  await Promise.all(opened.map((server) => server.close()));
  folder.remove();
});

const get = (at: Published, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${at.server.origin}${path}`, { headers });

describe('the page of a published board', () => {
  test('names the board and its picture, for chats and other pages, whatever its name', async () => {
    const response = await get(plain, `/p/${secret}`);
    const html = await response.text();
    const { origin } = plain.server;
    const name = 'Payments &quot;&lt;b&gt;&quot; &amp; $&amp; more';
    expect(html).toContain(`<title>${name}</title>`);
    expect(html).toContain(`<meta property="og:title" content="${name}" />`);
    expect(html).toContain(`<meta property="og:image" content="${origin}/p/${secret}.png" />`);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image" />');
    const [, oembed = ''] = /type="application\/json\+oembed" href="([^"]+)"/.exec(html) ?? [];
    expect((await get(plain, oembed.replaceAll('&amp;', '&').replace(origin, ''))).status).toBe(200);
    expect(await (await get(plain, `/p/${secret}?tab=${plain.tab}`)).text()).toContain(`.png?tab=${plain.tab}"`);
    expect(html.match(/<title>/g)).toHaveLength(1);
  });

  test.each([
    ['page', '/p/', () => plain, "'none'", 'SAMEORIGIN'],
    ['frame where no page may have one', '/embed/', () => plain, "'none'", 'SAMEORIGIN'],
    ['page where others may have frames', '/p/', () => framed, "'none'", 'SAMEORIGIN'],
    ['frame', '/embed/', () => framed, 'https://wiki.example.org https://blog.example.org', null],
  ] as const)(
    'PB17 is not stored, indexed or named in a Referer, and framed only where the operator allows it: a %s',
    async (_what, path, at, ancestors, frameOptions) => {
      const one = await at().publish();
      for (const [address, status] of [
        [one.secret, 200],
        ['z'.repeat(32), 404],
      ] as const) {
        const { headers, status: answered } = await get(at(), `${path}${address}`);
        expect([answered, headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
        expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${ancestors}`);
        expect(headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'");
        expect(headers.get('x-frame-options')).toBe(frameOptions);
        expect([headers.get('cache-control'), headers.get('x-robots-tag'), headers.get('referrer-policy')]).toEqual([
          'no-store',
          'noindex',
          'no-referrer',
        ]);
        expect(headers.getSetCookie()).toEqual([]);
      }
    },
  );

  test('is for HEAD and GET, and its template is at no address', async () => {
    const head = await fetch(`${plain.server.origin}/p/${secret}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await get(plain, '/published.html')).status).toBe(404);
    expect((await get(plain, '/published-gone.html')).status).toBe(404);
    const script = await get(plain, '/embed.js');
    expect([
      script.status,
      script.headers.get('access-control-allow-origin'),
      script.headers.get('cross-origin-resource-policy'),
    ]).toEqual([200, '*', 'cross-origin']);
  });

  test('is answered with 503 while it is not built', async () => {
    const bare = await stage({ pageFolder: `${folder.path}/none` });
    const one = await bare.publish();
    expect((await get(bare, `/p/${one.secret}`)).status).toBe(503);
    expect((await get(bare, `/p/${one.secret}.svg`)).status).toBe(200);
    expect((await get(bare, '/embed.js')).status).toBe(404);
  });
});

describe('the picture of a published board', () => {
  test.each([
    ['svg', 'image/svg+xml; charset=utf-8'],
    ['png', 'image/png'],
  ])('PB16 PB17 may be shown by any page, cached for a minute, and has no cookie: %s', async (format, media) => {
    const response = await get(plain, `/p/${secret}.${format}`);
    const { headers } = response;
    expect([response.status, headers.get('content-type')]).toEqual([200, media]);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect([headers.get('cross-origin-resource-policy'), headers.get('access-control-allow-origin')]).toEqual([
      'cross-origin',
      '*',
    ]);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect([headers.getSetCookie(), headers.get('vary'), headers.get('x-robots-tag')]).toEqual([[], null, 'noindex']);
    const tag = headers.get('etag') ?? '';
    const again = await get(plain, `/p/${secret}.${format}`, { 'If-None-Match': tag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
  });

  test('PB16 is drawn once for many requests, and again when the board has changed', async () => {
    const at = await stage();
    const one = await at.publish();
    const { painter } = at.server.context;
    let drawn = 0;
    const draw = painter.png.bind(painter);
    painter.png = (...args) => {
      drawn += 1;
      return draw(...args);
    };
    const fetchTag = async (query = ''): Promise<string> => {
      const response = await get(at, `/p/${one.secret}.png${query}`);
      expect(response.status).toBe(200);
      return response.headers.get('etag') ?? '';
    };
    const tags = await Promise.all(Array.from({ length: 6 }, () => fetchTag()));
    expect([drawn, new Set(tags).size]).toEqual([1, 1]);
    await fetchTag('?theme=dark&scale=2');
    expect(drawn).toBe(2);
    await at.server.call('POST', `/documents/${at.doc}/tabs/${at.tab}/changesets`, {
      token: at.ada.token,
      body: { operations: 'add square "Ledger" at:400,0' },
    });
    expect(await fetchTag()).not.toBe(tags[0]);
    expect(drawn).toBe(3);
  });

  test('PB16 shows an image of the board, whose bytes any page may show', async () => {
    const { server, ada, doc, tab } = plain;
    const image = await server.call('POST', '/images', {
      token: ada.token,
      body: pngOf(20, 10, 7),
      headers: { 'Content-Type': 'image/png', 'X-Image-Original-Name': 'private.png' },
    });
    const { id } = image.json.image;
    await server.call('POST', `/documents/${doc}/tabs/${tab}/changesets`, {
      token: ada.token,
      body: { operations: [{ op: 'add', element: { type: 'image', imageId: id, x: 300, y: 0, width: 20, height: 10 } }] },
    });
    expect(await (await get(plain, `/p/${secret}.svg`)).text()).toContain('data:image/png;base64');
    const response = await get(plain, `/p/${secret}/images/${id}`);
    expect([response.status, response.headers.get('content-type'), (await response.bytes()).length]).toEqual([
      200,
      'image/png',
      pngOf(20, 10, 7).length,
    ]);
    expect(response.headers.get('content-disposition')).toBe('inline');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect((await get(plain, `/p/${secret}/images/${id}`, { 'If-None-Match': response.headers.get('etag') ?? '' })).status).toBe(
      304,
    );
  });
});

describe('oEmbed', () => {
  const ask = async (at: Published, query: Readonly<Record<string, string>>) => {
    const response = await get(at, `/oembed?${new URLSearchParams(query).toString()}`);
    return { status: response.status, json: JSON.parse(await response.text()), headers: response.headers };
  };

  test('answers a frame where other pages may have one', async () => {
    const one = await framed.publish();
    const { origin } = framed.server;
    const url = `${origin}/p/${one.secret}?tab=${framed.tab}&frame=intro&x=1`;
    const { status, json, headers } = await ask(framed, { url, maxwidth: '500', extra: 'ignored' });
    expect([status, headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([
      200,
      'public, max-age=60',
      '*',
    ]);
    expect(json).toMatchObject({
      version: '1.0',
      type: 'rich',
      width: 500,
      height: 600,
      provider_name: 'Atelier',
      provider_url: origin,
    });
    expect(json.html).toContain(
      `<iframe src="${origin}/embed/${one.secret}?tab=${framed.tab}&amp;frame=intro" title="Payments &quot;&lt;b&gt;`,
    );
  });

  test('answers the picture where they may not, no larger than there is room', async () => {
    const { origin } = plain.server;
    const whole = (await ask(plain, { url: `${origin}/embed/${secret}` })).json;
    expect(whole).toMatchObject({ type: 'photo', url: `${origin}/p/${secret}.png` });
    const small = (await ask(plain, { url: `${origin}/p/${secret}`, maxwidth: '100', maxheight: '90', format: 'json' })).json;
    expect(small.width).toBeLessThanOrEqual(100);
    expect(small.height).toBeLessThanOrEqual(90);
    expect(small.width / small.height).toBeCloseTo(whole.width / whole.height, 1);
    const picture = await (await fetch(small.url)).bytes();
    expect([Buffer.from(picture).readUInt32BE(16), Buffer.from(picture).readUInt32BE(20)]).toEqual([small.width, small.height]);
  });

  test.each([
    ['no address', () => ({}), 400, 'invalid_request'],
    ['a broken address', () => ({ url: 'board' }), 400, 'invalid_request'],
    ['a wrong width', () => ({ url: `${plain.server.origin}/p/${secret}`, maxwidth: 'wide' }), 400, 'invalid_request'],
    ['an unknown secret', () => ({ url: `${plain.server.origin}/p/${'z'.repeat(32)}` }), 404, 'link_not_found'],
    ['an address elsewhere', () => ({ url: `https://example.org/p/${secret}` }), 404, 'link_not_found'],
    ['another address here', () => ({ url: `${plain.server.origin}/d/${plain.doc}` }), 404, 'link_not_found'],
    ['XML', () => ({ url: `${plain.server.origin}/p/${secret}`, format: 'xml' }), 501, 'format_not_provided'],
  ] as const)('refuses %s', async (_what, query, status, code) => {
    const answer = await ask(plain, query());
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });
});

test('BG7 PB18 a link has a budget of its own, and others do not pay for it', async () => {
  const none = { perPerson: null, perAddress: null };
  const accounts = new CallerBudgets({ loop: none, bytes: { ...none, perLink: 100 } }, () => 0, () => undefined); // prettier-ignore
  const at = await stage({ accounts });
  const [one, other] = [await at.publish(), await at.publish()];
  const statuses: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    const response = await get(at, `/p/${one.secret}.svg`);
    statuses.push(response.status);
    if (response.status === 429) expect(response.headers.get('retry-after')).not.toBeNull();
    await response.bytes();
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  expect((await get(at, `/p/${other.secret}.svg`)).status).toBe(200);
  expect((await at.server.call('GET', `/documents/${at.doc}`, { token: at.ada.token })).status).toBe(200);
});

test('a node that is stopping or has too much to do refuses pictures, and says when to come back', async () => {
  const at = await stage();
  const one = await at.publish();
  at.server.clock.overload = 2;
  const busy = await get(at, `/p/${one.secret}.svg`);
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1']);
  at.server.clock.overload = 0;
  at.server.clock.draining = true;
  expect((await get(at, `/p/${one.secret}.svg`)).status).toBe(503);
  at.server.clock.draining = false;
  expect((await get(at, `/p/${one.secret}.svg`)).status).toBe(200);
});
