import { describe, expect, test } from 'vitest';

import type { Arrow, Box } from '#schema/element.ts';

import { parseOperations } from '../changeset/parse.ts';
import { answered, apply, drawn, named, planned, refusal } from './drawn.test-support.ts';

const frame = (id: string, x: number, y: number, width: number, height: number, more: object = {}) => [
  { op: 'add', element: { type: 'frame', id, x, y, width, height, ...more } },
];
const square = (id: string, x: number, y: number): string => `add square id=${id} label=${id} width=100 height=60 at:${x},${y}`;
const three = () => drawn([square('a', 0, 0), square('b', 400, 0), square('c', 800, 300)].join('\n'));

/** The positions of these boxes after the operations. */
function places(tab: ReturnType<typeof drawn>, operations: string | readonly unknown[], ...slugs: string[]): [number, number][] {
  const { edits } = planned(tab, operations);
  apply(tab, edits);
  return slugs.map((slug) => {
    const { x, y } = named<Box>(tab, slug);
    return [x, y];
  });
}

describe('move', () => {
  test('[OPR40] every placement moves the element to the spot that it describes', () => {
    const moved = (line: string) => places(three(), line, 'c')[0];
    expect(moved('move c right-of:a')).toEqual([140, 0]);
    expect(moved('move c right-of:a gap:10')).toEqual([110, 0]);
    expect(moved('move c left-of:a')).toEqual([-140, 0]);
    expect(moved('move c above:a')).toEqual([0, -100]);
    expect(moved('move c below:a')).toEqual([0, 100]);
    expect(moved('move "C" below:a')).toEqual([0, 100]);
  });

  test('[OPR40] after: follows the arrows of its reference as they were before the move', () => {
    const tab = three();
    apply(tab, planned(tab, 'connect a -> c\nconnect b -> a').edits);
    expect(places(tab, 'move b after:a', 'b')).toEqual([[140, 0]]);
    const column = drawn([square('a', 0, 0), square('b', 300, 500), 'connect a -> b'].join('\n'));
    expect(places(column, 'move b after:a', 'b')).toEqual([[0, 100]]);
  });

  test('[OPR40] align: shares the center on the nearer axis', () => {
    expect(places(three(), 'move c align:b', 'c')).toEqual([[800, 0]]);
    expect(places(drawn(`${square('a', 0, 0)}\n${square('b', 30, 500)}`), 'move b align:a', 'b')).toEqual([[0, 500]]);
  });

  test('[OPR40] inside: takes the next free slot, and a full frame grows downwards', () => {
    const tab = drawn([square('a', 1000, 0), square('b', 1200, 0)].join('\n'), frame('f', 0, 0, 180, 130));
    const first = named<Box>(tab, 'f');
    const [[ax, ay], [bx, by]] = places(tab, 'move a inside:f\nmove b inside:f', 'a', 'b') as [
      [number, number],
      [number, number],
    ];
    expect([ax, ay]).toEqual([20, 40]);
    expect([bx, by]).toEqual([20, 120]);
    expect(named<Box>(tab, 'f')).toMatchObject({ x: first.x, y: first.y, width: 180, height: 200 });
    expect(answered(drawn(square('a', 1000, 0), frame('f', 0, 0, 60, 60)), 'move a inside:f')).toEqual([
      '~ a x 1000→20 y 0→40 z a0→a2 (at the front)',
      '~ f width 60→140 height 60→120 (grew to hold its members)',
      'f +a',
    ]);
    expect(refusal(tab, 'move a inside:b')).toMatchObject({ code: 'invalid_value' });
  });

  test('[OPR40] an occupied spot slides on; elements that move are not in each other’s way', () => {
    const tab = drawn([square('a', 0, 0), square('b', 140, 0), square('c', 300, 0)].join('\n'));
    expect(places(tab, 'move c right-of:a', 'a', 'b', 'c')).toEqual([[0, 0], [140, 0], [280, 0]]); // prettier-ignore
    expect(places(tab, 'move b right-of:a', 'b')).toEqual([[140, 0]]);
    expect(planned(tab, 'move b right-of:a').edits).toEqual([]);
  });

  test('[OPR41] at: and by= are exact', () => {
    expect(places(three(), 'move c at:10,20', 'c')).toEqual([[10, 20]]);
    expect(places(three(), 'move c by=-790,-300', 'c')).toEqual([[10, 0]]);
    expect(places(three(), 'move c by=0.5,-1e2', 'c')).toEqual([[800.5, 200]]);
    expect(answered(three(), 'move a by=10,0')).toEqual(['~ a x 0→10']);
    expect(planned(three(), 'move a by=0,0').edits).toEqual([]);
    expect(places(drawn('add square id=a at:0.1,0'), 'move a by=0.2,0', 'a')).toEqual([[0.3, 0]]);
    expect(planned(three(), 'move a at:2e7,0').results.at(-1)).toMatchObject({ code: 'value_coerced' });
  });

  test('[OPR42] a frame carries its members at any depth, and the answer says so', () => {
    const tab = drawn(
      [square('a', 20, 40), square('b', 200, 60), square('c', 900, 0)].join('\n'),
      frame('inner', 180, 40, 150, 120),
      frame('outer', 0, 0, 400, 200),
    );
    expect(answered(tab, 'move outer by=0,500')).toEqual([
      '~ outer y 0→500',
      '» a y 40→540 (carried by outer)',
      '» b y 60→560 (carried by outer)',
      '» inner y 40→540 (carried by outer)',
    ]);
    const { results, targets } = planned(tab, 'move outer right-of:c');
    expect(targets).toEqual([named(tab, 'outer').id]);
    expect(results.find(({ ref }) => ref === 'a')).toMatchObject({ mark: '»', reason: 'carried by outer' });
    apply(tab, planned(tab, 'move outer right-of:c').edits);
    const [outer, inner, b] = ['outer', 'inner', 'b'].map((slug) => named<Box>(tab, slug));
    expect([inner!.x - outer!.x, b!.x - outer!.x]).toEqual([180, 200]);
  });

  test('[OPR42] a lane carries its members, and finds room for those that stick out', () => {
    const tab = drawn([square('a', 350, 40), square('x', 0, 1000), square('y', 560, 1000)].join('\n'), [
      { op: 'add', element: { type: 'lane', id: 'l', x: 0, y: 0, width: 400, height: 200 } },
    ]);
    expect(places(tab, 'move l right-of:x', 'l', 'a')).toEqual([[700, 930], [1050, 970]]); // prettier-ignore
  });

  test('[OPR43] attached arrows follow unchanged; way-points go along if both ends move', () => {
    const tab = drawn(
      [square('a', 20, 40), square('b', 200, 60), square('c', 900, 0), 'connect a -> b id=ab points=[[150,20]]'].join('\n'),
      'connect b -> c id=bc points=[[500,20]]\nconnect a -> c id=ac',
      frame('f', 0, 0, 400, 200),
    );
    expect(answered(tab, 'move f by=100,0')).toEqual([
      '~ f x 0→100',
      '» a x 20→120 (carried by f)',
      '» b x 200→300 (carried by f)',
      '» ab points "[[150,20]]"→"[[250,20]]" (moved with its ends)',
    ]);
    expect(answered(tab, 'move a by=0,10')).toEqual(['~ a y 40→50']);
    expect(planned(tab, 'move f by=100,0').counts).toEqual({ added: 0, changed: 4, removed: 0 });
  });

  test('[OPR43] way-points stay if the two ends move by different distances', () => {
    const tab = drawn(
      [square('a', 0, 0), square('b', 0, 300), square('x', 900, 0), 'connect a -> b id=ab points=[[200,200]]'].join('\n'),
    );
    expect(answered(tab, 'move shape:square right-of:x all')).toEqual(['~ a x 0→1040', '~ b x 0→1180 y 300→0']);
  });

  test('[OPR44] with all, elements move one after the other in their order along the direction', () => {
    const tab = drawn([square('z', 0, 0), square('b', 600, 400), square('a', 900, 300), square('c', 300, 700)].join('\n'));
    expect(places(tab, 'move shape:square right-of:z all', 'c', 'b', 'a')).toEqual([[140, 0], [280, 0], [420, 0]]); // prettier-ignore
    expect(places(tab, 'move shape:square below:z all', 'c', 'b', 'a')).toEqual([[0, 100], [0, 200], [0, 300]]); // prettier-ignore
    expect(places(tab, 'move shape:square left-of:z all', 'z', 'c', 'b', 'a')).toEqual([[0, 0], [-140, 0], [-280, 0], [-420, 0]]); // prettier-ignore
    expect(refusal(tab, 'move shape:square below:z')).toMatchObject({ code: 'target_ambiguous' });
  });

  test('[OPR44] at: and by= keep the relative positions of several elements, and nothing moves twice', () => {
    const tab = () => drawn([square('a', 20, 40), square('b', 600, 100)].join('\n'), frame('f', 0, 0, 200, 200, { label: 'a' }));
    expect(places(tab(), 'move type:shape at:1000,1000 all', 'a', 'b', 'f')).toEqual([[1000, 1000], [1580, 1060], [0, 0]]); // prettier-ignore
    expect(places(tab(), 'move "a" by=10,0 all', 'a', 'b', 'f')).toEqual([[30, 40], [600, 100], [10, 0]]); // prettier-ignore
    expect(places(tab(), 'move "a" right-of:b all', 'a', 'f')).toEqual([[760, 70], [740, 30]]); // prettier-ignore
    expect(answered(tab(), 'move "a" by=10,0 all').toSorted()).toEqual(['~ a x 20→30', '~ f x 0→10']);
  });

  test('[OPR44] several elements fill a frame from the top', () => {
    const tab = drawn(
      [square('a', 1000, 500), square('b', 1000, 0), square('c', 1300, 0)].join('\n'),
      frame('f', 0, 0, 260, 100),
    );
    expect(places(tab, 'move type:shape inside:f all', 'b', 'c', 'a')).toEqual([[20, 40], [140, 40], [20, 120]]); // prettier-ignore
    expect(named<Box>(tab, 'f').height).toBe(200);
    expect(places(tab, 'move in:f inside:f all', 'b', 'c', 'a')).toEqual([[20, 40], [140, 40], [20, 120]]); // prettier-ignore
  });

  test('[OPR45] no element is placed relative to itself, and no frame inside itself', () => {
    const tab = drawn(square('a', 20, 40), frame('f', 0, 0, 300, 200), frame('g', 10, 10, 150, 150));
    for (const line of ['move a right-of:a', 'move f inside:f', 'move f inside:g', 'move f below:a', 'move a align:"a" all'])
      expect(refusal(tab, line)).toMatchObject({ code: 'invalid_value' });
    expect(refusal(tab, 'move f right-of:g').message).toBe('"g" moves along with "f".');
    expect(planned(tab, 'move a right-of:f').counts.changed).toBe(1);
    expect(planned(tab, 'move type:frame inside:f all').targets).toEqual([named(tab, 'g').id]);
  });

  test('[OPR46] only way-points and free ends of an arrow can be moved', () => {
    const tab = three();
    const free = { type: 'arrow', id: 'free', from: { element: 'a' }, to: { x: 10, y: 300 }, points: [[5, 5]] };
    apply(tab, planned(tab, [{ op: 'connect', from: 'a', to: 'b' }, { op: 'add', element: free }]).edits); // prettier-ignore
    expect(refusal(tab, 'move a->b by=10,0')).toMatchObject({ code: 'invalid_value' });
    expect(refusal(tab, 'move free right-of:a')).toMatchObject({ code: 'invalid_value' });
    expect(refusal(tab, 'move shape:diamond by=1,1 all')).toMatchObject({ code: 'target_not_found' });
    expect(answered(tab, 'move from:a by=10,0 all')).toEqual(['~ free to (10,300)→(20,300) points "[[5,5]]"→"[[15,5]]"']);
    expect(
      planned(tab, 'move selected below:b all', { selected: ['a', 'free'].map((slug) => named(tab, slug).id) }).targets,
    ).toEqual([named(tab, 'a').id]);
    apply(tab, planned(tab, 'move free by=1,1').edits);
    expect(named<Arrow>(tab, 'free')).toMatchObject({ from: { element: named(tab, 'a').id }, to: { x: 11, y: 301 } });
  });

  test('[OPR47] nothing is moved beyond the canvas, not even temporarily', () => {
    const tab = drawn(square('a', 0, 0), square('edge', 9_999_900, 0), [
      { op: 'add', element: { type: 'arrow', id: 'e', from: { element: 'a' }, to: { x: 0, y: 9_999_999 }, points: [[0, 5]] } },
    ]);
    for (const line of ['a by=2e7,0', 'a by=1e308,-1e308', 'e by=0,2', 'a right-of:edge', 'type:shape by=101,0 all'])
      expect(refusal(tab, `move ${line}\nmove a at:0,0`)).toMatchObject({ code: 'invalid_result', operation: 0 });
    expect(planned(tab, 'move edge by=100,0\nmove e by=0,1').counts.changed).toBe(2);
  });

  test('[OPR48] a locked element is neither moved nor carried', () => {
    const tab = drawn(
      [square('a', 20, 40), square('b', 200, 60), 'connect a -> b id=ab points=[[150,20]]'].join('\n'),
      frame('f', 0, 0, 400, 200),
      'set b locked=true',
    );
    for (const line of ['move b by=1,1', 'move f by=1,1', 'move f at:500,500', 'move type:shape below:f all'])
      expect(refusal(tab, line)).toMatchObject({ code: 'element_locked', elements: ['b'] });
    expect(planned(tab, 'move a right-of:b').counts.changed).toBe(1);
    const lockedArrow = drawn([square('a', 20, 40), square('b', 200, 60), 'connect a -> b id=ab points=[[150,20]]', 'set ab locked=true'].join('\n')); // prettier-ignore
    expect(refusal(lockedArrow, 'move type:shape by=1,1 all')).toMatchObject({ code: 'element_locked', elements: ['ab'] });
    expect(planned(lockedArrow, 'move a by=1,1').counts.changed).toBe(1);
    expect(refusal(drawn(square('a', 500, 0), frame('f', 0, 0, 60, 60, { locked: true })), 'move a inside:f')).toMatchObject({
      code: 'element_locked',
    });
  });

  test('a frame that leaves its outer frame, and one that moves onto others, reports the changed memberships', () => {
    const tab = drawn(square('a', 20, 60), frame('f', 10, 40, 200, 200), frame('outer', 0, 0, 600, 400), square('x', 2000, 0));
    expect(answered(tab, 'move f right-of:outer')).toEqual([
      '~ f x 10→640 y 40→100',
      '» a x 20→650 y 60→120 (carried by f)',
      'outer -f',
    ]);
    expect(answered(tab, 'move x at:300,100')).toContain('outer +x');
    expect(answered(tab, 'move a at:5,5')).toEqual(['~ a x 20→5 y 60→5', 'outer +a']);
  });

  test('[OPR2] the line form and the JSON form are equivalent, and malformed operations are parse errors', () => {
    const operations = (text: string) => {
      const parsed = parseOperations(text);
      return 'errors' in parsed ? parsed.errors : parsed.operations.map(({ operation }) => operation);
    };
    expect(operations('move type:shape in:f right-of:"B c" gap:20 all')).toEqual([
      { op: 'move', target: 'type:shape in:f', place: { rel: 'right-of', ref: '"B c"', gap: 20 }, all: true },
    ]);
    expect(operations('move a->b by=-5,2.5')).toEqual([{ op: 'move', target: 'a->b', by: [-5, 2.5] }]);
    expect(operations('move "at:1,2" at:1,2')).toEqual([{ op: 'move', target: '"at:1,2"', place: { rel: 'at', x: 1, y: 2 } }]);
    for (const line of [
      'move a',
      'move right-of:b',
      'move a by=5',
      'move a by=5,',
      'move a by=1,2,3',
      'move a by="1,2"',
      'move a by=[1,2]',
      'move a by=1,2 by=1,2',
      'move a right-of:b by=1,2',
      'move a right-of:b left-of:b',
      'move a inside:f gap:5',
      'move a fill=red',
      'move a by=1,1 keep-arrows',
      '{"op":"move","target":"a","by":[1]}',
      '{"op":"move","target":"a","by":[1,2,3]}',
      '{"op":"move","target":"a","by":["1",2]}',
    ])
      // prettier-ignore
      expect(operations(line)).toEqual([expect.objectContaining({ code: 'parse_error', line: 1 })]);
    expect(operations('move a by=5,x')).toEqual([expect.objectContaining({ column: 11 })]);
  });
});
