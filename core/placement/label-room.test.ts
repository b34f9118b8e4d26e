import { describe, expect, test } from 'vitest';

import { type Arrow, type Box, isArrow } from '#schema/element.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { labelSize } from '../arrows/label-size.ts';
import { DrawnArrows } from '../drawing/drawn-arrows.ts';
import { drawn, planned } from '../ops/drawn.test-support.ts';
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

  test('[PM22] the gap is never less than the default; 500 arrows with the longest labels are fast', () => {
    expect(gapsOf('add square id=a\nadd square id=b right-of:a\nconnect a -> b label=i text=sm')[0]).toBeGreaterThanOrEqual(40);
    const lines = Array.from({ length: 248 }, (_, at) => `add square id=n${at} right-of:a`).join('\n');
    const arrows = Array.from({ length: 248 }, (_, at) => `connect a -> n${at} label="${'long '.repeat(1_000)}"`).join('\n');
    const startedAt = threadMs();
    planned(drawn('add square id=a'), `${lines}\n${arrows}`);
    expect(threadMs() - startedAt).toBeLessThan(5_000);
  });
});
