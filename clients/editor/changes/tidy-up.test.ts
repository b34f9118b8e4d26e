import { expect, test } from 'vitest';

import { SeededRandom, seedOf } from '#test/harness/random.ts';

import { align } from './align.ts';
import { after, at, drawnTab, editsOf, idOf } from './changes.test-support.ts';
import { tidied, tidyUp } from './tidy-up.ts';

type Place = { readonly x: number; readonly y: number };

/** Where the boxes with these names are after they were tidied. */
const tidy = (names: readonly string[], ...lines: readonly string[]): Place[] => {
  const tab = drawnTab(lines.join('\n'));
  const done = after(tab, tidyUp(names.map((slug) => idOf(tab, slug))));
  return names.map((slug) => {
    const { x, y } = at(done, slug);
    return { x, y };
  });
};

test('a row: equal gaps, in one line through the middles', () => {
  const row = ['add square id=a at:0,10', 'add square id=b at:190,0', 'add circle id=c at:450,-20 width=120 height=120'];
  expect(tidy(['a', 'b', 'c'], ...row)).toEqual([
    { x: 0, y: 0 },
    { x: 260, y: 0 },
    { x: 520, y: -20 },
  ]);
});

test('a column: equal gaps, in one line through the middles', () => {
  const column = ['add square id=a at:0,0', 'add square id=b at:30,100', 'add square id=c at:10,260'];
  expect(tidy(['a', 'b', 'c'], ...column)).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 160 },
    { x: 0, y: 320 },
  ]);
});

test('a grid keeps its rows, its columns and its empty places', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const places = ['0,0', '210,30', '400,-10', '20,210', '395,190'];
  const [a, b, c, d, e] = tidy(names, ...places.map((place, index) => `add sticky id=${names[index]} at:${place}`));
  expect([b?.y, c?.y]).toEqual([a?.y, a?.y]);
  expect(d?.y).toBe(e?.y);
  expect([d?.x, e?.x]).toEqual([a?.x, c?.x]);
  expect(b!.x - a!.x).toBe(c!.x - b!.x);
});

test('a frame carries its members, a locked box stays, and a box alone is left where it is', () => {
  const tab = drawnTab(
    ['add square id=m at:60,80', 'wrap m in frame "Team" id=f', 'add square id=b at:600,40', 'add square id=l at:900,90 locked=true'].join('\n'), // prettier-ignore
  );
  const done = after(tab, tidyUp(['f', 'm', 'b', 'l'].map((slug) => idOf(tab, slug))));
  const [frame, box] = [at(done, 'f'), at(done, 'b')];
  expect(at(done, 'm').y - frame.y).toBe(at(tab, 'm').y - at(tab, 'f').y);
  expect(box.y + box.height / 2).toBe(frame.y + frame.height / 2);
  expect(at(done, 'l')).toMatchObject({ x: 900, y: 90 });
  expect(editsOf(tab, tidyUp([idOf(tab, 'b')]))).toEqual([]);
});

test('a group counts as one, and the boxes of a group alone as themselves', () => {
  const tab = drawnTab(
    [
      'add square id=a at:0,0 group=g',
      'add square id=b at:60,100 group=g',
      'add square id=c at:400,10',
      'add square id=d at:10,330',
    ].join('\n'),
  );
  const ids = ['a', 'b', 'c', 'd'].map((slug) => idOf(tab, slug));
  const done = after(tab, tidyUp(ids));
  expect([at(done, 'b').x - at(done, 'a').x, at(done, 'b').y - at(done, 'a').y]).toEqual([60, 100]);
  expect(at(done, 'c').y + 40).toBe(at(done, 'a').y + 90);
  expect(at(after(tab, align(ids, 'left')), 'b').x).toBe(60);
  expect(at(after(tab, align(ids.slice(0, 2), 'left')), 'b').x).toBe(0);
  expect(at(after(tab, tidyUp(ids.slice(0, 2))), 'b').x).toBe(0);
});

test('tidying again changes nothing, the upper left corner stays, and nothing overlaps', () => {
  const seed = seedOf('tidy up');
  for (let round = 0; round < 300; round += 1) {
    const random = new SeededRandom(seed + round);
    const boxes = Array.from({ length: random.integer(2, 14) }, (_, index) => ({
      id: `b${index}`,
      x: random.integer(-800, 800),
      y: random.integer(-600, 600),
      width: random.integer(20, 300),
      height: random.integer(20, 200),
    }));
    const once = moved(boxes);
    const what = `seed ${seed + round}`;
    for (const [id, { dx, dy }] of tidied(once)) expect(Math.abs(dx) + Math.abs(dy), `${what}: ${id}`).toBeLessThan(0.1);
    for (const [index, a] of once.entries())
      for (const b of once.slice(index + 1)) expect(isApart(a, b), `${what}: ${a.id} and ${b.id}`).toBe(true);
    expect(Math.min(...once.map(({ x }) => x)), what).toBeCloseTo(Math.min(...boxes.map(({ x }) => x)), 1);
  }
});

type Box = Place & { readonly id: string; readonly width: number; readonly height: number };

function moved(boxes: readonly Box[]): Box[] {
  const shifts = tidied(boxes);
  return boxes.map((box) => ({ ...box, x: box.x + shifts.get(box.id)!.dx, y: box.y + shifts.get(box.id)!.dy }));
}

const isApart = (a: Box, b: Box): boolean =>
  a.x + a.width <= b.x + 0.1 || b.x + b.width <= a.x + 0.1 || a.y + a.height <= b.y + 0.1 || b.y + b.height <= a.y + 0.1;
