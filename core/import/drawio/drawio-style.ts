/** drawio-style: the style of a cell of draw.io, `ellipse;fillColor=#fff;dashed=1`, and the fields that it says. */
import type { Shape } from '#schema/element.ts';

import { fontSizes } from '../../text/sizes.ts';
import { colorFrom } from '../color-name.ts';
import { knownWidth, sizeFrom } from '../known-measures.ts';
import type { Losses } from '../diagram.ts';

/** A name without a value, such as `ellipse`, has the value ''. */
export type DrawioStyle = ReadonlyMap<string, string>;

export function styleOf(text: string): DrawioStyle {
  const style = new Map<string, string>();
  for (const part of text.split(';')) {
    const at = part.indexOf('=');
    const name = (at === -1 ? part : part.slice(0, at)).trim();
    if (name !== '') style.set(name, at === -1 ? '' : part.slice(at + 1).trim());
  }
  return style;
}

export const isOn = (style: DrawioStyle, name: string): boolean => style.get(name) === '1';

export function numberIn(style: DrawioStyle, name: string): number | null {
  const value = Number(style.get(name) ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}

/** `light-dark(#fff, #000)` is its first color. */
export function colorIn(style: DrawioStyle, name: string): ReturnType<typeof colorFrom> {
  const value = style.get(name);
  return value === undefined ? null : colorFrom(/^light-dark\(([^,()]+)/.exec(value)?.[1]?.trim() ?? value);
}

export type DrawioLooks = Pick<
  Shape,
  | 'fill'
  | 'stroke'
  | 'strokeWidth'
  | 'textColor'
  | 'border'
  | 'opacity'
  | 'rotation'
  | 'text'
  | 'font'
  | 'bold'
  | 'italic'
  | 'strike'
>;

/** What the style says of colors, line and text; what no field says is counted. */
export function looksOf(style: DrawioStyle, id: string, losses: Losses): DrawioLooks {
  for (const [name, why] of unsaid) {
    const value = style.get(name);
    if (value !== undefined && value !== '' && value !== '0' && value !== 'none')
      losses.tally(id, `${name}=${value.slice(0, 40)}`, why);
  }
  const [fill, stroke, textColor] = [colorIn(style, 'fillColor'), colorIn(style, 'strokeColor'), colorIn(style, 'fontColor')];
  const opacity = numberIn(style, 'opacity');
  const rotation = numberIn(style, 'rotation');
  return {
    ...(fill !== null && { fill }),
    ...(stroke !== null && { stroke }),
    ...(textColor !== null && textColor !== 'none' && { textColor }),
    ...borderOf(style),
    ...widthOf(style),
    ...emphasisOf(style, id, losses),
    ...(opacity !== null && opacity >= 0 && opacity < 100 && { opacity: opacity / 100 }),
    ...(rotation !== null && rotation % 360 !== 0 && { rotation: rotation % 360 }),
    ...fontOf(style),
  };
}

export function borderOf(style: DrawioStyle): Pick<Shape, 'border'> {
  if (!isOn(style, 'dashed')) return {};
  return { border: (style.get('dashPattern') ?? '').startsWith('1 ') ? 'dotted' : 'dashed' };
}

const fonts: readonly (readonly [NonNullable<Shape['font']>, RegExp])[] = [
  ['mono', /courier|mono|consol|menlo/i],
  ['hand', /comic|hand|script|caveat|indie|architects|kalam/i],
  ['serif', /times|georgia|garamond|serif(?<!sans[- ]?serif)/i],
];

/** Texts that fill their box have this in the style. */
export const scaleKey = 'atelierText';

/** Without one, and at the usual width of draw.io, lines are as wide as the theme has them. */
function widthOf(style: DrawioStyle): Pick<Shape, 'strokeWidth'> {
  const width = numberIn(style, 'strokeWidth');
  return width === null || width === 1 ? {} : { strokeWidth: knownWidth(width) };
}

/** The bits of `fontStyle`. */
const [boldBit, italicBit, underlineBit, strikeBit] = [1, 2, 4, 8] as const;

function emphasisOf(style: DrawioStyle, id: string, losses: Losses): Pick<Shape, 'bold' | 'italic' | 'strike'> {
  const bits = numberIn(style, 'fontStyle') ?? 0;
  if ((bits & underlineBit) !== 0) losses.tally(id, 'an underlined label', 'labels are not underlined');
  return {
    ...((bits & boldBit) !== 0 && { bold: true }),
    ...((bits & italicBit) !== 0 && { italic: true }),
    ...((bits & strikeBit) !== 0 && { strike: true }),
  };
}

export const fontStyleOf = ({ bold, italic, strike }: Pick<Shape, 'bold' | 'italic' | 'strike'>): number =>
  (bold === true ? boldBit : 0) + (italic === true ? italicBit : 0) + (strike === true ? strikeBit : 0);

/** 12 is the usual size of draw.io, and the small one here. */
function fontOf(style: DrawioStyle): Pick<Shape, 'text' | 'font'> {
  const size = numberIn(style, 'fontSize') ?? 12;
  const font = fonts.find(([, pattern]) => pattern.test(style.get('fontFamily') ?? ''))?.[0];
  const text = style.get(scaleKey) === 'scale' ? 'scale' : sizeFrom(size, fontSizes);
  return { text, ...(font !== undefined && { font }) };
}

const unsaid = [
  ['gradientColor', 'fills have one color'],
  ['shadow', 'boxes have no shadow'],
  ['sketch', 'the look of the tab says whether lines are rough'],
  ['glass', 'fills have one color'],
  ['flipH', 'boxes are not mirrored'],
  ['flipV', 'boxes are not mirrored'],
] as const; // prettier-ignore
