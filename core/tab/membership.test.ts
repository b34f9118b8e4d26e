import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Box, isArrow, isBox, isContainer } from '#schema/element.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { tabWith } from '../ops/drawn.test-support.ts';
import { anyTab } from './arbitrary-tab.test-support.ts';
import { ancestorsOf, deepMembersOf, parentOf, parentsOf } from './membership.ts';
import { area, centreX, centreY, holdsPoint } from './rect.ts';
import { TabIndex } from './tab-index.ts';

const box = (id: string, type: 'frame' | 'text', x: number, y: number, width: number, height: number): Box => ({
  id: `${id}~00000000`, type, z: 'a0', x, y, width, height,
}); // prettier-ignore

/** The rule as specified, without any index. */
function slowParent(of: Box, boxes: readonly Box[]): Box | null {
  const order = (a: Box, b: Box): number => area(a) - area(b) || (a.id < b.id ? -1 : 1);
  const holding = boxes.filter(
    (other) => isContainer(other) && other.id !== of.id && holdsPoint(other, centreX(of), centreY(of)),
  );
  const larger = isContainer(of) ? holding.filter((other) => order(of, other) < 0) : holding;
  return larger.toSorted(order)[0] ?? null;
}

describe('membership', () => {
  test('a box belongs to the smallest frame that contains its center', () => {
    const [large, small, inner] = [
      box('large', 'frame', 0, 0, 500, 500),
      box('small', 'frame', 0, 0, 200, 200),
      box('inner', 'text', 150, 150, 100, 100),
    ];
    const tab = tabWith([large, small, inner]);
    expect(parentOf(inner, tab)?.id).toBe(small.id);
    expect(ancestorsOf(inner, tab).map(({ id }) => id)).toEqual([small.id, large.id]);
    expect(parentOf({ ...inner, x: 151, y: 151 }, tab)?.id).toBe(large.id);
  });

  test('of two frames with the same rectangle one contains the other, and neither itself', () => {
    const [a, b] = [box('a', 'frame', 0, 0, 100, 100), box('b', 'frame', 0, 0, 100, 100)];
    const tab = tabWith([a, b]);
    expect(parentOf(a, tab)?.id).toBe(b.id);
    expect(parentOf(b, tab)).toBeNull();
  });

  test('parents and members follow the plain rule on any tab', () => {
    fc.assert(
      fc.property(anyTab({ boxes: 25, arrows: 2 }), (state) => {
        const tab = TabIndex.of(state);
        const boxes = [...state.elements.values()].filter(isBox);
        const parents = parentsOf(tab);
        for (const of of boxes) {
          const expected = slowParent(of, boxes)?.id;
          expect(parentOf(of, tab)?.id).toBe(expected);
          expect(parents.get(of.id)?.id).toBe(expected);
        }
        expect([...parents.keys()].some((id) => isArrow(state.elements.get(id)!))).toBe(false);
        for (const frame of boxes.filter(isContainer)) {
          const expected = boxes
            .filter((of) => ancestorsOf(of, tab).some(({ id }) => id === frame.id))
            .map(({ id }) => id)
            .toSorted();
          expect(
            deepMembersOf(frame, tab)
              .map(({ id }) => id)
              .toSorted(),
          ).toEqual(expected);
          // Without a budget of look-ups the result comes from a pass over the tab, and is the same.
          const poor = { boxesIn: tab.boxesIn.bind(tab), boxes: tab.boxes.bind(tab), size: 0 };
          expect(
            deepMembersOf(frame, poor)
              .map(({ id }) => id)
              .toSorted(),
          ).toEqual(expected);
        }
      }),
      fuzz(200),
    );
  });
});
