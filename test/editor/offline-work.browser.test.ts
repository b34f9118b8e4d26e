/** Offline work of 24 MiB: the page shows its progress, and a page that is closed halfway resumes when it is opened again. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startProxy, type TcpProxy } from '../harness/tcp-proxy.ts';
import { seriousFaults } from './axe.ts';
import { type EditorStage, startStage, theEditor } from './stage.ts';

/** 24 MiB in total. */
const boxes = 1_260;
const noteCharacters = 20_000;
const workBytes = boxes * noteCharacters;

let stage: EditorStage;
let front: TcpProxy;
let sentBytes = 0;
beforeAll(async () => {
  const behind = { host: '127.0.0.1', port: 0 };
  front = await startProxy(behind);
  front.judge(({ length }) => {
    sentBytes += length;
    return 'pass';
  });
  stage = await startStage('offline-work', { PUBLIC_URL: `http://127.0.0.1:${front.port}` });
  behind.port = Number(new URL(stage.node.url).port);
});
afterAll(async () => {
  await stage.stop();
  await front.close();
});

const status = (page: Page) => page.locator('header').getByRole('status').first();
const saved = (page: Page): Promise<void> => status(page).getByText('Saved', { exact: true }).waitFor({ timeout: 120_000 });

test('24 MiB of offline work show their progress, and resume after the page was closed', async () => {
  const ada = await stage.person('Ada');
  const place = await stage.document(ada);
  const url = `http://127.0.0.1:${front.port}/d/${place.id}`;
  let page = await ada.open(url);
  await saved(page);
  stage.expectComplaints(/ERR_|WebSocket|Failed to load resource|Failed to fetch/);
  await ada.context.setOffline(true);
  await status(page)
    .getByText(/^Offline/)
    .waitFor();
  await page.evaluate(`(() => {
    const { session, tab } = ${theEditor};
    const note = 'word '.repeat(${noteCharacters / 5});
    const boxes = Array.from({ length: ${boxes} }, (_, at) => ({ type: 'shape', shape: 'square', id: 'box~' + String(at).padStart(8, '0'), z: 'a0', x: 20 * (at % 25), y: 20 * Math.floor(at / 25), width: 9, height: 9, note }));
    if (!session.edit(tab.id, boxes.map((after) => ({ id: after.id, before: null, after })))) throw new Error('nothing is written');
  })()`);
  await status(page).getByText('Offline. Changes saved on this device').waitFor();

  // The connection stops after some of it has passed: the page shows the progress.
  const start = sentBytes;
  front.judge(({ length }) => {
    sentBytes += length;
    if (sentBytes > start + workBytes / 2) front.stall('up');
    return 'pass';
  });
  await ada.context.setOffline(false);
  const percent = status(page).getByText(/^Syncing… (?:[3-9]\d)%$/);
  await percent.waitFor();
  await status(page)
    .getByText(/^Syncing your changes: (?:25|50) percent done$/)
    .waitFor({ state: 'attached' });
  expect(await seriousFaults(page)).toEqual([]);

  await page.close();
  front.judge(({ length }) => {
    sentBytes += length;
    return 'pass';
  });
  front.flow();
  front.cutAll();
  const again = sentBytes;
  page = await ada.open(url);
  await saved(page);
  expect(sentBytes - again).toBeLessThan(0.8 * workBytes);
  const { elements } = (await ada.agent.call<{ elements: unknown[] }>('GET', `/documents/${place.id}/tabs/${place.tab}`)).body;
  expect(elements.length).toBe(boxes);
  await page.close();
});
