import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element, Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import { fuzz, scaled } from '#test/harness/fuzz.ts';

import { anyDrawing, anyElement, arrow, box, frame, idOf, tabOf } from '../arrows/drawing.test-support.ts';
import { LineParts } from '../drawing/line-parts.ts';
import { bottom, right } from '../tab/rect.ts';
import { CoveringLabels } from './covering-labels.ts';
import { LintDrawing } from './drawing.ts';
import { Footprint } from './footprint.ts';
import { FrameTitles } from './frame-titles.ts';
import { lint } from './lint.ts';

type Line = { readonly slug: string; readonly points: readonly Point[]; readonly label?: Rect };

/** What the label of each of these arrows covers, as `kind slug`; the arrows whose labels cover something are the keys. */
function covered(lines: readonly Line[]): Record<string, string[]> {
  const drawn = lines.map(({ slug, points, label }) => {
    const place = label === undefined ? null : { rect: label, hides: false, reach: { minX: 0, minY: 0, maxX: 0, maxY: 0 } };
    return { arrow: arrow(slug, { x: 0, y: 0 }, { x: 0, y: 0 }), points, label: place };
  });
  const parts = new LineParts();
  parts.load(drawn.map(({ arrow, points }) => [arrow, points] as const));
  const ground = { drawn: { someLinePart: parts.some.bind(parts) }, titles: new FrameTitles() };
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

describe('labels that collide', () => {
  test('[LT24] a label collides with a line that passes through it more than 3 pixels from its edge', () => {
    const label = at(100, -10);
    const upright = (x: number): Line => ({ slug: 'f', points: [[x, -100], [x, 100]] }); // prettier-ignore
    for (const x of [104, 130, 156]) expect(covered([level('e', 0, label), upright(x)])).toEqual({ e: ['lines f'] });
    for (const x of [90, 100, 103, 157, 160]) expect(covered([level('e', 0, label), upright(x)])).toEqual({});
    const [slanted, corner]: Line[] = [{ slug: 'f', points: [[90, -20], [130, 20]] }, { slug: 'f', points: [[95, 0], [115, -20]] }]; // prettier-ignore
    expect(covered([level('e', 0, label), slanted!])).toEqual({ e: ['lines f'] });
    expect(covered([level('e', 0, label), corner!])).toEqual({});
  });

  test('[LT24] a line that ends under a label collides with it, one that ends at its edge does not', () => {
    const label = at(100, -10);
    const stub = (y: number): Line => ({ slug: 'f', points: [[130, -100], [130, y]] }); // prettier-ignore
    expect(covered([level('e', 0, label), stub(-4)])).toEqual({ e: ['lines f'] });
    expect(covered([level('e', 0, label), stub(-7)])).toEqual({});
  });

  test('[LT25] a line that runs along the own line of a label does not collide with it, one that leaves it there does', () => {
    const label = at(100, -10);
    for (const y of [0, 1.5, -2]) expect(covered([level('e', 0, label), level('f', y)])).toEqual({});
    expect(covered([level('e', 0, label), level('f', 4)])).toEqual({ e: ['lines f'] });
    const branch = (x: number): Line => ({ slug: 'f', points: [[0, 0], [x, 0], [x, 100]] }); // prettier-ignore
    expect(covered([level('e', 0, label), branch(170)])).toEqual({});
    expect(covered([level('e', 0, label), branch(130)])).toEqual({ e: ['lines f'] });
    const bent: Line = { slug: 'e', points: [[0, 0], [130, 0], [130, 100]], label }; // prettier-ignore
    expect(covered([bent, { slug: 'f', points: [[120, -20], [140, 20]] }])).toEqual({ e: ['lines f'] }); // prettier-ignore
  });

  test('[LT26] two labels that overlap by more than 3 pixels are one finding, without the lines under them', () => {
    const [one, other] = [level('e', 0, at(100, -10)), (x: number): Line => level('f', 8, at(x, -2))];
    expect(covered([one, other(120)])).toEqual({ e: ['labels f'] });
    expect(covered([other(120), one])).toEqual({ e: ['labels f'] });
    expect(covered([one, other(156)])).toEqual({ e: ['labels f'] });
    expect(covered([one, other(157.5)])).toEqual({ e: ['lines f'], f: ['lines e'] });
  });

  test('[LT24] one finding names boxes, labels, titles and lines, at most five, and counts the rest', () => {
    const comb = Array.from({ length: 9 }, (_, index) => 
      arrow(`f${index}`, { x: -300, y: -100 + 25 * index }, { x: 700, y: -100 + 25 * index }, { label: 'a'.repeat(20) })); // prettier-ignore
    console.log(collisions(...comb, arrow('e', { x: 100, y: -40 }, { x: 150, y: 50 }, { label: 'sends the order to the other' }), frame('f', 0, 0, 10, 10), box('x', 900, 900)));
  });

  test('[LT3] after random changes, and after a trial that is undone, the same labels collide as from scratch', () => {
    let [found, lines, others] = [0, 0, 0];
    fc.assert(
      fc.property(anyDrawing, fc.array(fc.array(anyElement, { minLength: 1, maxLength: 4 }), { maxLength: 8 }), (elements, batches) => {
        const tab = tabOf(elements);
        const drawing = LintDrawing.of(tab);
        for (const [index, batch] of batches.entries()) {
          const changes = batch.map((element) => ({ id: element.id, element: index % 3 === 2 && element.type === 'arrow' ? null : element }));
          const before = new Set(drawing.labels.ids);
          const tried = tabOf([...tab.elements()]);
          tried.update(changes);
          const ids = changes.map(({ id }) => id);
          drawing.try(tried, ids, new Footprint())?.restore();
          expect(new Set(drawing.labels.ids)).toEqual(before);
          tab.update(changes);
          drawing.update(tab, ids);
          const whole = LintDrawing.of(tab);
          expect(new Set(drawing.labels.ids)).toEqual(new Set(whole.labels.ids));
          for (const id of whole.labels.ids) {
            const covered = drawing.labels.of(id, drawing.elements);
            expect(covered).toEqual(whole.labels.of(id, whole.elements));
            found += 1;
            lines += covered.lines.size;
            others += covered.labels.size + covered.titles.size;
          }
        }
      }),
      fuzz(300),
    );
    expect(Math.min(found, lines, others)).toBeGreaterThan(scaled(300));
    console.log(found, lines, others, bottom, right);
  });
});
