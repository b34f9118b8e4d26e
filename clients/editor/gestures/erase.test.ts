import { describe, expect, test } from 'vitest';

import type { Point } from '#schema/element.ts';
import type { TabState } from '#schema/tab.ts';

import { drawnTab } from '../changes/changes.test-support.ts';
import { removeElements } from '../changes/remove.ts';
import type { Pointer } from './gesture.ts';
import { Hand } from './hand.test-support.ts';

/** `settings` are those of the tab once it is drawn. */
function eraserOn(lines: string, settings: Partial<TabState> = {}): Hand {
  const layers = (settings.layers ?? []).map((layer) => ({ ...layer, locked: false }));
  const tab = drawnTab(lines, { layers });
  const elements = new Map([...tab.elements()].map((element) => [element.id, element]));
  const hand = new Hand({ ...tab.settings, ...settings, elements, skipped: [] });
  hand.tool.choose('eraser', true);
  return hand;
}

const row = 'add square id=a at:0,0\nadd square id=b at:400,0\nadd square id=c at:800,0\nconnect a -> b id=w';
const pointer = ([x, y]: Point, held: Partial<Pointer> = {}): Pointer => ({ at: [x, y], screen: [x, y], shift: false, alt: false, mod: false, pressure: 0.5, kind: 'mouse', ...held }); // prettier-ignore
const slugs = (hand: Hand): string[] => [...hand.tab.elements()].map(({ id }) => id.split('~')[0] ?? '').toSorted();
const fadedOf = (hand: Hand): string[] => [...(hand.shown?.faded?.keys() ?? [])].map((id) => id.split('~')[0] ?? '').toSorted();

describe('the eraser', () => {
  test('fades what it touches at once, with the arrows that go with it, and removes it in one step', () => {
    const hand = eraserOn(row);
    hand.pointing.down(pointer([80, 40]), false);
    expect(fadedOf(hand)).toEqual(['a', 'w']);
    expect([...(hand.shown?.faded?.values() ?? [])].map(({ opacity }) => opacity)).toEqual([0.2, 0.2]);
    // A fast pointer skips what is between.
    hand.pointing.move(pointer([1_200, 40]));
    expect(fadedOf(hand)).toEqual(['a', 'b', 'c', 'w']);
    expect(hand.tab.size).toBe(4);
    hand.pointing.up(pointer([1_200, 40]));
    expect(hand.tab.size).toBe(0);
    expect([hand.tool.get().name, hand.shown]).toEqual(['eraser', null]);
    hand.steps.undo();
    expect(slugs(hand)).toEqual(['a', 'b', 'c', 'w']);
  });

  test('shows nothing of an element that others delete meanwhile', () => {
    const hand = eraserOn(row);
    hand.pointing.down(pointer([80, 40]), false);
    hand.pointing.move(pointer([880, 40]));
    hand.apply(removeElements([hand.at('c').id]));
    hand.pointing.move(pointer([880, 400]));
    expect(fadedOf(hand)).toEqual(['a', 'b', 'w']);
    hand.pointing.up(pointer([880, 400]));
    expect([hand.tab.size, hand.refusals]).toEqual([0, []]);
  });

  test('removes by a click the topmost element, and nothing where nothing is', () => {
    const hand = eraserOn('add square id=a at:0,0\nadd square id=b at:20,20');
    hand.click([600, 600]);
    expect(slugs(hand)).toEqual(['a', 'b']);
    hand.click([80, 60], { kind: 'touch' });
    expect(slugs(hand)).toEqual(['a']);
    hand.click([80, 60], { kind: 'pen' });
    expect(slugs(hand)).toEqual([]);
  });

  test('keeps what is touched with Alt, and everything if it is cancelled', () => {
    const hand = eraserOn(row);
    hand.pointing.down(pointer([80, 40]), false);
    hand.pointing.move(pointer([880, 40]));
    hand.pointing.move(pointer([880, 300]));
    hand.pointing.move(pointer([480, 300]));
    // The modifier is pressed while the pointer is at rest over the box.
    hand.pointing.move(pointer([480, 40]));
    hand.pointing.again((at) => ({ ...at, alt: true }));
    expect(fadedOf(hand)).toEqual(['a', 'c', 'w']);
    hand.pointing.up(pointer([480, 40], { alt: true }));
    expect(slugs(hand)).toEqual(['b']);
    hand.steps.undo();
    hand.pointing.down(pointer([80, 40]), false);
    hand.pointing.cancel();
    expect([hand.shown, hand.tab.size]).toEqual([null, 4]);
  });

  test('spares locked elements, those on locked layers, and boxes whose arrow is locked, and reaches what is behind', () => {
    const layers = [{ id: 'layer-ground', name: 'Ground', hidden: false, locked: true }];
    const hand = eraserOn(
      'add square id=under at:0,0\nadd square id=a at:0,0 locked=true\nadd square id=b at:400,0 layer=layer-ground\nadd square id=c at:800,0\nadd square id=d at:1200,0\nconnect c -> d id=w\nset w locked=true',
      { layers },
    );
    hand.pointing.down(pointer([80, 40]), false);
    hand.pointing.move(pointer([880, 40]));
    expect(fadedOf(hand)).toEqual(['under']);
    hand.pointing.up(pointer([1_280, 40]));
    expect(slugs(hand)).toEqual(['a', 'b', 'c', 'd', 'w']);
    expect(hand.refusals).toEqual([]);
  });

  test('touches frames and boxes without fill at their border only, and a click such a box from inside', () => {
    const hand = eraserOn('add square id=a at:100,100\nwrap a in frame id=f\nadd square id=hollow at:1000,0 width=300 height=300 fill=none'); // prettier-ignore
    const f = hand.at('f');
    const low = f.y + f.height - 12;
    hand.drag([[f.x + 20, low], [f.x + 60, low], [f.x + 60, 500], [1_150, 500], [1_150, 150]]); // prettier-ignore
    expect(slugs(hand)).toEqual(['a']);
    hand.steps.undo();
    hand.drag([[1_020, 150], [1_200, 160]]); // prettier-ignore
    hand.click([f.x + 20, low]);
    expect(slugs(hand)).toEqual(['a', 'f', 'hollow']);
    hand.click([1_150, 150]);
    expect(slugs(hand)).toEqual(['a', 'f']);
    hand.click([f.x, f.y + f.height / 2]);
    expect(slugs(hand)).toEqual(['a']);
  });

  test('is the eraser of a pen with any tool, and removes nothing without the right to edit', () => {
    const hand = eraserOn(row);
    hand.tool.choose('shape:square');
    hand.click([880, 40], { kind: 'pen', isEraser: true });
    expect(slugs(hand)).toEqual(['a', 'b', 'w']);
    hand.writes = false;
    hand.click([80, 40], { kind: 'pen', isEraser: true });
    hand.tool.choose('eraser', true);
    hand.click([80, 40]);
    expect(slugs(hand)).toEqual(['a', 'b', 'w']);
  });
});
