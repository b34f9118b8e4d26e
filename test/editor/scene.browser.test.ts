/** The scene of the editor in a real browser: it equals render.svg, and follows the changes of the tab. */
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import type * as Y from 'yjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { gallery } from '#core/render/gallery.test-support.ts';
import type { Element } from '#schema/element.ts';
import type { Sheet } from '#schema/sheet.ts';

import { TestEditor, until } from '../harness/editor.ts';
import { addToken } from '../harness/people.ts';
import { drawings } from '../gallery/drawings.ts';
import { type EditorStage, startStage, type BrowserVisitor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('scene');
  ada = await stage.person('Ada', { viewport: { width: 2400, height: 2000 } });
});
afterAll(() => stage.stop());

type Place = { readonly id: string; readonly tab: string };

async function drawingOf(name: string, theme: string, operations: string): Promise<Place> {
  const place = await stage.document(ada, name);
  const themed = await ada.agent.call('PATCH', `/documents/${place.id}/tabs/${place.tab}`, { theme });
  expect(themed.status).toBe(200);
  const made = await ada.agent.changeset(place, operations);
  expect([made.status, JSON.stringify(made.body).slice(0, 300)]).toEqual([201, expect.anything()]);
  return place;
}

/**
 * The drawn nodes in order: each tag with its attributes and text, without the background, the fonts and the addresses of links.
 * A script, since these tests are compiled without DOM types.
 */
const drawnIn = (page: Page, picture: string): Promise<{ readonly scene: string[]; readonly picture: string[] }> =>
  page.evaluate(`(async () => {
    const text = (await (await fetch('${picture}')).text()).replace(/<style>[^<]*<.style>/, '');
    const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    for (const node of svg.querySelectorAll(':scope > title, :scope > defs')) node.remove();
    const ground = svg.querySelector('rect');
    if (ground.nextElementSibling?.getAttribute('fill') === 'url(#ground)') ground.nextElementSibling.remove();
    ground.remove();
    const toldOf = (root) => Array.from(root.querySelectorAll('*')).flatMap((node) => {
      const isLink = node.localName === 'a';
      const attributes = isLink ? [] : Array.from(node.attributes, ({ name, value }) => name + '=' + value).sort();
      const words = Array.from(node.childNodes).filter(({ nodeType }) => nodeType === 3).map(({ nodeValue }) => nodeValue);
      const isFolder = isLink || node.localName === 'svg' || node.localName === 'div' || (node.localName === 'g' && attributes.length === 0);
      return isFolder ? [] : [node.localName + ' ' + attributes.join(' ') + ' ' + words.join('|')];
    });
    const parts = [...document.querySelectorAll('.scene-pages, .scene-elements')];
    return { scene: parts.flatMap(toldOf), picture: toldOf(svg) };
  })()`);

/** Waits until the scene equals the picture; returns the number of tags. */
async function sameAsPicture(page: Page, { id, tab }: Place): Promise<number> {
  const path = `/api/v1/documents/${id}/tabs/${tab}/render.svg`;
  let drawn = { scene: [''], picture: [] as string[] };
  const isSame = async (): Promise<boolean> => {
    drawn = await drawnIn(page, path);
    return drawn.scene.join('\n') === drawn.picture.join('\n');
  };
  await until(isSame, 60_000, 'the scene is not the picture').catch(() => undefined);
  expect(drawn.scene).toEqual(drawn.picture);
  return drawn.scene.length;
}

describe('the scene of every gallery drawing equals its render.svg', () => {
  const scenes = drawings.map(({ name, title, theme }) => {
    const operations = readFileSync(new URL(`../../docs/gallery/${name}.txt`, import.meta.url), 'utf8');
    return [title, theme, operations] as const;
  });
  // Elements that refer to something outside this document are left out.
  const isLoose = ({ type, ...element }: Element): boolean => type !== 'image' && !('planSheet' in element);
  const whole = Object.entries(gallery).map(([name, { tab, theme }]) => {
    const lines = Array.from(tab.elements())
      .filter(isLoose)
      .map((element) => JSON.stringify({ op: 'add', element }));
    return [`every ${name}`, theme, lines.join('\n')] as const;
  });
  test.for([...scenes, ...whole])('%s', async ([title, theme, operations]) => {
    const place = await drawingOf(title, theme, operations);
    const page = await ada.open(`/d/${place.id}`);
    expect(await sameAsPicture(page, place)).toBeGreaterThan(20);
    await page.close();
  });
});

