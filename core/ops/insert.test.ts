import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Arrow, type Box, type Element, isArrow, isBox, isPinned } from '#schema/element.ts';

import { relationOf } from '../placement/make-way.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { anyFields, anyOperand, anySlug } from './arbitrary-operation.test-support.ts';
import { answered, apply, drawn, named, planned, refusal } from './drawn.test-support.ts';
import { type Draw, falseCarriers, followsTheLaws } from './laws.test-support.ts';

const row = `
  add square id=a label=A
  add square id=b label=B right-of:a
  add square id=c label=C right-of:b
  connect a -> b id=ab
  connect b -> c id=bc`;

/** The rectangle of a box after operations: x, y, width, height. */
function placeAfter(tab: TabIndex, operations: string, ...slugs: string[]): number[][] {
  apply(tab, planned(tab, operations).edits);
  return slugs.map((slug) => {
    const { x, y, width, height } = named<Box>(tab, slug);
    return [x, y, width, height];
  });
}

const connectedEnds = fc.tuple(fc.nat(), fc.constantFrom('arrow', 'arrow', 'arrow', 'any'), anyOperand('box'), anyOperand('box'));

const anyInsert: fc.Arbitrary<Draw> = fc
  .tuple(fc.constantFrom('square', 'circle', 'Diamond', 'sticky', 'text', 'hexagn', 'table'), anySlug, anyFields, connectedEnds)
  .map(([kind, id, fields, [pick, by, a, b]]) => (state) => {
    const pairs = connectedPairs(state.elements);
    const pair = by === 'arrow' ? pairs[pick % Math.max(1, pairs.length)] : undefined;
    const ends = pair ?? [a(state), b(state)];
    const operation = { op: 'insert', kind, ...(id === undefined ? {} : { id }), fields, from: ends[0]!, to: ends[1]! } as const;
    return operation;
  });

/** The ends of every arrow between two boxes of the tab: where insert can split an arrow. */
function connectedPairs(elements: ReadonlyMap<string, Element>): [string, string][] {
  return Array.from(elements.values()).flatMap((element): [string, string][] => {
    if (!isArrow(element) || !isPinned(element.from) || !isPinned(element.to)) return [];
    const [from, to] = [elements.get(element.from.element), elements.get(element.to.element)];
    return from !== undefined && to !== undefined && isBox(from) && isBox(to) && from.id !== to.id ? [[from.id, to.id]] : [];
  });
}

