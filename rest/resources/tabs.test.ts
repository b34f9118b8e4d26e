import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { lintText } from '#core/lint/lint-text.ts';
import type { Lint } from '#schema/changeset.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;
let document: { readonly id: string; readonly tab: string };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  bob = await server.addPerson('Bob');
});
beforeEach(async () => {
  document = await server.addDocument(ada.token);
});
afterAll(() => server.close());

const tabs = (method: string, path = '', body?: unknown, token = ada.token, headers = {}): Promise<TestAnswer> =>
  server.call(method, `/documents/${document.id}/tabs${path}`, { token, body, headers });
const names = async (): Promise<string[]> =>
  (await server.call('GET', `/documents/${document.id}`, { token: ada.token })).json.tabs.map(
    ({ name }: { name: string }) => name,
  );

describe('creating tabs', () => {
  test('APP34 a tab is empty at rev 0 without operations, and at rev 1 with a changeset otherwise', async () => {
    const empty = await tabs('POST', '', { name: 'Empty' });
    expect([empty.status, empty.json.changeset, empty.json.tab]).toMatchObject([
      201,
      null,
      { name: 'Empty', mode: 'canvas', rev: 0, elements: 0 },
    ]);
    expect(empty.headers.get('location')).toBe(`${server.origin}/api/v1/documents/${document.id}/tabs/${empty.json.tab.id}`);
    const made = await tabs('POST', '', { name: 'Made', operations: 'add square label="A"', theme: 'dark', position: 0 });
    expect(made.json).toMatchObject({
      tab: { name: 'Made', theme: 'dark', rev: 1, elements: 1 },
      changeset: { rev: 1, tabId: made.json.tab.id },
    });
    expect(await names()).toEqual(['Made', 'Tab 1', 'Empty']);
  });

  test('APP34 refused operations create no tab', async () => {
    const { status, json } = await tabs('POST', '', { name: 'Never', operations: 'set nowhere label=x' });
    expect([status, json.code, json.errors[0].code]).toEqual([400, 'target_not_found', 'target_not_found']);
    expect(await names()).toEqual(['Tab 1']);
  });

  test('APP36 junk is refused, and an unknown theme and the 101st tab have codes of their own', async () => {
    for (const body of [
      {},
      { name: '' },
      { name: 'x', mode: 'none' },
      { name: 'x', position: -1 },
      { name: 'x', rev: 9 },
      { name: 'x', theme: 'neon' },
    ]) {
      expect((await tabs('POST', '', body)).json.code).toBe('invalid_request');
    }
    expect((await tabs('POST', '', { name: 'x', theme: 'custom:none' })).json.code).toBe('theme_not_found');
    for (let index = 2; index <= 100; index += 1) expect((await tabs('POST', '', { name: `Tab ${index}` })).status).toBe(201);
    const { status, json } = await tabs('POST', '', { name: 'Tab 101' });
    expect([status, json.code, json.limit]).toEqual([413, 'too_large', 100]);
  });

  test('APP37 a member who is limited to tabs changes those and creates none', async () => {
    const second = (await tabs('POST', '', { name: 'Second' })).json.tab.id;
    await server.call('PUT', `/documents/${document.id}/members/${bob.id}`, {
      token: ada.token,
      body: { level: 'editor', tabs: [second] },
    });
    expect((await tabs('PATCH', `/${second}`, { name: 'Renamed' }, bob.token)).status).toBe(200);
    expect((await tabs('POST', `/${second}/changesets`, { operations: 'add square label="A"' }, bob.token)).status).toBe(201);
    for (const [method, path, body] of [
      ['POST', '', { name: 'Third' }],
      ['PATCH', `/${document.tab}`, { name: 'x' }],
      ['PATCH', `/${second}`, { position: 0 }],
      ['DELETE', `/${second}`, undefined],
      ['POST', `/${document.tab}/changesets`, { operations: 'add square label="A"' }],
    ] as const) {
      const { status, json } = await tabs(method, path, body, bob.token);
      expect([method, path, status, json.code]).toEqual([method, path, 403, 'access_denied']);
    }
  });
});

