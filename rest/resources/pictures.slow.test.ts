import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let document: { readonly id: string; readonly tab: string };

const add = (operations: string): Promise<TestAnswer> =>
  server.call('POST', `/documents/${document.id}/tabs/${document.tab}/changesets`, { token: ada.token, body: { operations } });
const picture = (query = '', token = ada.token): Promise<TestAnswer> =>
  server.call('GET', `/documents/${document.id}/tabs/${document.tab}/render.svg${query}`, { token });

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  document = await server.addDocument(ada.token);
  await add('add square id=a label="One & two" at:0,0\nadd square id=b label="Elsewhere" at:1000,0\nconnect a -> b');
});
afterAll(() => server.close());

test('a tab is rendered as an SVG with embedded fonts, which is not cached', async () => {
  const { status, headers, text } = await picture();
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*; sandbox$/);
  expect(text).toContain('One &amp; two');
  expect(text).toContain('@font-face{font-family:Inter;font-weight:400;src:url(data:font/woff2;base64,d09GMg');
  expect((await picture()).text).toBe(text);
});

test('the query sets theme, area and padding', async () => {
  expect((await picture('?theme=blueprint')).text).toContain('fill="#0f3663"');
  expect((await picture('?padding=0')).text).toContain('viewBox="0 0 1160 80"');
  const { text } = await picture('?elements=b&padding=10');
  expect(text).toContain('viewBox="990 -10 180 100"');
  expect(text.includes('One &amp; two')).toBe(false);
});

test('APP45 an unknown theme, element and value have codes of their own', async () => {
  const codes = async (query: string): Promise<unknown[]> => {
    const { status, json } = await picture(query);
    return [status, json.code];
  };
  expect(await codes('?theme=custom:none')).toEqual([404, 'theme_not_found']);
  expect(await codes('?theme=__proto__')).toEqual([404, 'theme_not_found']);
  expect(await codes('?elements=a,nowhere')).toEqual([400, 'target_not_found']);
  for (const list of ['', ',', 'a,,b', 'a,']) expect(await codes(`?elements=${list}`)).toEqual([400, 'invalid_request']);
  expect(await codes('?padding=-1')).toEqual([400, 'invalid_request']);
  expect(await codes(`?padding=${limits.picturePaddingMax + 1}`)).toEqual([400, 'invalid_request']);
  expect(await codes('?scale=2')).toEqual([400, 'invalid_request']);
});

test('a viewer gets the picture, and others do not find the document', async () => {
  const bob = await server.addPerson('Bob');
  expect(await picture('', bob.token)).toMatchObject({ status: 404, json: { code: 'document_not_found' } });
  await server.call('PUT', `/documents/${document.id}/members/${bob.id}`, { token: ada.token, body: { level: 'viewer' } });
  const reader = await server.addToken(bob.id, { access: 'read' });
  expect((await picture('', reader)).status).toBe(200);
  const { json } = await server.call('GET', `/documents/${document.id}/tabs/tab_${'0'.repeat(20)}/render.svg`, {
    token: ada.token,
  });
  expect(json.code).toBe('tab_not_found');
});

test('APP44 a tab that is too much to render is refused', async () => {
  const { json } = await server.call('POST', `/documents/${document.id}/tabs`, { token: ada.token, body: { name: 'Much' } });
  const operations = Array.from({ length: 201 }, (_, index) => ({
    op: 'add',
    element: { type: 'text', x: 0, y: index * 300, width: 400, height: 200, label: 'word '.repeat(2_000) },
  }));
  const path = `/documents/${document.id}/tabs/${json.tab.id}`;
  const made = await server.call('POST', `${path}/changesets`, { token: ada.token, body: { operations } });
  expect(made.status).toBe(201);
  const refused = await server.call('GET', `${path}/render.svg`, { token: ada.token });
  expect([refused.status, refused.json.code]).toEqual([422, 'work_limit_exceeded']);
});

/** Width and height from the header of a PNG. */
function pngSize(bytes: Uint8Array): readonly [number, number] {
  expect([...bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}

const png = (query = '', tab = document.tab): Promise<TestAnswer> =>
  server.call('GET', `/documents/${document.id}/tabs/${tab}/render.png${query}`, { token: ada.token });

test('a tab is rendered as a PNG at the requested scale, which is not cached', async () => {
  const { status, headers, bytes } = await png();
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'image/png', 'no-store']);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(pngSize(bytes)).toEqual([1_208, 128]);
  expect((await png()).bytes).toEqual(bytes);
  expect(pngSize((await png('?padding=0&scale=0.25')).bytes)).toEqual([290, 20]);
  expect(pngSize((await png('?padding=0&scale=2.5')).bytes)).toEqual([2_900, 200]);
  expect(pngSize((await png('?elements=b&padding=10&scale=4&theme=dark')).bytes)).toEqual([720, 400]);
});

