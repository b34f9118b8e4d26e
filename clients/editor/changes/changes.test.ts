import { describe, expect, test } from 'vitest';

import { isProblem } from '#schema/problem.ts';
import { tabWith } from '#core/ops/drawn.test-support.ts';

import { align, distribute } from './align.ts';
import { planChange } from './change.ts';
import { after, at, drawnTab, editsOf, idOf } from './changes.test-support.ts';
import { putCopies, takenAlong } from './copies.ts';
import { clickedRect, drawArrow, drawBox, drawStroke } from './draw.ts';
import { moveElements } from './move.ts';
import { removeElements } from './remove.ts';
import { pullHandle, pulledRect, resizeTo, scaleBox } from './resize.ts';
import { turnElements } from './rotate.ts';
import { addressFrom, setFields } from './set-fields.ts';
import { setLabel } from './set-label.ts';
import { restack } from './stack.ts';
import { cellAt, cellRect, insertColumn, insertRow, removeColumn, removeRow, setCell } from './table-cells.ts';
import { setEnd, setLabelAt, setWayPoints, turnRound } from './wire.ts';

const three = () => drawnTab('add square id=a at:0,0\nadd square id=b at:300,20\nadd square id=c at:900,100\nconnect a -> b');

describe('change', () => {
  test('does not touch elements that are locked, by themselves or by their layer', () => {
    const tab = drawnTab('add square id=a at:0,0 locked=true\nadd square id=b at:300,0 layer=one', { layers: [{ id: 'one', name: 'One', locked: false, hidden: false }] }); // prettier-ignore
    expect(editsOf(tab, moveElements([idOf(tab, 'a')], { dx: 5, dy: 5 }))).toEqual([]);
    const shut = tabWith(tab.elements(), { layers: [{ id: 'one', name: 'One', locked: true, hidden: false }] });
    expect(editsOf(shut, setFields([idOf(tab, 'a'), idOf(tab, 'b')], { fill: 'blue' }))).toEqual([]);
    expect(editsOf(shut, removeElements([idOf(tab, 'a'), idOf(tab, 'b')]))).toEqual([]);
    const refused = planChange(shut, setFields([idOf(tab, 'a')], { locked: false }));
    expect(isProblem(refused) ? refused.code : refused).toEqual([]);
    expect(isProblem(planChange(tab, setFields([idOf(tab, 'b')], { locked: true })))).toBe(true);
    expect(
      isProblem(planChange(tabWith(tab.elements(), { locked: true }), moveElements([idOf(tab, 'b')], { dx: 1, dy: 0 }))),
    ).toBe(true);
  });
});

describe('moving, aligning and distributing', () => {
  test('takes the members of a frame along', () => {
    const tab = drawnTab('add square id=a at:0,0\nadd square id=b at:300,0\nwrap a b in frame id=f');
    const moved = after(tab, moveElements([idOf(tab, 'f')], { dx: 10, dy: 20 }));
    expect([at(moved, 'a').x, at(moved, 'a').y]).toEqual([10, 20]);
  });

  test('is not refused because of an arrow that only follows', () => {
    const tab = three();
    const moved = after(
      tab,
      moveElements(
        [...tab.elements()].map(({ id }) => id),
        { dx: 7, dy: 0 },
      ),
    );
    expect(at(moved, 'c').x).toBe(907);
  });

  test('aligns boxes with a side or the center of all of them', () => {
    const tab = three();
    const ids = ['a', 'b', 'c'].map((slug) => idOf(tab, slug));
    expect(['a', 'b', 'c'].map((slug) => at(after(tab, align(ids, 'left')), slug).x)).toEqual([0, 0, 0]);
    expect(['a', 'b', 'c'].map((slug) => at(after(tab, align(ids, 'bottom')), slug).y)).toEqual([100, 100, 100]);
    expect(['a', 'b', 'c'].map((slug) => at(after(tab, align(ids, 'middle')), slug).y)).toEqual([50, 50, 50]);
  });

  test('makes gaps equal, and leaves the outermost two boxes', () => {
    const tab = three();
    const even = after(
      tab,
      distribute(
        ['a', 'b', 'c'].map((slug) => idOf(tab, slug)),
        'across',
      ),
    );
    expect(['a', 'b', 'c'].map((slug) => at(even, slug).x)).toEqual([0, 450, 900]);
  });
});

