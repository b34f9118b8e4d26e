/** excalidraw-looks: colors, lines, sizes and heads of Excalidraw, and those of elements. */
import type { Shape } from '#schema/element.ts';
import { textAligns, verticalAligns } from '#schema/style-fields.ts';
import type { EndHead } from '#schema/heads.ts';

import { headsFrom } from '../../arrows/end-heads.ts';
import type { LabelAlignment } from '../../text/label-alignment.ts';
import { colorFrom } from '../color-name.ts';
import type { EdgeFields, Losses } from '../diagram.ts';
import { knownWidth, sizeFrom } from '../known-measures.ts';
import type { SceneElement } from './excalidraw-scene.ts';

/** What Excalidraw draws unless another color is chosen. */
export const usualStroke = '#1e1e1e';
/** Lines of this width are as wide as the theme has them. */
export const usualWidth = 2;
const usualStrokes: ReadonlySet<string> = new Set([usualStroke, '#000000']);

/** Under this key of `customData` an export of ours keeps what Excalidraw has no field for. */
export const ownKey = 'atelier';

export type SceneLooks = Pick<Shape, 'fill' | 'stroke' | 'strokeWidth' | 'border' | 'opacity' | 'rotation'>;

export function looksOf(element: SceneElement, losses: Losses): SceneLooks {
  const [fill, stroke] = [colorFrom(element.text('backgroundColor') ?? '') ?? 'none', colorFrom(element.text('strokeColor') ?? '')];
  const style = element.text('strokeStyle');
  const width = element.number('strokeWidth', usualWidth);
  const opacity = element.number('opacity', 100);
  const degrees = Math.round(((element.number('angle', 0) * 180) / Math.PI) * 100) / 100;
  if (element.number('roughness', 1) > 0) losses.tally(element.id, 'rough lines', 'the look of the tab says whether lines are rough');
  const pattern = element.text('fillStyle') ?? 'solid';
  if (fill !== 'none' && pattern !== 'solid') losses.tally(element.id, `fillStyle=${pattern.slice(0, 20)}`, 'fills are solid');
  return {
    fill,
    ...(stroke !== null && !usualStrokes.has(stroke) && { stroke }),
    ...(width !== usualWidth && { strokeWidth: knownWidth(width) }),
    ...((style === 'dashed' || style === 'dotted') && { border: style }),
    ...(opacity >= 0 && opacity < 100 && { opacity: opacity / 100 }),
    ...(degrees % 360 !== 0 && { rotation: degrees % 360 }),
  };
} // prettier-ignore

/** By the numbers of the families in files. */
const fonts: ReadonlyMap<number, NonNullable<Shape['font']>> = new Map([[1, 'hand'], [3, 'mono'], [5, 'hand'], [8, 'mono']]); // prettier-ignore
export const fontNumbers: Readonly<Record<NonNullable<Shape['font']>, number>> = { hand: 5, sans: 2, mono: 8, serif: 6 };

export function fontOf(element: SceneElement): Pick<Shape, 'text' | 'font'> {
  const size = element.number('fontSize', 20);
  const font = fonts.get(element.number('fontFamily', 2));
  return { text: sizeFrom(size, sizeNumbers), ...(font !== undefined && { font }) };
}

/** Where the lines of a text are, if not where they usually are in a box or a text. */
export function alignmentIn(element: SceneElement, usual: LabelAlignment): Pick<Shape, 'textAlign' | 'verticalAlign'> {
  const across = textAligns.find((one) => one === element.text('textAlign')) ?? usual.across;
  const down = verticalAligns.find((one) => one === element.text('verticalAlign')) ?? usual.down;
  return {
    ...(across !== usual.across && { textAlign: across }),
    ...(down !== usual.down && { verticalAlign: down }),
  };
}

/** The sizes that Excalidraw offers. */
export const sizeNumbers = { sm: 16, md: 20, lg: 28 } as const;

const headsByName: ReadonlyMap<string, EndHead> = new Map([
  ['arrow', 'arrow'], ['triangle', 'arrow'], ['triangle_outline', 'triangle'], ['diamond', 'diamond-filled'],
  ['diamond_outline', 'diamond'], ['crowfoot_one', 'one'], ['crowfoot_many', 'many'], ['crowfoot_one_or_many', 'one-many'],
]); // prettier-ignore
/** Heads that Excalidraw lacks become its nearest. */
export const headNames: Readonly<Record<EndHead, string | null>> = {
  none: null,
  arrow: 'arrow',
  open: 'arrow',
  triangle: 'triangle_outline',
  diamond: 'diamond_outline',
  'diamond-filled': 'diamond',
  one: 'crowfoot_one',
  many: 'crowfoot_many',
  'one-many': 'crowfoot_one_or_many',
  'zero-one': 'crowfoot_one',
  'zero-many': 'crowfoot_many',
};
export const hasHead = (head: EndHead): boolean => head === 'none' || headsByName.get(headNames[head] ?? '') === head;

export function headsOf(element: SceneElement, losses: Losses): Pick<EdgeFields, 'heads'> {
  const [start = 'none', end = 'none'] = (['startArrowhead', 'endArrowhead'] as const).map((name): EndHead => {
    const head = element.text(name);
    const known = head === null ? 'none' : headsByName.get(head);
    if (known === undefined) losses.tally(element.id, `the head ${(head ?? '').slice(0, 30)}`, 'arrows have none like it');
    return known ?? 'arrow';
  });
  const heads = headsFrom([start, end]);
  return heads === 'end' ? {} : { heads };
}
