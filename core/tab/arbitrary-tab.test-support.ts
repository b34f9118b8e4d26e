/**
 * arbitrary-tab: random tabs for property tests: all element types on a small canvas, so that boxes overlap and nest, slugs and
 * stacking keys repeat, arrows form cycles, lead to themselves and dangle, and labels contain any text.
 */
import fc from 'fast-check';

import { type Arrow, type Box, type Element, elementSchemas } from '#schema/element.ts';
import { shapeKinds } from '#schema/shape-kinds.ts';
import type { TabState } from '#schema/tab.ts';
import { isValid } from '#schema/validate.ts';

import { emptyState } from '../ops/drawn.test-support.ts';

const slugs = ['a', 'ab', 'abc', 'b', 'box', 'front', 'all', 'api', 'api-2', 'c_d', 'x'];
const keys = ['a0', 'a1', 'a1V', 'a2', 'a2', 'Zz', 'b00', '0', 'z', 'a10'];

/** Ordinary labels and hostile ones. */
export const anyLabel: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'API',
      'api',
      'Orders DB',
      'a',
      'Straße',
      'x y z',
      '日本語',
      'very long label for a small box indeed',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'a\n- b',
      'rev 3→4',
      '"quoted"',
      'back\\slash',
      '\u202eevil',
      'a -> b',
      '# not a comment',
      '{"op":"rm"}',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((text) => text.isWellFormed() && !text.includes('\u0000')),
  },
);

const place = fc.integer({ min: -20, max: 20 }).map((n) => n * 25);
const length = fc.integer({ min: 1, max: 16 }).map((n) => n * 20);
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });

const common = fc.record(
  {
    label: anyLabel,
    note: anyLabel,
    fill: fc.constantFrom('blue', 'none', '#123456'),
    text: fc.constantFrom('sm', 'md', 'lg', 'scale'),
    layer: fc.constant('base'),
    group: fc.constantFrom('g', 'g/inner', 'h'),
  },
  { requiredKeys: [] },
);

const ofType: fc.Arbitrary<object> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...shapeKinds.filter((kind) => kind !== 'icon')).map((shape) => ({ type: 'shape', shape })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('frame', 'lane', 'text', 'sticky', 'annotation', 'link-card').map((type) => ({ type })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { type: 'table', columns: ['A', 'B'], rows: [['1', '2']] },
      {
        type: 'shape',
        shape: 'class',
        sections: [['+ id: int'], ['+ pay()', 'a long line that no box in these tests is wide enough for'], []],
      },
      { type: 'shape', shape: 'icon', icon: 'database' },
      { type: 'shape', shape: 'entity', sections: [['int id PK', 'string name']] },
      { type: 'image', imageId: 'img_0000000000000000' },
      {
        type: 'image',
        imageId: 'img_0000000000000000',
        crop: { left: 0.25, bottom: 0.5 },
        naturalWidth: 400,
        naturalHeight: 300,
      },
      { type: 'video', url: 'https://example.org/v' },
      {
        type: 'stroke',
        points: [
          [0, 0],
          [10, 20],
        ],
      },
    ),
  },
);

const anyBox = fc.record({
  slug: fc.constantFrom(...slugs),
  z: fc.constantFrom(...keys),
  x: place,
  y: place,
  width: length,
  height: length,
  of: ofType,
  common,
});
const anyEnd = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      box: fc.nat({ max: 99 }),
      side: optional(fc.constantFrom('top', 'right', 'bottom', 'left')),
      offset: optional(fc.constantFrom(0, 0.3, 1)),
      row: optional(fc.constantFrom('1', 'missing', 'two "words"')),
    }),
  },
  { weight: 1, arbitrary: fc.record({ x: place, y: place }) },
  { weight: 1, arbitrary: fc.constant({ element: 'gone~00000000' }) },
);
const anyArrow = fc.record({
  slug: fc.constantFrom(...slugs, 'arrow', 'arrow-2'),
  z: fc.constantFrom(...keys),
  from: anyEnd,
  to: anyEnd,
  label: optional(anyLabel),
  line: optional(fc.constantFrom('straight', 'angled', 'curved')),
  labelAt: optional(fc.constantFrom(0, 0.3, 1)),
  group: optional(fc.constantFrom('g', 'h')),
});

/** Random tabs with at most this many boxes and arrows. Every element satisfies its schema; none is locked. */
export const anyTab = ({ boxes = 12, arrows = 8 }: { boxes?: number; arrows?: number } = {}): fc.Arbitrary<TabState> =>
  fc
    .record({ boxes: fc.array(anyBox, { maxLength: boxes }), arrows: fc.array(anyArrow, { maxLength: arrows }) })
    .map(({ boxes: drafts, arrows: ends }) => {
      const suffix = (index: number): string => ((index * 7_919) % 1_679_616).toString(36).padStart(8, '0');
      const made = drafts.map(
        ({ slug, of, common: shared, ...rest }, index): Box =>
          ({ ...defined(shared), ...of, ...rest, id: `${slug}~${suffix(index)}` }) as Box,
      );
      const end = (of: object): Arrow['from'] => {
        if (!('box' in of)) return of as Arrow['from'];
        const { box, ...at } = of;
        const element = made[Number(box) % Math.max(1, made.length)]?.id ?? 'gone~00000000';
        return defined({ element, ...at }) as Arrow['from'];
      };
      const drawn = ends.map(
        ({ slug, from, to, ...rest }, index): Arrow =>
          defined({ ...rest, type: 'arrow', from: end(from), to: end(to), id: `${slug}~${suffix(index + 500)}` }) as Arrow,
      );
      const elements = new Map<string, Element>([...made, ...drawn].map((element) => [element.id, element]));
      for (const element of elements.values())
        if (!isValid(elementSchemas[element.type], element)) throw new Error(JSON.stringify(element));
      return { ...emptyState, layers: [{ id: 'base', name: 'Base', locked: false, hidden: false }], elements };
    });

const defined = (value: object): object => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
