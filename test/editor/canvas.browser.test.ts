/**
 * The canvas in a real browser: drawing, connecting, editing text, moving, resizing, rotating, snapping, the clipboard, undo, touch.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ElementView } from '#schema/tab.ts';

import { shoot } from './shoot.ts';
import { type EditorStage, startStage, type BrowserVisitor } from './stage.ts';

type Place = { readonly id: string; readonly tab: string };
type Point = readonly [x: number, y: number];

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('canvas');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

/** A page of Ada's with a drawing, at 100% with 0,0 in the middle of the window. */
async function canvasWith(
  lines = '',
  options: { readonly visitor?: BrowserVisitor } = {},
): Promise<{ page: Page; place: Place; hand: Hand }> {
  const visitor = options.visitor ?? ada;
  const place = await stage.document(visitor, 'Drawing');
  if (lines !== '') expect((await visitor.agent.changeset(place, lines)).status).toBe(201);
  const page = await visitor.open(`/d/${place.id}`);
  await page.getByText('Saved').waitFor();
  return { page, place, hand: new Hand(page, visitor, place) };
}

/** The pointer of a person. Points are on the canvas, which is not scrolled. */
class Hand {
  readonly #page: Page;
  readonly #visitor: BrowserVisitor;
  readonly #place: Place;

  constructor(page: Page, visitor: BrowserVisitor, place: Place) {
    this.#page = page;
    this.#visitor = visitor;
    this.#place = place;
  }

  /** The window coordinates of a point of the canvas. */
  async inWindow([x, y]: Point): Promise<[x: number, y: number]> {
    const box = await this.#page.locator('.canvas').boundingBox();
    return [x + (box?.x ?? 0), y + (box?.y ?? 0)];
  }

  async move(to: Point): Promise<void> {
    await this.#page.mouse.move(...(await this.inWindow(to)), { steps: 5 });
  }

  /** Presses at the first point and moves over the others, without releasing. */
  async hold(points: readonly Point[]): Promise<void> {
    const [first, ...others] = points;
    await this.move(first!);
    await this.#page.mouse.down();
    for (const point of others) await this.move(point);
  }

  async drag(points: readonly Point[]): Promise<void> {
    await this.hold(points);
    await this.#page.mouse.up();
  }

  click(at: Point, options: { readonly modifiers?: ('Shift' | 'Control')[] } = {}): Promise<void> {
    return this.#page.locator('.canvas').click({ position: { x: at[0], y: at[1] }, ...options });
  }

  key(keys: string): Promise<void> {
    return this.#page.keyboard.press(keys);
  }

