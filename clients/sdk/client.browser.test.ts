/** The client library in a page: the built module, loaded by Chromium. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { startTestServer } from '#rest/server.test-support.ts';
import { startChromium } from '#test/harness/chromium.ts';

import { buildClient } from './build.ts';

test('SDK1 a page draws and follows what it drew', async () => {
  const module = readFileSync(join(await buildClient(), 'index.js'), 'utf8');
  const server = await startTestServer();
  const browser = await startChromium();
  try {
    const ada = await server.addPerson('Ada');
    const place = await server.addDocument(ada.token, 'From a page');
    // The module comes from the test rather than from the server, whose policy would refuse it.
    const page = await (await browser.newContext({ bypassCSP: true })).newPage();
    await page.goto(`${server.origin}/healthz`);
    const answer: unknown = await page.evaluate(`(async () => {
      const module = URL.createObjectURL(new Blob([${JSON.stringify(module)}], { type: 'text/javascript' }));
      const { Client, changeset } = await import(module);
      const place = { doc: '${place.id}', tab: '${place.tab}' };
      const atelier = new Client({ url: location.origin, token: '${ada.token}' });
      const events = atelier.events(place.doc, { types: ['changeset'] });
      const first = events.next();
      await new Promise((resolve) => setTimeout(resolve, 500));
      const { changeset: { rev } } = await atelier.apply(place, changeset().add({ kind: 'square', id: 'a' }));
      const { value } = await first;
      await events.return();
      return [rev, value.type, value.data.rev];
    })()`);
    expect(answer).toEqual([1, 'changeset', 1]);
  } finally {
    await browser.close();
    await server.close();
  }
});
