/** The canvas in a real browser: drawing, connecting, writing, moving, resizing, turning, sticking, the clipboard, undo, touch. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ElementView } from '#schema/tab.ts';

import { type Stage, startStage, type Visitor } from './stage.ts';

type Place = { readonly id: string; readonly tab: string };
type Point = readonly [x: number, y: number];

let stage: Stage;
let ada: Visitor;
beforeAll(async () => {
  stage = await startStage('canvas');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

/** A page of Ada's with a drawing on it, seen at 100% with 0,0 at the window's middle. */
async function canvasWith(
  lines = '',
  options: { readonly visitor?: Visitor } = {},
): Promise<{ page: Page; place: Place; hand: Hand }> {
  const visitor = options.visitor ?? ada;
  const place = await stage.document(visitor, 'Drawing');
  if (lines !== '') expect((await visitor.agent.changeset(place, lines)).status).toBe(201);
  const page = await visitor.open(`/d/${place.id}`);
  await page.getByText('Saved').waitFor();
  return { page, place, hand: new Hand(page, visitor, place) };
}

/** The pointer of a person; points are those of the canvas, which lies under the window unmoved. */
class Hand {
  readonly #page: Page;
  readonly #visitor: Visitor;
  readonly #place: Place;

  constructor(page: Page, visitor: Visitor, place: Place) {
    this.#page = page;
    this.#visitor = visitor;
    this.#place = place;
  }

  async drag(points: readonly Point[]): Promise<void> {
    const { mouse } = this.#page;
    const [first, ...others] = points;
    await mouse.move(...first!);
    await mouse.down();
    for (const point of others) await mouse.move(...point, { steps: 4 });
    await mouse.up();
  }

  click(at: Point, options: { readonly modifiers?: ('Shift' | 'Control')[] } = {}): Promise<void> {
    return this.#page.locator('.canvas').click({ position: { x: at[0], y: at[1] }, ...options });
  }

  key(keys: string): Promise<void> {
    return this.#page.keyboard.press(keys);
  }

  /** The elements of the tab once they are as they are meant to be. */
  async elements(isSo: (elements: readonly Seen[]) => boolean = () => true): Promise<readonly Seen[]> {
    let seen: readonly Seen[] = [];
    await expect.poll(async () => {
      await this.#page.getByText('Saved').waitFor();
      const { body } = await this.#visitor.agent.call<{ elements: Seen[] }>('GET', `/documents/${this.#place.id}/tabs/${this.#place.tab}`);
      seen = body.elements;
      return isSo(seen);
    }, { timeout: 15_000 }).toBe(true); // prettier-ignore
    return seen;
  }

  async at(ref: string, isSo: (element: Seen) => boolean = () => true): Promise<Seen> {
    const seen = await this.elements((elements) => elements.some((element) => element.ref === ref && isSo(element)));
    return seen.find((element) => element.ref === ref)!;
  }
}

type Seen = ElementView & {
  readonly label?: string;
  readonly rotation?: number;
  readonly points?: unknown;
  readonly from?: unknown;
  readonly to?: unknown;
};

const shots = process.env['CANVAS_SHOTS'];
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
};

describe('drawing', () => {
  test('boxes by click and drag, words in them, an arrow between them', async () => {
    const { page, hand } = await canvasWith();
    await hand.key('r');
    await hand.drag([[300, 250], [500, 350]]); // prettier-ignore
    await page.keyboard.type('Orders');
    await shoot(page, 'writing');
    await hand.key('Enter');
    expect(await hand.at('square', ({ label }) => label === 'Orders')).toMatchObject({ x: 300, y: 250, width: 200, height: 100 });
    await hand.key('d');
    await hand.click([800, 300]);
    await page.keyboard.type('Paid?');
    await hand.key('Escape');
    expect(await hand.at('diamond', ({ label }) => label === 'Paid?')).toMatchObject({ x: 720, y: 250, width: 160, height: 100 });
    await hand.click([600, 600]);
    await hand.drag([[500, 300], [700, 420], [800, 300]]); // prettier-ignore
    await hand.elements((elements) => elements.some(({ type }) => type === 'arrow'));
    await shoot(page, 'connected');
    expect(await hand.at('arrow')).toMatchObject({
      from: { element: expect.stringMatching(/^square~/) },
      to: { element: expect.stringMatching(/^diamond~/) },
    });
    await page.close();
  });
});