test('APP88 a page is rendered alone, by its id, place or name', async () => {
  const { json: made } = await server.call('POST', `/documents/${document.id}/tabs`, {
    token: ada.token,
    body: { name: 'Talk', mode: 'pages' },
  });
  const path = `/documents/${document.id}/tabs/${made.tab.id}`;
  const pages = [
    { op: 'add', kind: 'slide', name: 'Title' },
    { op: 'add', kind: 'logo', name: 'Mark' },
  ];
  const { json } = await server.call('POST', `${path}/illustrate`, { token: ada.token, body: { pages } });
  const [title, mark] = json.pages as { id: string; rect: { x: number; y: number } }[];
  const centre = { x: mark!.rect.x + 100, y: mark!.rect.y + 100 };
  await server.call('POST', `${path}/changesets`, {
    token: ada.token,
    body: { operations: `add circle label=Inside at:${centre.x},${centre.y}` },
  });
  for (const [name, size] of [
    ['1', [1_280, 720]],
    ['Title', [1_280, 720]],
    [title!.id, [1_280, 720]],
    ['2', [512, 512]],
  ] as const)
    expect([name, pngSize((await png(`?page=${name}`, made.tab.id)).bytes)]).toEqual([name, size]);
  expect(pngSize((await png('?page=Mark&padding=10&scale=0.5', made.tab.id)).bytes)).toEqual([266, 266]);
  const svg = async (name: string): Promise<string> =>
    (await server.call('GET', `${path}/render.svg?page=${name}`, { token: ada.token })).text;
  expect((await svg('Mark')).includes('Inside')).toBe(true);
  expect((await svg('Title')).includes('Inside')).toBe(false);
  expect((await png('?page=3', made.tab.id)).json.code).toBe('page_not_found');
  expect((await png('?page=1&elements=a', made.tab.id)).json.code).toBe('invalid_request');
});

test('APP172 a picture whose address names the last change is kept by the browser of the caller alone', async () => {
  const { json } = await server.call('GET', `/documents/${document.id}`, { token: ada.token });
  for (const draw of [picture, png]) {
    const { status, headers } = await draw(`?asOf=${json.updatedAt}`);
    expect([status, headers.get('cache-control'), headers.get('vary')]).toEqual([200, 'private, max-age=86400', 'Authorization, Cookie']); // prettier-ignore
    const refused = await draw(`?asOf=${json.updatedAt}&theme=custom:none`);
    expect([refused.json.code, refused.headers.get('cache-control')]).toEqual(['theme_not_found', 'no-store']);
    expect((await draw('?asOf=yesterday')).json.code).toBe('invalid_request');
  }
});

test('APP173 a PNG is scaled down to a number of pixels, and never up', async () => {
  const { json } = await server.call('POST', `/documents/${document.id}/tabs`, {
    token: ada.token,
    body: { name: 'Vast', operations: 'add square id=a at:0,0\nadd square id=b at:80000,50000' },
  });
  expect((await png('?scale=0.25', json.tab.id)).json.code).toBe('work_limit_exceeded');
  const [width, height] = pngSize((await png('?maxPixels=320000', json.tab.id)).bytes) as [number, number];
  expect(width * height).toBeLessThanOrEqual(320_000);
  expect(width * height).toBeGreaterThan(300_000);
  expect(width / height).toBeCloseTo(80_208 / 50_128, 2);
  expect(pngSize((await png('?maxPixels=16777216')).bytes)).toEqual([1_208, 128]);
  for (const query of ['maxPixels=999', 'maxPixels=16777217', 'maxPixels=320000&scale=1'])
    expect([query, (await png(`?${query}`)).json.code]).toEqual([query, 'invalid_request']);
});

test('a PNG has the refusals of an SVG, and one for its scale', async () => {
  const codeOf = async (query: string): Promise<unknown> => (await png(query)).json.code;
  expect(await codeOf('?theme=custom:none')).toBe('theme_not_found');
  expect(await codeOf('?elements=nowhere')).toBe('target_not_found');
  for (const scale of ['0.2', '4.01', '-1', '1e0', 'NaN', '', '1,5', '0x1', '1.']) {
    expect([scale, await codeOf(`?scale=${scale}`)]).toEqual([scale, 'invalid_request']);
  }
});

