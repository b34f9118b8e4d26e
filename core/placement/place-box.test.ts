import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Box, isBox, isContainer } from '#schema/element.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { anyPlace } from '../ops/arbitrary-operation.test-support.ts';
import { answered, apply, drawn, plan, planned, refusal, tabWith } from '../ops/drawn.test-support.ts';
import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { holds, overlaps } from '../tab/rect.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { relationOf } from './make-way.ts';

const frame = (id: string, x: number, y: number, width: number, height: number) => [
  { op: 'add', element: { type: 'frame', id, x, y, width, height } },
];
/** Where the element that the line adds comes to lie. */
function spot(tab: TabIndex, line: string): [number, number] {
  const added = planned(tab, line).edits.findLast(({ before }) => before === null)?.after as Box;
  return [added.x, added.y];
}
const boxOf = (tab: TabIndex, id: string): Box => tab.get(id) as Box;
const x = () => drawn('add square id=x at:0,0');

describe('placement', () => {
  test('[PM1] a box beside x is one gap away with the centers in line', () => {
    expect(spot(x(), 'add square right-of:x')).toEqual([200, 0]);
    expect(spot(x(), 'add circle right-of:x gap:0')).toEqual([160, -20]);
    expect(spot(x(), 'add square left-of:x gap:10')).toEqual([-170, 0]);
    expect(spot(x(), 'add circle above:x')).toEqual([20, -160]);
    expect(spot(x(), 'add circle below:x gap:2000')).toEqual([20, 2080]);
  });

  test('[PM2] after: follows the arrows of x, then those of the drawing, then goes right', () => {
    expect(spot(x(), 'add square after:x')).toEqual([200, 0]);
    const down = drawn('add square id=x at:0,0\nadd square id=y at:0,300\nadd square id=z at:1000,0\nconnect x -> y');
    expect(spot(down, 'add square after:x')).toEqual([0, 120]);
    expect(spot(down, 'add square after:z')).toEqual([1000, 120]);
    const left = drawn('add square id=x at:0,0\nadd square id=y at:-200,0\nconnect x -> y');
    expect(spot(left, 'add square after:x')).toEqual([-400, 0]);
  });

  test('[PM3] align: shares the center on the nearer axis', () => {
    const tab = drawn('add square id=x at:0,0\nadd square id=y at:1000,30');
    expect(spot(tab, 'add circle align:x')).toEqual([1200, -20]);
    expect(spot(tab, 'add square id=z at:500,900\nadd circle align:x')).toEqual([20, 880]);
  });

  test('[PM4] an occupied spot moves on in its direction, past what is in the way, and keeps the gap', () => {
    const row = drawn('add square id=x at:0,0\nadd square id=b at:190,10\nadd square id=c at:360,-60');
    expect(spot(row, 'add square right-of:x')).toEqual([560, 0]);
    expect(spot(row, 'add square right-of:x gap:5')).toEqual([525, 0]);
    expect(spot(drawn('add square id=x at:0,0\nadd square at:0,150'), 'add square below:x')).toEqual([0, 270]);
    expect(spot(drawn('add square id=x at:0,0\nadd square at:-250,0'), 'add square left-of:x')).toEqual([-450, 0]);
    expect(spot(drawn('add square id=x at:0,0\nadd square at:0,-150'), 'add square above:x')).toEqual([0, -270]);
  });

  test('[PM4] a box that only touches is not in the way', () => {
    expect(spot(drawn('add square id=x at:0,0\nadd square at:200,80\nadd square at:200,-80'), 'add square right-of:x')).toEqual([
      200, 0,
    ]);
    expect(spot(drawn('add square id=x at:0,0\nadd square at:200,79'), 'add square right-of:x')).toEqual([400, 0]);
  });

  test('[PM8] a box that is taller than the frame around x is placed outside', () => {
    const tab = drawn('add square id=x at:0,0', frame('home', -50, -50, 500, 200));
    expect(spot(tab, 'add square right-of:x height=300')).toEqual([490, -110]);
  });

  test('[PM12] a frame that sticks out of the surrounding one makes that one neither grow nor yield', () => {
    const tab = drawn(frame('f', 0, 0, 60, 20), frame('g', 25, 0, 20, 80));
    const { edits } = planned(tab, 'add square id=n inside:f');
    expect(edits.map(({ id }) => id.slice(0, 1))).toEqual(['f', 'n', 'g']);
    expect(edits[1]?.after).toMatchObject({ x: 20, y: 100 });
    // The grown frame contains it now, so it comes to the front; its rectangle stays.
    expect(edits[2]?.after).toMatchObject({ x: 25, y: 0, width: 20, height: 80 });
  });

  test('[PM8] a box slides past frames that do not contain x and stays clear of the borders of those that do', () => {
    const tab = drawn('add square id=x at:0,0', frame('home', -50, -50, 300, 200), frame('other', 300, -50, 300, 200));
    expect(spot(tab, 'add square right-of:x')).toEqual([640, 0]);
    const roomy = drawn('add square id=x at:0,0', frame('home', -50, -50, 500, 200));
    expect(spot(roomy, 'add square right-of:x')).toEqual([200, 0]);
  });

  test('[PM5] at: is exact', () => {
    expect(spot(x(), 'add square at:10,10.5')).toEqual([10, 10.5]);
    expect(spot(x(), 'add square at:0,0')).toEqual([0, 0]);
  });

  test('[PM6] without a placement, a box goes beside the last one added, otherwise to the right of everything', () => {
    expect(spot(tabWith([]), 'add square')).toEqual([0, 0]);
    const tab = drawn('add square id=x at:0,100\nadd square at:500,300');
    expect(spot(tab, 'add square')).toEqual([700, 100]);
    expect(spot(tab, 'add square\nadd circle')).toEqual([900, 80]);
    expect(spot(tab, 'add square id=n\nadd square id=m\nrm m\nadd circle')).toEqual([900, 80]);
  });

  test('[PM7] gaps and positions out of range are coerced', () => {
    expect(answered(x(), 'add square id=n right-of:x gap:3000').at(-1)).toBe('! value_coerced n: gap 3000 became 2000.');
    expect(answered(x(), 'add square id=n right-of:x gap:-1').at(-1)).toBe('! value_coerced n: gap -1 became 0.');
    expect(spot(x(), 'add square at:1e9,0')).toEqual([10_000_000, 0]);
  });

  test('[PM10] inside: fills rows below the title', () => {
    const tab = drawn(frame('f', 0, 0, 400, 300));
    const { edits } = planned(tab, 'add square inside:f\nadd square inside:f\nadd square inside:f\nadd square inside:f');
    const spots = edits.map(({ after }) => [(after as Box).x, (after as Box).y]);
    expect(spots).toEqual([[20, 40], [200, 40], [20, 140], [200, 140]]); // prettier-ignore
  });

  test('[PM11] [PM12] a full frame grows downwards, a narrow one to the right, and surrounding frames grow along', () => {
    const tab = drawn(frame('outer', -100, -100, 500, 320), frame('f', 0, 0, 200, 140), 'add square inside:f');
    const lines = answered(tab, 'add square id=n inside:f');
    expect(lines).toEqual([
      '~ f height 140→240 (grew to hold its members)',
      '~ outer height 320→360 (grew to hold its members)',
      '+ n square at 20,140 160×80',
      'f +n',
    ]);
    expect(answered(drawn(frame('f', 0, 0, 100, 200)), 'add square inside:f').toSpliced(1, 1)).toEqual([
      '~ f width 100→200 (grew to hold its members)',
      'f +square',
    ]);
  });

  test('[PM14] what is below or beside a frame that grows makes room by as much, frames with their members', () => {
    const tab = drawn(
      frame('f', 0, 0, 200, 260),
      frame('g', 0, 300, 200, 140),
      frame('h', 240, 0, 200, 140),
      'add square id=a at:20,40\nadd square id=b at:20,140\nadd square id=q at:20,340\nadd square id=r at:260,40\nadd sticky id=s at:0,460',
    );
    const madeRoom = (by: number): string[] => [
      `» g y 300→${300 + by} (made room for f)`,
      `» q y 340→${340 + by} (carried by g)`,
      `» s y 460→${460 + by} (made room for f)`,
    ];
    expect(answered(tab, 'add square id=n inside:f')).toEqual([
      '~ f height 260→340 (grew to hold its members)',
      ...madeRoom(80),
      '+ n square at 20,240 160×80',
      'f +n',
    ]);
    expect(answered(tab, 'move r inside:f').slice(1, 5)).toEqual([
      '~ f height 260→340 (grew to hold its members)',
      ...madeRoom(80),
    ]);
    expect(answered(tab, 'add square id=n width=300 inside:f').slice(0, 6)).toEqual([
      '~ f width 200→340 height 260→340 (grew to hold its members)',
      ...madeRoom(80),
      '» h x 240→380 (made room for f)',
      '» r x 260→400 (carried by h)',
    ]);
    apply(tab, planned(tab, 'set s locked=true').edits);
    expect(refusal(tab, 'add square inside:f')).toMatchObject({ code: 'element_locked', elements: ['s'] });
  });

  test('[PM14] a frame that grows takes in nothing that was outside, and no box leaves its frame', () => {
    fc.assert(
      fc.property(anyTab({ boxes: 12, arrows: 3 }), fc.nat(), fc.integer({ min: 1, max: 8 }), (state, pick, size) => {
        const tab = TabIndex.of(state);
        const frames = [...tab.boxes()].filter(isContainer).toSorted((a, b) => (a.id < b.id ? -1 : 1));
        const into = frames[pick % frames.length];
        fc.pre(into !== undefined);
        const after = TabIndex.of(state);
        apply(after, planned(tab, `add square width=${size * 60} height=${size * 60} inside:${into.id}`).edits);
        for (const a of tab.boxes()) {
          for (const b of tab.boxes()) {
            const [was, is] = [relationOf(a, b), relationOf(boxOf(after, a.id), boxOf(after, b.id))];
            if (a.id < b.id && (was === 'apart' || was === 'within')) expect([a.id, b.id, is]).toEqual([a.id, b.id, was]);
          }
        }
      }),
      fuzz(500),
    );
  });

  test('[PM13] a locked frame does not grow, and takes what fits', () => {
    const tab = drawn(frame('f', 0, 0, 220, 160), 'set f locked=true');
    expect(planned(tab, 'add square inside:f').counts.added).toBe(1);
    expect(refusal(tab, 'add square inside:f\nadd square inside:f')).toMatchObject({ code: 'element_locked', operation: 1 });
  });

  test('the reference of a placement is a box, and that of inside: a frame or lane', () => {
    const tab = drawn('add square id=a\nadd square id=b\nconnect a -> b');
    expect(refusal(tab, 'add square inside:a')).toMatchObject({ code: 'invalid_value' });
    expect(refusal(tab, 'add square right-of:arrow')).toMatchObject({ code: 'invalid_value' });
    expect(refusal(tab, 'add square right-of:gone')).toMatchObject({ code: 'target_not_found' });
  });

  test('[OPR6] a new element overlaps nothing, whatever the tab and however many are added', () => {
    fc.assert(
      fc.property(anyTab({ boxes: 15, arrows: 3 }), fc.array(anyPlace, { minLength: 1, maxLength: 6 }), (state, places) => {
        const tab = TabIndex.of(state);
        const operations = places
          .map((place, index) => ({ op: 'add', kind: index % 2 === 0 ? 'square' : 'sticky', place: place(state) }))
          .filter(({ place }) => place.rel !== 'at');
        const result = plan(tab, operations);
        if ('errors' in result) return;
        const added = result.edits.flatMap(({ before, after }) =>
          before === null && after !== null && isBox(after) ? [after] : [],
        );
        for (const box of added) {
          for (const other of result.tab.boxesIn(box)) {
            if (other.id === box.id || !overlaps(other, box) || (isContainer(other) && holds(other, box))) continue;
            // A frame that grew for a later one may have come over an earlier one that lay beside it.
            expect(isContainer(other) && result.edits.some(({ id }) => id === other.id)).toBe(true);
          }
        }
      }),
      fuzz(300),
    );
  });

  test('[PM23] five hundred elements placed into a row of thousands search the row only a few times', () => {
    const row = Array.from({ length: 5_000 }, (_, n): Box => ({
      id: `b-${n}~00000000`,
      type: 'shape',
      shape: 'square',
      z: 'a0',
      x: n * 200,
      y: 0,
      width: 160,
      height: 80,
    }));
    const { edits } = planned(tabWith(row), 'add square right-of:b-0\n'.repeat(500), { workLimit: 200_000 });
    expect(edits.map(({ after }) => (after as Box).x)).toEqual(Array.from({ length: 500 }, (_, n) => (5_000 + n) * 200));
  });

  test('[PM23] a spot that a changeset frees is found again', () => {
    const tab = drawn('add square id=a at:0,0\nadd square id=b at:200,0\nadd square id=c at:400,0');
    expect(spot(tab, 'add square right-of:a\nrm b\nadd circle right-of:a')).toEqual([200, -20]);
    expect(spot(tab, 'add square right-of:a\nset c y=900\nadd square right-of:a')).toEqual([400, 0]);
  });

  test('[PM23] a gap in a row is found by a box that fits', () => {
    const tab = drawn('add square id=a at:0,0\nadd square at:200,0\nadd square at:500,0');
    expect(spot(tab, 'add square right-of:a')).toEqual([700, 0]);
    expect(spot(tab, 'add square right-of:a\nadd square right-of:a width=60')).toEqual([400, 0]);
  });
});