/** A page that shows these elements. */
async function openedWith(operations: string): Promise<{ readonly page: Page; readonly place: Place }> {
  const place = await drawingOf('Drawing', 'light', operations);
  const page = await ada.open(`/d/${place.id}`);
  await page.locator('.scene-elements [data-id]').first().waitFor();
  return { page, place };
}
const shownIds = (page: Page): Promise<string[]> =>
  page.evaluate(`Array.from(document.querySelectorAll('.scene-elements [data-id]'), ({ dataset }) => dataset.id.split('~')[0])`);

describe('the scene follows', () => {
  test('after any changes of agents and editors it equals the picture', async () => {
    const { page, place } = await openedWith(
      `${Array.from({ length: 300 }, (_, at) => `add square id=b${at} label="Box ${at}" at:${(at % 16) * 200},${Math.floor(at / 16) * 120}`).join('\n')}
      connect b0 -> b1 label="one"\nconnect b1 -> b2 line=angled\nconnect b1 -> b0`,
    );
    expect(await sameAsPicture(page, place)).toBeGreaterThan(600);
    const steps = [
      'set b0 fill=red label="Other"\nmove b1 by=40,300\nset b2 shape=circle',
      'order b5 front\norder b299 back\norder b7 above=b100\nadd sticky id=s label="New" at:100,60',
      'rm b1',
      'wrap b20 b21 b36 b37 in frame id=f label="A frame"\nconnect b0 -> b37 label="over" line=curved',
      'move f by=-900,500\nset b200 rotation=30\nset b201 opacity=0.4',
      `${Array.from({ length: 120 }, (_, at) => `rm b${at + 100}`).join('\n')}\nadd text id=t label="The end" text=lg at:0,-80`,
    ];
    for (const step of steps) {
      const { status, body } = await ada.agent.changeset(place, step);
      expect([status, status === 201 ? '' : JSON.stringify(body)]).toEqual([201, '']);
      await sameAsPicture(page, place);
    }
    await ada.agent.call('PATCH', `/documents/${place.id}/tabs/${place.tab}`, { theme: 'dark' });
    await sameAsPicture(page, place);
    const editor = new TestEditor({
      url: stage.node.url,
      documentId: place.id,
      credential: await addToken(stage.storage, ada.userId),
    });
    await editor.synced();
    const tab = editor.doc.getMap('tabs').get(place.tab) as Y.Map<Y.Map<unknown>>;
    const put = (hidden: boolean): void =>
      editor.doc.transact(() => {
        tab.get('layers')?.set('up', { name: 'Up', order: 'a0', locked: false, hidden });
        for (const [id, element] of (tab.get('elements') as Y.Map<Y.Map<unknown>>).entries())
          if (/^b[0-9]~/.test(id)) element.set('layer', 'up');
      });
    put(false);
    await sameAsPicture(page, place);
    put(true);
    await sameAsPicture(page, place);
    expect(await shownIds(page)).not.toContain('b5');
    editor.doc.transact(() => {
      const page = { order: 'a0', kind: 'slide', name: 'Opening', size: '16:9', orientation: 'landscape', layout: 'blank', background: ['#102030', '#405060'], rect: { x: 0, y: -900, width: 1280, height: 720 } }; // prettier-ignore
      tab.get('pages')?.set('page_00000000000000000000', page);
    });
    await sameAsPicture(page, place);
    editor.destroy();
    await page.close();
  });

  test('boards and sheets show the same as the picture', async () => {
    const { page, place } = await openedWith('add plan-board id=board label="Sprint" at:0,0 width=700 height=400');
    const call = <T>(method: string, path: string, body?: unknown) =>
      ada.agent.call<T>(method, `/documents/${place.id}${path}`, body);
    const { statuses } = (await call<{ statuses: { status: string }[] }>('GET', '/plan')).body;
    const made = await call<{ item: { id: string } }>('POST', '/items', {
      type: 'task',
      fields: { title: 'Write it' },
      place: { status: statuses[0]?.status },
    });
    expect(made.status).toBe(201);
    await sameAsPicture(page, place);
    await call('POST', `/items/${made.body.item.id}/move`, { status: statuses[1]?.status });
    await sameAsPicture(page, place);
    const sheet = (await call<{ sheet: Sheet }>('POST', '/sheets', { tabId: place.tab, title: 'Budget' })).body.sheet;
    await ada.agent.changeset(
      place,
      JSON.stringify({
        op: 'add',
        element: { type: 'shape', shape: 'plan-sheet', x: 0, y: 500, width: 600, height: 300, planSheet: { sheetId: sheet.id } },
      }),
    );
    const [r, c] = [sheet.layout.rows, sheet.layout.cols];
    const cells = [
      { r: r[0], c: c[0], i: { n: 20 } },
      { r: r[1], c: c[0], i: { s: '=A1*2.5' } },
    ];
    expect((await call('POST', `/sheets/${sheet.id}/writes`, { write: { kind: 'cells', cells } })).status).toBe(200);
    await page.locator('.scene text', { hasText: '50' }).waitFor();
    await sameAsPicture(page, place);
    await page.close();
  });

  test('an image is loaded from the server, or replaced by a placeholder if it cannot be read', async () => {
    const bytes = readFileSync(new URL('../../core/images/samples/baseline.jpg', import.meta.url));
    const token = await addToken(stage.storage, ada.userId);
    const sent = await fetch(`${stage.node.url}/api/v1/images`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/jpeg' },
      body: new Uint8Array(bytes),
    });
    const { image } = (await sent.json()) as { image: { id: string } };
    const add = JSON.stringify({
      op: 'add',
      element: { type: 'image', imageId: image.id, x: 0, y: 0, width: 300, height: 220, alt: 'A hill' },
    });
    const { page } = await openedWith(add);
    expect(await page.locator('.scene image').getAttribute('href')).toBe(`/api/v1/images/${image.id}`);
    stage.expectComplaints(/Failed to load resource/);
    const other = await ada.context.newPage();
    await other.route('**/api/v1/images/*', (route) => route.abort());
    await other.goto(page.url());
    await other.locator('.scene text', { hasText: 'A hill' }).waitFor();
    expect(await other.locator('.scene image').count()).toBe(0);
    await Promise.all([page.close(), other.close()]);
  });
});

