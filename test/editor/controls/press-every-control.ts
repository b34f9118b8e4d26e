/**
 * press-every-control: tests of every control in a part of the editor.
 *
 * The controls that are there are those that are expected, no more and no less, in the part and in each menu, popover and dialog
 * that opens from it. Each is pressed, and does what is expected of it.
 */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { isFull } from '#test/harness/fuzz.ts';

import { bars } from './bars.ts';
import { type ControlBench, waitUntil } from './bench.ts';
import { button, elsewhere, type PressedControl, type Popup } from './control.ts';
import { controlsIn, describeControl, type FoundControl } from './controls-in.ts';

const effectTimeoutMs = 30_000;

export type Context = {
  readonly title: string;
  readonly bench: () => ControlBench;
  /** Brings the part onto the screen; before each press that does not go on in an open popup. */
  readonly ready?: (bench: ControlBench) => Promise<void>;
  readonly part: (page: Page) => Locator;
  /** The part is a popup of this role: it stays open from press to press. */
  readonly popup?: Popup['role'];
  /** What else is on the page, beside the bars that always are: it is pressed in other contexts. */
  readonly beside?: readonly PressedControl[];
  readonly controls: readonly PressedControl[];
  /** Other contexts press the same controls: below full strength, these are only listed. */
  readonly isVariant?: boolean;
};

/** The controls whose popups are open, each in the popup of the one before it. */
type Opened = { path: readonly PressedControl[]; hasBegun: boolean };
type Running = Context & { readonly opened: Opened };

/** It is pressed in templates.browser.test.ts. */
const onEmptyCanvas = button('Start from a template', elsewhere);

export function pressEveryControl(options: Context): void {
  describe(options.title, () => {
    const context = { ...options, opened: { path: [], hasBegun: false } };
    const { bench, part, controls } = context;
    test('has no other controls than those that are pressed here', async () => {
      await begin(context);
      const { page } = bench();
      await expectControls(part(page), controls);
      const known = [...controls, ...bars, onEmptyCanvas, ...(context.beside ?? [])];
      const isNotice = known.some(({ name }) => name === 'Dismiss');
      const others = async (): Promise<string[]> => {
        const found = (await controlsIn(page.locator('body'))).filter(
          (one) => !known.some((control) => isExpected(one, control)),
        );
        // The notice of a change that an agent made for the setup may still come.
        if (found.length > 0 && !isNotice) await bench().dismissNotices();
        return found.map(describeControl);
      };
      await expect.poll(others, { message: 'on the page, and pressed nowhere', timeout: 15_000 }).toEqual([]);
    });
    if (isFull || options.isVariant !== true) pressEach(context, [], controls);
  });
}

async function begin({ bench, ready, part, popup, opened }: Running): Promise<void> {
  opened.path = [];
  const { page } = bench();
  // A popup that another context left open is another one.
  if (popup !== undefined && opened.hasBegun && (await isThere(part(page)))) {
    await bench().settle(1);
    if (await isThere(part(page))) return;
  }
  await bench().settle();
  await ready?.(bench());
  opened.hasBegun = true;
  // A part of no size of its own, such as one that is laid over the canvas, does not count as visible.
  await part(page).waitFor({ state: 'attached' });
}

/** `path` leads to the popup that the controls are in. */
function pressEach(context: Running, path: readonly PressedControl[], controls: readonly PressedControl[]): void {
  for (const control of controls) {
    if (control.unpressed === 'elsewhere') continue;
    const title = [...path, control].map(describeControl).join(' › ');
    if (control.unpressed === 'disabled') {
      test(`${title} is disabled`, async () => {
        expect(await (await reach(context, path, control)).isDisabled()).toBe(true);
      });
      continue;
    }
    const { opens, effect } = control;
    if (opens === undefined && effect === undefined) throw new Error(`${title}: nothing is expected of it`);
    if (effect !== undefined) test(title, () => pressOnce(context, path, control));
    if (opens === undefined) continue;
    test(`${title} opens its ${opens.role}`, async () => {
      await open(context, path, control);
      await expectControls(popupOf(context, path, opens), opens.controls);
    });
    pressEach(context, [...path, control], opens.controls);
  }
}

