import { describe, expect, test } from 'vitest';

import { type Element, isArrow } from '#schema/element.ts';
import type { TabState } from '#schema/tab.ts';

import { drawnTab } from '../changes/changes.test-support.ts';
import type { Pointer } from './gesture.ts';
import { Hand } from './hand.test-support.ts';
import { growAtEnd } from '../changes/grow-from.ts';
import { Pinch } from './pinch.ts';
import { thinPoints } from './pen-line.ts';
import { snap } from './snap.ts';
import { usualInk } from '../state/ink.ts';

function handOn(lines: string, settings: Partial<TabState> = {}): Hand {
  const tab = drawnTab(lines, settings);
  return new Hand({
    ...tab.settings,
    ...settings,
    elements: new Map([...tab.elements()].map((element) => [element.id, element])),
    skipped: [],
  });
}

const two = (): Hand => handOn('add square id=a at:0,0\nadd square id=b at:400,0\nconnect a -> b id=w');

describe('snapping', () => {
  const rect = { x: 0, y: 0, width: 100, height: 50 };

  test('moves edges and centers to those of neighbors within reach, on each axis separately', () => {
    expect(snap({ ...rect, x: 4, y: 300 }, [rect], 6)).toMatchObject({ dx: -4, dy: 0 });
    expect(snap({ ...rect, x: 20, width: 67, y: 300 }, [rect], 6)).toMatchObject({ dx: -3.5 });
    expect(snap({ ...rect, x: 107, y: 300 }, [rect], 6)).toMatchObject({ dx: 0, guides: [] });
  });

  test('makes gaps equal to those between boxes in other frames, and between the frames', () => {
    const frame = (x: number) => ({ x, y: -60, width: 140, height: 160 });
    const inFrame = (x: number) => ({ ...rect, x: x + 20 });
    // Boxes at 20, 200 and 380 have gaps of 80, their frames of 40.
    const others = [frame(0), inFrame(0), frame(180), inFrame(180), frame(360)];
    const moved = snap({ ...rect, x: 383, y: 10, height: 20 }, others, 6);
    expect(moved).toMatchObject({ dx: -3 });
    expect(moved.guides.filter(({ kind }) => kind === 'gap')).toEqual([
      { kind: 'gap', axis: 'x', at: 25, from: 120, to: 200 },
      { kind: 'gap', axis: 'x', at: 20, from: 300, to: 380 },
    ]);
    expect(snap({ ...frame(363), y: -58 }, others.slice(0, 4), 2)).toMatchObject({ dx: 0, dy: -2 });
    expect(snap({ ...frame(363), y: -58 }, others.slice(0, 4), 6)).toMatchObject({ dx: -3, dy: -2 });
  });

  test('makes gaps equal between two neighbors and beyond them', () => {
    const row = [rect, { ...rect, x: 150 }];
    expect(snap({ ...rect, x: 303, y: 10, height: 20 }, row, 6)).toMatchObject({ dx: -3 });
    expect(snap({ ...rect, x: -153, y: 10, height: 20 }, row, 6)).toMatchObject({ dx: 3 });
    const wide = [rect, { ...rect, x: 400 }];
    const between = snap({ x: 223, y: 10, width: 50, height: 20 }, wide, 6);
    expect(between).toMatchObject({ dx: 2 });
    expect(between.guides.filter(({ kind }) => kind === 'gap')).toEqual([
      { kind: 'gap', axis: 'x', at: 25, from: 100, to: 225 },
      { kind: 'gap', axis: 'x', at: 25, from: 275, to: 400 },
    ]);
  });

  test('draws a guide along everything that is aligned', () => {
    const { guides } = snap({ ...rect, x: 3, y: 300 }, [rect, { ...rect, y: 100 }], 6);
    expect(guides).toContainEqual({ kind: 'line', axis: 'x', at: 0, from: 0, to: 350 });
  });

  test('considers only the nearest of very many neighbors', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({ x: 2_000 + index * 7, y: 5_000, width: 5, height: 5 }));
    expect(snap({ ...rect, x: 4, y: 300 }, [...many, rect], 6)).toMatchObject({ dx: -4 });
  });
});

