/**
 * shared-fields: the fields of the selected elements, and the values that they share.
 *
 * A field is offered if it affects the drawing of one of the elements; the field tables of the engine have the last word. Its
 * value is that of all elements with the field, null if none of them has set it, `mixedValues` if they differ.
 */
import type { Element } from '#schema/element.ts';

import { fieldRule, fieldValue } from '#core/fields/field-table.ts';
import { isArranged } from '#core/tab/arranged-frames.ts';
import { takesAlignment } from '#core/text/label-alignment.ts';
import { drawnLabel } from '#core/text/label-lines.ts';

import { barelyBounded, drawsField, type StyleField, styleFields } from '../changes/drawn-fields.ts';

export const mixedValues = Symbol('mixed');
export type SharedValue = string | number | null | typeof mixedValues;

/** The shared values of the fields that are offered. */
export function sharedFields(elements: readonly Element[]): ReadonlyMap<StyleField, SharedValue> {
  const shared = new Map<StyleField, SharedValue>();
  for (const name of styleFields) {
    const having = elements.filter(
      (element) => drawsField(element.type, name) && fieldRule(element.type, name) !== undefined && !isIgnored(element, name),
    );
    const [first, ...others] = having.map((element) => plain(fieldValue(element, name)));
    if (first === undefined) continue;
    shared.set(name, others.every((value) => value === first) ? first : mixedValues);
  }
  return shared;
}

/** The arrangements that have a direction. */
const directed: ReadonlySet<string> = new Set(['stack', 'tree', 'flow', 'swimlane']);

/** Whether the drawing of this element does not depend on the field, although that of others of its type does. */
function isIgnored(element: Element, name: StyleField): boolean {
  const { type, stroke, border } = element;
  if (name === 'border' || name === 'strokeWidth')
    return (
      stroke === 'none' || (stroke === undefined && barelyBounded.includes(type)) || (name !== 'border' && border === 'none')
    );
  if (name === 'textAlign' || name === 'verticalAlign') return !takesAlignment(element);
  if (name === 'bold' || name === 'italic' || name === 'strike')
    return (type === 'image' || type === 'video' || type === 'table') && drawnLabel(element).trim() === '';
  if (name === 'font') return (type === 'image' || type === 'video') && drawnLabel(element).trim() === '';
  if (name === 'labelAt') return (element.label ?? '').trim() === '';
  if (type === 'frame' && name === 'arrange') return element.block !== undefined;
  if (type === 'frame' && name === 'gap') return !isArranged(element);
  if (type === 'frame' && name === 'direction') return !isArranged(element) || !directed.has(element.arrange);
  // Boards, sheets and icons keep their shape.
  return name === 'shape' && type === 'shape' && ['plan-board', 'plan-sheet', 'icon'].includes(element.shape);
}

const plain = (value: unknown): string | number | null => (typeof value === 'string' || typeof value === 'number' ? value : null);