describe('nodes', () => {
  const many = Array.from({ length: 450 }, (_, at) => `add square id=b${at} label="Box ${at}" at:${at * 200},0`).join('\n');

  test('exist only in or near the view: they are added when elements come into view, and removed when they are far', async () => {
    const { page } = await openedWith(many);
    await page.locator('.canvas').focus();
    await page.keyboard.press('0');
    await until(async () => (await shownIds(page)).length < 80, 5_000, 'what is far away has nodes');
    const first = await shownIds(page);
    expect(first.length).toBeGreaterThan(12);
    await page.mouse.move(1_000, 1_000);
    for (let step = 0; step < 20; step += 1) await page.mouse.wheel(1_000, 0);
    const others = async (): Promise<string[]> => (await shownIds(page)).filter((id) => !first.includes(id));
    await until(async () => (await others()).length > 12, 5_000, 'what came into view is not drawn');
    await until(async () => (await others()).length === (await shownIds(page)).length, 5_000, 'what is far away is still there');
    expect((await shownIds(page)).length).toBeLessThan(80);
    await page.close();
  });

  test('of dragged elements and their arrows move with the pointer, before other people see it', async () => {
    const { page, place } = await openedWith(
      'add square id=a label="A" at:400,400\nadd square id=b label="B" at:900,400\nconnect a -> b id=e',
    );
    const other = await ada.open(`/d/${place.id}`);
    await other.locator('.scene-elements [data-id]').first().waitFor();
    const drawn = (where: Page, slug: string): Promise<string> =>
      where.evaluate(`document.querySelector('.scene-elements [data-id^="${slug}~"]').innerHTML`);
    await page.bringToFront();
    const [box, line] = [await drawn(page, 'a'), await drawn(page, 'e')];
    const { x, y } = (await page.locator('.scene [data-id^="a~"] rect').boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 30, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 300, { steps: 6 });
    await until(async () => (await drawn(page, 'a')) !== box && (await drawn(page, 'e')) !== line, 5_000, 'nothing moved');
    expect([await drawn(other, 'a'), await drawn(other, 'e')]).toEqual([box, line]);
    await page.mouse.up();
    await until(async () => (await drawn(other, 'a')) === (await drawn(page, 'a')), 5_000, 'the other page does not show it');
    expect(await drawn(other, 'e')).toBe(await drawn(page, 'e'));
    await sameAsPicture(page, place);
    await Promise.all([page.close(), other.close()]);
  });
});
