import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { exportFormats } from '#schema/exchange-formats.ts';
import { readPdf } from '#server/pictures/pdf/read-pdf.test-support.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let document: { readonly id: string; readonly tab: string };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
});
beforeEach(async () => {
  document = await server.addDocument(ada.token);
});
afterAll(() => server.close());

const tabPath = (): string => `/documents/${document.id}/tabs/${document.tab}`;
const send = (text: string, query = '', type = 'text/plain'): Promise<TestAnswer> =>
  server.call('POST', `${tabPath()}/import${query}`, {
    token: ada.token,
    body: Buffer.from(text),
    headers: { 'Content-Type': type },
  });
const exported = (query: string): Promise<TestAnswer> => server.call('GET', `${tabPath()}/export?${query}`, { token: ada.token });
const flow = 'flowchart LR\n  a[One] --> b[[Two]]';

describe('import', () => {
  test('DG5 DG6 a text is drawn as one changeset, which a revert takes back, and the answer has a report', async () => {
    const { status, json } = await send(flow, '?format=mermaid&source=flow.mmd');
    expect([status, json.changeset.counts]).toEqual([201, { added: 3, changed: 0, removed: 0 }]);
    expect(json.report).toEqual({
      read: 3,
      made: 3,
      coerced: [{ source: 'b', what: 'the shape [[…]]', became: 'square' }],
      dropped: [],
    });
    const reverted = await server.call('POST', `/documents/${document.id}/changesets/${json.changeset.id}/revert`, {
      token: ada.token,
    });
    expect(reverted.json.changeset.counts).toMatchObject({ removed: 3 });
  });

  test('DG7 mode=update follows a newer text, and a dry run applies nothing', async () => {
    await send(flow);
    const tried = await send(`${flow}\n  b --> a`, '?mode=update&dryRun=1', 'text/vnd.mermaid');
    expect([tried.status, tried.json.changeset, tried.json.report.made]).toEqual([200, null, 1]);
    const updated = await send(`${flow}\n  b --> a`, '?mode=update', 'application/octet-stream');
    expect(updated.json.changeset.counts).toEqual({ added: 1, changed: 0, removed: 0 });
    expect((await send(`${flow}\n  b --> a`, '?mode=update')).json.changeset).toBeNull();
  });

  test('DG3 a text that is not Mermaid is refused with line and column, and another format by its name', async () => {
    const { status, json } = await send('flowchart LR\n  a[open');
    expect([status, json.code, json.errors[0].line, json.errors[0].column]).toEqual([400, 'import_invalid', 2, 9]);
    expect((await server.call('POST', `${tabPath()}/import`, { token: ada.token, body: Buffer.from([0xff, 0xfe]) })).json.code).toBe('import_invalid'); // prettier-ignore
    const unknown = await send(flow, '?format=visio');
    expect([unknown.status, unknown.json.hint]).toEqual([415, expect.stringContaining('format=mermaid')]);
    expect((await send(flow, '', 'image/png')).status).toBe(415);
    expect((await send(`flowchart LR\n${'a-->b\n'.repeat(100_000)}`)).json.code).toBe('work_limit_exceeded');
  });
});

