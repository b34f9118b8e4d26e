/**
 * A first visit: ten labelled, connected and colored boxes in a frame, shared by a link and exported as a PNG, in at most 60 actions, with the
 * mouse, with the keyboard alone, and with fingers on a phone. An action is a click, a tap, a drag, a press of a key, or a text that is typed.
 */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ElementView, TabSettings } from '#schema/tab.ts';

import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage, theEditor } from './stage.ts';

const actionsMax = 60;
const labels = ['Visit', 'Look', 'Choose', 'Order', 'Pay', 'Pack', 'Ship', 'Deliver', 'Unpack', 'Enjoy'] as const;

let stage: EditorStage;
beforeAll(async () => {
  stage = await startStage('newcomer');
});
afterAll(() => stage.stop());

type Point = { readonly x: number; readonly y: number };
type Drawn = ElementView & Readonly<Record<string, unknown>>;

/** Someone who has just signed in for the first time, and is at Home. */
class Newcomer {
  readonly page: Page;
  readonly #visitor: BrowserVisitor;
  readonly #isTouching: boolean;
  readonly files: string[] = [];
  actions = 0;

  constructor(page: Page, visitor: BrowserVisitor, isTouching: boolean) {
    this.page = page;
    this.#visitor = visitor;
    this.#isTouching = isTouching;
    page.on('download', (download) => this.files.push(download.suggestedFilename()));
  }