describe('labels and fields', () => {
  test('make a box grow around its center, and never shrink it', () => {
    const tab = drawnTab('add square id=a at:0,0');
    const long = after(tab, setLabel(idOf(tab, 'a'), 'words '.repeat(40)));
    expect(at(long, 'a').width).toBeGreaterThan(160);
    expect(at(long, 'a').x + at(long, 'a').width / 2).toBe(80);
    const short = after(long, setLabel(idOf(tab, 'a'), 'x'));
    expect(at(short, 'a').width).toBe(at(long, 'a').width);
  });

  test('fit a text to its words, and remove it without words', () => {
    const tab = drawnTab('add text id=t label="one" at:50,60');
    const longer = after(tab, setLabel(idOf(tab, 't'), 'one two three'));
    expect(at(longer, 't')).toMatchObject({ x: 50, y: 60 });
    expect(at(longer, 't').width).toBeGreaterThan(at(tab, 't').width);
    expect(after(longer, setLabel(idOf(tab, 't'), '  ')).size).toBe(0);
  });

  test('are stored in full length, without characters that cannot be stored', () => {
    const tab = drawnTab('add square id=a');
    const label = `${'long '.repeat(30)}end\u0000\ud800`;
    expect(at(after(tab, setLabel(idOf(tab, 'a'), label)), 'a').label).toBe(`${'long '.repeat(30)}end\ufffd`);
  });

  test('are set on every element that has them', () => {
    const tab = drawnTab('add square id=a\nadd sticky id=s\nadd square id=b\nconnect a -> b id=w');
    const ids = [...tab.elements()].map(({ id }) => id);
    const set = after(tab, setFields(ids, { fill: 'blue', heads: 'both' }));
    expect([at(set, 'a'), at(set, 's'), at(set, 'w')]).toMatchObject([{ fill: 'blue' }, { color: 'blue' }, { heads: 'both' }]);
    expect(isProblem(planChange(tab, setFields(ids, { fill: 'nonsense' })))).toBe(true);
  });

  test('make a box grow for larger letters', () => {
    const tab = drawnTab('add square id=a label="Some words that fit the box"');
    expect(at(after(tab, setFields([idOf(tab, 'a')], { text: 'lg' })), 'a').height).toBeGreaterThan(at(tab, 'a').height);
  });

  test('get a scheme if they are addresses', () => {
    expect(['example.org', 'HTTP://x.y', 'a@b.org', ' ', 'mailto:a@b.c'].map(addressFrom)).toEqual([
      'https://example.org', 'http://x.y', 'mailto:a@b.org', null, 'mailto:a@b.c',
    ]); // prettier-ignore
  });
});

describe('removing and stacking', () => {
  test('removes connected arrows too', () => {
    const tab = three();
    expect([...after(tab, removeElements([idOf(tab, 'a')])).elements()].map(({ type }) => type)).toEqual(['shape', 'shape']);
  });

  test('brings forward past the next overlapping element', () => {
    const tab = drawnTab(
      'add square id=a at:0,0\nadd square id=far at:5000,0\nadd square id=b at:40,40\nadd square id=c at:80,60',
    );
    const forward = after(tab, restack(new Set([idOf(tab, 'a')]), 'forward'));
    const stack = [...forward.elements()].toSorted((p, q) => (p.z < q.z ? -1 : 1)).map(({ id }) => id.slice(0, id.indexOf('~')));
    expect(stack).toEqual(['far', 'b', 'a', 'c']);
    const front = after(tab, restack(new Set([idOf(tab, 'a'), idOf(tab, 'b')]), 'front'));
    expect([...front.elements()].toSorted((p, q) => (p.z < q.z ? -1 : 1)).map(({ id }) => id.slice(0, id.indexOf('~')))).toEqual([
      'far',
      'c',
      'a',
      'b',
    ]);
  });
});

