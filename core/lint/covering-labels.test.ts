import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element, Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import { fuzz, scaled } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { arrow, box, frame, idOf, tabOf } from '../arrows/drawing.test-support.ts';
import { LineParts } from '../drawing/line-parts.ts';
import { type Covered, CoveringLabels } from './covering-labels.ts';
import { LintDrawing } from './drawing.ts';
import { Footprint } from './footprint.ts';
import { FrameTitles } from './frame-titles.ts';
import { LintCache } from './incremental.ts';
import { lint } from './lint.ts';

type Line = { readonly slug: string; readonly points: readonly Point[]; readonly label?: Rect };

/** What the label of each of these arrows covers, as `kind slug`; the arrows whose labels cover something are the keys. */
function covered(lines: readonly Line[]): Record<string, string[]> {
  const drawn = lines.map(({ slug, points, label }) => {
    const place =
      label === undefined ? null : { rect: label, hides: false, isClear: false, reach: { minX: 0, minY: 0, maxX: 0, maxY: 0 } };
    return { arrow: arrow(slug, { x: 0, y: 0 }, { x: 0, y: 0 }), points, label: place };
  });
  const parts = new LineParts();
  parts.load(drawn.map(({ arrow, points }) => [arrow, points] as const));
  const ground = { drawn: { someLinePart: parts.some.bind(parts), isLabelClear: () => false }, titles: new FrameTitles() };
  const labels = new CoveringLabels();
  labels.load(drawn, ground);
  const entries = lines.map(({ slug }) => {
    const found = labels.of(idOf(slug), ground);
    const names = Object.entries(found).flatMap(([kind, ids]) => [...ids].map((id) => `${kind} ${id.split('~')[0]}`));
    expect(labels.ids.has(idOf(slug))).toBe(names.length > 0);
    return [slug, names.toSorted()] as const;
  });
  return Object.fromEntries(entries.filter(([, names]) => names.length > 0));
}

const level = (slug: string, y: number, label?: Rect): Line => ({ slug, points: [[0, y], [400, y]], ...(label && { label }) }); // prettier-ignore
const at = (x: number, y: number, width = 60, height = 20): Rect => ({ x, y, width, height });

/** The refs and the message of each finding about a label that collides. */
const collisions = (...elements: Element[]): [string, string][] =>
  lint(tabOf(elements)).findings.flatMap(({ code, elements: refs, message }) =>
    code === 'label-collision' ? [[refs.join(' '), message]] : [],
  );

