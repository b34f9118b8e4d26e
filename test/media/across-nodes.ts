/**
 * Images, pages, libraries, themes and copies, created through one node and used through another, and after all
 * nodes have restarted. `here` and `there` may be the same node.
 */
import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';
import * as Y from 'yjs';

import { newElementSuffix } from '#schema/ids.ts';
import type { Page } from '#schema/tab.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';

import type { ColdTab } from '../crash/cold-journal.ts';
import { Api } from '../harness/api.ts';
import { TestEditor, until } from '../harness/editor.ts';
import type { TestAccount } from '../harness/people.ts';
import type { SeededRandom } from '../harness/random.ts';
import { pngOf } from '../harness/png.ts';

export type MediaStage = {
  /** Scheme, host and port; to be read again after a restart. */
  readonly here: () => string;
  readonly there: () => string;
  readonly ada: TestAccount;
  readonly grace: TestAccount;
  readonly random: SeededRandom;
  /** Restarts all nodes. */
  restart(): Promise<void>;
};

type Made = {
  readonly place: ColdTab;
  readonly copy: ColdTab;
  readonly images: readonly string[];
  readonly pages: readonly Page[];
};

export async function mediaAcrossNodes(stage: MediaStage): Promise<void> {
  const made = await make(stage);
  await isThere(stage, made);
  await stage.restart();
  await isThere(stage, made);
  await sharedNames(stage);
}

/** Plays the script, and compares the expected state with what both nodes show. */
async function make({ here, there, ada, grace, random }: MediaStage): Promise<Made> {
  const [adaHere, adaThere, graceThere] = [
    new Api(here(), ada.token),
    new Api(there(), ada.token),
    new Api(there(), grace.token),
  ];
  const place = await adaHere.createDocument('Media');
  const tab = `/documents/${place.id}/tabs/${place.tab}`;
  await adaHere.call('PUT', `/documents/${place.id}/members/${grace.id}`, { level: 'editor' });

  // Images: the same bytes are one image, on either node.
  const bytes = pngOf(random.integer(1, 60), random.integer(1, 60), random.integer(0, 9));
  const id = await upload(here(), ada.token, bytes);
  expect(await upload(there(), ada.token, bytes)).toBe(id);
  expect((await imageAt(there(), grace.token, id)).status).toBe(404);
  const element = { type: 'image', imageId: id, x: 40, y: 40, width: 40, height: 30 };
  const placed = await adaHere.call('POST', `${tab}/changesets`, { operations: [{ op: 'add', element }] });
  expect(placed.status).toBe(201);
  const seen = await imageAt(there(), grace.token, id);
  expect([seen.status, seen.bytes.equals(bytes)]).toEqual([200, true]);

  // An editor places an image that its person can read; writing an id alone gives no access.
  const hers = await upload(there(), grace.token, pngOf(5, 5, random.integer(10, 99)));
  const secret = await upload(there(), ada.token, pngOf(6, 6, random.integer(100, 199)));
  const editor = new TestEditor({ url: there(), documentId: place.id, credential: grace.token });
  await editor.synced();
  writeImage(editor, place, hers);
  writeImage(editor, place, secret);
  await editor.saved();
  expect((await imageAt(here(), ada.token, hers)).status).toBe(200);
  for (const url of [here(), there()]) expect((await imageAt(url, grace.token, secret)).status).toBe(404);
  const { body: svg } = await graceThere.call<string>('GET', `${tab}/render.svg`);
  expect(svg.split('href="data:image/png').length - 1, 'the picture shows two and a stand-in').toBe(2);

  // Pages: the other node knows an editor's changes.
  const first = await adaHere.call<{ pages: Page[]; changeset: { rev: number } }>('POST', `${tab}/illustrate`, {
    pages: [
      { op: 'add', kind: 'slide', name: 'One' },
      { op: 'add', kind: 'slide', name: 'Two' },
    ],
  });
  expect(first.status).toBe(200);
  const [one] = first.body.pages;
  await untilPage(editor, place, one!.id);
  const pages = mapIn(mapIn(rootMap(editor.doc, 'tabs'), place.tab), 'pages')!;
  pages.set(one!.id, { ...(pages.get(one!.id) as object), name: 'Renamed' });
  await editor.saved();
  editor.destroy();
  const stale = { baseRev: first.body.changeset.rev, pages: [{ op: 'set', page: one!.id, background: '#dbeafe' }] };
  const refused = await adaThere.call<{ code: string; errors: object[] }>('POST', `${tab}/illustrate`, stale);
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'changeset_conflict', errors: [{ elements: [{ id: one!.id, by: 'Grace' }] }] }]); // prettier-ignore
  const article = await adaThere.call<{ pages: Page[] }>('POST', `${tab}/illustrate`, {
    article: { markdown: `# Words\n\n![Alt](${id})\n\n${'Some words. '.repeat(random.integer(200, 900))}` },
  });
  expect(article.status).toBe(200);

  // A theme and a library of Ada's, created on one node and used on the other; a copy by Grace, who has neither.
  const theme = `custom:t${random.integer(1, 999_999)}`;
  await adaHere.call('POST', '/custom-themes', { id: theme, name: 'House', definition: { backgroundColor: '#102030' } });
  expect((await adaThere.call('PATCH', tab, { theme })).status).toBe(200);
  const box = { type: 'shape', shape: 'square', x: 0, y: 0, width: 120, height: 60 };
  const items = [{ id: randomUUID(), title: 'Cart', width: 120, height: 60, elements: [box] }];
  expect((await adaHere.call('POST', '/shape-libraries', { name: 'Parts', items })).status).toBe(201);
  const copied = await graceThere.call<{ id: string }>('POST', `/documents/${place.id}/copy`, { name: 'Mine' });
  expect(copied.status).toBe(201);
  return { place, copy: { id: copied.body.id, tab: place.tab }, images: [id, hers], pages: article.body.pages };
}

