/** The scene of the editor in a real browser: it is what render.svg shows, and follows what happens to the tab. */
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { gallery } from '#core/render/gallery.test-support.ts';
import type { Element } from '#schema/element.ts';

import { drawings } from '../gallery/drawings.ts';
import { type Stage, startStage, type Visitor } from './stage.ts';

let stage: Stage;
let ada: Visitor;
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
 * What is drawn, in order: each tag with its attributes and own words. The ground, the fonts and the addresses of links are no
 * part of it. A script, for these tests know no DOM.
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

describe('the scene of every gallery drawing is its render.svg', () => {
  const told = drawings.map(({ name, title, theme }) => {
    const operations = readFileSync(new URL(`../../docs/gallery/${name}.txt`, import.meta.url), 'utf8');
    return [title, theme, operations] as const;
  });
  // What refers to something that this document has not is left out.
  const isLoose = ({ type, ...element }: Element): boolean => type !== 'image' && !('planSheet' in element);
  const whole = Object.entries(gallery).map(([name, { tab, theme }]) => {
    const lines = Array.from(tab.elements())
      .filter(isLoose)
      .map((element) => JSON.stringify({ op: 'add', element }));
    return [`every ${name}`, theme, lines.join('\n')] as const;
  });
  test.for([...told, ...whole])('%s', async ([title, theme, operations]) => {
    const place = await drawingOf(title, theme, operations);
    const page = await ada.open(`/d/${place.id}`);
    const path = `/api/v1/documents/${place.id}/tabs/${place.tab}/render.svg`;
    await expect
      .poll(async () => {
        const { scene, picture } = await drawnIn(page, path);
        return scene.length === picture.length;
      })
      .toBe(true)
      .catch(() => undefined);
    const { scene, picture } = await drawnIn(page, path);
    expect(scene.length).toBeGreaterThan(20);
    expect(scene).toEqual(picture);
    await page.close();
  });
});
