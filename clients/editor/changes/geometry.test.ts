import { describe, expect, test } from 'vitest';

import { type Box, isBox } from '#schema/element.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';

import { after, at, drawnTab } from './changes.test-support.ts';
import { geometryOf, type GeometryField, type GeometryFault, readLength, setGeometry } from './geometry.ts';

const boxesOf = (tab: TabIndex, ...slugs: string[]): Box[] => slugs.map((slug) => at(tab, slug)).filter(isBox);

function set(tab: TabIndex, slugs: readonly string[], field: GeometryField, value: number): TabIndex | GeometryFault {
  const change = setGeometry(boxesOf(tab, ...slugs), field, value);
  return typeof change === 'function' ? after(tab, change) : change;
}

const two = () => drawnTab('add square id=a at:0,0 width=100 height=50\nadd ellipse id=b at:200,100 width=100 height=100');

describe('place and size as numbers', () => {
  test('are those of one box, or of the rectangle around several', () => {
    const tab = two();
    expect(geometryOf(boxesOf(tab, 'b'))).toEqual({ x: 200, y: 100, width: 100, height: 100, rotation: 0 });
    expect(geometryOf(boxesOf(tab, 'a', 'b'))).toEqual({ x: 0, y: 0, width: 300, height: 200, rotation: null });
    const table = drawnTab('{"op":"add","element":{"type":"table","id":"t","x":5,"y":6,"columns":["A"],"rows":[]}}');
    expect(geometryOf(boxesOf(table, 't'))).toMatchObject({ x: 5, y: 6, rotation: null });
    expect(geometryOf([])).toMatchObject({ x: null, width: null });
  });

  test('move all of the boxes by the same distance', () => {
    const moved = set(two(), ['a', 'b'], 'x', 40) as TabIndex;
    expect([at(moved, 'a').x, at(moved, 'b').x]).toEqual([40, 240]);
    const down = set(two(), ['b'], 'y', -12.5) as TabIndex;
    expect([at(down, 'a').y, at(down, 'b').y]).toEqual([0, -12.5]);
  });

  test('resize one box from its left or top side, and several in their rectangle', () => {
    expect(at(set(two(), ['a'], 'width', 150) as TabIndex, 'a')).toMatchObject({ x: 0, y: 0, width: 150, height: 50 });
    expect(at(set(two(), ['a'], 'height', 80) as TabIndex, 'a')).toMatchObject({ x: 0, y: 0, width: 100, height: 80 });
    const all = set(two(), ['a', 'b'], 'width', 600) as TabIndex;
    expect(at(all, 'a')).toMatchObject({ x: 0, width: 200, height: 50 });
    expect(at(all, 'b')).toMatchObject({ x: 400, width: 200, height: 100 });
  });

  test('resize a rotated box along its own axes', () => {
    const tab = drawnTab('add square id=a at:0,0 width=100 height=50 rotation=90');
    expect(at(set(tab, ['a'], 'width', 140) as TabIndex, 'a')).toMatchObject({ width: 140, height: 50, x: -20, y: 20 });
    expect(at(set(tab, ['a'], 'rotation', 30) as TabIndex, 'a')).toMatchObject({ rotation: 30, x: 0, y: 0 });
  });

  test('are refused beyond the canvas, and where a text has no room', () => {
    expect(set(two(), ['a'], 'width', 0)).toMatchObject({ fault: 'range', least: 1 });
    expect(set(two(), ['a'], 'x', 1e9)).toMatchObject({ fault: 'range' });
    const worded = drawnTab('add square id=a label=Transportation at:0,0');
    const refused = set(worded, ['a'], 'width', 20) as { readonly least: number };
    expect(refused).toMatchObject({ fault: 'room' });
    expect(refused.least).toBeGreaterThan(20);
    expect(at(set(worded, ['a'], 'width', refused.least) as TabIndex, 'a').width).toBe(refused.least);
  });

  test('are read with a unit, a comma or a true minus sign', () => {
    expect(['12', ' 12.5 px', '-3,25', '\u22127', '45°', '.5'].map(readLength)).toEqual([12, 12.5, -3.25, -7, 45, 0.5]);
    expect(['', 'wide', '1e3', '12 13', '--2'].map(readLength)).toEqual([null, null, null, null, null]);
  });
});
