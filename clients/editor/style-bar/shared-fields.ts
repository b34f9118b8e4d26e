/**
 * shared-fields: the fields of the selected elements, and the values that they share.
 *
 * A field is offered if it affects the drawing of one of the elements; the field tables of the engine have the last word. Its
 * value is that of all elements with the field, null if none of them has set it, `mixedValues` if they differ.
 */
import type { Element, ElementType } from '#schema/element.ts';

import { fieldRule, fieldValue } from '#core/fields/field-table.ts';
import { isArranged } from '#core/tab/arranged-frames.ts';
import { drawnLabel } from '#core/text/label-lines.ts';

export type StyleField =
  | 'shape' | 'color' | 'fill' | 'stroke' | 'textColor' | 'text' | 'font' | 'border' | 'line' | 'heads' | 'direction' | 'thickness' | 'number'
  | 'labelAt' | 'arrange' | 'gap' | 'url' | 'title' | 'alt' | 'opacity' | 'link' | 'note' | 'layer'; // prettier-ignore

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
];
/** Captions of images and videos are white, in one size. */
const captioned: readonly ElementType[] = ['image', 'video'];
/** They have an outline only if its color is set. */
const barelyBounded: readonly ElementType[] = ['text', 'image', 'video'];
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
const everything: readonly ElementType[] = [...lettered, ...captioned, 'stroke'];

/** The types whose drawing a field affects. */
const saying: Readonly<Record<StyleField, readonly ElementType[]>> = {
  shape: ['shape'],
  color: ['sticky'],
  fill: ['shape', 'text', 'table', 'link-card', 'frame', 'lane', 'annotation'],
  stroke: bounded,
  textColor: lettered,
  text: lettered,
  font: [...lettered, ...captioned],
  border: bounded,
  line: ['arrow'],
  heads: ['arrow'],
  labelAt: ['arrow'],
  direction: ['lane', 'frame'],
  arrange: ['frame'],
  gap: ['frame'],
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

/** Whether the drawing of elements of this type can depend on the field. */
export const drawsField = (type: ElementType, name: StyleField): boolean => saying[name].includes(type);

/** The shared values of the fields that are offered. */
export function sharedFields(elements: readonly Element[]): ReadonlyMap<StyleField, SharedValue> {
  const shared = new Map<StyleField, SharedValue>();
  for (const [name, types] of Object.entries(saying) as [StyleField, readonly ElementType[]][]) {
    const having = elements.filter(
      (element) => types.includes(element.type) && fieldRule(element.type, name) !== undefined && !isIgnored(element, name),
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
  const { type, stroke } = element;
  if (name === 'border') return stroke === 'none' || (stroke === undefined && barelyBounded.includes(type));
  if (name === 'font') return (type === 'image' || type === 'video') && drawnLabel(element).trim() === '';
  if (name === 'labelAt') return (element.label ?? '').trim() === '';
  if (type === 'frame' && name === 'arrange') return element.block !== undefined;
  if (type === 'frame' && name === 'gap') return !isArranged(element);
  if (type === 'frame' && name === 'direction') return !isArranged(element) || !directed.has(element.arrange);
  // Boards and sheets keep their shape.
  return name === 'shape' && type === 'shape' && (element.shape === 'plan-board' || element.shape === 'plan-sheet');
}

const plain = (value: unknown): string | number | null => (typeof value === 'string' || typeof value === 'number' ? value : null);