describe('insert', () => {
  test('[OPR60] [OPR61] the arrow keeps its id and label; a second one with the same style leads on', () => {
    const tab = drawn(
      row,
      'set ab label="calls" line=curved stroke=blue border=dashed heads=both group=pay points=[[170,10]] note=why',
    );
    apply(tab, planned(tab, '{"op":"set","target":"ab","fields":{"to":{"element":"b","side":"top"}}}').edits);
    const b = named(tab, 'b').id;
    expect(answered(tab, 'insert square id=m label=M between a b').slice(0, 3)).toEqual([
      '+ m square "M" at 200,0 160×80',
      '~ ab to b→m points "[[170,10]]"→unset',
      '+ arrow arrow m -> b',
    ]);
    apply(tab, planned(tab, 'insert square id=m label=M between a b').edits);
    const [first, second, m] = [named<Arrow>(tab, 'ab'), named<Arrow>(tab, 'arrow'), named(tab, 'm').id];
    expect(first).toMatchObject({ label: 'calls', note: 'why', from: { element: named(tab, 'a').id }, to: { element: m } });
    expect(second).toMatchObject({
      line: 'curved',
      stroke: 'blue',
      border: 'dashed',
      heads: 'both',
      group: 'pay',
      from: { element: m },
      to: { element: b, side: 'top' },
    });
    expect([first.points, second.label, second.note, second.points]).toEqual([undefined, undefined, undefined, undefined]);
    expect(second.z > first.z).toBe(true);
  });

  test('[OPR62] [PM34] boxes further along shift by the size of the new element and the gap, with the reason', () => {
    expect(answered(drawn(row), 'insert square id=m between a b').slice(3)).toEqual([
      '» b x 200→400 (made room for m)',
      '» c x 400→600 (made room for m)',
    ]);
    expect(placeAfter(drawn(row), 'insert square id=m width=100 between b c', 'a', 'b', 'm', 'c')).toEqual([
      [0, 0, 160, 80],
      [200, 0, 160, 80],
      [400, 0, 100, 80],
      [540, 0, 160, 80],
    ]);
  });

  test('[OPR62] [PM30] room is made along the flow: to the left, down and up as well', () => {
    const [left, down, up] = ['left-of', 'below', 'above'].map((side) =>
      placeAfter(drawn(`add square id=a\nadd square id=b ${side}:a\nconnect a -> b`), 'insert square id=m between a b', 'm', 'b'),
    );
    expect(left).toEqual([[-200, 0, 160, 80], [-400, 0, 160, 80]]); // prettier-ignore
    expect(down).toEqual([[0, 120, 160, 80], [0, 240, 160, 80]]); // prettier-ignore
    expect(up).toEqual([[0, -120, 160, 80], [0, -240, 160, 80]]); // prettier-ignore
  });

  test('[OPR62] [PM32] in a frame its members further along shift, connected or not, and the frame grows by as much', () => {
    const tab = drawn(
      row,
      'add sticky id=loose label=Loose below:c\nadd sticky id=before label=Before below:a',
      'wrap a b c loose before in frame id=f',
    );
    const frame = named<Box>(tab, 'f');
    const lines = answered(tab, 'insert square id=m between a b');
    expect(lines).toContain(`~ f width ${frame.width}→${frame.width + 200} (made room for m)`);
    expect(lines).toContain('» loose x 400→600 (made room for m)');
    expect(lines).toContain('f +m');
    expect(lines.filter((line) => line.includes('before'))).toEqual([]);
  });

  test('[OPR62] [PM33] on the tab only the connected group shifts, with its frames', () => {
    const tab = drawn(
      row,
      'add sticky id=aside label=Aside at:2000,900\nadd square id=d label=D at:500,300\nadd square id=e label=E at:700,300\nwrap d e in frame id=f',
      'connect c -> d',
    );
    const lines = answered(tab, 'insert square id=m between a b');
    expect(lines.filter((line) => line.startsWith('»'))).toEqual([
      '» b x 200→400 (made room for m)',
      '» c x 400→600 (made room for m)',
      '» d x 500→700 (carried by f)',
      '» e x 700→900 (carried by f)',
      '» f x 480→680 (made room for m)',
    ]);
  });

  test('[OPR62] [PM31] [PM32] lanes across the line grow, and the new element is in the lane of the first end', () => {
    const tab = drawn(
      'add square id=a at:0,0\nadd square id=x at:600,0\nadd square id=b at:200,300\nadd square id=w at:0,300\nconnect a -> b',
      'wrap a x in lane id=one\nwrap w b in lane id=two',
    );
    expect(answered(tab, 'insert square id=m between a b')).toEqual([
      '+ m square at 200,0 160×80',
      '~ arrow to b→m',
      '+ arrow-2 arrow m -> b',
      '» b x 200→400 (made room for m)',
      '~ one width 800→1000 (made room for m)',
      '~ two width 400→600 (made room for m)',
      '» x x 600→800 (made room for m)',
      'one +m',
    ]);
    const apart = drawn(
      'add square id=a at:0,0\nadd square id=x at:900,0\nadd square id=b at:400,300\nadd square id=w at:0,300\nconnect a -> b',
      'wrap a x in lane id=one\nwrap w b in lane id=two',
    );
    expect(answered(apart, 'insert square id=m between a b')).toEqual([
      '+ m square at 300,0 160×80',
      '~ arrow to b→m',
      '+ arrow-2 arrow m -> b',
      '» b x 400→600 (made room for m)',
      '~ one width 1100→1300 (made room for m)',
      '~ two width 600→800 (made room for m)',
      '» x x 900→1100 (made room for m)',
      'one +m',
    ]);
  });

  test('[OPR63] [PM35] boxes in the way are displaced, frames with all their contents', () => {
    const tab = drawn(
      row,
      'add sticky id=by label=By right-of:c\nadd text id=on label=On right-of:by',
      'wrap by on in frame id=f',
    );
    const lines = answered(tab, 'insert square id=m between a b').filter((line) => line.startsWith('»'));
    expect(lines).toEqual([
      '» by x 600→800 (carried by f)',
      '» b x 200→400 (made room for m)',
      '» c x 400→600 (made room for m)',
      '» f x 580→780 (made room for m)',
      '» on x 800→1000 (carried by f)',
    ]);
  });

  test('[OPR63] [PM37] the new element slides sideways if its spot is occupied', () => {
    const tab = drawn(
      'add square id=a at:0,0\nadd square id=b at:500,0\nadd text id=note label=Note at:300,20 width=20 height=20\nconnect a -> b',
    );
    expect(placeAfter(tab, 'insert square id=m between a b', 'note', 'm', 'b')).toEqual([
      [300, 20, 20, 20],
      [350, 0, 160, 80],
      [700, 0, 160, 80],
    ]);
    const under = drawn(
      'add square id=a at:0,0\nadd square id=b at:500,0\nadd text id=note label=Note at:400,30 width=20 height=40\nconnect a -> b',
    );
    expect(placeAfter(under, 'insert square id=m between a b', 'note', 'm')).toEqual([
      [400, 30, 20, 40],
      [350, -70, 160, 80],
    ]);
  });

  test('[PM38] a frame too small for the new element grows on every side that needs it, and so do the frames around it', () => {
    const tab = drawn(row, 'wrap a b c in frame id=f', 'wrap f in frame id=g');
    const lines = answered(tab, 'insert circle id=m width=300 height=300 between a b');
    expect(lines).toContain('~ f y -40→-150 width 600→940 height 140→360 (made room for m)');
    expect(lines).toContain('~ g y -80→-190 width 640→980 height 200→420 (made room for m)');
  });

  test('[OPR62] room is made between boxes that contain each other, share a position or are the same box', () => {
    const self = drawn('add square id=a\nadd square id=b right-of:a\nconnect a -> a id=loop\nconnect a -> b');
    expect(placeAfter(self, 'insert square id=m between a a', 'a', 'm', 'b')).toEqual([
      [0, 0, 160, 80],
      [200, 0, 160, 80],
      [400, 0, 160, 80],
    ]);
    const held = drawn(
      'add square id=a\nadd square id=b right-of:a',
      'wrap a b in frame id=f',
      'connect f -> b\nconnect b -> f id=back',
    );
    expect(answered(held, 'insert square id=m between f b')).toContain('» b x 200→400 (made room for m)');
    expect(answered(held, 'insert square id=m between b f')).toContain('f +m');
  });

  test('[OPR43] way-points of an arrow whose ends both move go along', () => {
    const tab = drawn(row, 'set bc points=[[300,200]]');
    expect(answered(tab, 'insert square id=m between a b')).toContain(
      '» bc points "[[300,200]]"→"[[500,200]]" (moved with its ends)',
    );
  });

  test('[OPR64] no arrow from a to b is not_connected, several are target_ambiguous', () => {
    expect(refusal(drawn(row), 'insert square between a c')).toMatchObject({
      code: 'not_connected',
      hint: 'Connect them first: connect a -> c.',
    });
    expect(refusal(drawn(row), 'insert square between b a')).toMatchObject({
      code: 'not_connected',
      hint: 'One leads the other way: use between a b.',
    });
    const twice = drawn(row, 'connect a -> b id=two again');
    expect(refusal(twice, 'insert square between a b')).toMatchObject({
      code: 'target_ambiguous',
      candidates: [{ ref: 'ab' }, { ref: 'two' }],
    });
  });

  test('[OPR65] a locked arrow, a locked box further along and a locked frame that must grow are refused; a locked end that stays is not', () => {
    const locked = (slug: string) =>
      refusal(drawn(row, 'wrap a b c in frame id=f', `set ${slug} locked=true`), 'insert square between a b');
    for (const slug of ['ab', 'b', 'c', 'f']) expect(locked(slug)).toMatchObject({ code: 'element_locked', elements: [slug] });
    expect(planned(drawn(row, 'set a locked=true\nset bc locked=true'), 'insert square between a b').counts.added).toBe(2);
  });

  test('[OPR66] insert computes the position, and takes every other field that add takes', () => {
    expect(refusal(drawn(row), 'insert square x=3 between a b')).toMatchObject({ code: 'invalid_value', field: 'x' });
    expect(refusal(drawn(row), 'insert frame between a b')).toMatchObject({ code: 'invalid_value' });
    expect(refusal(drawn(row), 'insert square id=a between a b')).toMatchObject({ code: 'id_taken', suggestion: 'a-2' });
    expect(refusal(drawn(row), 'insert square colour=red between a b')).toMatchObject({ code: 'unknown_field' });
    expect(refusal(drawn(row), 'insert square between a ab')).toMatchObject({ code: 'invalid_value' });
    expect(refusal(drawn(row), 'insert square between a nowhere')).toMatchObject({ code: 'target_not_found' });
    expect(answered(drawn(row), 'insert hexagn between a b').at(-1)).toContain('! shape_coerced hexagon');
    expect(planned(drawn(row), 'insert sticky fill=red label=x between "A" b').results[0]).toMatchObject({ kind: 'sticky' });
  });

  test('only the arrow is a target; the boxes at its ends are not', () => {
    const tab = drawn(row);
    expect(planned(tab, 'insert square between a b').targets).toEqual([named(tab, 'ab').id]);
  });

  test('the line form of insert takes its parts in any order and says what is missing', () => {
    const tab = drawn(row);
    const lines = answered(tab, 'insert square label="New one" between a b id=m');
    expect(answered(tab, 'insert square between a b id=m label="New one"')).toEqual(lines);
    expect(answered(tab, [{ op: 'insert', kind: 'square', id: 'm', fields: { label: 'New one' }, from: 'a', to: 'b' }])).toEqual(
      lines,
    );
    expect(refusal(tab, 'insert square a b')).toMatchObject({ code: 'parse_error', column: 15 });
    expect(refusal(tab, 'insert square between a')).toMatchObject({ code: 'parse_error', column: 24 });
    expect(refusal(tab, 'insert square between a b between b c')).toMatchObject({ code: 'parse_error', column: 27 });
    expect(refusal(tab, 'insert square id=m')).toMatchObject({
      code: 'parse_error',
      message: expect.stringContaining('between <a> <b>'),
    });
  });

  followsTheLaws('insert', anyInsert, {
    mayOverlap: () => false,
    also(before, after, { results }) {
      expect(worse(before, after)).toEqual([]);
      expect(falseCarriers(before, results)).toEqual([]);
    },
  });
});

/** Pairs whose relation changed, and not for the better. */
function worse(before: TabIndex, after: TabIndex): string[] {
  const pairs: string[] = [];
  for (const a of after.boxes()) {
    for (const b of after.boxesIn(a)) {
      const [wasA, wasB] = [before.get(a.id), before.get(b.id)];
      if (a.id >= b.id || wasA === undefined || wasB === undefined || !isBox(wasA) || !isBox(wasB)) continue;
      const [was, is] = [relationOf(wasA, wasB), relationOf(a, b)];
      if (was !== is && is !== 'apart' && was !== 'crossing') pairs.push(`${a.id} ${was} ${is} ${b.id}`);
    }
  }
  return pairs;
}