async function pressOnce(context: Running, path: readonly PressedControl[], control: PressedControl): Promise<void> {
  const bench = context.bench();
  const { effect, press, after } = control;
  if (effect === undefined) return;
  let located = await reach(context, path, control);
  let before = await effect.read(bench);
  if (effect.holds(before, before)) {
    // What the press before closes had not closed yet.
    await waitUntil(async () => {
      before = await effect.read(bench);
      return !effect.holds(before, before);
    }, 15_000);
    located = await reach(context, path, control);
    before = await effect.read(bench);
  }
  expect(effect.holds(before, before), `it is so before the press: ${JSON.stringify(before)}`).toBe(false);
  await (press === undefined ? located.click() : press(located, bench));
  let now: unknown = before;
  const holds = await waitUntil(async () => {
    now = await effect.read(bench);
    return effect.holds(now, before);
  }, effectTimeoutMs);
  expect(holds, `the press has no such effect: ${JSON.stringify(now)}`).toBe(true);
  if (after === undefined) return;
  await after(bench);
  const isBack = await waitUntil(async () => !effect.holds(await effect.read(bench), before), effectTimeoutMs);
  expect(isBack, 'it is not as it was before').toBe(true);
}

/** The control, with the popups open that it is in. */
async function reach(context: Running, path: readonly PressedControl[], control: PressedControl): Promise<Locator> {
  const { page } = context.bench();
  const last = path.at(-1);
  if (last === undefined) await begin(context);
  else await open(context, path.slice(0, -1), last);
  const within = last?.opens === undefined ? context.part(page) : popupOf(context, path.slice(0, -1), last.opens);
  return locate(within, control);
}

/** Opens the popup of a control, unless it is open. */
async function open(context: Running, path: readonly PressedControl[], control: PressedControl): Promise<void> {
  const { opens } = control;
  if (opens === undefined) throw new Error(`${describeControl(control)} opens nothing`);
  const popup = popupOf(context, path, opens);
  const isOpen = [...path, control].every((one, depth) => context.opened.path[depth] === one);
  if (isOpen && (await isThere(popup))) return;
  const located = await reach(context, path, control);
  await (control.press === undefined ? located.click() : control.press(located, context.bench()));
  await popup.waitFor();
  context.opened.path = [...path, control];
}

/** One that is closing is no longer there. */
const isThere = (popup: Locator): Promise<boolean> =>
  popup.and(popup.page().locator(':not([data-closed], [data-closed] *)')).isVisible();

/** Messages are dialogs, too. */
const notMessages = ':not([role=region] *)';

/** A menu over a menu is another popup of the same role; a dialog under a dialog is hidden from screen readers. */
function popupOf({ bench, popup }: Running, path: readonly PressedControl[], { role }: Popup): Locator {
  const below = [popup, ...path.map(({ opens }) => opens?.role)].filter((one) => one === role).length;
  // Lists stay on the page, hidden, once they have been open.
  return bench()
    .page.getByRole(role, { includeHidden: role !== 'listbox' })
    .and(bench().page.locator(notMessages))
    .nth(below);
}

function locate(within: Locator, control: PressedControl): Locator {
  const { role, name } = control;
  return within.getByRole(role, { name, exact: typeof name === 'string' }).first();
}

function isExpected({ role, name }: FoundControl, control: PressedControl): boolean {
  const { name: expected } = control;
  return role === control.role && (typeof expected === 'string' ? name === expected : expected.test(name));
}

async function expectControls(within: Locator, controls: readonly PressedControl[]): Promise<void> {
  let differences: string[] = [];
  // What is in it may come after it.
  await waitUntil(async () => {
    differences = differencesOf(await controlsIn(within), controls);
    return differences.length === 0;
  }, 15_000);
  expect(differences).toEqual([]);
}

function differencesOf(found: readonly FoundControl[], controls: readonly PressedControl[]): string[] {
  const unexpected = found
    .filter((one) => !controls.some((control) => isExpected(one, control)))
    .map((one) => `not expected: ${describeControl(one)}${one.isDisabled ? ' [disabled]' : ''}`);
  const missing = controls.flatMap((control) => {
    const count = found.filter((one) => isExpected(one, control)).length;
    const { times = 1 } = control;
    return (times === 'several' ? count > 0 : count === times)
      ? []
      : [`${count} instead of ${times}: ${describeControl(control)}`];
  });
  return [...unexpected, ...missing];
}
