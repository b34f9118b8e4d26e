import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

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
    expect((await send(flow, '?format=visio')).status).toBe(415);
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
    expect((await exported('format=visio')).status).toBe(415);
  });
});