describe('draw.io', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const file = (image: string): string =>
    `<mxfile><diagram id="p" name="Page"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>
<mxCell id="a" value="A" vertex="1" parent="1"><mxGeometry width="120" height="60" as="geometry"/></mxCell>
<mxCell id="i" style="shape=image;image=data:image/png,${image}" vertex="1" parent="1"><mxGeometry y="90" width="60" height="60" as="geometry"/></mxCell>
</root></mxGraphModel></diagram></mxfile>`;

  test('DG16 a file is recognized and drawn with its images, which a dry run does not upload, and comes out again', async () => {
    const tried = await send(file(png), '?dryRun=1', 'application/xml');
    expect([tried.status, tried.json.report.dropped]).toEqual([200, [{ source: 'i', what: 'an image', why: 'it became a box' }]]);
    const gallery = () => server.call('GET', '/images', { token: ada.token });
    expect((await gallery()).json.images).toEqual([]);
    const drawn = await send(file(png), '', 'application/xml');
    expect([drawn.status, drawn.json.changeset.counts, drawn.json.report.dropped]).toEqual([201, { added: 2, changed: 0, removed: 0 }, []]); // prettier-ignore
    expect((await gallery()).json.images).toHaveLength(1);
    const { text, headers } = await exported('format=drawio');
    expect(headers.get('Content-Type')).toMatch(/^application\/xml/);
    expect(text).toContain(`image=data:image/png,${png}`);
    const other = await server.addDocument(ada.token);
    const again = await server.call('POST', `/documents/${other.id}/tabs/${other.tab}/import`, { token: ada.token, body: Buffer.from(text), headers: { 'Content-Type': 'application/xml' } }); // prettier-ignore
    expect(again.json.report).toEqual({ read: 2, made: 2, coerced: [], dropped: [] });
  });

  test('DG18 an image of megabytes that is none is left out', async () => {
    const { status, json } = await send(file('A'.repeat(8_000_000)), '', 'application/xml');
    expect([status, json.report.dropped]).toEqual([201, [{ source: 'i', what: 'an image', why: 'it became a box' }]]);
  });

  test('DG18 the images of a source that is refused do not stay', async () => {
    const other = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
    const before = (await server.call('GET', '/images', { token: ada.token })).json.images.length;
    const { status, json } = await send(file(other).replace('id="a"', 'id="i"'), '', 'application/xml');
    expect([status, json.errors[0].line]).toEqual([400, 3]);
    expect((await server.call('GET', '/images', { token: ada.token })).json.images).toHaveLength(before);
  });
});

