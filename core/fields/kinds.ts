/**
 * kinds: the names by which operations create and find elements.
 *
 * A kind is a shape kind or one of its aliases, or one of the types text, sticky, table, annotation and link-card. An alias
 * resolves silently, a name in the wrong case with a warning (value_coerced). Any other name becomes the shape kind with the
 * smallest edit distance, with a warning (shape_coerced). Frames, lanes, arrows, images, videos and strokes cannot be created
 * by name.
 */
import { type ShapeKind, shapeKinds } from '#schema/shape-kinds.ts';

import { shapeAliases } from '../shapes/shape-list.ts';
import { editDistance } from './edit-distance.ts';
import { wholeExample } from './examples.ts';

export type NamedType = 'text' | 'sticky' | 'table' | 'annotation' | 'link-card';
export const namedTypes: readonly NamedType[] = ['text', 'sticky', 'table', 'annotation', 'link-card'];

export type ElementKind = { readonly type: 'shape'; readonly shape: ShapeKind } | { readonly type: NamedType };
export type FoundKind = { readonly kind: ElementKind; readonly coercion: 'value_coerced' | 'shape_coerced' | null };

const shapes: ReadonlyMap<string, ShapeKind> = new Map([...shapeKinds.map((kind) => [kind, kind] as const), ...shapeAliases]);

/** Hints for elements that cannot be created by name: how to create them instead. */
export const creationHints: ReadonlyMap<string, string> = new Map([
  [
    'frame',
    `Draw a frame around its members with \`wrap <selector...> in frame "Shop"\`, or add a whole one: ${wholeExample('frame')}`,
  ],
  [
    'lane',
    `Draw a lane around its members with \`wrap <selector...> in lane "Customer"\`, or add a whole one: ${wholeExample('lane')}`,
  ],
  ['arrow', 'Draw an arrow with `connect <a> -> <b> label="pays"`.'],
  ['image', `Add a whole element in JSON: ${wholeExample('image')}`],
  ['video', `Add a whole element in JSON: ${wholeExample('video')}`],
  ['stroke', `Add a whole element in JSON: ${wholeExample('stroke')}`],
]);

/** The kind for a name in `add` or `insert`. There always is one. */
export function findKind(name: string): FoundKind {
  const exact = knownKind(name);
  if (exact !== null) return { kind: exact, coercion: null };
  const lower = knownKind(name.toLowerCase());
  if (lower !== null) return { kind: lower, coercion: 'value_coerced' };
  return { kind: { type: 'shape', shape: nearestShape(name) }, coercion: 'shape_coerced' };
}

/** The shape kind with exactly this name or alias; undefined if there is none. */
export const findShape = (name: string): ShapeKind | undefined => shapes.get(name);

/** The shape kind whose name or alias has the smallest edit distance. */
export function nearestShape(name: string): ShapeKind {
  const lowerCase = name.toLowerCase().slice(0, 40);
  let nearest: ShapeKind = 'square';
  let least = Infinity;
  for (const [candidate, shape] of shapes) {
    const distance =
      candidate.startsWith(lowerCase) || lowerCase.startsWith(candidate) ? 0.5 : editDistance(lowerCase, candidate);
    if (distance < least) [nearest, least] = [shape, distance];
  }
  return nearest;
}

function knownKind(name: string): ElementKind | null {
  const type = namedTypes.find((candidate) => candidate === name);
  if (type !== undefined) return { type };
  const shape = shapes.get(name);
  return shape === undefined ? null : { type: 'shape', shape };
}