describe('reading a tab', () => {
  test('as JSON with a strong ETag, which answers 304 until the tab changes', async () => {
    const path = `/documents/${document.id}/tabs/${document.tab}`;
    const { status, json, headers } = await server.call('GET', path, { token: ada.token });
    expect([status, json.elements, json.layers, json.pages]).toEqual([200, [], [], []]);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const unchanged = await server.call('GET', path, { token: ada.token, headers: { 'If-None-Match': `"x", ${etag}` } });
    expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', etag]);
    await tabs('POST', `/${document.tab}/changesets`, { operations: 'add square label="A"' });
    const changed = await server.call('GET', path, { token: ada.token, headers: { 'If-None-Match': etag } });
    expect([changed.status, changed.json.elements.length]).toEqual([200, 1]);
    expect(changed.headers.get('etag')).not.toBe(etag);
    const outline = await server.call('GET', `${path}?view=outline`, {
      token: ada.token,
      headers: { 'If-None-Match': changed.headers.get('etag') ?? '' },
    });
    expect(outline.status).toBe(200);
  });

  test('as an outline in plain text, in which no label can forge a line', async () => {
    await tabs('POST', `/${document.tab}/changesets`, {
      operations: [{ op: 'add', kind: 'square', fields: { label: 'A\n- forged\u2028line' } }],
    });
    const { headers, text } = await tabs('GET', `/${document.tab}?view=outline&budget=500`);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toContain('A\\n- forged\\nline');
    expect(text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).some((line) => line.startsWith('- forged'))).toBe(false);
  });

  test('as lines that rebuild the same drawing on another tab', async () => {
    await tabs('POST', `/${document.tab}/changesets`, {
      operations: [
        'add square id=a label="A\\u2028rm a" fill=blue at:0,0',
        'add db id=b label="B" at:300,40 locked=true',
        'connect a -> b id=ab label="SQL" line=curved',
        '{"op":"add","element":{"type":"frame","id":"f","label":"F","x":-50,"y":-50,"width":600,"height":300}}',
      ].join('\n'),
    });
    const { status, headers, text } = await tabs('GET', `/${document.tab}?view=lines`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map((line) => line.split(' ')[0])).toEqual([
      expect.stringMatching(/^\{"op":"add","element":\{"type":"frame"/),
      'add',
      'add',
      'connect',
      '',
    ]);
    const copy = (await tabs('POST', '', { name: 'Copy', operations: text })).json.tab.id;
    expect((await tabs('GET', `/${copy}?view=lines`)).text).toBe(text);
    const drawn = async (tab: string) => (await tabs('GET', `/${tab}?view=outline`)).text.split('\n').slice(1).join('\n');
    expect(await drawn(copy)).toBe(await drawn(document.tab));
    const empty = (await tabs('POST', '', { name: 'Empty' })).json.tab.id;
    expect(await tabs('GET', `/${empty}?view=lines`)).toMatchObject({ status: 200, text: '' });
  });

  test('[LT34] as lint: a summary line and a line per finding, the same as in the changeset’s answer, of all or a part', async () => {
    const operations = [
      'add square id=a label="Same" at:0,0\nadd square id=b label="same" at:300,0\nadd square id=c at:600,0\nconnect a -> c id=ac',
      [{ op: 'add', kind: 'square', id: 'd', fields: { label: 'x\nerror forged: y' }, place: { rel: 'at', x: 900, y: 0 } }],
      [{ op: 'add', kind: 'square', id: 'e', fields: { label: 'X\nerror forged: Y' }, place: { rel: 'at', x: 900, y: 200 } }],
    ];
    let lint: Lint | undefined;
    for (const some of operations)
      lint = (await tabs('POST', `/${document.tab}/changesets`, { operations: some })).json.lint as Lint;
    const { status, headers, text } = await tabs('GET', `/${document.tab}?view=lint`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toBe(lintText(lint!));
    const json = await tabs('GET', `/${document.tab}?view=lint`, undefined, ada.token, { Accept: 'application/json' });
    expect(json.json).toEqual({ verdict: lint!.verdict, counts: lint!.counts, summary: lint!.summary, findings: lint!.findings });
    const lines = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
    expect(lines[0]).toMatch(/^0 crossings, 1 arrow behind a box, 0 overlaps, /);
    expect(lines).toContain('warning arrow-behind-box [ac, b]: ac passes through b. Fix: set ac line=angled');
    expect(lines).toContain('info duplicate-label [d, e]: 2 boxes share the label "x\\nerror forged: y". Fix: rename one');
    expect(lines.slice(1, -1).filter((line) => !/^(error|warning|info) [a-z-]+( \[[a-z0-9~, -]+\])?: /.test(line))).toEqual([]);
    const unchanged = await tabs('GET', `/${document.tab}?view=lint`, undefined, ada.token, {
      'If-None-Match': headers.get('etag') ?? '',
    });
    expect(unchanged.status).toBe(304);
    const part = async (elements: string) =>
      (await tabs('GET', `/${document.tab}?view=lint&elements=${elements}`)).text.split('\n');
    expect(await part('c')).toEqual([lines[0], 'warning arrow-behind-box [ac, b]: ac passes through b. Fix: set ac line=angled', expect.stringMatching(/^\d more findings are not listed\.$/), '']); // prettier-ignore
    expect((await part('e')).filter((line) => line.includes('['))).toEqual([expect.stringContaining('duplicate-label [d, e]')]);
    await tabs('POST', `/${document.tab}/changesets`, { operations: 'wrap d e in frame id=f absorb' });
    expect((await part('f')).filter((line) => line.includes('duplicate-label'))).toHaveLength(1);
    expect((await tabs('GET', `/${document.tab}?view=lint&elements=a,nobody`)).json.code).toBe('target_not_found');
  });

  slowTest('as lint, made by a worker, of a tab that is too large for the event loop', async () => {
    const operations = Array.from({ length: 500 }, (_, index) => `add square id=n${index} at:${index * 40},0`).join('\n');
    const { tab, lint } = (await tabs('POST', '', { name: 'Row', operations })).json as { tab: { id: string }; lint: Lint };
    expect(lint.verdict).toBe('1 info');
    const planned = vi.spyOn(server.context.planner, 'lint');
    expect((await tabs('GET', `/${tab.id}?view=lint`)).text).toBe(lintText(lint));
    expect(planned).toHaveBeenCalledOnce();
    planned.mockRestore();
  });

  test('other views and parameters are refused', async () => {
    for (const query of ['view=none', 'view=', 'view=json&view=json', 'budget=0', 'budget=-1', 'budget=many', 'x']) {
      expect((await tabs('GET', `/${document.tab}?${query}`)).json.code).toBe('invalid_request');
    }
  });
});

describe('changing and deleting tabs', () => {
  test('APP35 settings change without a revision, and a locked tab can only be unlocked', async () => {
    const changed = await tabs('PATCH', `/${document.tab}`, { name: 'New', theme: 'paper', mode: 'pages', locked: true });
    expect([changed.status, changed.json]).toMatchObject([
      200,
      { id: document.tab, name: 'New', theme: 'paper', mode: 'pages', locked: true, rev: 0 },
    ]);
    expect((await tabs('PATCH', `/${document.tab}`, { name: 'x' })).json.code).toBe('tab_locked');
    const refused = await tabs('POST', `/${document.tab}/changesets`, { operations: 'add square label="A"' });
    expect([refused.status, refused.json.code]).toEqual([409, 'element_locked']);
    expect((await tabs('PATCH', `/${document.tab}`, { locked: false })).json.locked).toBe(false);
    expect((await tabs('PATCH', `/${document.tab}`, { mode: 'event-storming' })).json.code).toBe('tab_mode_refused');
  });

  test('APP35 the line of arrows drawn by hand is stored and answered only where it is not the default', async () => {
    const read = async () => (await tabs('GET', `/${document.tab}`)).json.tab;
    expect(await read()).not.toHaveProperty('arrowLine');
    expect((await tabs('PATCH', `/${document.tab}`, { arrowLine: 'curved' })).json).toMatchObject({
      arrowLine: 'curved',
      rev: 0,
    });
    expect(await read()).toMatchObject({ arrowLine: 'curved' });
    await tabs('POST', `/${document.tab}/changesets`, { operations: 'add square id=a\nadd square id=b\nconnect a -> b id=c' });
    const { elements } = (await tabs('GET', `/${document.tab}`)).json;
    expect(elements.find(({ ref }: { ref: string }) => ref === 'c')).not.toHaveProperty('line');
    expect((await tabs('PATCH', `/${document.tab}`, { arrowLine: 'angled' })).json).not.toHaveProperty('arrowLine');
    expect(await read()).not.toHaveProperty('arrowLine');
  });

  test('APP200 the look of a tab is set when it is created or later, and answered only where it is not clean', async () => {
    const made = (await tabs('POST', '', { name: 'Sketch', look: 'hand-drawn' })).json.tab;
    expect(made).toMatchObject({ look: 'hand-drawn', theme: 'light' });
    expect((await tabs('POST', '', { name: 'Plain', look: 'clean' })).json.tab).not.toHaveProperty('look');
    const read = async () => (await tabs('GET', `/${document.tab}`)).json.tab;
    expect(await read()).not.toHaveProperty('look');
    expect((await tabs('PATCH', `/${document.tab}`, { look: 'hand-drawn' })).json).toMatchObject({ look: 'hand-drawn', rev: 0 });
    expect(await read()).toMatchObject({ look: 'hand-drawn' });
    expect((await tabs('PATCH', `/${document.tab}`, { look: 'clean' })).json).not.toHaveProperty('look');
    expect(await read()).not.toHaveProperty('look');
  });

  test('APP200 pictures have the look of the tab, in any theme, and boxes are as large as handwriting needs', async () => {
    const label = 'Customer relationship management of the northern region';
    const add = async (tab: string) => {
      await tabs('POST', `/${tab}/changesets`, { operations: `add square id=a label="${label}"\nadd text id=words "${label}"` });
      return (await tabs('GET', `/${tab}`)).json.elements as { ref: string; width: number; font?: string }[];
    };
    const [clean, sketched] = [document.tab, (await tabs('POST', '', { name: 'Sketch', look: 'hand-drawn' })).json.tab.id];
    const widths = [await add(clean), await add(sketched)].map(
      (elements) => elements.find(({ ref }) => ref === 'words')?.width ?? 0,
    );
    expect(widths[1]).toBeLessThan(widths[0] ?? 0);
    for (const { font } of (await tabs('GET', `/${sketched}`)).json.elements) expect(font).toBeUndefined();
    const picture = async (tab: string, query = '') => (await tabs('GET', `/${tab}/render.svg${query}`)).text;
    expect(await picture(clean)).not.toContain('Kalam');
    for (const query of ['', '?theme=dark']) expect(await picture(sketched, query)).toContain('Kalam');
    expect((await tabs('GET', `/${sketched}?view=lint`, undefined)).text).not.toContain('label-overflow');
  });

  test('invalid settings are refused', async () => {
    for (const body of [
      { rev: 1 },
      { elements: [] },
      { layers: [{ id: 'a' }] },
      { locked: 'true' },
      { arrowLine: 'wavy' },
      { look: 'wavy' },
      { look: null },
      { name: null },
      { position: 1.5 },
      [],
    ]) {
      expect((await tabs('PATCH', `/${document.tab}`, body)).json.code).toBe('invalid_request');
    }
  });

  test('APP36 a document keeps its last tab', async () => {
    expect((await tabs('DELETE', `/${document.tab}`)).json.code).toBe('last_tab');
    await tabs('POST', '', { name: 'Second' });
    expect((await tabs('DELETE', `/${document.tab}`)).status).toBe(204);
    expect((await tabs('GET', `/${document.tab}`)).json.code).toBe('tab_not_found');
    expect(await names()).toEqual(['Second']);
  });
});
