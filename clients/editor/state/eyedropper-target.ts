/** eyedropper-target: the field for which a person takes a color from an element on the canvas. */
import type { Element } from '#schema/element.ts';

import { drawsField } from '../changes/drawn-fields.ts';

/** `color`: the paper of stickies. */
export type EyedropperTarget = 'fill' | 'stroke' | 'textColor' | 'color';

/** What a key of the keyboard picks for: the fill, or what the selected elements have in its place. */
export function usualTarget(elements: readonly Element[]): EyedropperTarget {
  if (elements.length === 0 || elements.some(({ type }) => type !== 'text' && (drawsField(type, 'fill') || type === 'sticky')))
    return 'fill';
  return elements.some(({ type }) => type === 'text') ? 'textColor' : 'stroke';
}

/** What it picks for while Alt is held. */
export const otherTarget = (target: EyedropperTarget): EyedropperTarget => (target === 'stroke' ? 'fill' : 'stroke');
