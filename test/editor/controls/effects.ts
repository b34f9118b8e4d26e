/** effects: what presses bring about in a document, read over REST, or on the screen. */
import type { Locator, Page } from 'playwright-core';

import type { Document } from '#schema/document.ts';

import type { ControlBench, ControlState } from './bench.ts';
import { type ControlEffect, effect } from './control.ts';

/** Names of elements. */
export type Refs = readonly string[];

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function named(all: readonly ControlState[], ref: string): ControlState {
  const found = all.find((one) => one.ref === ref);
  if (found === undefined) throw new Error(`no element ${ref} among ${all.map((one) => one.ref).join(' ')}`);
  return found;
}

/** A field of these elements takes this value; null: it is not set. */
export const field = (refs: Refs, name: string, value: unknown): ControlEffect =>
  effect(
    async (bench) => {
      const all = await bench.elements();
      return refs.map((ref) => named(all, ref)[name] ?? null);
    },
    (now) => now.every((one) => isSame(one, value)),
  );

export const elements = (holds: (now: readonly ControlState[], before: readonly ControlState[]) => boolean): ControlEffect =>
  effect((bench) => bench.elements(), holds);

/** The elements of these names change in this way. */
export const those = (
  refs: Refs,
  holds: (now: readonly ControlState[], before: readonly ControlState[]) => boolean,
): ControlEffect => {
  const chosen = (all: readonly ControlState[]): ControlState[] => refs.map((ref) => named(all, ref));
  return elements((now, before) => holds(chosen(now), chosen(before)));
};

/** So many more elements are on the tab. */
export const more = (count: number): ControlEffect => elements((now, before) => now.length === before.length + count);

/** One more element of a type, or of a kind of shape, is on the tab. */
export const drawn = (kind: string): ControlEffect => {
  const count = (all: readonly ControlState[]): number => all.filter((one) => one.type === kind || one['shape'] === kind).length;
  return elements((now, before) => count(now) === count(before) + 1);
};

export const gone = (refs: Refs): ControlEffect => elements((now) => !now.some((one) => refs.includes(one.ref)));

/** The place in the stack, from the back, of the lowest of these elements. */
export const stacked = (refs: Refs, holds: (now: number, before: number, last: number) => boolean): ControlEffect =>
  effect(
    async (bench) => {
      const stack = (await bench.elements()).toSorted((a, b) => (a.z < b.z ? -1 : 1));
      return { place: Math.min(...refs.map((ref) => stack.indexOf(named(stack, ref)))), last: stack.length - 1 };
    },
    (now, before) => holds(now.place, before.place, now.last),
  );

export const shown = (locator: (page: Page) => Locator): ControlEffect => effect((bench) => bench.shows(locator), Boolean);

export const hidden = (locator: (page: Page) => Locator): ControlEffect =>
  effect(
    (bench) => bench.shows(locator),
    (isShown) => !isShown,
  );

/** What the editor of the shown tab holds: an expression on `editor`. */
export const held = <T>(expression: string, holds: (now: T, before: T) => boolean): ControlEffect =>
  effect((bench) => bench.editor<T>(expression), holds);

export const zoomed = (holds: (now: number, before: number) => boolean): ControlEffect =>
  held('editor.viewport.get().zoom', holds);

/** The settings of the tabs, in their order. */
export const tabs = (holds: (now: Document['tabs'], before: Document['tabs']) => boolean): ControlEffect =>
  effect(async (bench) => (await bench.document()).tabs, holds);

/** A file is handed to the person. */
export const downloaded = (name: RegExp): ControlEffect =>
  effect(
    async (bench) => bench.downloads.join('\n'),
    (now) => name.test(now),
  );

/** One more download of this name. */
export const downloadedAgain = (name: RegExp): ControlEffect =>
  effect(
    async (bench) => bench.downloads.filter((one) => name.test(one)).length,
    (now, before) => now === before + 1,
  );

/** The clipboard has something of this type. */
export const copiedAs = (type: string): ControlEffect =>
  effect(
    (bench) =>
      bench.page.evaluate<string[]>('navigator.clipboard.read().then((items) => items.flatMap(({ types }) => [...types]))'),
    (now) => now.includes(type),
  );

export const copied = (text: string): ControlEffect =>
  effect(
    (bench) => bench.page.evaluate<string>('navigator.clipboard.readText()'),
    (now) => now.includes(text),
  );

/** The style that is copied. */
export const copiedStyle = (holds: (now: string, before: string) => boolean): ControlEffect =>
  effect((bench) => bench.page.evaluate<string>("localStorage.getItem('atelier.style') ?? ''"), holds);

/** A style that every kind of element takes is copied; Paste style is offered from then on. */
export const keepFaint = ({ page }: ControlBench): Promise<void> =>
  page.evaluate(`localStorage.setItem('atelier.style', '{"opacity":0.5}')`);

/** For `after`: the server takes the last changesets of the tab back, which no undo of the page does. */
export const takeBack =
  (count = 1) =>
  async ({ agent, place }: ControlBench): Promise<void> => {
    const path = `/documents/${place.id}/changesets`;
    const { body } = await agent.call<{ changesets: { id: string }[] }>('GET', `${path}?tab=${place.tab}&limit=${count}`);
    for (const { id } of body.changesets) {
      const { status } = await agent.call('POST', `${path}/${id}/revert`);
      if (status >= 300) throw new Error(`revert: ${status}`);
    }
  };

/** For `after`: the page's own undo. */
export const undo = (bench: ControlBench): Promise<void> => bench.undo();
