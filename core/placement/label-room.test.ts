import { describe, expect, test } from 'vitest';

import { type Arrow, type Box, isArrow } from '#schema/element.ts';
import { slowTest } from '#test/harness/slow-test.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { labelSize } from '../arrows/label-size.ts';
import { DrawnArrows } from '../drawing/drawn-arrows.ts';
import { drawn, planned, tabWith } from '../ops/drawn.test-support.ts';
import type { TabView } from '../tab/view.ts';

const box = (tab: TabView, slug: string): Box => tab.get(tab.idsOfSlug(slug)[0]!) as Box;
const arrowsOf = (tab: TabView): Arrow[] => [...tab.elements()].filter(isArrow);
/** How far b is right of a, and how far below it. */
function gaps(tab: TabView): [number, number] {
  const [a, b] = [box(tab, 'a'), box(tab, 'b')];
  return [b.x - a.x - a.width, b.y - a.y - a.height];
}
const gapsOf = (lines: string): [number, number] => gaps(drawn(lines));
const long = 'reads and writes';

describe('room for labels', () => {
  test('[PM20] an arrow that the changeset draws later determines the gap, in either direction and however it names the boxes', () => {
    for (const connect of ['a -> b', 'b -> a', '"Web shop" -> b', 'b -> "WEB shop"', '"Web shop" -> "Orders"']) {
      const [gap] = gapsOf(
        `add square id=a label="Web shop"\nadd square id=b label=Orders right-of:a\nconnect ${connect} label="${long}"`,
      );
      expect([connect, gap]).toEqual([connect, 160]);
    }
    const [byDefault] = gapsOf(`add square id=a\nadd square id=b\nconnect a -> b label="${long}"`);
    expect(byDefault).toBe(160);
  });

  test('[PM20] an existing arrow determines the gap when one of its boxes moves', () => {
    const tab = drawn(`add square id=a\nadd square id=b at:900,900\nadd square id=c at:0,900\nconnect b -> a label="${long}"`);
    expect(gaps(planned(tab, 'move b right-of:a').tab)[0]).toBe(160);
    expect(gaps(planned(tab, 'move b left-of:c\nmove a left-of:b').tab)[0]).toBe(160);
    expect(gaps(planned(tab, 'move b below:a').tab)[1]).toBe(60);
  });

  test('[PM20] arrows elsewhere, without a label, or to a box of another name do not affect the gap', () => {
    for (const connect of ['a -> b', `a -> c label="${long}"`, `c -> d label="${long}"`, 'a -> b label=""']) {
      const lines = `add square id=c at:0,900\nadd square id=d at:900,900\nadd square id=a at:0,0\nadd square id=b right-of:a`;
      expect([connect, gapsOf(`${lines}\nconnect ${connect}`)[0]]).toEqual([connect, 40]);
    }
  });

  test('[PM20] an explicit gap is kept', () => {
    expect(gapsOf(`add square id=a\nadd square id=b right-of:a gap:30\nconnect a -> b label="${long}"`)[0]).toBe(30);
  });

  test('[PM21] beside each other or above, the label is on its line and covers nothing, with the head and some line visible', () => {
    for (const side of ['right-of', 'left-of', 'above', 'below', 'after']) {
      for (const label of ['x', 'REST', long, 'a label of quite some length that is broken over lines', '日本語のラベル']) {
        for (const more of ['', ' text=lg', ' text=md']) {
          const tab = drawn(`add square id=a\nadd square id=b ${side}:a\nconnect a -> b label="${label}"${more}`);
          const [arrow] = arrowsOf(tab);
          const route = tab.follow(DrawnArrows).routeOf(arrow!);
          const { rect, hides } = tab.follow(DrawnArrows).labelOf(arrow!)!;
          const [from, to] = [route.points[0]!, route.points.at(-1)!];
          const isSideways = from[1] === to[1];
          const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
          const size = labelSize(arrow!)!;
          expect([side, label, more, hides]).toEqual([side, label, more, false]);
          expect(length - (isSideways ? size.width : size.height)).toBeGreaterThanOrEqual(40);
          expect([rect.x + rect.width / 2, rect.y + rect.height / 2]).toEqual([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
        }
      }
    }
  });

  slowTest('[PM22] the gap is never less than the default; 500 arrows with the longest labels are fast', () => {
    expect(gapsOf('add square id=a\nadd square id=b right-of:a\nconnect a -> b label=i text=sm')[0]).toBeGreaterThanOrEqual(40);
    const lines = Array.from({ length: 248 }, (_, at) => `add square id=n${at} right-of:a`).join('\n');
    const arrows = Array.from({ length: 248 }, (_, at) => `connect a -> n${at} label="${'long '.repeat(1_000)}"`).join('\n');
    const startedAt = threadMs();
    planned(drawn('add square id=a'), `${lines}\n${arrows}`);
    expect(threadMs() - startedAt).toBeLessThan(5_000);
  });
});

describe('room for frames', () => {
  const pair = (side: string) => `add square id=a at:0,0\nadd square id=b ${side}:a`;
  const framesOf = (tab: TabView): [Box, Box] => [box(tab, 'f'), box(tab, 'g')];

  test('[PM24] frames that the changeset draws around neighbors are 40 pixels apart, on every side', () => {
    for (const side of ['right-of', 'left-of', 'above', 'below', 'after']) {
      const tab = drawn(`${pair(side)}\nwrap a in frame id=f label=F\nwrap b in lane id=g label=G`);
      expect([side, gapBetween(...framesOf(tab))]).toEqual([side, 40]);
    }
    expect(gapsOf(pair('right-of'))[0]).toBe(40);
    expect(gapsOf(`${pair('right-of')}\nwrap a b in frame id=f`)[0]).toBe(40);
  });

  test('[PM24] frames around frames count, boxes are named by id or label, and a label has room between the frames', () => {
    const inner = `add square id=a label="Web shop" at:0,0\nadd square label=Orders right-of:a\nconnect a -> orders label="${long}"`;
    const tab = drawn(
      `${inner}\nwrap "Web shop" in frame id=f label=F\nwrap f in frame label="Outer"\nwrap orders in frame id=g label=G`,
    );
    expect(gapBetween(box(tab, 'outer'), box(tab, 'g'))).toBe(160);
  });

  test('[PM24] a box below one of a row that a frame will be around is placed below the highest of the row', () => {
    const row = 'add square id=a at:0,0\nadd square id=c right-of:a height=300';
    const tab = drawn(`${row}\nadd square id=b below:a\nwrap a c in frame id=f label=F\nwrap b in frame id=g label=G`);
    expect(gapBetween(...framesOf(tab))).toBe(40);
  });

  test('[PM24] an explicit gap is kept', () => {
    expect(gapsOf('add square id=a\nadd square id=b right-of:a gap:50\nwrap a in frame id=f\nwrap b in frame id=g')[0]).toBe(50);
  });

  test('[PM26] frames that are drawn later around neighbors do not touch, and no frame touches a box outside it', () => {
    for (const side of ['right-of', 'left-of']) {
      const tab = planned(drawn(pair(side)), 'wrap a in frame id=f label=F\nset a note=x').tab;
      const both = planned(tabWith(tab.elements()), 'wrap b in frame id=g label=G').tab;
      expect([side, gapBetween(...framesOf(both))]).toEqual([side, 10]);
      const near = planned(drawn(`${pair(side)} gap:25`), 'wrap a in frame id=f').tab;
      expect([side, gapBetween(box(near, 'f'), box(near, 'b'))]).toEqual([side, 10]);
    }
  });
});

describe('rows and columns', () => {
  const grid = ['add square id=a1 at:0,0', 'add square id=b1 right-of:a1', 'add square id=c1 right-of:b1'];
  const rows = [2, 3].flatMap((row) => [
    `add square id=a${row} below:a${row - 1}`,
    `add square id=b${row} right-of:a${row}`,
    `add square id=c${row} right-of:b${row}`,
  ]);
  const isRagged = (tab: TabView): boolean =>
    ['a', 'b', 'c'].some((column) => new Set([1, 2, 3].map((row) => box(tab, `${column}${row}`).x)).size > 1) ||
    [1, 2, 3].some((row) => new Set(['a', 'b', 'c'].map((column) => box(tab, `${column}${row}`).y)).size > 1);

  test('[PM25] a label in any row moves the whole column, wherever it is in the changeset', () => {
    for (const labelled of ['a1 -> b1', 'a3 -> b3', 'b2 -> c2', 'c3 -> b3']) {
      const tab = drawn([...grid, ...rows, `connect ${labelled} label="${long}"`].join('\n'));
      const [from, to] = labelled.split(' -> ').toSorted();
      expect([labelled, box(tab, to!).x - box(tab, from!).x - box(tab, from!).width]).toEqual([labelled, 160]);
      expect([labelled, isRagged(tab)]).toEqual([labelled, false]);
    }
  });

  test('[PM25] the same holds for the rows of boxes that are placed below the boxes of a row', () => {
    const below = [2, 3].flatMap((row) =>
      ['a', 'b', 'c'].map((column) => `add square id=${column}${row} below:${column}${row - 1}`),
    );
    const tab = drawn([...grid, ...below, `connect b2 -> b3 label="${long}"`].join('\n'));
    expect(box(tab, 'b3').y - box(tab, 'b2').y - box(tab, 'b2').height).toBe(60);
    expect(isRagged(tab)).toBe(false);
  });

  test('[PM25] boxes of another column, with a gap, or behind the first on a side keep their own', () => {
    const other = 'add square id=x at:0,900\nadd square id=y right-of:x';
    const tab = drawn(
      `${grid.join('\n')}\n${other}\nadd square id=d right-of:a1\nadd square id=e below:a1\nadd square id=f right-of:e gap:20\nconnect a1 -> d label="${long}"`,
    );
    const gapOf = (from: string, to: string): number => box(tab, to).x - box(tab, from).x - box(tab, from).width;
    expect([gapOf('a1', 'b1'), gapOf('x', 'y'), gapOf('e', 'f')]).toEqual([40, 40, 20]);
  });
});

/** The distance between two rectangles that are side by side or one above the other. */
function gapBetween(a: Box, b: Box): number {
  return Math.max(b.x - a.x - a.width, a.x - b.x - b.width, b.y - a.y - a.height, a.y - b.y - b.height);
}
