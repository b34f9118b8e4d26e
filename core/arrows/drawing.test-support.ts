/** Tabs for tests, written in a few words. */
import fc from 'fast-check';

import type { Arrow, ArrowEnd, Box, Element, Shape } from '#schema/element.ts';
import type { Heads } from '#schema/heads.ts';
import type { Skipped } from '#schema/tab.ts';

import { TabIndex } from '../tab/tab-index.ts';

/** The full id of a slug. */
export const idOf = (slug: string): string => `${slug}~00000000`;

export function box(slug: string, x: number, y: number, width = 100, height = 60, more: Partial<Shape> = {}): Shape {
  return { type: 'shape', shape: 'square', id: idOf(slug), z: 'a0', x, y, width, height, ...more };
}

/** An arrow between two slugs, or free points. */
export function arrow(slug: string, from: string | ArrowEnd, to: string | ArrowEnd, more: Partial<Arrow> = {}): Arrow {
  const end = (at: string | ArrowEnd): ArrowEnd => (typeof at === 'string' ? { element: idOf(at) } : at);
  return { type: 'arrow', id: idOf(slug), z: 'a1', from: end(from), to: end(to), ...more };
}

export function frame(slug: string, x: number, y: number, width: number, height: number, type: 'frame' | 'lane' = 'frame'): Box {
  return { type, id: idOf(slug), z: 'a', x, y, width, height };
}

export function tabOf(elements: readonly Element[], skipped: readonly Skipped[] = []): TabIndex {
  const settings = {
    id: 'tab_1',
    name: 'Tab',
    mode: 'canvas',
    theme: 'light',
    locked: false,
    order: 'a0',
    layers: [],
    pages: [],
  } as const;
  return TabIndex.of({ ...settings, elements: new Map(elements.map((element) => [element.id, element])), skipped });
}

const place = fc.integer({ min: 0, max: 40 }).map((steps) => steps * 20);
const extent = fc.integer({ min: 1, max: 12 }).map((steps) => steps * 20);
const slugs = Array.from({ length: 12 }, (_, index) => `b${index}`);
const label = fc.option(
  fc.constantFrom('Order', 'order', 'Pay', 'Ship it to the customer as soon as it is paid for', 'x', 'ሀ 1'),
  {
    nil: undefined,
  },
);
const present = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

const anyBox = (slug: string): fc.Arbitrary<Box> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ x: place, y: place, width: extent, height: extent, shape: fc.constantFrom('square', 'circle', 'diamond', 'triangle'), label, rotation: fc.constantFrom(undefined, undefined, 45, 90), fill: fc.constantFrom(undefined, 'blue', '#ff0000') }).map(({ x, y, width, height, shape, ...more }) => box(slug, x, y, width, height, { shape, ...present(more) } as Partial<Shape>)) },
    { weight: 2, arbitrary: fc.record({ x: place, y: place, width: extent, height: extent, lane: fc.boolean(), label }).map(({ x, y, width, height, lane, label }): Box => ({ ...frame(slug, x, y, width * 2, height * 2, lane ? 'lane' : 'frame'), ...present({ label }) })) },
    { weight: 1, arbitrary: fc.record({ x: place, y: place, width: extent, height: extent }).map((rect): Box => ({ type: 'stroke', id: idOf(slug), z: 'a0', points: [[0, 0]], ...rect })) },
  ); // prettier-ignore

const anyEnd: fc.Arbitrary<ArrowEnd> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ element: fc.constantFrom(...slugs, 'gone', 'e0').map(idOf), side: fc.constantFrom(undefined, undefined, 'top', 'left') }).map((end) => present(end) as ArrowEnd) },
  { weight: 1, arbitrary: fc.record({ x: place, y: place }) },
); // prettier-ignore

const anyArrow = (slug: string): fc.Arbitrary<Arrow> =>
  fc
    .record({
      from: anyEnd,
      to: anyEnd,
      line: fc.constantFrom(undefined, undefined, 'straight', 'angled', 'curved'),
      label,
      heads: fc.constantFrom<Heads | undefined>(undefined, 'end', 'start', 'both', 'none', 'triangle', 'zero-many', [
        'one',
        'one-many',
      ]),
      points: fc.option(fc.array(fc.tuple(place, place), { maxLength: 3 }), { nil: undefined, freq: 4 }),
      labelAt: fc.constantFrom(undefined, undefined, undefined, 0, 0.3, 0.5, 1),
    })
    .map(({ from, to, ...more }) => arrow(slug, from, to, present(more) as Partial<Arrow>));

/** Any element with one of a few ids: boxes `b0` … `b11`, arrows `e0` … `e15`. In drawings of them boxes overlap, and arrows cross and dangle. */
export const anyElement: fc.Arbitrary<Element> = fc.oneof(
  fc.constantFrom(...slugs).chain(anyBox),
  fc.integer({ min: 0, max: 15 }).chain((number) => anyArrow(`e${number}`)),
);

export const anyDrawing: fc.Arbitrary<Element[]> = fc.uniqueArray(anyElement, { maxLength: 28, selector: ({ id }) => id });