  static async arrives(name: string, options: BrowserContextOptions = {}): Promise<Newcomer> {
    const visitor = await stage.person(name, { permissions: ['clipboard-read', 'clipboard-write'], ...options });
    const page = await visitor.open('/');
    await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor();
    return new Newcomer(page, visitor, options.hasTouch === true);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.actions += 1;
      await this.page.keyboard.press(key);
    }
  }

  /** Presses Tab until a control has the focus. */
  async tabTo(name: string): Promise<void> {
    const focused = this.page.getByRole('button', { name }).and(this.page.locator(':focus'));
    for (let presses = 0; presses < 30; presses += 1) {
      if ((await focused.count()) > 0) return;
      await this.press('Tab');
    }
    throw new Error(`Tab does not reach ${name}`);
  }

  async type(text: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.type(text);
  }

  /** Clicks, or taps. */
  async on(place: Locator | Point): Promise<void> {
    this.actions += 1;
    const { mouse, touchscreen } = this.page;
    if ('x' in place) await (this.#isTouching ? touchscreen.tap(place.x, place.y) : mouse.click(place.x, place.y));
    else await (this.#isTouching ? place.tap() : place.click());
  }

  async drag(from: Point, to: Point): Promise<void> {
    this.actions += 1;
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await mouse.move(to.x, to.y, { steps: 4 });
    await mouse.up();
  }

  async elements(): Promise<readonly Drawn[]> {
    const { tabs } = await this.#read<{ tabs: readonly TabSettings[] }>('');
    return (await this.#read<{ elements: readonly Drawn[] }>(`/tabs/${tabs[0]?.id}`)).elements;
  }

  async links(): Promise<number> {
    return (await this.#read<{ links: readonly unknown[] }>('/share-links')).links.length;
  }

  /** What REST answers about the document that is open. */
  async #read<T>(path: string): Promise<T> {
    const document = /\/d\/([^/?#]+)/.exec(this.page.url())?.[1];
    return (await this.#visitor.agent.call<T>('GET', `/documents/${document}${path}`)).body;
  }
}

/** Where the dot below the selected box is in the window. */
const dotBelow = (page: Page): Promise<Point> =>
  page.evaluate(`(() => {
    const { selection, tab, viewport } = ${theEditor};
    const { x, y, width, height } = tab.view.get([...selection.get()][0]);
    const at = viewport.toScreen({ x: x + width / 2, y: y + height });
    const { left, top } = document.querySelector('.canvas').getBoundingClientRect();
    return { x: at.x + left, y: at.y + top + 20 };
  })()`);

const isWithin = (a: Drawn, b: Drawn): boolean =>
  a.x > b.x && a.y > b.y && a.x + a.width < b.x + b.width && a.y + a.height < b.y + b.height;

/** What was drawn, shared and exported, in few enough actions. */
async function expectDone(newcomer: Newcomer): Promise<void> {
  // Everything is saved before it is exported.
  await expect.poll(() => newcomer.files).toEqual([expect.stringMatching(/\.png$/)]);
  const elements = (await newcomer.elements()).toSorted((a, b) => (String(a['z']) < String(b['z']) ? -1 : 1));
  const boxes = elements.filter(({ type }) => type === 'shape');
  const frames = elements.filter(({ type }) => type === 'frame');
  expect(boxes.map(({ label }) => label)).toEqual(labels);
  expect(boxes.map(({ fill }) => fill)).toEqual(labels.map(() => 'blue'));
  expect(frames.map(({ label }) => label)).toEqual(['Buying a book']);
  expect(boxes.map((box) => frames.map((frame) => isWithin(box, frame)))).toEqual(labels.map(() => [true]));
  const arrows = elements.filter(({ type }) => type === 'arrow') as readonly (Drawn & {
    from: { element?: string };
    to: { element?: string };
  })[];
  expect(arrows.map(({ from, to }) => [from.element, to.element])).toEqual(
    boxes.slice(1).map(({ id }, index) => [boxes[index]?.id, id]),
  );
  expect(await newcomer.links()).toBe(1);
  expect(newcomer.actions).toBeLessThanOrEqual(actionsMax);
}

/** A person sees where the focus is before the next key. */
const expectFocus = (page: Page, name: string): Promise<void> =>
  expect.poll(() => page.evaluate('document.activeElement?.ariaLabel ?? document.activeElement?.textContent')).toBe(name);

test('with the mouse', async () => {
  const ada = await Newcomer.arrives('Ada');
  const { page } = ada;
  await ada.on(page.getByRole('button', { name: 'New document' }).first());
  await page.getByText('Saved').waitFor();
  await ada.on(page.getByRole('button', { name: 'Rectangle' }));
  await ada.drag({ x: 120, y: 200 }, { x: 260, y: 270 });
  await ada.type(labels[0]);
  // Each next box comes from a dot at the side of the one before: four to the right, one below, four to the left.
  const boxAt = (index: number): Point => (index < 5 ? { x: 190 + 220 * index, y: 235 } : { x: 190 + 220 * (9 - index), y: 385 });
  for (const [index, label] of labels.slice(1).entries()) {
    const { x, y } = boxAt(index);
    await ada.on(index < 4 ? { x: x + 90, y } : index === 4 ? { x, y: y + 55 } : { x: x - 90, y });
    await ada.type(label);
  }
  await ada.drag({ x: 90, y: 170 }, { x: 1170, y: 450 });
  const style = page.getByRole('toolbar', { name: 'Style of selection' });
  await ada.on(style.getByRole('button', { name: 'Fill' }));
  await ada.on(page.getByRole('dialog', { name: 'Fill' }).getByLabel('Blue', { exact: true }));
  await ada.on(page.getByRole('button', { name: 'Frame' }));
  await ada.drag({ x: 90, y: 150 }, { x: 1170, y: 460 });
  await ada.type('Buying a book');
  await shoot(page, 'newcomer-mouse');
  await ada.on(page.getByRole('button', { name: 'Share' }));
  await ada.on(page.getByRole('tab', { name: 'Links' }));
  await ada.on(page.getByRole('button', { name: 'Create link' }));
  await ada.on(page.getByRole('button', { name: 'Close' }));
  await ada.on(page.getByRole('button', { name: 'Document menu' }));
  await ada.on(page.getByRole('menuitem', { name: 'Export tab' }));
  await ada.on(page.getByRole('menuitem', { name: 'PNG' }));
  await expectDone(ada);
});

test('with the keyboard alone', async () => {
  const ada = await Newcomer.arrives('Grace');
  const { page } = ada;
  await ada.press('Tab', 'Enter');
  await ada.tabTo('New document');
  await ada.press('Enter');
  await page.getByText('Saved').waitFor();
  await ada.press('r', 'Enter');
  await ada.type(labels[0]);
  await ada.press('Enter', 'Control+Enter');
  await ada.tabTo('Fill');
  await ada.press('Enter');
  await expectFocus(page, 'Neutral');
  await ada.press('ArrowRight', 'Enter', 'Escape');
  await expectFocus(page, 'Fill');
  await ada.press('Escape');
  // The next boxes are filled alike.
  for (const [index, label] of labels.slice(1).entries()) {
    await ada.press(
      ...(index === 0 ? [] : ['Enter']),
      index < 4 ? 'Control+ArrowRight' : index === 4 ? 'Control+ArrowDown' : 'Control+ArrowLeft',
    );
    await ada.type(label);
  }
  await ada.press('Enter', 'Control+a', 'Control+Alt+g');
  await ada.type('Buying a book');
  await ada.press('Enter', 'Control+k');
  await ada.type('share');
  await ada.press('Enter');
  await expectFocus(page, 'Members');
  await ada.press('ArrowRight');
  await ada.tabTo('Create link');
  await ada.press('Enter');
  await page.getByText(/\/share#/).waitFor();
  await ada.press('Escape', 'Control+k');
  await ada.type('export png');
  await shoot(page, 'newcomer-keyboard');
  await ada.press('Enter');
  await expectDone(ada);
});

test('with fingers on a phone', async () => {
  const ada = await Newcomer.arrives('Joan', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const { page } = ada;
  await ada.on(page.getByRole('button', { name: 'New document' }).first());
  await page.getByRole('button', { name: 'Rectangle' }).waitFor();
  await ada.on(page.getByRole('button', { name: 'Rectangle' }));
  await ada.on({ x: 195, y: 200 });
  await ada.type(labels[0]);
  await ada.press('Enter');
  const style = page.getByRole('toolbar', { name: 'Style of selection' });
  await ada.on(style.getByRole('button', { name: 'Fill' }));
  await ada.on(page.getByRole('dialog', { name: 'Fill' }).getByLabel('Blue', { exact: true }));
  for (const label of labels.slice(1)) {
    await ada.on(await dotBelow(page));
    await ada.type(label);
    await ada.press('Enter');
  }
  await ada.on(page.getByRole('button', { name: 'Document menu' }));
  await ada.on(page.getByRole('menuitem', { name: 'Command palette' }));
  await ada.type('select all');
  await ada.press('Enter');
  await ada.on(style.getByRole('button', { name: 'More' }));
  await ada.on(page.getByRole('menuitem', { name: 'Frame selection' }));
  await ada.type('Buying a book');
  await shoot(page, 'newcomer-phone');
  await ada.on(page.getByRole('button', { name: 'Share' }));
  await ada.on(page.getByRole('tab', { name: 'Links' }));
  await ada.on(page.getByRole('button', { name: 'Create link' }));
  await ada.on(page.getByRole('button', { name: 'Close' }));
  await ada.on(page.getByRole('button', { name: 'Document menu' }));
  await ada.on(page.getByRole('menuitem', { name: 'Export tab' }));
  await ada.on(page.getByRole('menuitem', { name: 'PNG' }));
  await expectDone(ada);
});