/** Arrows, boxes and titled frames in one of three places far apart, where labels have little room. */
const crowdedElement = fc.nat(2).chain((district): fc.Arbitrary<Element> => {
  const left = district * 2_000;
  const spot = fc.record({ x: fc.nat(9).map((steps) => left + steps * 30), y: fc.nat(9).map((steps) => steps * 20) });
  const label = fc.constantFrom('to', 'to the customer', 'sends the order to', '');
  const name = (kind: string, most: number): fc.Arbitrary<string> => fc.nat(most).map((index) => `${kind}${district}${index}`);
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(name('e', 20), spot, spot, label).map(([slug, from, to, label]) => arrow(slug, from, to, { label })) },
    { weight: 1, arbitrary: fc.tuple(name('z', 3), spot, label).map(([slug, { x, y }, label]) => ({ ...frame(slug, x - 40, y - 20, 300, 90), label })) },
    { weight: 1, arbitrary: fc.tuple(name('b', 3), spot).map(([slug, { x, y }]) => box(slug, x, y, 40, 30)) },
  ); // prettier-ignore
});
const anyBatches = fc.array(fc.array(crowdedElement, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
const changesIn = (batch: readonly Element[], index: number): { id: string; element: Element | null }[] =>
  batch.map((element) => ({ id: element.id, element: index % 3 === 2 ? null : element }));

describe('labels that collide', () => {
  test('[LT27] a label collides with a line that passes through it more than 3 pixels from its edge', () => {
    const label = at(100, -10);
    const upright = (x: number): Line => ({ slug: 'f', points: [[x, -100], [x, 100]] }); // prettier-ignore
    for (const x of [104, 130, 156]) expect(covered([level('e', 0, label), upright(x)])).toEqual({ e: ['lines f'] });
    for (const x of [90, 100, 103, 157, 160]) expect(covered([level('e', 0, label), upright(x)])).toEqual({});
    const [slanted, corner]: Line[] = [{ slug: 'f', points: [[90, -20], [130, 20]] }, { slug: 'f', points: [[95, 0], [115, -20]] }]; // prettier-ignore
    expect(covered([level('e', 0, label), slanted!])).toEqual({ e: ['lines f'] });
    expect(covered([level('e', 0, label), corner!])).toEqual({});
  });

  test('[LT27] a line that ends under a label collides with it, one that ends at its edge does not', () => {
    const label = at(100, -10);
    const stub = (y: number): Line => ({ slug: 'f', points: [[130, -100], [130, y]] }); // prettier-ignore
    expect(covered([level('e', 0, label), stub(-4)])).toEqual({ e: ['lines f'] });
    expect(covered([level('e', 0, label), stub(-7)])).toEqual({});
  });

  test('[LT28] a line that runs along the own line of a label does not collide with it, one that leaves it there does', () => {
    const label = at(100, -10);
    for (const y of [0, 1.5, -2]) expect(covered([level('e', 0, label), level('f', y)])).toEqual({});
    expect(covered([level('e', 0, label), level('f', 4)])).toEqual({ e: ['lines f'] });
    const branch = (x: number): Line => ({ slug: 'f', points: [[0, 0], [x, 0], [x, 100]] }); // prettier-ignore
    expect(covered([level('e', 0, label), branch(170)])).toEqual({});
    expect(covered([level('e', 0, label), branch(130)])).toEqual({ e: ['lines f'] });
    const bent: Line = { slug: 'e', points: [[0, 0], [130, 0], [130, 100]], label }; // prettier-ignore
    expect(covered([bent, { slug: 'f', points: [[120, -20], [140, 20]] }])).toEqual({ e: ['lines f'] }); // prettier-ignore
  });

  test('[LT29] two labels that overlap by more than 3 pixels are one finding, without the lines under them', () => {
    const one = level('e', 0, at(100, -10));
    const other = (x: number): Line => level('f', 5, at(x, -6));
    expect(covered([one, other(120)])).toEqual({ e: ['labels f'] });
    expect(covered([other(120), one])).toEqual({ e: ['labels f'] });
    expect(covered([one, other(156)])).toEqual({ e: ['labels f'] });
    expect(covered([one, other(157.5)])).toEqual({ e: ['lines f'], f: ['lines e'] });
  });

  test('[LT27] a label collides with the title of a frame, and no longer once the frame has no title', () => {
    // Titles as high as they are apart leave no room above or below the line.
    const zones = (label: string): Element[] => Array.from({ length: 9 }, (_, index) => ({ ...frame(`zone${index}`, 0, index * 26, 600, 400), label })); // prettier-ignore
    const line = arrow('e', { x: 60, y: 130 }, { x: 440, y: 130 }, { label: 'to the customer' });
    const [[refs, message] = ['', '']] = collisions(...zones('Payments and refunds of all customers, whole and in part'), line);
    expect(refs).toMatch(/^e zone\d( zone\d)?$/);
    expect(message).toMatch(/^The label of e overlaps the title of zone\d(, the title of zone\d)?\.$/);
    expect(collisions(...zones(''), line)).toEqual([]);
  });

  test('[LT27] one finding names boxes before lines, five elements in all, and says if there are more', () => {
    const boxes = [box('a', 0, 0), box('b', 140, 0)];
    const fence = Array.from({ length: 5 }, (_, index) =>
      arrow(`f${index}`, { x: 108 + 6 * index, y: -200 }, { x: 108 + 6 * index, y: 200 }),
    );
    expect(collisions(...boxes, ...fence, arrow('e', 'a', 'b', { label: 'sends the order to' }))).toEqual([
      ['e a b f0 f1 f2', 'The label of e overlaps a, b, the line of f0, the line of f1, the line of f2 and more.'],
    ]);
  });

  test('[LT29] of labels that have no room beside each other, each pair is found once', () => {
    const pile = Array.from({ length: 12 }, (_, index) => arrow(`e${index}`, { x: 0, y: 0 }, { x: 30, y: 0 }, { label: 'to the customer' })); // prettier-ignore
    const found = collisions(...pile);
    expect(found.length).toBeGreaterThan(5);
    expect(found.length).toBeLessThan(12);
    for (const [refs, message] of found) {
      const [arrow = '', ...others] = refs.split(' ');
      expect(message).toContain(`The label of ${arrow} overlaps ${others.map((other) => `the label of ${other}`).join(', ')}`);
      for (const other of others) expect(idOf(other) > idOf(arrow)).toBe(true);
    }
  });

  slowTest('[LT3] after random changes, and after a trial that is undone, the same labels collide as from scratch', () => {
    const seen = { labels: 0, titles: 0, lines: 0 };
    fc.assert(
      fc.property(
        fc.array(crowdedElement, { minLength: 50, maxLength: 90 }),
        anyBatches,
        (elements, batches) => {
          const tab = tabOf(elements);
          const drawing = LintDrawing.of(tab);
          for (const [index, batch] of batches.entries()) {
            const changes = changesIn(batch, index);
            const ids = changes.map(({ id }) => id);
            const tried = tabOf([...tab.elements()]);
            tried.update(changes);
            const before = allCovered(drawing);
            drawing.try(tried, ids, new Footprint())?.restore();
            expect(allCovered(drawing)).toEqual(before);
            tab.update(changes);
            drawing.update(tab, ids);
            const after = allCovered(drawing);
            expect(after).toEqual(allCovered(LintDrawing.of(tab)));
            for (const covered of after.values()) for (const kind of ['labels', 'titles', 'lines'] as const) seen[kind] += covered[kind].size;
          }
        },
      ),
      fuzz(300),
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(scaled(300));
  }); // prettier-ignore

  slowTest('[LT3] findings about labels that are remembered are those of the whole tab', () => {
    fc.assert(
      fc.property(fc.array(crowdedElement, { minLength: 20, maxLength: 40 }), anyBatches, (elements, batches) => {
        const tab = tabOf(elements);
        const cache = new LintCache();
        expect(cache.lint(tab)).toEqual(lint(tab));
        for (const [index, batch] of batches.entries()) {
          const changes = changesIn(batch, index);
          tab.update(changes);
          cache.note(changes.map(({ id }) => id));
          expect(cache.lint(tab)).toEqual(lint(tab));
        }
      }),
      fuzz(60),
    );
  });
});

/** What each label that collides covers. Checks that these are all that cover anything. */
function allCovered({ labels, elements, lines }: LintDrawing): Map<string, Covered> {
  const found = new Map<string, Covered>();
  for (const { arrow, label } of lines.all()) {
    const covered = labels.of(arrow.id, elements);
    const coversNothing = Object.values(covered).every((ids) => ids.size === 0);
    expect(labels.ids.has(arrow.id)).toBe(label?.hides === true || !coversNothing);
    if (labels.ids.has(arrow.id)) found.set(arrow.id, covered);
  }
  return found;
}