describe('resizing and rotating', () => {
  const box = () => at(drawnTab('add square id=a at:100,100 width=200 height=100'), 'a') as never;

  test('keeps the opposite corner in place, rotated or not', () => {
    expect(pullHandle(box(), { across: -1, down: -1 }, [-50, -20], false)).toMatchObject({
      x: 50,
      y: 80,
      width: 250,
      height: 120,
    });
    const turned = { ...(box() as object), rotation: 90 } as never;
    const wide = pullHandle(turned, { across: 1, down: 0 }, [0, 40], false);
    expect(wide).toMatchObject({ width: 240, height: 100 });
    // The left end of the box, which is drawn at the top, stays.
    expect(wide.y + wide.height / 2 - wide.width / 2).toBe(50);
  });

  test('keeps the ratio on request', () => {
    expect(pullHandle(box(), { across: 1, down: 1 }, [200, 0], true)).toMatchObject({ width: 400, height: 200 });
    expect(pulledRect({ x: 0, y: 0, width: 100, height: 50 }, { across: -1, down: 0 }, [-100, 0], true)).toEqual({ x: -100, y: -25, width: 200, height: 100 }); // prettier-ignore
  });

  test('keeps a box as wide as its widest word, and as high as its text needs', () => {
    const tab = drawnTab('add square id=a label="Extraordinary words here" at:0,0');
    const small = pullHandle(at(tab, 'a') as never, { across: 1, down: 1 }, [-500, -500], false);
    expect(small.width).toBeGreaterThan(90);
    expect(small.height).toBeGreaterThan(40);
    expect(small).toMatchObject({ x: 0, y: 0 });
  });

  test('keeps the shares of several boxes, and the form of strokes', () => {
    const tab = drawnTab('{"op":"add","element":{"type":"stroke","id":"s","x":0,"y":0,"width":10,"height":10,"points":[[0,0],[10,10]]}}'); // prettier-ignore
    const twice = scaleBox(at(tab, 's') as never, { x: 0, y: 0, width: 10, height: 10 }, { x: 5, y: 5, width: 20, height: 30 });
    expect(twice).toMatchObject({ x: 5, y: 5, width: 20, height: 30, points: [[0, 0], [20, 30]] }); // prettier-ignore
    expect(at(after(tab, resizeTo(new Map([[idOf(tab, 's'), twice]]))), 's').width).toBe(20);
  });

  test('rotates boxes around the center of all of them, leaves frames upright, and stores no rotation of zero', () => {
    const tab = drawnTab('add square id=a at:0,0\nadd square id=b at:300,0\nwrap a b in frame id=f');
    const ids = [...tab.elements()].map(({ id }) => id);
    const turned = after(tab, turnElements(ids, 180, [230, 40]));
    expect(at(turned, 'a')).toMatchObject({ x: 300, rotation: 180 });
    expect(at(turned, 'f')).toEqual(at(tab, 'f'));
    expect(at(after(turned, turnElements(ids, -180, [230, 40])), 'a')).toEqual(at(tab, 'a'));
  });
});

describe('drawing', () => {
  test('gives ids to boxes and ends to arrows, and puts frames behind what they contain', () => {
    const tab = three();
    const framed = after(tab, drawBox({ type: 'frame' }, { x: -50, y: -50, width: 300, height: 300 }));
    expect(at(framed, 'frame-2').z < at(framed, 'a').z).toBe(true);
    const drawn = after(tab, drawArrow({ element: idOf(tab, 'b'), side: 'left' }, { x: 5, y: 6 }));
    expect(at(drawn, 'arrow-2')).toMatchObject({ from: { element: idOf(tab, 'b'), side: 'left' }, to: { x: 5, y: 6 } });
  });

  test('centers a box of the default size on a click', () => {
    expect(clickedRect({ type: 'shape', shape: 'square' }, [100, 100])).toEqual({ x: 20, y: 60, width: 160, height: 80 });
  });

  test('limits the points of strokes', () => {
    const points = Array.from({ length: 20_000 }, (_, index): [number, number] => [index / 10, Math.sin(index / 50) * 100]);
    const tab = after(tabWith([]), drawStroke(points));
    const [stroke] = [...tab.elements()];
    expect(stroke).toMatchObject({ type: 'stroke' });
    expect((stroke as { points: unknown[] }).points.length).toBeLessThanOrEqual(5_000);
  });
});

