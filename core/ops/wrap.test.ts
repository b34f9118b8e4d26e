import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Box, isBox } from '#schema/element.ts';

import type { Operation } from '../changeset/schema.ts';
import { relationOf } from '../placement/make-way.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { anyFields, anyOperand, anySelector, anySlug } from './arbitrary-operation.test-support.ts';
import { ancestorsOf, parentOf } from '../tab/membership.ts';
import { holds } from '../tab/rect.ts';
import { answered, apply, drawn, named, planned, refusal } from './drawn.test-support.ts';
import { type Draw, falseCarriers, followsTheLaws } from './laws.test-support.ts';

const three = `
  add square id=a label=A
  add square id=b label=B right-of:a
  add square id=c label=C right-of:b
  connect a -> c`;

function rectAfter(tab: TabIndex, operations: string, slug: string): number[] {
  apply(tab, planned(tab, operations).edits);
  const { x, y, width, height } = named<Box>(tab, slug);
  return [x, y, width, height];
}

const flag = fc.option(fc.constant(true), { nil: undefined });
const members = fc.oneof(
  { weight: 3, arbitrary: fc.array(anyOperand('box'), { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.array(anySelector, { minLength: 1, maxLength: 2 }) },
);

const anyWrap: fc.Arbitrary<Draw> = fc
  .tuple(members, fc.constantFrom('frame', 'lane'), anySlug, anyFields, flag, flag, flag)
  .map(([terms, kind, id, fields, tidy, absorb, makeRoom]) => (state) => {
    const target = terms.map((term) => term(state)).join(' ');
    const all = { op: 'wrap', target, kind, id, fields, tidy, absorb, makeRoom };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Operation;
  });

describe('wrap', () => {
  test('[OPR70] [PM50] the frame is the bounding box plus padding, with room for its title', () => {
    expect(rectAfter(drawn(three), 'wrap a b in frame id=f label="Core"', 'f')).toEqual([-20, -40, 400, 140]);
    expect(rectAfter(drawn(three), 'wrap "C" in lane id=l direction=down fill=blue', 'l')).toEqual([380, -40, 200, 140]);
    expect(rectAfter(drawn('add square at:0.5,0.5 width=9.8 height=9'), 'wrap square in frame id=f', 'f')).toEqual([
      -20, -40, 51, 70,
    ]);
  });

  test('[PM50] the frame is as wide as its title needs, unless something would then be in the way', () => {
    const title = 'wrap a in frame id=f label="All services that anybody ever wrote"';
    expect(rectAfter(drawn('add square id=a'), title, 'f')).toEqual([-20, -40, 340, 140]);
    expect(rectAfter(drawn('add square id=a\nadd square id=b right-of:a'), title, 'f')).toEqual([-20, -40, 200, 140]);
  });

  test('[OPR71] members keep their places and stacking order; the frame goes directly behind them', () => {
    const tab = drawn(
      'add square id=under at:0,0 width=600 height=300',
      three.replaceAll('id=a label=A', 'id=a label=A at:700,20'),
    );
    expect(answered(tab, 'wrap a b in frame id=f label="Core"')).toEqual(['+ f frame "Core" at 680,-20 400×140', 'f +a', 'f +b']);
    apply(tab, planned(tab, 'wrap a b in frame id=f label="Core"').edits);
    const z = (slug: string) => named(tab, slug).z;
    expect(z('under') < z('f') && z('f') < z('a') && z('a') < z('b')).toBe(true);
  });

  test('[OPR71] a frame is wrapped with its members, named or not; arrows are skipped', () => {
    const tab = drawn(three, 'wrap a b in frame id=f');
    expect(answered(tab, 'wrap f c in frame id=g')).toEqual(answered(tab, 'wrap f a "C" a->c in frame id=g'));
    expect(answered(tab, 'wrap f c in frame id=g')).toEqual(['+ g frame at -40,-80 620×200', 'g +c', 'g +f']);
    expect(refusal(tab, 'wrap type:arrow in frame')).toMatchObject({ code: 'target_not_found' });
  });

  test('wrap takes several terms: refs and labels name one element each, other terms add all their matches', () => {
    expect(
      planned(drawn(three), 'wrap shape:square label~b "C" in frame id=f')
        .results.map(({ line }) => line)
        .slice(1),
    ).toEqual(['f +b', 'f +c']);
    expect(planned(drawn(three), 'wrap selected in frame', { selected: [...drawn(three).idsOfSlug('a')] }).counts.added).toBe(1);
    expect(refusal(drawn(three), 'wrap a nowhere in frame')).toMatchObject({ code: 'target_not_found' });
    expect(refusal(drawn(three), 'wrap selected in frame')).toMatchObject({ code: 'target_not_found' });
  });

  test('[OPR72] [PM52] boxes that the frame would contain or cross are listed, unless a flag says what happens to them', () => {
    expect(refusal(drawn(three), 'wrap a c in frame')).toMatchObject({ code: 'frame_captures', elements: ['b'] });
    const cut = drawn(three, 'add sticky id=n at:150,95');
    expect(refusal(cut, 'wrap a b in frame')).toMatchObject({ code: 'frame_captures', elements: ['n'] });
    const other = drawn(three, 'wrap a b in frame id=f');
    expect(refusal(other, 'wrap b c in frame')).toMatchObject({ code: 'frame_captures', elements: ['f'] });
  });

  test('[OPR73] absorb includes a box, and those that the larger frame then reaches', () => {
    expect(answered(drawn(three), 'wrap a c in frame id=f absorb')).toEqual([
      '+ f frame at -20,-40 600×140',
      'f +a',
      'f +b',
      'f +c',
    ]);
    const chain = drawn(three, 'add sticky id=n at:150,95\nadd text id=t label=T at:200,260');
    expect(rectAfter(chain, 'wrap a b in frame id=f absorb', 'f')).toEqual([-20, -40, 400, 340]);
    const frames = drawn(three, 'wrap a b in frame id=f');
    expect(answered(frames, 'wrap b c in frame id=g absorb')).toEqual(['+ g frame at -40,-80 620×200', 'g +c', 'g +f']);
  });

  test('[OPR74] [PM46] make-room displaces a box by the shortest route, with what is in its way', () => {
    const tab = drawn(three, 'add sticky id=n label=N below:b');
    expect(answered(tab, 'wrap a c in frame id=f make-room')).toEqual([
      '+ f frame at -20,-40 600×140',
      '» b y 0→140 (made room for f)',
      '» n y 120→260 (made room for f)',
      'f +a',
      'f +c',
    ]);
    const framed = drawn(three, 'wrap b in frame id=inner');
    expect(answered(framed, 'wrap a c in frame id=f make-room').slice(1, 3)).toEqual([
      '» b y 0→180 (carried by inner)',
      '» inner y -40→140 (made room for f)',
    ]);
  });

  test('[OPR71] [OPR74] members stay even if their former frame makes room', () => {
    const tab = drawn(three, 'wrap a b in frame id=f');
    expect(answered(tab, 'wrap b c in frame id=g make-room')).toEqual([
      '+ g frame at 180,-40 400×140',
      '» a y 0→180 (carried by f)',
      '» f y -40→140 (made room for g)',
      'g +b',
      'g +c',
    ]);
  });

  test('[OPR74] [PM40] a frame that makes room carries a member that the new frame would contain', () => {
    const large = { type: 'frame', label: 'G', x: 300, y: -40, width: 900, height: 340 };
    const boxes = 'add square id=a at:0,0\nadd square id=b at:320,140\nadd square id=y at:320,0';
    expect(answered(drawn([{ op: 'add', id: 'g', element: large }], boxes), 'wrap a b in frame id=w make-room')).toEqual([
      '+ w frame at -20,-40 520×280',
      '» g x 300→540 (made room for w)',
      '» y x 320→560 (carried by g)',
      'w +a',
      'w +b',
    ]);
  });

  test('[OPR74] a box that made room and then came to be in a frame is not said to be carried by it', () => {
    const rects = {
      a: [-200, 325, 280, 180],
      b: [-300, -350, 120, 20],
      c: [350, -125, 140, 160],
      d: [25, 25, 160, 140],
      e: [-500, -225, 40, 60],
      f: [350, 325, 200, 160],
      g: [275, -225, 160, 120],
      h: [-50, 25, 200, 160],
      i: [-200, 175, 260, 40],
    };
    const add = ([id, [x, y, width, height]]: [string, number[]], type = 'shape') => ({
      op: 'add',
      id,
      element: { type, ...(type === 'shape' && { shape: 'square' }), x, y, width, height },
    });
    const tab = drawn([add(['lane', [200, -75, 200, 140]], 'lane'), ...Object.entries(rects).map((entry) => add(entry))]);
    expect(falseCarriers(tab, planned(tab, 'wrap a b in frame id=w make-room').results)).toEqual([]);
  });

  test('[OPR74] tidy and make-room together move away a box that the tidied frames would contain', () => {
    const frame = (label: string, x: number, y: number) => ({ type: 'frame', label, x, y, width: 400, height: 400 });
    const frames = [
      { op: 'add', id: 'a', element: frame('A', 900, 0) },
      { op: 'add', id: 'c', element: frame('C', 0, 500) },
    ];
    expect(answered(drawn(frames, 'add square id=x at:0,0'), 'wrap a c in frame id=w tidy make-room')).toContain(
      '» x y 0→-160 (made room for w)',
    );
  });

  test('[OPR74] [PM47] a box takes another route if a locked element blocks the shortest; if all are blocked, wrap is refused', () => {
    const below = drawn(three, 'add sticky id=n below:b locked=true');
    expect(answered(below, 'wrap a c in frame id=f make-room')[1]).toBe('» b y 0→-160 (made room for f)');
    expect(refusal(drawn(three, 'set b locked=true'), 'wrap a c in frame make-room')).toMatchObject({
      code: 'element_locked',
      elements: ['b'],
    });
  });

  test('[OPR73] [OPR74] with both flags the frame absorbs, and boxes in the way of surrounding frames are displaced', () => {
    const nested = drawn(three, 'wrap a b in frame id=f', 'add sticky id=n at:70,110');
    expect(refusal(nested, 'wrap a in frame')).toMatchObject({ code: 'frame_captures', elements: ['n'] });
    expect(refusal(nested, 'wrap a in frame absorb')).toMatchObject({
      code: 'frame_captures',
      hint: 'Add make-room to move them away.',
    });
    expect(answered(nested, 'wrap a in frame id=g absorb make-room')).toContain('» n y 110→160 (made room for g)');
  });

  test('[OPR75] [PM60] [PM61] [PM63] tidy first arranges members compactly and keeps their top-left corner', () => {
    const scattered = 'add square id=a at:0,0\nadd square id=b at:900,30\nadd square id=c at:50,700\nadd square id=d at:800,690';
    const tab = drawn(scattered);
    apply(tab, planned(tab, 'wrap a b c d in frame id=f tidy').edits);
    const spot = (slug: string) => [named<Box>(tab, slug).x, named<Box>(tab, slug).y];
    expect(['a', 'b', 'c', 'd', 'f'].map(spot)).toEqual([[0, 0], [200, 0], [0, 120], [200, 120], [-20, -40]]); // prettier-ignore
    expect(answered(drawn(scattered), 'wrap a b c d in frame id=f tidy').slice(0, 4)).toEqual([
      '+ f frame at -20,-40 400×260',
      '~ b x 900→200 y 30→0',
      '~ c x 50→0 y 700→120',
      '~ d x 800→200 y 690→120',
    ]);
  });

  test('[OPR75] a lane is tidied in its direction', () => {
    const scattered = 'add square id=a at:0,0\nadd square id=b at:900,30\nadd square id=c at:50,700';
    expect(rectAfter(drawn(scattered), 'wrap a b c in lane id=l tidy', 'l')).toEqual([-20, -40, 600, 140]);
    expect(rectAfter(drawn(scattered), 'wrap a b c in lane id=l direction=down tidy', 'l')).toEqual([-20, -40, 200, 380]);
  });

  test('[OPR75] absorbed boxes are arranged with the members, and frames carry their contents', () => {
    const tab = drawn('add square id=a at:0,0\nadd square id=b at:900,0\nadd sticky id=n at:230,-40', 'wrap b in frame id=inner');
    const lines = answered(tab, 'wrap a inner in frame id=f tidy absorb');
    expect(lines).toContain('» b x 900→420 y 0→10 (carried by inner)');
    expect(lines.filter((line) => line.includes('taken in by f'))).toHaveLength(1);
    expect(lines.slice(-3)).toEqual(['f +inner', 'f +n', 'f +a']);
  });

  test('[OPR76] [PM51] frames that contain all members contain the new one, and grow for it', () => {
    const tab = drawn(three, 'wrap a b in frame id=f label=F', 'wrap f in frame id=g label=G');
    expect(answered(tab, 'wrap a in frame id=h')).toEqual([
      '+ h frame at -20,-40 200×140',
      '~ f x -20→-40 y -40→-80 width 400→420 height 140→200 (grew to hold h)',
      '~ g x -40→-60 y -80→-120 width 430→460 height 200→260 (grew to hold h)',
      'f +h',
      'h +a',
    ]);
  });

  test('[OPR76] what is in the way of that growth makes room with make-room, and is refused otherwise', () => {
    const tab = drawn(three, 'wrap a in frame id=f', 'move b at:190,0');
    expect(refusal(tab, 'wrap a in frame id=g')).toMatchObject({ code: 'frame_captures', elements: ['b'] });
    expect(answered(tab, 'wrap a in frame id=g make-room')).toContain('» b x 190→240 (made room for g)');
  });

  test('[OPR77] locked members may be wrapped but not tidied, and a locked frame does not grow', () => {
    const tab = drawn(three, 'wrap a b in frame id=f', 'set a locked=true');
    expect(planned(drawn(three, 'set a locked=true'), 'wrap a b in frame').counts).toEqual({ added: 1, changed: 0, removed: 0 });
    expect(refusal(drawn(three, 'set a locked=true'), 'wrap a b in frame tidy')).toMatchObject({
      code: 'element_locked',
      elements: ['a'],
    });
    expect(refusal(tab, 'wrap f c in frame tidy')).toMatchObject({ code: 'element_locked', elements: ['a'] });
    expect(refusal(drawn(three, 'wrap a b in frame id=f', 'set f locked=true'), 'wrap a in frame')).toMatchObject({
      code: 'element_locked',
      elements: ['f'],
    });
  });

  test('[OPR78] wrap computes the rectangle of the frame, and takes the other fields of its kind', () => {
    for (const field of ['x', 'y', 'width', 'height'])
      expect(refusal(drawn(three), `wrap a in frame ${field}=5`)).toMatchObject({ code: 'invalid_value', field });
    expect(refusal(drawn(three), 'wrap a in frame heads=both')).toMatchObject({ code: 'unknown_field' });
    expect(refusal(drawn(three), 'wrap a in frame id=b')).toMatchObject({ code: 'id_taken', suggestion: 'b-2' });
    expect(refusal(drawn(three), '{"op":"wrap","target":"a","kind":"frame","fields":{"z":"a0"}}')).toMatchObject({
      code: 'unknown_field',
    });
    expect(planned(drawn(three), 'wrap a in lane direction=Down label=x').results[0]).toMatchObject({ kind: 'lane', ref: 'x' });
  });

  test('the named members are targets', () => {
    const tab = drawn(three, 'wrap a b in frame id=f');
    expect(planned(tab, 'wrap f a->c in frame').targets).toEqual([named(tab, 'f').id]);
  });

  test('the line form of wrap says what is missing', () => {
    expect(refusal(drawn(three), 'wrap a b frame')).toMatchObject({ code: 'parse_error', column: 15 });
    expect(refusal(drawn(three), 'wrap a in box')).toMatchObject({ code: 'parse_error', column: 11 });
    expect(refusal(drawn(three), 'wrap in frame')).toMatchObject({ code: 'parse_error', column: 6 });
    expect(refusal(drawn(three), 'wrap a in frame loudly')).toMatchObject({ code: 'parse_error', column: 17 });
    expect(refusal(drawn(three), '{"op":"wrap","target":"a","kind":"box"}')).toMatchObject({ code: 'parse_error' });
  });

  followsTheLaws('wrap', anyWrap, {
    mayOverlap: () => false,
    also(before, after, { targets, results }) {
      expect(crossings(before, after)).toEqual([]);
      expect(torn(before, after, new Set(targets))).toEqual([]);
      expect(falseCarriers(before, results)).toEqual([]);
    },
  });
});

/** Boxes wholly within a frame that left it although no operation named them. */
function torn(before: TabIndex, after: TabIndex, targets: ReadonlySet<string>): string[] {
  const left: string[] = [];
  for (const box of before.boxes()) {
    const [frame, now] = [parentOf(box, before), after.get(box.id)];
    if (frame === null || now === undefined || !isBox(now) || targets.has(box.id)) continue;
    if (holds(frame, box) && !ancestorsOf(now, after).some(({ id }) => id === frame.id)) left.push(`${frame.id} -${box.id}`);
  }
  return left;
}

/** Pairs that lie across each other and did not before. */
function crossings(before: TabIndex, after: TabIndex): string[] {
  const pairs: string[] = [];
  for (const a of after.boxes()) {
    for (const b of after.boxesIn(a)) {
      const [wasA, wasB] = [before.get(a.id), before.get(b.id)];
      if (a.id >= b.id || relationOf(a, b) !== 'crossing') continue;
      const was = wasA === undefined || wasB === undefined || !isBox(wasA) || !isBox(wasB) ? 'apart' : relationOf(wasA, wasB);
      if (was !== 'crossing') pairs.push(`${a.id} ${was} ${b.id}`);
    }
  }
  return pairs;
}
