/** The label of an arrow with the places that it is given step by step (label-stage.ts). */
import type { Arrow } from '#schema/element.ts';
import type { Rect, Size } from '#schema/tab.ts';

import type { ArrowRoute } from '../arrows/route.ts';
import { overlaps, sameRect } from '../tab/rect.ts';
import { type Bounds, unionOf } from './bounds.ts';

export type LabelledLine = { readonly arrow: Arrow; readonly route: ArrowRoute };

export type LabelPlace = {
  readonly rect: Rect;
  /** Whether it hides a box. */
  readonly hides: boolean;
  /** True if it is known to cover nothing but perhaps other labels. It may change while the place is the same. */
  readonly isClear: boolean;
  /** What was looked at for the place. */
  readonly reach: Bounds;
};

export type LabelledLines = ReadonlyMap<string, LabelledLine>;
/** What the place of a label is chosen by, apart from what is around it. */
export type LabelSubject = LabelledLine & {
  readonly id: string;
  readonly size: Size;
  readonly hasStartHead: boolean;
  readonly hasEndHead: boolean;
};
/** By itself, and after each round. */
export type LabelPlaces = readonly [LabelPlace, LabelPlace, LabelPlace];
export type PlacedLabel = {
  readonly subject: LabelSubject;
  /** Where too many lines or boxes are, labels do not keep off each other [LB7]. */
  readonly isCrowded: boolean;
  readonly places: LabelPlaces;
};
export type ReachEntry = Bounds & { readonly id: string };

export const hasLabel = ({ label }: Arrow): boolean => label !== undefined && label !== '';

export const haveSameText = (a: Arrow, b: Arrow): boolean => a.label === b.label && a.text === b.text && a.font === b.font;

export function entryOf(id: string, { places: [alone, first, second] }: PlacedLabel): ReachEntry {
  const reach = first === alone && second === alone ? alone.reach : unionOf(unionOf(alone.reach, first.reach), second.reach);
  return { minX: reach.minX, minY: reach.minY, maxX: reach.maxX, maxY: reach.maxY, id };
}

export const isSameArea = (a: Bounds, b: Bounds): boolean =>
  a.minX === b.minX && a.minY === b.minY && a.maxX === b.maxX && a.maxY === b.maxY;

export const isSamePlace = (a: LabelPlace | null, b: LabelPlace | null): boolean =>
  a === b || (a !== null && b !== null && a.hides === b.hides && sameRect(a.rect, b.rect));

/** The place before if it is the same. */
export const kept = (place: LabelPlace, before: LabelPlace | undefined): LabelPlace =>
  before !== undefined && place.isClear === before.isClear && isSamePlace(place, before) && isSameArea(place.reach, before.reach)
    ? before
    : place;

/** The ids of the labels whose places by themselves overlap, found by a sweep from left to right. */
export function contestedLabels(labels: Iterable<readonly [string, PlacedLabel]>): Set<string> {
  const contested = new Set<string>();
  const sorted = Array.from(labels, ([id, { isCrowded, places }]) => ({ id, isCrowded, rect: places[0].rect }))
    .filter(({ isCrowded }) => !isCrowded)
    .sort((a, b) => a.rect.x - b.rect.x);
  for (const [index, { id, rect }] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length; next += 1) {
      const other = sorted[next];
      if (other === undefined || other.rect.x >= rect.x + rect.width) break;
      if (overlaps(other.rect, rect)) contested.add(id).add(other.id);
    }
  }
  return contested;
}