describe('pressing', () => {
  test('selects an element, and a click with Shift adds and removes one', () => {
    const hand = two();
    hand.click([80, 40]);
    expect([...hand.selection.get()]).toEqual([hand.at('a').id]);
    hand.click([480, 40], { shift: true });
    expect(hand.selection.get().size).toBe(2);
    hand.click([80, 40], { shift: true });
    expect([...hand.selection.get()]).toEqual([hand.at('b').id]);
    hand.click([80, 600]);
    expect(hand.selection.get().size).toBe(0);
  });

  test('treats the inside of a frame as canvas until the frame is selected', () => {
    const hand = handOn('add square id=a at:100,100\nwrap a in frame id=f label=Core');
    const f = hand.at('f');
    const inside: [number, number] = [f.x + 10, f.y + f.height - 10];
    hand.drag([inside, [f.x + f.width + 50, f.y - 50]]);
    expect([...hand.selection.get()]).toEqual([hand.at('a').id]);
    hand.click(inside);
    expect([...hand.selection.get()]).toEqual([f.id]);
    hand.drag([inside, [inside[0] + 30, inside[1]]], { mod: true });
    expect(hand.at('f').x).toBe(f.x + 30);
    expect(hand.at('a').x).toBe(130);
  });

  test('selects locked elements and never drags them', () => {
    const hand = handOn('add square id=a at:0,0 locked=true\nadd square id=b at:400,0');
    hand.drag([[80, 40], [200, 90]]); // prettier-ignore
    expect(hand.at('a').x).toBe(0);
    hand.click([80, 40]);
    expect([...hand.selection.get()]).toEqual([hand.at('a').id]);
    expect(hand.hover([0, 0]).grip).toBeNull();
  });

  test('changes nothing without the right to edit', () => {
    const hand = two();
    hand.writes = false;
    hand.drag([[80, 40], [200, 90]]); // prettier-ignore
    hand.tool.choose('shape:square');
    hand.drag([[80, 400], [200, 490]]); // prettier-ignore
    expect([hand.at('a').x, hand.tab.size]).toEqual([0, 3]);
  });

  test('leaves everything as it was if the gesture is cancelled', () => {
    const hand = two();
    hand.pointing.down(
      { at: [80, 40], screen: [80, 40], shift: false, alt: false, mod: false, pressure: 0.5, kind: 'mouse' },
      false,
    );
    hand.pointing.cancel();
    expect([hand.pointing.isBusy, hand.shown, hand.at('a').x]).toEqual([false, null, 0]);
  });
});

describe('a selection rectangle', () => {
  test('selects what is inside it when drawn to the right, and what it touches when drawn to the left; arrows too', () => {
    const hand = two();
    hand.drag([[-40, -40], [300, 200]]); // prettier-ignore
    expect([...hand.selection.get()]).toEqual([hand.at('a').id]);
    hand.drag([[300, 200], [-40, -40]]); // prettier-ignore
    expect(hand.selection.get()).toEqual(new Set([hand.at('a').id, hand.at('w').id]));
    hand.drag([[-40, -40], [700, 200]]); // prettier-ignore
    expect(hand.selection.get().size).toBe(3);
  });
});

