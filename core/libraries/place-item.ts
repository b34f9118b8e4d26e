/**
 * place-item: turns an item of a shape library into operations of a changeset, one `add` for each of its parts.
 *
 * Parts keep their relative positions: boxes, free ends and way-points of arrows move by the same distance. Parts and groups get names
 * that the tab does not have, and arrows between them use the new ones. They come from back to front, arrows after the boxes at
 * their ends. Layers, locks and order keys depend on the original tab and are left out.
 */
import { slugOf } from '#schema/ids.ts';
import type { LibraryItem } from '#schema/library.ts';
import type { Rect } from '#schema/tab.ts';
import { isPlainObject } from '#schema/plain-object.ts';

import { numberedSlug } from '../notation/slug.ts';
import { freeGroupNames, renamedGroup } from '../tab/group-paths.ts';

export type AddPart = { readonly op: 'add'; readonly element: Readonly<Record<string, unknown>> };
type Part = LibraryItem['elements'][number];
/** What the tab has: slugs, and names of outermost groups. */
export type TakenNames = { readonly slugs: ReadonlySet<string>; readonly groups: ReadonlySet<string> };
type At = { readonly x: number; readonly y: number };

/** `at`: the position of the item's top-left corner. */
export function placeItem({ elements }: LibraryItem, at: At, taken: TakenNames): AddPart[] {
  const names = newNames(elements, taken.slugs);
  const groups = freeGroupNames(elements.flatMap(({ group }) => (typeof group === 'string' ? [group] : [])), taken.groups); // prettier-ignore
  const ordered = elements.every(({ z }) => typeof z === 'string')
    ? elements.toSorted((a, b) => (String(a['z']) < String(b['z']) ? -1 : 1))
    : elements;
  const boxes = ordered.filter(({ type }) => type !== 'arrow').map((part) => moved(part, at));
  const arrows = ordered.filter(({ type }) => type === 'arrow').map((part) => movedArrow(part, at, names));
  return [...boxes, ...arrows].map((part): AddPart => {
    const { id, z: _z, layer: _layer, locked: _locked, ...rest } = part;
    const name = typeof id === 'string' ? names.get(slugOf(id)) : undefined;
    const { group } = rest;
    return {
      op: 'add',
      element: {
        ...(name !== undefined && { id: name }),
        ...rest,
        ...(typeof group === 'string' && { group: renamedGroup(group, groups) }),
      },
    };
  });
}

/** To the right of everything on the tab, aligned with its top; the origin of an empty tab. */
export function placeBeside(elements: Iterable<Partial<Rect>>): At {
  let [right, top] = [-Infinity, Infinity];
  for (const { x, y, width = 0 } of elements) {
    if (x === undefined || y === undefined) continue;
    right = Math.max(right, x + width);
    top = Math.min(top, y);
  }
  return right === -Infinity ? { x: 0, y: 0 } : { x: Math.ceil(right) + gap, y: Math.floor(top) };
}

const gap = 80;

/** By the slug that a part has in the item. */
function newNames(parts: readonly Part[], taken: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const used = new Set(taken);
  for (const { id } of parts) {
    if (typeof id !== 'string') continue;
    const slug = slugOf(id);
    const name = freeSlug(slug, used);
    used.add(name);
    names.set(slug, name);
  }
  return names;
}

function freeSlug(slug: string, used: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const free = numberedSlug(slug, number);
    if (!used.has(free)) return free;
  }
}

/** A part without a position gets one from the changeset. */
const moved = (part: Part, { x, y }: At): Part =>
  typeof part['x'] === 'number' && typeof part['y'] === 'number' ? { ...part, x: part['x'] + x, y: part['y'] + y } : part;

/** The end of an arrow at its new position, or with the new name of its box. */
function movedArrow(part: Part, at: At, names: ReadonlyMap<string, string>): Part {
  const end = (value: unknown): unknown => {
    if (!isPlainObject(value)) return value;
    const { element } = value;
    return typeof element === 'string' ? { ...value, element: names.get(slugOf(element)) ?? element } : moved(value, at);
  };
  const points = part['points'];
  return {
    ...part,
    from: end(part['from']),
    to: end(part['to']),
    ...(Array.isArray(points) && { points: points.map((point: unknown) => movedPoint(point, at)) }),
  };
}

function movedPoint(point: unknown, { x, y }: At): unknown {
  if (!Array.isArray(point)) return point;
  const [px, py]: unknown[] = point;
  return typeof px === 'number' && typeof py === 'number' ? [px + x, py + y] : point;
}