  /** The elements of the tab, once they meet the condition. */
  async elements(isSo: (elements: readonly Seen[]) => boolean = () => true): Promise<readonly Seen[]> {
    let seen: readonly Seen[] = [];
    await expect.poll(async () => {
      await this.#page.getByText('Saved').waitFor();
      const { body } = await this.#visitor.agent.call<{ elements: Seen[] }>('GET', `/documents/${this.#place.id}/tabs/${this.#place.tab}`);
      seen = body.elements;
      return isSo(seen);
    }).toBe(true); // prettier-ignore
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

describe('drawing', () => {
  test('boxes by click and drag, their text, and an arrow between them', async () => {
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

describe('moving, resizing and rotating', () => {
  const two = 'add square id=a label=A at:300,200\nadd square id=b label=B at:700,200\nconnect a -> b';

  test('a drag snaps to neighbors and shows the line', async () => {
    const { page, hand } = await canvasWith(two);
    await hand.hold([[380, 240], [380, 500], [400, 243]]); // prettier-ignore
    await shoot(page, 'guides');
    await page.mouse.up();
    expect(await hand.at('a', ({ x }) => x !== 300)).toMatchObject({ x: 320, y: 200 });
    await page.close();
  });

  test('handles resize and rotate', async () => {
    const { page, hand } = await canvasWith(two);
    await hand.click([380, 240]);
    await shoot(page, 'selected');
    await hand.drag([[460, 280], [520, 360]]); // prettier-ignore
    expect(await hand.at('a', ({ width }) => width !== 160)).toMatchObject({ x: 300, y: 200, width: 220, height: 160 });
    await hand.drag([[542, 178], [510, 412]]); // prettier-ignore
    await shoot(page, 'turned');
    expect(await hand.at('a', ({ rotation }) => rotation !== undefined)).toMatchObject({ rotation: 90 });
    await page.close();
  });

  test('a marquee selects, arrow keys nudge, and one undo reverts all nudges', async () => {
    const { page, hand } = await canvasWith(two);
    await hand.hold([[250, 150], [950, 350]]); // prettier-ignore
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

  test('undo reverts edits of this page, and never those of an agent', async () => {
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

describe('other elements', () => {
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
    await page.getByRole('button', { name: 'Shapes' }).click();
    await shoot(page, 'shapes');
    await page.getByLabel('Search shapes').fill('table');
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

describe('the clipboard', () => {
  test('copies within a document and into another one, exactly and as lines', async () => {
    const { page, hand } = await canvasWith(
      'add cylinder id=a label=Orders at:300,200 fill=blue\nadd square id=b label=Shop at:700,200\nconnect b -> a label=reads',
    );
    await hand.key('Control+a');
    await hand.key('Control+c');
    await hand.move([640, 600]);
    await hand.key('Control+v');
    const doubled = await hand.elements((elements) => elements.length === 6);
    expect(doubled.filter(({ label }) => label === 'Orders').map(({ width, x }) => [width, x])).toEqual([[120, 300], [120, 360]]); // prettier-ignore
    const other = await canvasWith();
    await other.hand.move([600, 400]);
    await other.hand.key('Control+v');
    expect(await other.hand.elements((elements) => elements.length === 3)).toMatchObject([
      { label: 'Orders', fill: 'blue' },
      { label: 'Shop' },
      { label: 'reads' },
    ]);
    await other.hand.key('Control+x');
    await other.hand.elements((elements) => elements.length === 0);
    await other.hand.key('Control+z');
    await other.hand.elements((elements) => elements.length === 3);
    await page.close();
    await other.page.close();
  });

  test('pasted changeset lines are applied, an address becomes a card, and pictures are uploaded', async () => {
    const { page, hand } = await canvasWith();
    const paste = (entries: Readonly<Record<string, string>>): Promise<void> =>
      page.evaluate(`(() => {
        const data = new DataTransfer();
        for (const [type, text] of Object.entries(${JSON.stringify(entries)})) data.setData(type, text);
        document.querySelector('.canvas').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      })()`);
    await paste({ 'text/plain': 'add square id=a label=One\nadd square id=b label=Two right-of:a\nconnect a -> b' });
    await hand.elements((elements) => elements.length === 3);
    await hand.move([640, 600]);
    await paste({ 'text/plain': 'https://example.org/handbook' });
    expect(await hand.at('link-card')).toMatchObject({ url: 'https://example.org/handbook' });
    const [left, top] = await hand.inWindow([0, 0]);
    await page.evaluate(`(async () => {
      const canvas = new OffscreenCanvas(64, 48);
      canvas.getContext('2d').fillRect(8, 8, 30, 20);
      const data = new DataTransfer();
      data.items.add(new File([await canvas.convertToBlob()], 'sketch.png', { type: 'image/png' }));
      document.querySelector('.canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: data, clientX: 900, clientY: 500, bubbles: true, cancelable: true }));
    })()`);
    expect(await hand.at('image')).toMatchObject({
      width: 64,
      height: 48,
      naturalWidth: 64,
      alt: 'sketch',
      x: 868 - left,
      y: 476 - top,
    });
    await page.close();
  });
});

describe('without a mouse', () => {
  test('the keyboard navigates, draws, connects, resizes and edits text, and each step is announced', async () => {
    const { page, hand } = await canvasWith('add square id=a label=Orders at:300,200\nadd square id=b label=Payments at:700,200');
    await page.locator('.canvas').focus();
    const said = page.locator('[aria-live=polite]').first();
    await hand.key('Tab');
    await expect.poll(() => said.textContent()).toBe('Rectangle Orders, 1 of 2');
    await hand.key('.');
    await expect.poll(() => said.textContent()).toBe('2 selected: 2 × Rectangle');
    await hand.key('l');
    expect(await hand.at('arrow')).toMatchObject({
      from: { element: expect.stringMatching(/^a~/) },
      to: { element: expect.stringMatching(/^b~/) },
    });
    await hand.key('Escape');
    await hand.key('Tab');
    await expect.poll(() => said.textContent()).toBe('Rectangle Orders, 1 of 3, connected to Rectangle Payments');
    await hand.key('Control+Alt+ArrowRight');
    await hand.at('a', ({ width }) => width === 170);
    await hand.key('Enter');
    await page.keyboard.type('Sales');
    await hand.key('Enter');
    await hand.at('a', ({ label }) => label === 'Sales');
    await hand.key('o');
    await hand.key('Enter');
    await page.keyboard.type('New');
    await hand.key('Escape');
    await hand.at('ellipse', ({ label }) => label === 'New');
    await hand.key('Shift+Escape');
    expect(await page.evaluate('document.activeElement.closest("[data-tool-bar]") !== null')).toBe(true);
    await page.close();
  });

  test('one finger moves the element that it touches, two pan and zoom the view', async () => {
    const { context, ...touching } = await stage.person('Tess', { hasTouch: true, viewport: { width: 900, height: 700 } });
    const { page, hand } = await canvasWith('add square id=a label=A at:300,200', { visitor: { context, ...touching } });
    const [left, top] = await hand.inWindow([0, 0]);
    const client = await context.newCDPSession(page);
    const touch = (type: string, ...points: Point[]): Promise<unknown> =>
      client.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: points.map(([x, y], id) => ({ x: x + left, y: y + top, id })),
      });
    await touch('touchStart', [380, 240]);
    await touch('touchMove', [420, 300]);
    await touch('touchMove', [480, 340]);
    await touch('touchEnd');
    await hand.at('a', ({ x, y }) => x === 400 && y === 300);
    await touch('touchStart', [300, 500], [500, 500]);
    await touch('touchMove', [200, 500], [600, 500]);
    await touch('touchEnd');
    await expect.poll(() => page.getByRole('button', { name: /^Zoom: / }).textContent()).toBe('200%');
    await shoot(page, 'touch');
    expect((await hand.at('a')).x).toBe(400);
    await page.close();
  });
});

describe('locks', () => {
  test('a locked element is marked, is not moved, and can be unlocked', async () => {
    const { page, hand } = await canvasWith('add square id=a label=A at:300,200\nadd square id=b label=B at:700,200');
    await hand.click([380, 240]);
    await hand.key('Control+Shift+l');
    await page.getByRole('button', { name: 'Unlock' }).waitFor();
    await hand.drag([[380, 240], [380, 500]]); // prettier-ignore
    await hand.click([380, 240]);
    await shoot(page, 'locked');
    expect(await hand.at('a')).toMatchObject({ y: 200, locked: true });
    await page.getByRole('button', { name: 'Unlock' }).click();
    await hand.at('a', (element) => !('locked' in element));
    await page.close();
  });

  test('a viewer changes nothing', async () => {
    const { place, page: own } = await canvasWith('add square id=a label=A at:300,200');
    const eve = await stage.person('Eve');
    await stage.invite(place.id, eve, 'viewer');
    const page = await eve.open(`/d/${place.id}`);
    await page.getByText('A', { exact: true }).first().waitFor();
    await new Hand(page, eve, place).drag([[380, 240], [380, 400]]); // prettier-ignore
    await page.keyboard.press('Delete');
    expect(await page.getByRole('button', { name: 'Rectangle' }).count()).toBe(0);
    expect((await eve.agent.call('GET', `/documents/${place.id}/tabs/${place.tab}`)).body).toMatchObject({
      elements: [{ y: 200 }],
    });
    await page.close();
    await own.close();
  });
});