describe('a drag', () => {
  test('snaps to neighbors, except with Ctrl, and otherwise to whole pixels', () => {
    const hand = two();
    hand.drag([[80, 40], [80.4, 300], [90.4, 43]]); // prettier-ignore
    expect(hand.at('a')).toMatchObject({ x: 10, y: 0 });
    hand.drag([[80, 40], [90, 43]], { mod: true }); // prettier-ignore
    expect(hand.at('a')).toMatchObject({ x: 20, y: 3 });
    hand.drag([[80, 40], [380, 100]], { shift: true }); // prettier-ignore
    expect(hand.at('a').y).toBe(3);
  });

  test('shows what is written', () => {
    const hand = handOn(
      'add square id=a at:0,0\nadd square id=b at:300,0\nconnect a -> b id=w\nset w points=[[200,200]]\nwrap a b in frame id=f',
    );
    hand.select('f');
    const shown = new Map<string, unknown>();
    const start = { at: [hand.at('f').x + 40, hand.at('f').y + 12] as [number, number], screen: [0, 0] as [number, number], shift: false, alt: false, mod: true, pressure: 0.5, kind: 'mouse' as const }; // prettier-ignore
    const end = { ...start, at: [start.at[0] + 33, start.at[1] + 44] as [number, number], screen: [33, 44] as [number, number] };
    hand.pointing.down(start, false);
    hand.pointing.move(end);
    for (const [id, element] of hand.shown?.preview ?? []) shown.set(id, element);
    hand.pointing.up(end);
    expect(shown.size).toBe(4);
    for (const [id, element] of shown) expect(hand.tab.get(id)).toEqual(element);
    expect(hand.at('w')).toMatchObject({ points: [[233, 244]] });
  });

  test('into a frame shows the element in front of it, with its arrows, and writes it so', () => {
    for (const selected of [['a'], ['a', 'c']]) {
      const hand = handOn(
        'add square id=a at:0,0\nadd square id=c at:200,0\nadd square id=o at:0,900\nconnect a -> o id=e\nadd square id=b at:600,0\nwrap b in frame id=f\nset f width=900',
      );
      hand.select(...selected);
      const pointer = (x: number, y: number): Pointer => ({ at: [x, y], screen: [x, y], shift: false, alt: false, mod: true, pressure: 0.5, kind: 'mouse' }); // prettier-ignore
      const isInFront = (element: Element | undefined): boolean => element !== undefined && element.z > hand.at('f').z;
      hand.pointing.down(pointer(80, 40), false);
      hand.pointing.move(pointer(300, 40));
      expect(isInFront(hand.shown?.preview?.get(hand.at('a').id))).toBe(false);
      hand.pointing.move(pointer(850, 40));
      const shown = [...(hand.shown?.preview ?? [])];
      expect(shown).toHaveLength(selected.length + 1);
      for (const [, element] of shown) expect(isInFront(element)).toBe(true);
      hand.pointing.up(pointer(850, 40));
      for (const [id, element] of shown) expect(hand.tab.get(id)).toEqual(element);
      hand.steps.undo();
      expect(isInFront(hand.at('a'))).toBe(false);
    }
  });

  test('with Alt adds copies and selects them', () => {
    const hand = two();
    hand.drag([[80, 40], [80, 240]], { alt: true, mod: true }); // prettier-ignore
    expect([hand.at('a').y, hand.at('a-2').y]).toEqual([0, 200]);
    expect([...hand.selection.get()]).toEqual([hand.at('a-2').id]);
    expect(hand.copied).toEqual([{ dx: 0, dy: 200 }]);
  });
});

describe('resizing and rotating', () => {
  test('moves sides and corners by handles', () => {
    const hand = two();
    hand.select('a');
    hand.drag([[160, 80], [200, 130]], { mod: true }); // prettier-ignore
    expect(hand.at('a')).toMatchObject({ x: 0, y: 0, width: 200, height: 130 });
    hand.drag([[200, 130], [400, 130]], { shift: true }); // prettier-ignore
    expect(hand.at('a').width / hand.at('a').height).toBeCloseTo(200 / 130, 2);
  });

  test('snaps the moved edge to a neighbor', () => {
    const hand = two();
    hand.select('a');
    hand.drag([[160, 80], [397, 200]]); // prettier-ignore
    expect(hand.at('a').width).toBe(400);
  });

  test('snaps to steps of 15 degrees', () => {
    const hand = handOn('add square id=a at:0,0 width=100 height=100');
    hand.select('a');
    hand.drag([[122, -22], [-22, 123]]); // prettier-ignore
    expect(hand.at('a')).toMatchObject({ rotation: 180 });
    hand.drag([[-22, 122], [122, 122]], { shift: true }); // prettier-ignore
    expect(hand.at('a')).toMatchObject({ rotation: 90 });
  });
});

