import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { arrow, box, tabOf } from '../arrows/drawing.test-support.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import { LintDrawing } from './drawing.ts';
import { pairOf } from './named-pairs.ts';
import { areShifts, separates } from './separation.ts';

const steps = fc.integer({ min: -60, max: 60 });
const anyShift = fc.record({ at: fc.nat(), dx: steps, dy: steps });

const anyPlace = fc.record({ x: fc.nat(30), y: fc.nat(20), height: fc.integer({ min: 2, max: 8 }) });
/** Eight boxes, each with an arrow to the next, and one without. */
const anyCrowd = fc
  .array(anyPlace, { minLength: 9, maxLength: 9 })
  .map((places) => [
    ...places.map(({ x, y, height }, at) => box(`b${at}`, x * 20, y * 20, 100, height * 20)),
    ...places.slice(2).map((_, at) => arrow(`e${at}`, `b${at}`, `b${at + 1}`)),
  ]);

/** The pairs of boxes that overlap. */
function pairsOf(drawing: LintDrawing): Set<string> {
  const { overlaps } = drawing;
  return new Set(overlaps.ids().flatMap((id) => overlaps.of(id, drawing).map((other) => pairOf(id, other))));
}

describe('separation', () => {
  test('[LT4] a line that moves boxes holds if it parts a pair of them and lets no others overlap', () => {
    let [held, refused] = [0, 0];
    fc.assert(
      fc.property(anyCrowd, fc.array(anyShift, { minLength: 1, maxLength: 3 }), (elements, shifts) => {
        const tab = tabOf(elements);
        const drawing = LintDrawing.of(tab);
        const before = pairsOf(drawing);
        const draft = new TabDraft(tab);
        const overlapping = drawing.overlaps.ids();
        if (overlapping.length === 0) return;
        for (const { at, dx, dy } of shifts) {
          const box = drawing.box(overlapping[at % overlapping.length]!)!;
          draft.put({ ...box, x: box.x + dx * 20, y: box.y + dy * 20 });
        }
        const edits = draft.edits();
        expect(areShifts(edits)).toBe(true);
        const after = pairsOf(LintDrawing.of(draft));
        const isFit = [...after].every((pair) => before.has(pair));
        for (const pair of before) {
          if (!edits.some(({ id }) => pair.split(' ').includes(id))) continue;
          const holds = isFit && !after.has(pair);
          expect(separates({ tab: draft, edits }, pair, drawing)).toBe(holds);
          if (holds) held += 1;
          else refused += 1;
        }
      }),
      fuzz(1_000),
    );
    expect(Math.min(held, refused)).toBeGreaterThan(3);
  });

  test('an edit that adds, removes or attaches something does more than move boxes', () => {
    const tab = tabOf([box('a', 0, 0), box('b', 300, 0), arrow('e', 'a', 'b')]);
    const [one] = tab.arrows();
    const free = { ...one!, from: { x: 0, y: 0 }, to: { x: 9, y: 9 } };
    const edit = { id: one!.id, before: one!, after: one! };
    expect(areShifts([edit])).toBe(true);
    expect(areShifts([{ ...edit, before: null }])).toBe(false);
    expect(areShifts([{ ...edit, after: null }])).toBe(false);
    expect(areShifts([{ ...edit, after: free }])).toBe(false);
  });
});
