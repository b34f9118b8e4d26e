/**
 * hidden-contents: the contents of frames and lanes that are drawn behind them, found by looking at every pair.
 *
 * The law for every change: the contents of a frame or lane are in front of it, unless they were behind it before and have not
 * moved, or are locked.
 */
import { expect } from 'vitest';

import { type Box, type Element, isArrow, isBox, isPinned } from '#schema/element.ts';
import type { TabSettings } from '#schema/tab.ts';

import { comesAfter } from '../ops/restack.ts';
import { type Container, parentsOf } from './membership.ts';

type Tab = { readonly settings: Pick<TabSettings, 'layers'>; elements(): Iterable<Element> };
export type HiddenPair = { readonly container: Container; readonly element: Element };

/** Hidden elements by `<container> hides <element>`. Pairs on different layers do not count. */
export function hiddenContents(tab: Tab): Map<string, HiddenPair> {
  const elements = [...tab.elements()];
  const boxes = elements.filter(isBox);
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const parents = parentsOf({ boxes: () => boxes });
  const layers = new Set(tab.settings.layers.map(({ id }) => id));
  const layerOf = ({ layer }: Element): string => (layer !== undefined && layers.has(layer) ? layer : '');
  const around = (box: Box | undefined): Container[] => {
    const parent = box === undefined ? undefined : parents.get(box.id);
    return parent === undefined ? [] : [parent, ...around(byId.get(parent.id))];
  };
  const hidden = new Map<string, HiddenPair>();
  for (const element of elements) {
    const ends = isArrow(element)
      ? [element.from, element.to].flatMap((end) => (isPinned(end) ? [end.element] : []))
      : [element.id];
    for (const container of ends.flatMap((id) => around(byId.get(id)))) {
      if (layerOf(container) !== layerOf(element) || comesAfter(element, container)) continue;
      hidden.set(`${container.id} hides ${element.id}`, { container, element });
    }
  }
  return hidden;
}

/** Asserts the law for a change from one tab to the other. */
export function expectContentsInFront(before: Tab, after: Tab): void {
  const old = new Map(Array.from(before.elements(), (element) => [element.id, element]));
  const lockedLayers = before.settings.layers.flatMap(({ id, locked }) => (locked ? [id] : []));
  const isLocked = ({ locked, layer }: Element): boolean =>
    locked === true || (layer !== undefined && lockedLayers.includes(layer));
  const lockedKeys = new Set([...old.values()].filter(isLocked).map(({ z }) => z));
  const hiddenBefore = hiddenContents(before);
  const newlyHidden = [...hiddenContents(after)].filter(([pair, { container, element }]) => {
    const was = old.get(element.id);
    if (was === undefined) return true;
    if (isLocked(was) || lockedKeys.has(container.z)) return false;
    return !hiddenBefore.has(pair) || placeOf(was) !== placeOf(element);
  });
  expect(newlyHidden.map(([pair]) => pair)).toEqual([]);
}

/** The position of a box or the ends and way-points of an arrow, as a comparable string. */
const placeOf = (element: Element): string =>
  isArrow(element)
    ? JSON.stringify([element.from, element.to, element.points, element.layer])
    : JSON.stringify([element.x, element.y, element.width, element.height, element.layer]);