describe('drawing', () => {
  test('adds a box of the default size by a click, and of the drawn size by a drag, and edits its label', () => {
    const hand = handOn('add square id=a at:0,0');
    hand.tool.choose('shape:diamond');
    hand.click([500, 500]);
    expect(hand.at('diamond')).toMatchObject({ x: 420, y: 450, width: 160, height: 100 });
    expect(hand.edited).toEqual([hand.at('diamond').id]);
    expect(hand.tool.get().name).toBe('select');
    hand.tool.choose('sticky');
    hand.drag([[1000, 1000], [1050, 1120]], { shift: true }); // prettier-ignore
    expect(hand.at('sticky')).toMatchObject({ x: 1000, y: 1000, width: 120, height: 120 });
  });

  test('adds lines with the pen, and dots by a click', () => {
    const hand = handOn('add square id=a at:0,0');
    hand.tool.choose('pen', true);
    hand.drag(Array.from({ length: 60 }, (_, index): [number, number] => [600 + index * 5, 600 + 40 * Math.sin(index / 6)]));
    const stroke = hand.at('stroke') as unknown as { points: unknown[] };
    expect(stroke.points.length).toBeGreaterThan(4);
    expect(stroke.points.length).toBeLessThan(60);
    hand.click([900, 900]);
    expect(hand.at('stroke-2')).toMatchObject({ x: 900, y: 900, points: [[0, 0]] });
    expect(hand.tool.get().name).toBe('pen');
  });

  test('adds wide translucent lines with the highlighter, whatever the pressure, and lines of the pen by its width', () => {
    const hand = handOn('add square id=a at:0,0');
    hand.looks = { highlighter: usualInk.highlighter, pen: { thickness: 6, stroke: 'red' } };
    hand.tool.choose('highlighter', true);
    hand.drag([[600, 600], [700, 600], [800, 610]], { kind: 'pen', pressure: 1 }); // prettier-ignore
    expect(hand.at('stroke')).toMatchObject({ stroke: 'pink', thickness: 20, opacity: 0.4 });
    hand.tool.choose('pen', true);
    hand.drag([[600, 700], [700, 700]]); // prettier-ignore
    hand.drag([[600, 800], [700, 800]], { kind: 'pen', pressure: 1 }); // prettier-ignore
    expect([hand.at('stroke-2'), hand.at('stroke-3')]).toMatchObject([{ stroke: 'red', thickness: 6 }, { thickness: 9.5 }]); // prettier-ignore
    expect(hand.at('stroke-2')).not.toHaveProperty('opacity');
  });

  test('adds nothing with the laser pointer, which viewers have too', () => {
    const hand = handOn('add square id=a at:0,0');
    hand.tool.choose('laser', true);
    hand.writes = false;
    hand.drag([[10, 10], [60, 40], [60, 40], [90, 40]]); // prettier-ignore
    hand.click([5, 5]);
    expect(hand.lines).toEqual([[[10, 10], [60, 40], [90, 40]], [[5, 5]]]); // prettier-ignore
    expect([hand.tab.size, hand.selection.get().size, hand.shown, hand.tool.get().name]).toEqual([1, 0, null, 'laser']);
  });

  test('keeps only the ends of a straight line, and the corner of a bend', () => {
    const along = Array.from({ length: 100 }, (_, index): [number, number] => [index, 0]);
    expect(thinPoints(along, 0.5)).toEqual([[0, 0], [99, 0]]); // prettier-ignore
    const up = Array.from({ length: 100 }, (_, index): [number, number] => [99, index]);
    expect(thinPoints([...along, ...up], 0.5).length).toBeLessThanOrEqual(4);
  });
});

