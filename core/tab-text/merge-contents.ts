/**
 * merge-contents: merges what two sides changed in a tab since a common base: by element, and within an element by field.
 *
 * What only one side changed is taken from that side; where both made the same change there is nothing to decide. Anything else is a
 * conflict. The merge is symmetric: with the sides exchanged it has the same content and the same conflicts, exchanged.
 */
import { jsonEqual } from '#schema/json-equal.ts';

import type { Json } from '../notation/json.ts';
import { sameElement } from './content-changes.ts';
import { mergeOrder } from './merge-order.ts';
import type { ContentElement, TabContent } from './tab-content.ts';

export type MergeSide = 'ours' | 'theirs';

/** A place where both sides changed the same thing in different ways. */
export type MergeConflict = {
  /** The slug of the element. */
  readonly ref: string;
  /** The stored name of a field, `type`, `order`, or `element` where one side removed what the other changed. */
  readonly field: string;
  /** Null: unset. For `element` and `order`, words. */
  readonly ours: Json;
  readonly theirs: Json;
};

export type ContentMerge = { readonly content: TabContent; readonly conflicts: readonly MergeConflict[] };

export type ThreeContents = { readonly base: TabContent; readonly ours: TabContent; readonly theirs: TabContent };

/**
 * The merge of both sides. Where they conflict, the content is the winner's, by default that of theirs. `placeOf` is the place of an
 * element's layer.
 */
export function mergeContents(
  sides: ThreeContents,
  placeOf: (layer: Json | undefined) => number,
  winner: MergeSide = 'theirs',
): ContentMerge {
  const conflicts: MergeConflict[] = [];
  const merged = new Map<string, ContentElement>();
  for (const slug of new Set([...sides.base.keys(), ...sides.ours.keys(), ...sides.theirs.keys()])) {
    const element = mergeElement(slug, sides, winner, conflicts);
    if (element !== undefined) merged.set(slug, element);
  }
  attachArrows(merged, sides, winner, conflicts);
  const { order, conflict } = mergeOrder(sides, merged, winner);
  if (conflict !== null) conflicts.push(conflict);
  const stack = order.flatMap((slug) => {
    const element = merged.get(slug);
    return element === undefined ? [] : [[slug, element] as const];
  });
  const content = new Map(stack.toSorted(([, a], [, b]) => placeOf(a.fields['layer']) - placeOf(b.fields['layer'])));
  return { content, conflicts: conflicts.toSorted((a, b) => compare(a.ref, b.ref) || compare(a.field, b.field)) };
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

function mergeElement(
  slug: string,
  { base, ours, theirs }: ThreeContents,
  winner: MergeSide,
  conflicts: MergeConflict[],
): ContentElement | undefined {
  const [before, our, their] = [base.get(slug), ours.get(slug), theirs.get(slug)];
  if (sameElement(our, their) || sameElement(before, their)) return our;
  if (sameElement(before, our)) return their;
  if (our === undefined || their === undefined) {
    const words = (side: ContentElement | undefined): string =>
      side === undefined ? 'removed' : `changed ${changedFields(before, side).join(', ')}`;
    conflicts.push({ ref: slug, field: 'element', ours: words(our), theirs: words(their) });
    return winner === 'ours' ? our : their;
  }
  if (our.type !== their.type || (before !== undefined && our.type !== before.type)) {
    conflicts.push({ ref: slug, field: 'type', ours: kindOf(our), theirs: kindOf(their) });
    return winner === 'ours' ? our : their;
  }
  return { type: our.type, fields: mergeFields(slug, [before?.fields ?? {}, our.fields, their.fields], winner, conflicts) };
}

const kindOf = ({ type, fields }: ContentElement): Json => (type === 'shape' ? (fields['shape'] ?? type) : type);

type Fields = ContentElement['fields'];

function mergeFields(
  ref: string,
  [before, our, their]: readonly [Fields, Fields, Fields],
  winner: MergeSide,
  conflicts: MergeConflict[],
): Fields {
  const fields: Record<string, Json> = {};
  for (const name of new Set([...Object.keys(our), ...Object.keys(their)])) {
    const [a, b, c] = [before[name], our[name], their[name]];
    const agree = jsonEqual(b, c) || jsonEqual(a, c);
    if (!agree && !jsonEqual(a, b)) conflicts.push({ ref, field: name, ours: b ?? null, theirs: c ?? null });
    const value = agree || (!jsonEqual(a, b) && winner === 'ours') ? b : c;
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

function changedFields(before: ContentElement | undefined, after: ContentElement): string[] {
  const names = new Set([...Object.keys(before?.fields ?? {}), ...Object.keys(after.fields)]);
  return [...names].filter((name) => !jsonEqual(before?.fields[name], after.fields[name])).toSorted();
}

/** One side removed a box to which the other attached an arrow: the winner's box is restored, or else the arrow is left out. */
function attachArrows(
  merged: Map<string, ContentElement>,
  { ours, theirs }: ThreeContents,
  winner: MergeSide,
  conflicts: MergeConflict[],
): void {
  const loose = [...merged].flatMap(([slug, { type, fields }]) =>
    (type === 'arrow' ? (['from', 'to'] as const) : []).flatMap((name) => {
      const box = attachedTo(fields[name]);
      return box === null || isBoxIn(merged, box) ? [] : [{ slug, name, box }];
    }),
  );
  // What the winner decides elsewhere is one conflict, not two.
  const isDecided = (ref: string, names: readonly string[]): boolean =>
    conflicts.some((conflict) => conflict.ref === ref && names.includes(conflict.field));
  const undecided = loose.filter(
    ({ slug, name, box }) => !isDecided(box, ['element', 'type']) && !isDecided(slug, ['element', 'type', name]),
  );
  for (const { slug, name, box } of undecided) {
    const words = (side: TabContent): string => (isBoxIn(side, box) ? `attached to ${box}` : `${box} removed`);
    conflicts.push({ ref: slug, field: name, ours: words(ours), theirs: words(theirs) });
  }
  for (const { slug, box } of loose) {
    const restored = (winner === 'ours' ? ours : theirs).get(box);
    if (restored === undefined || restored.type === 'arrow') merged.delete(slug);
    else merged.set(box, restored);
  }
}

const isBoxIn = (content: TabContent, slug: string): boolean => (content.get(slug)?.type ?? 'arrow') !== 'arrow';

/** The slug of the box at an end; null for a point of the canvas. */
export const attachedTo = (end: Json | undefined): string | null =>
  typeof end === 'object' && end !== null && 'element' in end && typeof end.element === 'string' ? end.element : null;
