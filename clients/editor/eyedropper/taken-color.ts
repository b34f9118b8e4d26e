/**
 * taken-color: the color that the eyedropper takes from an element: the name of a slot where the element has one, so that it goes on
 * following the theme, or the custom color.
 *
 * A fill is taken from what is filled, from a sticky its paper, and from lines, texts and boxes without a fill what they are drawn
 * with. A line or text without a color of its own has the one of its slot.
 */
import { type Element, stickyColors } from '#schema/element.ts';

import { isHex } from '#core/render/colour.ts';
import { paintOf } from '#core/render/paint.ts';
import type { Theme } from '#core/render/theme.ts';

import type { EyedropperTarget } from '../state/eyedropper-target.ts';

/** A slot or `#rrggbb`; null if the element has no color that the target can have. */
export function takenColor(element: Element, target: EyedropperTarget, theme: Theme): string | null {
  if (target !== 'color') return colorFor(element, target, theme);
  const paper = colorFor(element, 'fill', theme);
  return stickyColors.some((known) => known === paper) ? paper : null;
}

function colorFor(element: Element, target: Exclude<EyedropperTarget, 'color'>, theme: Theme): string | null {
  const { type, textColor } = element;
  const stroke = shown(element.stroke);
  switch (type) {
    case 'sticky':
      return (target === 'textColor' ? shown(textColor) : null) ?? element.color ?? 'yellow';
    case 'stroke':
      return stroke ?? 'neutral';
    case 'arrow':
      return (target === 'textColor' ? shown(textColor) : null) ?? stroke ?? 'neutral';
    case 'image':
    case 'video':
      return stroke;
    case 'annotation':
    case 'frame':
    case 'lane':
    case 'link-card':
    case 'shape':
    case 'table':
    case 'text':
      return boxColor(element, target, theme);
  }
}

function boxColor(element: Element, target: 'fill' | 'stroke' | 'textColor', theme: Theme): string {
  const { type } = element;
  const [fill, stroke, text] = [element.fill, element.stroke, element.textColor].map(shown);
  if (target === 'textColor') return text ?? derived(element, 'ink', theme);
  if (target === 'stroke') return stroke ?? (type === 'text' ? (fill ?? text ?? 'neutral') : derived(element, 'stroke', theme));
  if (fill !== null && fill !== undefined) return fill;
  if (type === 'text') return text ?? 'neutral';
  if (type === 'annotation') return stroke ?? 'blue';
  return element.fill === 'none' ? (stroke ?? 'neutral') : 'neutral';
}

/** The color of a line or text that follows from the fill: its slot, or what is mixed from a custom color. */
function derived({ fill }: Element, part: 'stroke' | 'ink', theme: Theme): string {
  if (fill === undefined || fill === 'none') return 'neutral';
  return isHex(fill) ? paintOf({ fill }, theme)[part] : fill;
}

const shown = (color: string | undefined): string | null => (color === undefined || color === 'none' ? null : color);