describe('the grid', () => {
  test('takes the corners of what is moved, resized and drawn, and free ends, unless Ctrl is held', () => {
    const hand = handOn('add square id=a at:3,7 width=100 height=60\nadd square id=b at:301,0');
    hand.grid = 20;
    hand.drag([[50, 30], [50, 200], [199, 199]]); // prettier-ignore
    expect(hand.at('a')).toMatchObject({ x: 160, y: 180 });
    expect(hand.shown).toBeNull();
    hand.drag([[260, 240], [270, 250], [288, 271]]); // prettier-ignore
    expect(hand.at('a')).toMatchObject({ x: 160, y: 180, width: 120, height: 100 });
    hand.drag([[200, 220], [230, 220], [207, 220]], { mod: true }); // prettier-ignore
    expect(hand.at('a')).toMatchObject({ x: 167, y: 180 });
    hand.tool.choose('shape:ellipse');
    hand.drag([[403, 396], [500, 500], [488, 512]]); // prettier-ignore
    expect(hand.at('ellipse')).toMatchObject({ x: 400, y: 400, width: 80, height: 120 });
    hand.tool.choose('shape:diamond');
    hand.click([703, 711]);
    const { x, y } = hand.at('diamond');
    expect([x % 20, y % 20]).toEqual([0, 0]);
    hand.tool.choose('arrow');
    hand.drag([[1_003, 1_004], [1_100, 1_100], [1_191, 1_055]]); // prettier-ignore
    expect(hand.at('arrow')).toMatchObject({ from: { x: 1_000, y: 1_000 }, to: { x: 1_200, y: 1_060 } });
  });
});