async function isThere({ here, there, ada, grace }: MediaStage, { place, copy, images, pages }: Made): Promise<void> {
  for (const url of [here(), there()]) {
    const [asAda, asGrace] = [new Api(url, ada.token), new Api(url, grace.token)];
    for (const image of images)
      for (const { token } of [ada, grace]) expect((await imageAt(url, token, image)).status, image).toBe(200);
    for (const [api, at] of [
      [asAda, place],
      [asGrace, copy],
    ] as const) {
      const tab = `/documents/${at.id}/tabs/${at.tab}`;
      expect((await api.call<{ pages: Page[] }>('GET', tab)).body.pages).toEqual(pages);
      const { body } = await api.call<string>('GET', `${tab}/render.svg`);
      expect([body.includes('#102030'), body.includes('data:image/png')]).toEqual([true, true]);
    }
    const { libraries } = (await asAda.call<{ libraries: { name: string; items: object[] }[] }>('GET', '/shape-libraries')).body;
    expect(libraries).toMatchObject([{ name: 'Parts', items: [{ title: 'Cart' }] }]);
    const { usage } = (await asAda.call<{ usage: Record<string, { id: string }[]> }>('GET', '/images/usage')).body;
    expect(usage[images[0]!]).toMatchObject([{ id: place.id }]);
    expect((await asGrace.call<{ themes: object[] }>('GET', '/custom-themes')).body.themes).toEqual([]);
  }
}

/** Names are numbered and limits are exact for concurrent calls to several nodes. */
async function sharedNames({ here, there, ada }: MediaStage): Promise<void> {
  const apis = [new Api(here(), ada.token), new Api(there(), ada.token)];
  const made = await Promise.all([0, 1, 2, 3].map((at) => apis[at % 2]!.call('POST', '/shape-libraries', { name: 'Parts' })));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const { libraries } = (await apis[0]!.call<{ libraries: { name: string }[] }>('GET', '/shape-libraries')).body;
  expect(libraries.map(({ name }) => name).toSorted()).toEqual(['Parts', 'Parts 2', 'Parts 3', 'Parts 4', 'Parts 5']);
  const id = 'custom:once';
  const twice = apis.map((api) => api.call('POST', '/custom-themes', { id, name: 'Once', definition: {} }));
  expect((await Promise.all(twice)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
}

function writeImage({ doc }: TestEditor, { tab }: ColdTab, imageId: string): void {
  const entries: [string, unknown][] = [
    ['type', 'image'],
    ['z', 'a1'],
    ['at', [400, 40]],
    ['size', [40, 30]],
    ['imageId', imageId],
  ];
  doc.transact(() => mapIn(mapIn(rootMap(doc, 'tabs'), tab), 'elements')!.set(`image~${newElementSuffix()}`, new Y.Map(entries)));
}

async function untilPage({ doc }: TestEditor, { tab }: ColdTab, page: string): Promise<void> {
  const has = (): boolean => mapIn(mapIn(rootMap(doc, 'tabs'), tab), 'pages')?.has(page) === true;
  await until(has, 10_000, 'the page does not arrive');
}

async function upload(url: string, token: string, bytes: Uint8Array): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'image/png' };
  const response = await fetch(`${url}/api/v1/images`, { method: 'POST', headers, body: new Uint8Array(bytes) });
  const { image } = (await response.json()) as { image: { id: string } };
  return image.id;
}

async function imageAt(url: string, token: string, id: string): Promise<{ status: number; bytes: Buffer }> {
  const response = await fetch(`${url}/api/v1/images/${id}`, { headers: { Authorization: `Bearer ${token}` } });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}
