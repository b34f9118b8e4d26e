/** Webhooks in the share dialog: created, tested, listed and deleted. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { seriousFaults } from './axe.ts';
import { shoot } from './shoot.ts';
import { type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let receiver: Server;
let url: string;
let status = 204;
const bodies: string[] = [];
beforeAll(async () => {
  stage = await startStage('webhooks', { OUTBOUND_ALLOW: '127.0.0.1' });
  // The browser logs refusals.
  stage.expectComplaints(/status of 400/);
  receiver = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(status).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver.close();
  await stage.stop();
});

test('an owner creates a webhook, sees its secret once, tests it, sees what was sent, and deletes it', async () => {
  const ada = await stage.person('Ada');
  const place = await stage.document(ada, 'Payments');
  const page = await ada.open(`/d/${place.id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.getByText('No webhooks.').waitFor();
  await page.getByLabel('Address').fill('https://10.0.0.1/');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByText(/does not call this address/).waitFor();
  await page.getByLabel('Address').fill(url);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByText(/^whsec_/).waitFor();
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('The test was delivered (204).').waitFor();
  expect(JSON.parse(bodies[0]!)).toMatchObject({ type: 'test', data: { doc: place.id } });
  expect((await ada.agent.changeset(place, 'add square')).status).toBe(201);
  await expect.poll(() => bodies.length).toBe(2);
  await page.getByText('Recent deliveries').click();
  await page.getByText('Delivered · 204').first().waitFor();
  expect(await page.getByText('Delivered · 204').count()).toBe(2);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [name, viewport] of Object.entries({
      desktop: { width: 1280, height: 800 },
      phone: { width: 375, height: 740 },
    })) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
      await shoot(page, `webhooks-${name}-${colorScheme}`);
    }
  await page.setViewportSize({ width: 1280, height: 800 });

  status = 500;
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('The receiver answered 500.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.getByText(url).waitFor();
  expect(await page.getByText(/^whsec_/).count()).toBe(0);
  await page.getByRole('button', { name: `Delete webhook: ${url}` }).click();
  await page.getByText('No webhooks.').waitFor();
  await page.close();
});
