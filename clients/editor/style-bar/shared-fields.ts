/**
 * shared-fields: which fields the selected elements have between them, and the values that they share.
 *
 * F1  A field is offered when it says something of the drawing of one of them; the field tables of the engine have the last word.
 * F2  Its value is that of all who have it, null where none of them has set it, `mixed` where they differ.
 */
import { type Element, type ElementType, isArrow } from '#schema/element.ts';

import { fieldRule, fieldValue } from '#core/fields/field-table.ts';

export type StyleField =
  | 'shape' | 'color' | 'fill' | 'stroke' | 'textColor' | 'text' | 'font' | 'border' | 'line' | 'heads' | 'direction' | 'thickness' | 'number'
  | 'url' | 'title' | 'alt' | 'opacity' | 'link' | 'note' | 'layer'; // prettier-ignore

export const mixedValues = Symbol('mixed');
export type SharedValue = string | number | null | typeof mixedValues;

const lettered: readonly ElementType[] = [
  'shape',
  'text',
  'sticky',
  'annotation',
  'table',
  'link-card',
  'arrow',
  'frame',
  'lane',
  'image',
  'video',
];
const bounded: readonly ElementType[] = [
  'shape',
  'text',
  'table',
  'link-card',
  'frame',
  'lane',
  'arrow',
  'image',
  'video',
  'stroke',
];
const everything: readonly ElementType[] = [...lettered, 'stroke'];

/** The types whose drawing a field says something of. */
const saying: Readonly<Record<StyleField, readonly ElementType[]>> = {
  shape: ['shape'],
  color: ['sticky'],
  fill: ['shape', 'text', 'table', 'link-card', 'frame', 'lane', 'annotation'],
  stroke: bounded,
  textColor: lettered,
  text: lettered,
  font: lettered,
  border: bounded,
  line: ['arrow'],
  heads: ['arrow'],
  direction: ['lane'],
  thickness: ['stroke'],
  number: ['annotation'],
  url: ['link-card', 'video'],
  title: ['link-card', 'video'],
  alt: ['image'],
  opacity: everything,
  link: everything,
  note: everything,
  layer: everything,
};

/** The shared values of the fields that are offered [F1] [F2]. */
export function sharedFields(elements: readonly Element[]): ReadonlyMap<StyleField, SharedValue> {
  const shared = new Map<StyleField, SharedValue>();
  for (const [name, types] of Object.entries(saying) as [StyleField, readonly ElementType[]][]) {
    const having = elements.filter(
      (element) => types.includes(element.type) && fieldRule(element.type, name) !== undefined && !isFixed(element, name),
    );
    const [first, ...others] = having.map((element) => plain(fieldValue(element, name)));
    if (first === undefined) continue;
    shared.set(name, others.every((value) => value === first) ? first : mixedValues);
  }
  return shared;
}

/** A board stays a board, and a sheet a sheet. */
const isFixed = (element: Element, name: StyleField): boolean =>
  !isArrow(element) &&
  element.type === 'shape' &&
  name === 'shape' &&
  (element.shape === 'plan-board' || element.shape === 'plan-sheet');

const plain = (value: unknown): string | number | null => (typeof value === 'string' || typeof value === 'number' ? value : null);
