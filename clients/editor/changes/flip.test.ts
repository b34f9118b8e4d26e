import { describe, expect, test } from 'vitest';

import type { Arrow, Box, Stroke } from '#schema/element.ts';
import { tabWith } from '#core/ops/drawn.test-support.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';

import { planChange } from './change.ts';
import { after, at, drawnTab, editsOf, idOf } from './changes.test-support.ts';
import { drawStroke } from './draw.ts';
import { flip } from './flip.ts';
import { outerRect } from './turned.ts';

const ids = (tab: TabIndex, ...slugs: string[]): string[] => slugs.map((slug) => idOf(tab, slug));
const arrowIn = (tab: TabIndex): Arrow => [...tab.elements()].find((element) => element.type === 'arrow') as Arrow;
const place = (tab: TabIndex, slug: string): readonly number[] => [at(tab, slug).x, at(tab, slug).y];

const frame = '{"op":"add","element":{"type":"frame","id":"f","x":0,"y":0,"width":400,"height":200}}';

describe('flipping', () => {
  test('mirrors the places of boxes in the rectangle around them', () => {
    const tab = drawnTab('add square id=a at:0,0 width=100 height=60\nadd square id=b at:300,40 width=50 height=200');
    const across = after(tab, flip(ids(tab, 'a', 'b'), 'across'));
    expect([place(across, 'a'), place(across, 'b')]).toEqual([[250, 0], [0, 40]]); // prettier-ignore
    const down = after(tab, flip(ids(tab, 'a', 'b'), 'down'));
    expect([place(down, 'a'), place(down, 'b')]).toEqual([[0, 180], [300, 0]]); // prettier-ignore
  });

  test('twice is as before', () => {
    const tab = drawnTab(
      'add square id=a at:0,0 rotation=30\nadd square id=b at:300,40 height=201\nconnect a.right@0.3 -> b.top@0.2 points=[[200,10],[220,30]]',
    );
    for (const axis of ['across', 'down'] as const) {
      const twice = after(after(tab, flip(ids(tab, 'a', 'b'), axis)), flip(ids(tab, 'a', 'b'), axis));
      expect(twice.get(idOf(tab, 'a'))).toEqual(tab.get(idOf(tab, 'a')));
      expect(arrowIn(twice)).toEqual(arrowIn(tab));
    }
  });

  test('mirrors ports and waypoints of the arrows between the boxes, selected or not', () => {
    const tab = drawnTab(
      'add square id=a at:0,0 width=100 height=100\nadd square id=b at:300,0 width=100 height=100\nconnect a.right@0.3 -> b.top@0.2 points=[[180,20]]',
    );
    const across = arrowIn(after(tab, flip(ids(tab, 'a', 'b'), 'across')));
    expect(across.from).toMatchObject({ side: 'left', offset: 0.3 });
    expect(across.to).toMatchObject({ side: 'top', offset: 0.8 });
    expect(across.points).toEqual([[220, 20]]);
    const down = arrowIn(after(tab, flip(ids(tab, 'a', 'b'), 'down')));
    expect(down.from).toMatchObject({ side: 'right', offset: 0.7 });
    expect(down.to).toMatchObject({ side: 'bottom', offset: 0.2 });
    expect(down.points).toEqual([[180, 80]]);
  });

  test('leaves the other end of an arrow, and its waypoints, where they are', () => {
    const tab = drawnTab('add square id=a at:0,0\nadd square id=b at:300,0\nconnect a.right -> b.left points=[[250,20]]');
    const flipped = arrowIn(after(tab, flip(ids(tab, 'a'), 'across')));
    expect(flipped).toMatchObject({ from: { side: 'left' }, to: { side: 'left' }, points: [[250, 20]] });
  });

  test('takes the members of a frame along, in the rectangle of the frame', () => {
    const tab = drawnTab(`${frame}\nadd square id=a at:20,50 width=100 height=50`);
    const flipped = after(tab, flip(ids(tab, 'f'), 'across'));
    expect([place(flipped, 'f'), place(flipped, 'a')]).toEqual([[0, 0], [280, 50]]); // prettier-ignore
  });

  test('mirrors the line of a stroke, the free ends of arrows, and the sense of a rotation', () => {
    const drawn = after(drawnTab('add square id=a at:0,0 rotation=30'), drawStroke([[10, 10], [40, 20], [110, 60]])); // prettier-ignore
    const free = { id: 'loose~aaaaaaaa', z: 'a5', type: 'arrow', from: { x: 0, y: 0 }, to: { x: 100, y: 50 } } as const;
    const tab = tabWith([...drawn.elements(), free]);
    const stroke = [...tab.elements()].find(({ type }) => type === 'stroke') as Stroke;
    expect(after(tab, flip([stroke.id], 'across')).get(stroke.id)).toMatchObject({ x: 10, points: [[100, 0], [70, 10], [0, 50]] }); // prettier-ignore
    expect(after(tab, flip([free.id], 'down')).get(free.id)).toMatchObject({ from: { x: 0, y: 50 }, to: { x: 100, y: 0 } });
    const turned = after(tab, flip(ids(tab, 'a'), 'across'));
    expect(at(turned, 'a')).toMatchObject({ rotation: -30 });
    expect(outerRect(at(turned, 'a') as Box)).toEqual(outerRect(at(tab, 'a') as Box));
  });

  test('turns a shape that points somewhere, unless it has a text', () => {
    const tab = drawnTab(
      'add block-arrow id=a at:0,0\nadd triangle id=t at:300,0\nadd block-arrow id=named label="Next" at:600,0',
    );
    const rotation = (axis: 'across' | 'down', slug: string): unknown => (at(after(tab, flip(ids(tab, slug), axis)), slug) as Box).rotation; // prettier-ignore
    expect([rotation('across', 'a'), rotation('down', 'a')]).toEqual([180, undefined]);
    expect([rotation('across', 't'), rotation('down', 't')]).toEqual([undefined, 180]);
    expect(rotation('across', 'named')).toBe(undefined);
  });

  test('does not touch what is locked', () => {
    const tab = drawnTab('add square id=a at:0,0 locked=true\nadd square id=b at:300,0');
    expect(editsOf(tab, flip(ids(tab, 'a', 'b'), 'across'))).toEqual([]);
    const framed = drawnTab(`${frame}\nadd square id=a at:20,50 width=100 height=50 locked=true`);
    expect(planChange(framed, flip(ids(framed, 'f'), 'across'))).toMatchObject({ code: 'element_locked' });
  });
});