describe('arrows', () => {
  test('connect a dot to a box, to one of its sides, and to the canvas', () => {
    const hand = handOn('add square id=a at:0,0\nadd square id=b at:400,0\nadd square id=c at:400,300');
    expect(hand.hover([160, 40]).grip).toMatchObject({ kind: 'dot', side: 'right' });
    hand.drag([[160, 40], [300, 300], [480, 340]]); // prettier-ignore
    expect(hand.at('arrow')).toMatchObject({ from: { element: hand.at('a').id }, to: { element: hand.at('c').id } });
    expect(hand.at('arrow')).not.toHaveProperty('to.side');
    hand.selection.clear();
    hand.drag([[160, 40], [300, 100], [480, 80]]); // prettier-ignore
    expect(hand.at('arrow-2')).toMatchObject({ to: { element: hand.at('b').id, side: 'bottom' } });
    hand.selection.clear();
    hand.drag([[80, 80], [300.4, 600]]); // prettier-ignore
    expect(hand.at('arrow-3')).toMatchObject({ from: { element: hand.at('a').id }, to: { x: 300, y: 600 } });
  });

  test('from a box to nothing are offered a box, which is connected and is one step of the undo with them', () => {
    const hand = handOn('add diamond id=a at:0,0 fill=blue\nadd square id=b at:400,0');
    hand.drag([[160, 50], [300, 300], [480, 40]]); // prettier-ignore
    hand.tool.choose('arrow');
    hand.drag([[600, 600], [800, 600]]); // prettier-ignore
    expect(hand.offered).toEqual([]);
    hand.tool.choose('select');
    hand.hover([160, 50]);
    hand.drag([[160, 50], [300, 300], [500, 300]]); // prettier-ignore
    const [end] = hand.offered;
    expect(end).toMatchObject({ arrow: hand.at('arrow-3').id, at: [500, 300], towards: 'right' });
    hand.steps.keepOpen(end!.step);
    hand.apply(
      growAtEnd(end!, 'ellipse', () => undefined),
      end!.step,
    );
    const { width, height } = hand.at('ellipse');
    expect(hand.at('ellipse')).toMatchObject({ x: 500, y: 300 - height / 2, fill: 'blue' });
    expect(width).toBeGreaterThan(0);
    expect(hand.at('arrow-3')).toMatchObject({ to: { element: hand.at('ellipse').id } });
    hand.steps.undo();
    expect([...hand.tab.elements()]).toHaveLength(4);
  });

  test('come in front of a frame when they are connected to a member of it', () => {
    const hand = handOn(
      'add square id=a at:0,0\nadd square id=o at:0,400\nconnect a -> o id=e\nadd square id=b at:600,0\nwrap b in frame id=f',
    );
    hand.select('e');
    hand.drag([[80, 398], [300, 300], [680, 40]]); // prettier-ignore
    expect(hand.at('e')).toMatchObject({ to: { element: hand.at('b').id } });
    expect(hand.at('e').z > hand.at('f').z && hand.at('e').z < hand.at('b').z).toBe(true);
  });

  test('take a box without arrows between their ends where it is dropped, unless Ctrl is held', () => {
    const lines = 'add square id=a at:0,0\nadd square id=b at:800,0\nconnect a -> b id=w\nadd square id=c at:300,300';
    const hand = handOn(lines);
    const pointer: Pointer = { at: [380, 340], screen: [380, 340], shift: false, alt: false, mod: false, pressure: 0.5, kind: 'mouse' }; // prettier-ignore
    hand.pointing.down(pointer, false);
    hand.pointing.move({ ...pointer, at: [480, 44], screen: [480, 44] });
    const shown = hand.shown?.preview ?? new Map<string, Element>();
    hand.pointing.cancel();
    hand.selection.clear();
    hand.drag([[380, 340], [400, 200], [480, 44]]); // prettier-ignore
    expect(shown.get(hand.at('w').id)).toMatchObject({ to: { element: hand.at('c').id } });
    expect([...shown.values()].filter(isArrow)).toHaveLength(2);
    expect([...hand.tab.arrows()]).toHaveLength(2);
    expect(hand.at('w')).toMatchObject({ from: { element: hand.at('a').id }, to: { element: hand.at('c').id } });
    hand.steps.undo();
    expect([...hand.tab.arrows()]).toHaveLength(1);
    expect(hand.at('c').y).toBe(300);
    hand.drag([[380, 340], [400, 200], [480, 44]], { mod: true }); // prettier-ignore
    expect([...hand.tab.arrows()]).toHaveLength(1);
    expect(hand.at('c').y).toBe(4);
    // A box that is connected already stays as it is.
    const tied = handOn(`${lines}\nconnect c -> a`);
    tied.drag([[380, 340], [400, 200], [480, 44]]); // prettier-ignore
    expect([...tied.tab.arrows()]).toHaveLength(2);
  });

  test('come with a new box when a dot is clicked', () => {
    const hand = handOn('add diamond id=a at:0,0 fill=blue label=One');
    hand.click([160, 50]);
    expect(hand.at('diamond')).toMatchObject({ x: 240, y: 0, fill: 'blue', shape: 'diamond' });
    expect([...hand.tab.arrows()]).toHaveLength(1);
    expect(hand.edited).toEqual([hand.at('diamond').id]);
  });

  test('get other ends, and waypoints that are added, moved and removed', () => {
    const hand = two();
    hand.select('w');
    hand.drag([[280, 40], [280, 200]]); // prettier-ignore
    expect(hand.at('w')).toMatchObject({ points: [[280, 200]] });
    hand.drag([[280, 200], [300, 250]], { mod: true }); // prettier-ignore
    expect(hand.at('w')).toMatchObject({ points: [[300, 250]] });
    hand.drag([[300, 250], [280, 42]]); // prettier-ignore
    expect(hand.at('w')).not.toHaveProperty('points');
    hand.drag([[400, 40], [600, 500]]); // prettier-ignore
    expect(hand.at('w')).toMatchObject({ to: { x: 600, y: 500 } });
  });
});

test('two fingers pan, and zoom around the point between them', () => {
  const pinch = new Pinch();
  pinch.down(1, [0, 0]);
  expect(pinch.move(1, [10, 0])).toBeNull();
  pinch.down(2, [110, 0]);
  expect(pinch.move(2, [210, 0])).toEqual({ dx: -50, dy: 0, factor: 2, at: { x: 110, y: 0 } });
  pinch.up(1);
  expect(pinch.move(2, [0, 0])).toBeNull();
});
