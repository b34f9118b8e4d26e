import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestServer, type TestServer } from '#rest/server.test-support.ts';
import { readPdf } from '#server/pictures/pdf/read-pdf.test-support.ts';

import { overHttp } from './client.test-support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('export_tab answers a PDF as a file, and says no more than its size', async () => {
  const ada = await server.addPerson('Ada');
  const client = await overHttp({ origin: server.origin, token: ada.token });
  const place = await server.addDocument(ada.token);
  const body = { operations: 'add square id=a label=Kept at:0,0\nadd square id=b label=Left at:400,0' };
  await server.call('POST', `/documents/${place.id}/tabs/${place.tab}/changesets`, { token: ada.token, body });
  const { content, isError } = await client.callTool({
    name: 'export_tab',
    arguments: { document: place.id, format: 'pdf', elements: 'a' },
  });
  const [said] = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const [file] = content.flatMap((part) => (part.type === 'resource' ? [part.resource] : []));
  const bytes = Buffer.from(file !== undefined && 'blob' in file ? file.blob : '', 'base64');
  expect([isError === true, file?.mimeType]).toEqual([false, 'application/pdf']);
  expect(said).toContain(`A PDF of ${bytes.length} bytes.`);
  expect((await readPdf(bytes)).pages.map(({ texts }) => texts.map(({ text }) => text))).toEqual([['Kept']]);
});