describe('export', () => {
  test('DG2 a tab is written as Mermaid, and what it does not say is in a header of at most 2 KB', async () => {
    await send(flow);
    const { text } = await exported('format=mermaid');
    expect(text).toBe('flowchart LR\n  a["One"]\n  b["Two"]\n  a --> b\n');
    const lines = Array.from({ length: 200 }, (_, index) => `add table label="Table ${index} 日本" at:${index * 400},900`).join(
      '\n',
    );
    await server.call('POST', `${tabPath()}/changesets`, { token: ada.token, body: { operations: lines } });
    const { headers } = await exported('format=mermaid');
    const dropped = headers.get('X-Atelier-Dropped') ?? '';
    expect(dropped.length).toBeLessThan(2_100);
    expect(dropped).toMatch(/^table "Table 0 \?\?": Mermaid has nothing like it; .*; \d+ more$/);
    expect((await exported('format=mermaid&elements=a')).text).toBe('flowchart TD\n  a["One"]\n');
  });

  test('DG2 a tab is written as SVG, PNG and JSON, and other formats are refused', async () => {
    await send(flow);
    expect((await exported('format=svg&elements=a,b')).text).toContain('<svg');
    expect((await exported('format=json&elements=a')).json.elements).toHaveLength(1);
    expect((await exported('format=png')).status).toBe(200);
    const unknown = await exported('format=visio');
    expect([unknown.status, unknown.json.hint]).toEqual([415, expect.stringContaining('format=mermaid')]);
  });

  test('[DG23] a PDF is a file of its own type, and two of the same drawing are the same', async () => {
    await send(flow);
    const [first, second] = [await exported('format=pdf'), await exported('format=pdf')];
    expect([first.status, first.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    expect(Buffer.from(first.bytes).toString('latin1')).toMatch(/^%PDF-1\.7\n[^]*%%EOF\n$/);
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
  });

  test('[DG23] every format contains the elements that are named, what is in them and the arrows between them', async () => {
    const lines = '{"op":"add","id":"f","element":{"type":"frame","label":"Frame","x":0,"y":0,"width":700,"height":300}}\nadd square id=a label="Ape" at:40,80\nadd square id=b label="Bee" at:400,80\nconnect a -> b id=e label="eats"\nadd square id=c label="A cow" at:900,80\nconnect b -> c label="is afraid of"'; // prettier-ignore
    expect(
      (await server.call('POST', `${tabPath()}/changesets`, { token: ada.token, body: { operations: lines } })).text,
    ).toContain('added');
    for (const format of ['mermaid', 'drawio', 'excalidraw', 'svg', 'json']) {
      const { text } = await exported(`format=${format}&elements=f`);
      for (const label of ['Ape', 'Bee', 'eats']) expect(text, format).toContain(label);
      for (const label of ['A cow', 'is afraid of']) expect(text, format).not.toContain(label);
    }
    const [all, part] = [
      await readPdf((await exported('format=pdf')).bytes),
      await readPdf((await exported('format=pdf&elements=c')).bytes),
    ];
    expect([all.pages[0]!.texts.length > 4, part.pages[0]!.texts.map(({ text }) => text)]).toEqual([true, ['A cow']]);
    for (const format of exportFormats) {
      expect((await exported(`format=${format}&elements=zebra`)).json.code, format).toBe('target_not_found');
      expect((await exported(`format=${format}&elements=a&pages=1`)).json.errors[0].pointer, format).toBe('/pages');
      expect((await exported(`format=${format}&pages=1`)).json.code, format).toBe('page_not_found');
    }
  });

  test('[DG23] [DG24] every format contains the pages that are named, and pictures show one', async () => {
    const pages = [1, 2, 3].map((place) => ({ op: 'add', name: `Slide ${place}`, kind: 'slide' }));
    const illustrated = await server.call('POST', `${tabPath()}/illustrate`, { token: ada.token, body: { pages } });
    expect(illustrated.status, illustrated.text).toBeLessThan(300);
    const rects = (await server.call('GET', tabPath(), { token: ada.token })).json.pages.map(
      ({ rect }: { rect: { x: number; y: number } }) => rect,
    );
    const lines = [0, 1, 2].map(
      (index) => `add square label="On ${index + 1}" at:${rects[index].x + 300},${rects[index].y + 300}`,
    );
    const operations = [...lines, `add square label="Beside" at:${rects[0].x - 4000},0`].join('\n');
    expect((await server.call('POST', `${tabPath()}/changesets`, { token: ada.token, body: { operations } })).status).toBe(201);
    for (const format of ['mermaid', 'drawio', 'excalidraw', 'json']) {
      const { text } = await exported(`format=${format}&pages=1,3`);
      expect(['On 1', 'On 2', 'On 3', 'Beside'].filter((label) => text.includes(`"${label}`) || text.includes(`"${label}"`)), format).toEqual(['On 1', 'On 3']); // prettier-ignore
    }
    const whole = await exported('format=pdf');
    expect(whole.headers.get('X-Atelier-Dropped')).toBe('what is on no page: 1 element');
    expect((await readPdf(whole.bytes)).pages.map(({ texts }) => texts.some(({ text }) => text.startsWith('On')))).toEqual([
      true,
      true,
      true,
    ]);
    const some = await exported('format=pdf&pages=Slide%203,1');
    expect((await readPdf(some.bytes)).outline).toEqual(['Slide 3', 'Slide 1']);
    expect(some.headers.get('X-Atelier-Dropped')).toBeNull();
    const [, box] = /viewBox="([^"]+)"/.exec((await exported('format=svg&pages=2')).text) ?? [];
    expect(box).toBe(`${rects[1].x} ${rects[1].y} 1280 720`);
    for (const format of ['svg', 'png']) {
      const { status, json } = await exported(`format=${format}&pages=1-2`);
      expect([status, json.errors[0].pointer, json.errors[0].message], format).toEqual([
        400,
        '/pages',
        expect.stringContaining('format=pdf'),
      ]);
    }
  });

  test('[DG23] a PNG has a scale, and no other format has one', async () => {
    await send(flow);
    const widthOf = async (query: string): Promise<number> =>
      Buffer.from((await exported(`format=png${query}`)).bytes).readUInt32BE(16);
    expect(await widthOf('&scale=2')).toBe(2 * (await widthOf('')));
    for (const format of exportFormats.filter((one) => one !== 'png'))
      expect((await exported(`format=${format}&scale=2`)).json.errors[0].pointer, format).toBe('/scale');
    expect((await exported('format=png&scale=9')).status).toBe(400);
  });
});
