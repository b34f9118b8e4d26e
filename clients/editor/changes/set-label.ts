/**
 * set-label: the text of an element, as it is typed on the canvas.
 *
 * A box grows around its center when its label no longer fits, as by the engine's `set`; it never shrinks. A text that is as
 * large as its words keeps its top edge and gets the size of the new words, an icon keeps its own size. A blank label is none; a text without words is
 * removed. Unlike in a changeset, the length of a person's label is not capped.
 */
import { type Box, type Element, isBox, type Text } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

import { fitSize, grownSize } from '#core/text/fit-size.ts';
import { iconForLabel, isIcon } from '#core/text/icon-figure.ts';

import { type Font, knownFont } from '#core/text/metrics.ts';
import { measuredIn, tabFont } from '#core/text/tab-font.ts';

import { type Change, freeElements } from './change.ts';
import { storable } from './text.ts';

export const setLabel =
  (id: string, label: string): Change =>
  (planning) => {
    const [element] = freeElements([id], planning);
    if (element === undefined) return null;
    const words = storable(label, limits.labelCharacters);
    if (words.trim() === '' && element.type === 'text') planning.remove(id);
    else planning.put(withLabel(element, words, tabFont(planning.draft.settings)));
    return null;
  };

/** The element with the text, at its new size. `font`: of the tab. */
export const withLabel = (element: Element, words: string, font: Font): Element =>
  measuredIn(element, font, (whole) => labelled(whole, words));

function labelled(element: Element, words: string): Element {
  const { label: _old, ...bare } = element;
  const changed: Element = words.trim() === '' ? bare : { ...bare, label: words };
  if (!isBox(changed)) return changed;
  if (changed.type === 'text' && element.type === 'text' && isAsLargeAsItsWords(element)) return fitText(changed);
  return isIcon(changed) && isBox(element) ? iconForLabel(changed, element) : grown(changed);
}

/** The box, large enough for its label. */
export function grown<T extends Box>(box: T): T {
  const { width, height } = grownSize(box);
  if (width <= box.width && height <= box.height) return box;
  if (box.type === 'text') return { ...box, width, height };
  return { ...box, width, height, x: onCanvas(box.x - (width - box.width) / 2), y: onCanvas(box.y - (height - box.height) / 2) };
}

const wordsSize = (text: Text) => fitSize('text', 'text', text.label ?? '', text.text, text.font, text.bold);

/** Whether the text has the size of its words, and was not resized by hand. */
export function isAsLargeAsItsWords(text: Text): boolean {
  // A text that was measured before the look of its tab changed is still as large as its words were.
  const sizes = new Set([knownFont(text.font), 'sans', 'hand'] as const).values().map((font) => wordsSize({ ...text, font }));
  return sizes.some(({ width, height }) => text.width === width && text.height === height);
}

export const fitText = (text: Text): Text => ({ ...text, ...wordsSize(text) });

export const onCanvas = (value: number): number => Math.min(limits.coordinateMax, Math.max(-limits.coordinateMax, value));
