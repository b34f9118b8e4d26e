import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Box, isBox, isContainer } from '#schema/element.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { Work } from '../planning/work.ts';
import { drawn, named } from '../ops/drawn.test-support.ts';
import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { TabIndex } from '../tab/tab-index.ts';
import type { Direction } from '../planning/free-spot.ts';
import { makeWay, relationOf } from './make-way.ts';

const right = { direction: 'right', distance: 100 } as const;

/** What moves and grows, by slug, when the boxes of these slugs move to the right by 100. */
function wayOf(tab: TabIndex, slugs: string[], fixed: string[] = [], left: string[] = []): Record<string, string> | null {
  const ids = (names: string[]) => new Set(names.map((slug) => named(tab, slug).id));
  const changes = makeWay(
    tab,
    { movedBoxes: slugs.map((slug) => named<Box>(tab, slug)), fixed: ids(fixed), leftIds: ids(left) },
    right,
    new Work(),
  );
  if (changes === null) return null;
  return Object.fromEntries(
    Array.from(changes, ([id, { how, carriedBy }]) => [
      id.split('~')[0]!,
      carriedBy === null ? how : `with ${carriedBy.id.split('~')[0]}`,
    ]),
  );
}

const row = 'add square id=a at:0,0\nadd square id=b at:200,0\nadd square id=c at:400,0\nadd square id=far at:900,0';

describe('make-way', () => {
  test('[PM40] a frame carries its members, including those of inner frames', () => {
    const tab = drawn(row, 'wrap b in frame id=f', 'wrap f in frame id=g');
    expect(wayOf(tab, ['g'])).toEqual({ g: 'moved', f: 'with g', b: 'with g', c: 'moved' });
  });

  test('[PM41] a frame that would not contain a displaced box any more grows', () => {
    const tab = drawn(row, 'wrap a b in frame id=f');
    expect(wayOf(tab, ['b'])).toEqual({ b: 'moved', f: 'grown', c: 'moved' });
    expect(wayOf(tab, ['b'], [], ['f'])).toEqual({ b: 'moved', c: 'moved' });
  });

  test('[PM42] a box that would be newly overlapped is displaced, and so on', () => {
    expect(wayOf(drawn(row), ['a'])).toEqual({ a: 'moved', b: 'moved', c: 'moved' });
    expect(wayOf(drawn('add square id=a at:0,0\nadd square id=on at:100,0'), ['a'])).toEqual({ a: 'moved' });
  });

  test('[PM42] a box that would be newly contained is displaced as well', () => {
    const tab = drawn(
      'add square id=a at:0,0\nadd square id=b at:0,300\nadd text id=t at:230,100 width=20 height=20',
      'wrap a b in frame id=f',
    );
    expect(wayOf(tab, ['f'])).toMatchObject({ t: 'moved' });
  });

  test('[PM43] a fixed box never moves', () => {
    expect(wayOf(drawn(row), ['a'], ['c'])).toBeNull();
    expect(wayOf(drawn(row), ['a'], ['far'])).not.toBeNull();
    const framed = (width: number) => drawn(`add square id=b width=${width}`, 'wrap b in frame id=f');
    expect(wayOf(framed(60), ['f'], ['b'])).toEqual({ f: 'moved' });
    expect(wayOf(framed(160), ['f'], ['b'])).toBeNull();
  });

  test('[PM42] [PM44] no box overlaps or contains another that it did not before, and the tab is not changed', () => {
    const cases = fc.tuple(
      anyTab({ boxes: 16, arrows: 0 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      fc.constantFrom<Direction>('right', 'left', 'down', 'up'),
      fc.integer({ min: 1, max: 300 }),
    );
    fc.assert(
      fc.property(cases, ([state, picks, direction, distance]) => {
        const tab = TabIndex.of(state);
        const boxes = [...tab.boxes()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
        const moved = picks.map((pick) => boxes[pick % Math.max(1, boxes.length)]).filter((box) => box !== undefined);
        const grown = boxes.filter(isContainer).slice(0, 1);
        const changes = makeWay(tab, { movedBoxes: moved, grown }, { direction, distance }, new Work())!;
        expect(new Map(Array.from(tab.elements(), (element) => [element.id, element]))).toEqual(state.elements);
        const now = (box: Box): Box => changes.get(box.id)?.box ?? box;
        for (const a of boxes) {
          for (const b of boxes) {
            const [was, is] = [relationOf(a, b), relationOf(now(a), now(b))];
            if (a.id < b.id && was !== is && is !== 'apart' && was !== 'crossing')
              throw new Error(`${a.id} ${was} ${is} ${b.id}`);
          }
        }
        for (const box of moved) expect(isBox(now(box)) && changes.get(box.id)?.how).toBe('moved');
      }),
      fuzz(500),
    );
  });
});
