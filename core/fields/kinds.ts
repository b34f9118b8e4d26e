/**
 * kinds: the names by which operations make and find elements.
 * K1  A kind is a shape kind or one of its aliases, or one of the types text, sticky, table, annotation, link-card.
 * K2  An alias resolves silently; a name in the wrong case is mended with a warning (value_coerced).
 * K3  Any other name becomes the nearest shape kind with a warning (shape_coerced): fewest edits, then the list's order.
 * K4  Frames, lanes, arrows, images, videos and strokes are not made by name.
 */
import { type ShapeKind, shapeKinds } from '#schema/element.ts';

import { shapeAliases } from '../shapes/shape-list.ts';
import { editDistance } from './edit-distance.ts';

export type NamedType = 'text' | 'sticky' | 'table' | 'annotation' | 'link-card';
export const namedTypes: readonly NamedType[] = ['text', 'sticky', 'table', 'annotation', 'link-card'];

export type ElementKind = { readonly type: 'shape'; readonly shape: ShapeKind } | { readonly type: NamedType };
export type FoundKind = { readonly kind: ElementKind; readonly coercion: 'value_coerced' | 'shape_coerced' | null };

const shapes: ReadonlyMap<string, ShapeKind> = new Map([...shapeKinds.map((kind) => [kind, kind] as const), ...shapeAliases]);

/** How an element that is not made by its name is made instead; undefined for every other name. */
export const madeOtherwise: ReadonlyMap<string, string> = new Map([
  ['frame', 'Draw a frame around its members with `wrap <selector...> in frame`, or add a whole element in JSON.'],
  ['lane', 'Draw a lane around its members with `wrap <selector...> in lane`, or add a whole element in JSON.'],
  ['arrow', 'Draw an arrow with `connect <a> -> <b>`.'],
  ['image', 'Add a whole element in JSON: {"op":"add","element":{"type":"image","imageId":…}}.'],
  ['video', 'Add a whole element in JSON: {"op":"add","element":{"type":"video","url":…}}.'],
  ['stroke', 'Add a whole element in JSON: {"op":"add","element":{"type":"stroke","points":…}}.'],
]);

/** The kind of a name that `add` or `insert` takes; always one (K3). */
export function findKind(name: string): FoundKind {
  const exact = knownKind(name);
  if (exact !== null) return { kind: exact, coercion: null };
  const lower = knownKind(name.toLowerCase());
  if (lower !== null) return { kind: lower, coercion: 'value_coerced' };
  return { kind: { type: 'shape', shape: nearestShape(name) }, coercion: 'shape_coerced' };
}

/** The shape kind of a name or alias; undefined when there is none of exactly this name. */
export const findShape = (name: string): ShapeKind | undefined => shapes.get(name);

/** The shape kind whose name or alias takes the fewest edits to get to. */
export function nearestShape(name: string): ShapeKind {
  const wanted = name.toLowerCase().slice(0, 40);
  let nearest: ShapeKind = 'square';
  let least = Infinity;
  for (const [known, shape] of shapes) {
    const distance = known.startsWith(wanted) || wanted.startsWith(known) ? 0.5 : editDistance(wanted, known);
    if (distance < least) [nearest, least] = [shape, distance];
  }
  return nearest;
}

function knownKind(name: string): ElementKind | null {
  const type = namedTypes.find((known) => known === name);
  if (type !== undefined) return { type };
  const shape = shapes.get(name);
  return shape === undefined ? null : { type: 'shape', shape };
}