test('a PNG that would be too large is refused with its size, and rendered when scaled down', async () => {
  const { json } = await server.call('POST', `/documents/${document.id}/tabs`, {
    token: ada.token,
    body: { name: 'Wide', operations: 'add square id=a at:0,0\nadd square id=b at:9000,3000' },
  });
  const refused = await png('', json.tab.id);
  expect([refused.status, refused.json.code, refused.json.limit]).toEqual([422, 'work_limit_exceeded', limits.picturePixels]);
  expect(refused.json.detail).toBe('The picture would be 9208 by 3128 pixels.');
  expect(pngSize((await png('?scale=0.5', json.tab.id)).bytes)).toEqual([4_604, 1_564]);
  expect(pngSize((await png('?elements=b', json.tab.id)).bytes)).toEqual([208, 128]);
  // A small part, enlarged and padded as far as the query goes, and named a thousand times.
  expect((await png('?elements=b&padding=1000&scale=4', json.tab.id)).json.code).toBe('work_limit_exceeded');
  expect(pngSize((await png(`?elements=b${',b'.repeat(1_000)}`, json.tab.id)).bytes)).toEqual([208, 128]);
});

describe('render=png', () => {
  const write = (query: string, operations: string, headers = {}): Promise<TestAnswer> =>
    server.call('POST', `/documents/${document.id}/tabs/${document.tab}/changesets${query}`, {
      token: ada.token,
      body: { operations },
      headers,
    });
  const sizeOf = (dataUrl: string): readonly [number, number] => {
    expect(dataUrl.slice(0, 22)).toBe('data:image/png;base64,');
    return pngSize(Buffer.from(dataUrl.slice(22), 'base64'));
  };

  test('APP23 the answer of a changeset and of a dry run has a picture of the result', async () => {
    const dry = await write('?dryRun=1&render=png', 'add square at:0,500');
    expect([dry.status, sizeOf(dry.json.picture)]).toEqual([200, [1_208, 628]]);
    expect(pngSize((await png()).bytes)).toEqual([1_208, 128]);
    const key = { 'Idempotency-Key': 'one' };
    const done = await write('?render=png', 'add square id=low at:0,500', key);
    expect([done.status, sizeOf(done.json.picture)]).toEqual([201, [1_208, 628]]);
    expect(done.json.picture).toBe(dry.json.picture);
    const again = await write('?render=png', 'add square id=low at:0,500', key);
    expect([again.headers.get('idempotency-replayed'), again.json.picture]).toEqual(['true', done.json.picture]);
    const nothing = await write('?render=png', 'set low label=""');
    expect([nothing.status, nothing.json.picture]).toEqual([200, done.json.picture]);
    await write('', 'rm low');
  });

  test('other answers and refusals have no picture', async () => {
    expect('picture' in (await write('?dryRun=1', 'add square')).json).toBe(false);
    expect('picture' in (await write('?render=png', 'rm nowhere')).json).toBe(false);
    expect((await write('?render=svg', 'add square')).json.code).toBe('invalid_request');
  });

  test('APP23 a changeset whose result is too much to render is applied without a picture', async () => {
    const { json } = await server.call('POST', `/documents/${document.id}/tabs`, { token: ada.token, body: { name: 'More' } });
    const operations = Array.from({ length: 201 }, (_, index) => ({
      op: 'add',
      element: { type: 'text', x: 0, y: index * 300, width: 400, height: 200, label: 'word '.repeat(2_000) },
    }));
    const path = `/documents/${document.id}/tabs/${json.tab.id}/changesets?render=png`;
    const made = await server.call('POST', path, { token: ada.token, body: { operations } });
    expect([made.status, made.json.changeset.rev, made.json.picture]).toEqual([201, 1, null]);
  });

  test('a large tab is scaled down', async () => {
    const { json } = await write('?dryRun=1&render=png', 'add square at:0,50000');
    const [width, height] = sizeOf(json.picture);
    expect(height).toBeLessThanOrEqual(limits.pictureSidePixels);
    expect(width * height).toBeLessThanOrEqual(limits.answerPicturePixels);
    expect(height / width).toBeCloseTo(50_128 / 1_208, 0);
  });
});