describe('arrows', () => {
  test('are connected elsewhere and reversed, and waypoints are added and removed', () => {
    const tab = three();
    const id = idOf(tab, 'arrow');
    const bent = after(tab, setWayPoints(id, [[10.001, 20], [1e9, 0]])); // prettier-ignore
    expect(at(bent, 'arrow')).toMatchObject({ points: [[10, 20], [10_000_000, 0]] }); // prettier-ignore
    expect(at(after(bent, turnRound([id])), 'arrow')).toMatchObject({ from: { element: idOf(tab, 'b') }, points: [[10_000_000, 0], [10, 20]] }); // prettier-ignore
    expect(at(after(after(tab, setLabelAt(id, 0.3)), turnRound([id])), 'arrow')).toMatchObject({ labelAt: 0.7 });
    expect(at(after(after(tab, setLabelAt(id, 0)), turnRound([id])), 'arrow')).toMatchObject({ labelAt: 1 });
    expect(at(after(after(tab, setLabelAt(id, 0.3)), setLabelAt(id, null)), 'arrow')).not.toHaveProperty('labelAt');
    expect(at(after(bent, setWayPoints(id, [])), 'arrow')).not.toHaveProperty('points');
    expect(at(after(tab, setEnd(id, 'to', { x: 1, y: 2 })), 'arrow')).toMatchObject({ to: { x: 1, y: 2 } });
    expect(isProblem(planChange(tab, setEnd(id, 'to', { element: 'gone~00000000' })))).toBe(true);
  });
});

describe('tables', () => {
  const tab = () => drawnTab('add table id=t columns=["A","B"] rows=[["1"],["3","4"]] width=200 height=92 label=T at:0,0');
  const table = (of = tab()) => at(of, 't') as never as { columns: string[]; rows: string[][]; width: number; height: number };

  test('grow and shrink by the rows and columns that are added and removed', () => {
    const id = idOf(tab(), 't');
    expect(table(after(tab(), insertRow(id, 1)))).toMatchObject({ rows: [['1', ''], ['', ''], ['3', '4']], height: 112 }); // prettier-ignore
    expect(table(after(tab(), removeRow(id, 0)))).toMatchObject({ rows: [['3', '4']], height: 72 });
    expect(table(after(tab(), insertColumn(id, 2)))).toMatchObject({ columns: ['A', 'B', 'Column 3'], width: 300 });
    expect(table(after(tab(), removeColumn(id, 0)))).toMatchObject({ columns: ['B'], rows: [[''], ['4']], width: 100 });
  });

  test('keep their last column', () => {
    const id = idOf(tab(), 't');
    const one = after(tab(), removeColumn(id, 0));
    expect(editsOf(one, removeColumn(id, 0))).toEqual([]);
  });

  test('have their cells where they are drawn, also in short rows', () => {
    const of = at(tab(), 't') as never;
    expect(cellRect(of, { row: 0, column: 1 })).toEqual({ x: 100, y: 52, width: 100, height: 20 });
    expect(cellAt(of, 150, 60)).toEqual({ row: 0, column: 1 });
    expect(cellAt(of, 150, 40)).toEqual({ row: -1, column: 1 });
    expect(cellAt(of, 150, 10)).toBeNull();
    const id = idOf(tab(), 't');
    expect(table(after(tab(), setCell(id, { row: 0, column: 1 }, 'x'))).rows).toEqual([['1', 'x'], ['3', '4']]); // prettier-ignore
  });
});

describe('copies', () => {
  test('stay connected with each other, have free ends elsewhere, and keep their order', () => {
    const tab = drawnTab(
      'add square id=a at:0,0\nadd square id=b at:300,0\nadd square id=c at:600,0\nconnect a -> b\nconnect b -> c',
    );
    const taken = takenAlong(
      [...tab.elements()].filter(({ id }) => !id.startsWith('c~')).map(({ id }) => id),
      tab,
    );
    const doubled = after(tab, putCopies(taken, { dx: 0, dy: 200 }));
    expect(doubled.size).toBe(9);
    const [a2, b2] = [idOf(doubled, 'a-2'), idOf(doubled, 'b-2')];
    expect([...doubled.arrowsAt(a2)][0]).toMatchObject({ from: { element: a2 }, to: { element: b2 } });
    const half = [...doubled.arrowsAt(b2)].find(({ from }) => 'element' in from && from.element === b2);
    expect(half).toMatchObject({ to: { x: 600, y: 240 } });
    expect(at(doubled, 'a-2').z < at(doubled, 'b-2').z).toBe(true);
  });

  test('lose locks and layers that the tab does not have', () => {
    const tab = drawnTab('add square id=a layer=one locked=true', {
      layers: [{ id: 'one', name: 'One', locked: false, hidden: false }],
    });
    const elsewhere = after(tabWith([]), putCopies([at(tab, 'a')], { dx: 0, dy: 0 }));
    const [copy] = [...elsewhere.elements()];
    expect(copy).not.toHaveProperty('locked');
    expect(copy).not.toHaveProperty('layer');
  });
});