describe('moving, resizing and turning', () => {
  const two = 'add square id=a label=A at:300,200\nadd square id=b label=B at:700,200\nconnect a -> b';

  test('a drag sticks to neighbours and shows by which line', async () => {
    const { page, hand } = await canvasWith(two);
    await page.mouse.move(380, 240);
    await page.mouse.down();
    await page.mouse.move(380, 500, { steps: 5 });
    await page.mouse.move(400, 243, { steps: 5 });
    await shoot(page, 'guides');
    await page.mouse.up();
    expect(await hand.at('a', ({ x }) => x !== 300)).toMatchObject({ x: 320, y: 200 });
    await page.close();
  });

  test('handles resize and turn', async () => {
    const { page, hand } = await canvasWith(two);
    await hand.click([380, 240]);
    await shoot(page, 'selected');
    await hand.drag([[460, 280], [520, 360]]); // prettier-ignore
    expect(await hand.at('a', ({ width }) => width !== 160)).toMatchObject({ x: 300, y: 200, width: 220, height: 160 });
    await hand.drag([[284, 376], [314, 154]]); // prettier-ignore
    await shoot(page, 'turned');
    expect(await hand.at('a', ({ rotation }) => rotation !== undefined)).toMatchObject({ rotation: 90 });
    await page.close();
  });

  test('a marquee selects, arrow keys nudge, and one undo takes all nudges back', async () => {
    const { page, hand } = await canvasWith(two);
    await page.mouse.move(250, 150);
    await page.mouse.down();
    await page.mouse.move(950, 350, { steps: 6 });
    await shoot(page, 'marquee');
    await page.mouse.up();
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowDown']) await hand.key(key);
    expect(await hand.at('b', ({ y }) => y === 210)).toMatchObject({ x: 702 });
    await hand.key('Control+z');
    expect(await hand.at('b', ({ y }) => y === 200)).toMatchObject({ x: 700 });
    await hand.key('Control+Shift+z');
    expect(await hand.at('b', ({ y }) => y === 210)).toMatchObject({ x: 702 });
    await page.close();
  });

  test('undo takes back what this page did, and never what an agent did', async () => {
    const { page, place, hand } = await canvasWith(two);
    await hand.click([380, 240]);
    await hand.key('ArrowRight');
    await hand.at('a', ({ x }) => x === 301);
    expect((await ada.agent.changeset(place, 'set b fill=blue')).status).toBe(201);
    await hand.key('Control+z');
    await hand.at('a', ({ x }) => x === 300);
    await hand.key('Control+z');
    expect(await hand.at('b')).toMatchObject({ fill: 'blue' });
    await page.close();
  });
});

describe('a page of everything', () => {
  test('stickies with Tab, tables, frames, the style bar', async () => {
    const { page, hand } = await canvasWith();
    await hand.key('n');
    await hand.click([220, 220]);
    for (const words of ['Sign up', 'Pay', 'Ship']) {
      await page.keyboard.type(words);
      if (words !== 'Ship') await hand.key('Tab');
    }
    await hand.key('Escape');
    const notes = await hand.elements((elements) => elements.filter(({ label }) => label === 'Ship').length === 1);
    expect(notes.map(({ x, y }) => [x, y])).toEqual([[140, 140], [320, 140], [500, 140]]); // prettier-ignore
    await hand.drag([[120, 120], [700, 330]]); // prettier-ignore
    await page.getByRole('button', { name: 'Paper' }).click();
    await shoot(page, 'colours');
    await page.getByRole('button', { name: 'teal' }).click();
    await hand.elements((elements) => elements.every((element) => 'color' in element && element.color === 'teal'));
    await hand.key('Escape');
    await page.locator('.canvas').focus();
    await hand.key('Control+Alt+g');
    await page.keyboard.type('Journey');
    await hand.key('Enter');
    await hand.elements((elements) => elements.some(({ label }) => label === 'Journey'));
    await shoot(page, 'framed');
    await page.getByRole('button', { name: 'More shapes' }).click();
    await shoot(page, 'shapes');
    await page.getByLabel('Find a shape').fill('table');
    await hand.key('Enter');
    await hand.click([500, 560]);
    await page.locator('.canvas').dblclick({ position: { x: 380, y: 505 } });
    await page.keyboard.type('Name');
    await hand.key('Tab');
    await page.keyboard.type('Price');
    await shoot(page, 'table');
    await hand.key('Enter');
    await hand.key('Escape');
    await hand.elements((elements) =>
      elements.some((element) => 'columns' in element && String(element.columns).startsWith('Name,Price')),
    );
    await page.close();
  });
});
