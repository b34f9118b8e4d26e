import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Box, isArrow, isBox } from '#schema/element.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';

import { bottom, overlaps } from '../tab/rect.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import type { TabView } from '../tab/view.ts';
import { anyOperand } from './arbitrary-operation.test-support.ts';
import { answered, apply, drawn, named, plan, planned, refusal, tabWith } from './drawn.test-support.ts';
import { type Draw, followsTheLaws } from './laws.test-support.ts';
import { newOverlaps } from './new-overlaps.test-support.ts';

const { flow } = await GraphvizEngine.load();
const context = { flow };

const chain = `
  add square id=a label=A at:100,50
  add square id=b label=B at:400,50
  add circle id=c label=C at:700,300
  add text id=note label="A note" at:100,900
  connect a -> b label="first this, then that"
  connect b -> c`;

const spot = (tab: TabView, slug: string): [number, number] => {
  const { x, y } = named<Box>(tab as never, slug);
  return [x, y];
};
const box = (tab: TabView, slug: string): Box => named<Box>(tab as never, slug);

function laidOut(tab: ReturnType<typeof drawn>, line: string): ReturnType<typeof drawn> {
  const before = drawn();
  before.update(Array.from(tab.elements(), (element) => ({ id: element.id, element })));
  apply(tab, planned(tab, line, context).edits);
  expect(newOverlaps(before, tab)).toEqual([]);
  return tab;
}

describe('layout', () => {
  test('[OPR100] layout: refs, labels and terms together name what is laid out', () => {
    const tab = drawn(chain);
    const { targets } = planned(tab, 'layout a "B" type:text', context);
    expect(targets.toSorted()).toEqual([box(tab, 'a').id, box(tab, 'b').id, box(tab, 'note').id]);
    expect(refusal(tab, 'layout a nowhere', context).code).toBe('target_not_found');
  });

  test('[OPR101] layout: a flow runs down by default, and right on request', () => {
    const down = laidOut(drawn(chain), 'layout a b c');
    expect(box(down, 'b').y).toBeGreaterThanOrEqual(box(down, 'a').y + box(down, 'a').height + 60);
    expect(box(down, 'c').y).toBeGreaterThan(box(down, 'b').y + box(down, 'b').height);
    const right = laidOut(drawn(chain), 'layout a b c direction=right');
    expect(box(right, 'b').x).toBeGreaterThan(box(right, 'a').x + box(right, 'a').width);
    expect(box(right, 'c').x).toBeGreaterThan(box(right, 'b').x + box(right, 'b').width);
  });

  test('[OPR100] layout: all names every box except locked ones, those in locked frames, and the frames around them', () => {
    const tab = drawn(`${chain}
      {"op":"add","element":{"type":"frame","id":"f","x":1000,"y":0,"width":600,"height":300}}
      add square id=in1 inside:f
      add square id=in2 inside:f
      {"op":"add","element":{"type":"frame","id":"g","x":2000,"y":0,"width":600,"height":300}}
      add square id=in3 inside:g
      connect in1 -> in2`);
    const all = planned(tab, 'layout all', context).targets;
    expect(all.length).toBe([...tab.boxes()].length);
    for (const slug of ['c', 'in1', 'g']) tab.update([{ id: box(tab, slug).id, element: { ...box(tab, slug), locked: true } }]);
    const refs = planned(tab, 'layout all', context).targets.map((id) => tab.refOf(id));
    expect(refs.toSorted()).toEqual(['a', 'b', 'in2', 'note']);
    const stay = ['c', 'in1', 'f', 'g', 'in3'].map((slug) => spot(tab, slug));
    laidOut(tab, 'layout all');
    expect(['c', 'in1', 'f', 'g', 'in3'].map((slug) => spot(tab, slug))).toEqual(stay);
    tab.update(Array.from(tab.boxes(), (element) => ({ id: element.id, element: { ...element, locked: true as const } })));
    expect(refusal(tab, 'layout all', context).code).toBe('target_not_found');
  });

  describe('only=unplaced', () => {
    const placed = `
      add square id=fixed label=Fixed at:0,0
      add square id=beside label=Beside right-of:fixed
      connect fixed -> beside`;
    const two = 'add square id=p label=P\nadd square id=q label=Q\nconnect p -> q';
    const targets = (tab: TabIndex, line = 'layout all only=unplaced'): string[] =>
      planned(tab, line, context)
        .targets.map((id) => tab.refOf(id))
        .toSorted();

    test('[OPR108] layout: lays out boxes that were added without a placement, and leaves the others', () => {
      const tab = drawn(`${placed}\n${two}`);
      const stay = ['fixed', 'beside'].map((slug) => spot(tab, slug));
      expect(targets(tab)).toEqual(['p', 'q']);
      expect(targets(tab, 'layout fixed q only=unplaced')).toEqual(['q']);
      laidOut(tab, 'layout all only=unplaced');
      expect(['fixed', 'beside'].map((slug) => spot(tab, slug))).toEqual(stay);
      expect(box(tab, 'q').y).toBeGreaterThan(bottom(box(tab, 'p')));
    });

    test('[OPR108] layout: a box that was moved, dragged, set or laid out is placed, also at the same spot', () => {
      for (const line of ['move p by=0,40', 'move p at:500,500', 'set p x=40 y=40', 'layout p q', 'layout p q only=unplaced']) {
        const tab = drawn(two);
        laidOut(tab, line);
        expect(targets(tab), line).toEqual(line.startsWith('layout') ? [] : ['q']);
      }
      const same = drawn(two);
      laidOut(same, `move p at:${spot(same, 'p').join(',')}`);
      expect(targets(same)).toEqual(['q']);
      // What other versions and clients move does not change more than the position.
      const dragged = drawn(two);
      dragged.update([{ id: box(dragged, 'p').id, element: { ...box(dragged, 'p'), x: 900 } }]);
      expect(targets(dragged)).toEqual(['q']);
    });

    test('[OPR108] layout: an unplaced box that is read and added whole again is placed', () => {
      const { id, unplacedAt, z: _, ...rest } = box(drawn(two), 'p');
      expect([id, unplacedAt]).toEqual([expect.stringMatching(/^p~/), [expect.any(Number), expect.any(Number)]]);
      const tab = drawn(JSON.stringify({ op: 'add', element: { ...rest, id: 'again', unplacedAt } }));
      expect(named(tab, 'again')).not.toHaveProperty('unplacedAt');
      expect(planned(tab, 'layout all only=unplaced', context).targets).toEqual([]);
    });

    test('[OPR108] layout: a box stays unplaced if it grows for its label, and boxes of older documents are placed', () => {
      const tab = drawn(two);
      laidOut(tab, 'set p label="A label that is much too long for the box as it was"');
      expect(targets(tab)).toEqual(['p', 'q']);
      const older = drawn(two);
      for (const element of older.boxes()) {
        const { unplacedAt: _, ...old } = element;
        older.update([{ id: element.id, element: old }]);
      }
      const plan = planned(older, 'layout all only=unplaced', context);
      expect([plan.targets, plan.edits]).toEqual([[], []]);
    });
  });

  test('LO22 a general class is above its special ones, though the arrows lead to it', () => {
    const tab = drawn('', 'add square id=a\nadd square id=b\nconnect b -> a heads=triangle');
    apply(tab, planned(tab, 'layout all', context).edits);
    expect(box(tab, 'a').y).toBeLessThan(box(tab, 'b').y);
    apply(tab, planned(tab, 'set b->a heads=end\nlayout all', context).edits);
    expect(box(tab, 'a').y).toBeGreaterThan(box(tab, 'b').y);
  });

  test('[OPR101] layout: line sets the lines of the arrows among the boxes, and of no others', () => {
    const tab = drawn(`${chain}\nconnect c -> note id=out\nconnect a -> c id=held`);
    tab.update([{ id: named(tab, 'held').id, element: { ...named(tab, 'held'), locked: true } }]);
    laidOut(tab, 'layout a b c line=curved');
    const lines = Array.from(tab.arrows(), (arrow) => [arrow.id.split('~')[0], arrow.line]);
    expect(lines.filter(([, line]) => line === 'curved')).toHaveLength(2);
    expect(lines).toContainEqual(['out', undefined]);
    expect(lines).toContainEqual(['held', undefined]);
    expect(refusal(tab, 'layout a b line=wavy', context)).toMatchObject({ code: 'invalid_value', field: 'line' });
  });

  test('[OPR101] layout: a tree draws arrows angled that have no line of their own', () => {
    const tab = drawn(`${chain}\nconnect a -> c id=own line=curved`);
    laidOut(tab, 'layout a b c style=tree');
    const lines = Array.from(tab.arrows(), (arrow) => [arrow.id.split('~')[0], arrow.line]);
    expect(lines.filter(([, line]) => line === 'angled')).toHaveLength(2);
    expect(lines).toContainEqual(['own', 'curved']);
    laidOut(tab, 'layout a b c style=tree line=straight');
    expect(Array.from(tab.arrows(), ({ line }) => line)).toEqual(['straight', 'straight', 'straight']);
  });

  test('[OPR101] layout: a mind map grows to both sides of its root', () => {
    const tab = laidOut(
      drawn('add square id=root\n' + ['p', 'q', 'r', 's'].map((id) => `add square id=${id}\nconnect root -> ${id}`).join('\n')),
      'layout type:shape style=mindmap',
    );
    const root = box(tab, 'root');
    const sides = ['p', 'q', 'r', 's'].map((id) => Math.sign(box(tab, id).x - root.x));
    expect(sides).toEqual([1, 1, -1, -1]);
    expect(box(tab, 'p').y).toBeLessThan(box(tab, 'q').y);
  });

  test('[OPR101] layout: an unknown value is refused with the allowed ones', () => {
    const tab = drawn(chain);
    expect(refusal(tab, 'layout a b style=circle', context)).toMatchObject({
      code: 'invalid_value',
      field: 'style',
      allowed: ['flow', 'tree', 'mindmap'],
      message: 'style is flow, tree or mindmap, not "circle".',
      hint: 'Use one of: flow, tree, mindmap.',
    });
    expect(refusal(tab, 'layout a b direction=up', context)).toMatchObject({ code: 'invalid_value', allowed: ['down', 'right'] });
    expect(refusal(tab, 'layout a b fill=red', context)).toMatchObject({
      code: 'unknown_field',
      fields: ['style', 'direction', 'line', 'only'],
    });
    expect(refusal(tab, 'layout all only=new', context)).toMatchObject({
      code: 'invalid_value',
      allowed: ['unplaced'],
      message: 'only is unplaced, not "new".',
    });
  });

  test('[OPR101] layout: a large flow without an engine needs a worker, a small one and a tree need none', () => {
    const names = Array.from({ length: 100 }, (_, index) => `n${index}`);
    const large = drawn(
      [
        ...names.map((name, index) => `add square id=${name} at:${index * 200},0`),
        ...names.slice(1).map((name, index) => `connect n${index} -> ${name}`),
      ].join('\n'),
    );
    const line = 'layout type:shape';
    expect(plan(large, line)).toMatchObject({ needsWorker: true });
    expect(plan(large, `${line} style=tree`)).toMatchObject({ counts: { changed: 198 } });
    expect(plan(large, line, { flow: () => null })).toMatchObject({ errors: [{ code: 'work_limit_exceeded' }] });
    expect(plan(large, line, { flow: () => null })).not.toHaveProperty('needsWorker');
    expect(plan(drawn(chain), 'layout a b')).toMatchObject({ counts: { changed: 1 } });
  });

  test('[OPR101] a form in the wrong case is coerced with a warning', () => {
    const tab = drawn('add square id=a\nadd square id=b\nconnect a -> b');
    const lines = answered(tab, 'layout a b style=Tree direction=RIGHT line=Angled');
    expect(lines.filter((line) => line.startsWith('!'))).toEqual([
      '! value_coerced: style "Tree" became "tree".',
      '! value_coerced: direction "RIGHT" became "right".',
      '! value_coerced: line "Angled" became "angled".',
    ]);
    expect(lines.filter((line) => !line.startsWith('!'))).toEqual(
      answered(tab, 'layout a b style=tree direction=right line=angled'),
    );
  });

  test('[OPR102] layout: elements that are not named stay, and arrows alone cannot be laid out', () => {
    const tab = laidOut(drawn(chain), 'layout a b');
    expect([spot(tab, 'c'), spot(tab, 'note')]).toEqual([
      [700, 300],
      [100, 900],
    ]);
    expect(refusal(drawn(chain), 'layout type:arrow', context).code).toBe('target_not_found');
  });

  test('[OPR102] layout: a label has room between the boxes that its arrow joins', () => {
    const right = laidOut(drawn(chain), 'layout a b direction=right');
    const plain = laidOut(drawn(chain.replace('first this, then that', 'x')), 'layout a b direction=right');
    expect(box(right, 'b').x).toBeGreaterThan(box(plain, 'b').x + 50);
    for (const style of ['tree', 'mindmap']) {
      const tab = laidOut(drawn(chain), `layout a b direction=right style=${style}`);
      expect(box(tab, 'b').x - box(tab, 'a').x - box(tab, 'a').width).toBeGreaterThan(120);
    }
  });

  test('[OPR102] layout: way-points move with their arrow, are dropped where it changes, and stay when an end does', () => {
    const tab = drawn(`${chain}
      {"op":"add","element":{"type":"frame","id":"f","x":1000,"y":1000,"width":600,"height":300}}
      add square id=in1 inside:f
      add square id=in2 inside:f
      connect in1 -> in2 id=within points=[[1100,1200]]
      connect a -> c id=apart points=[[500,600]]
      connect b -> note id=away points=[[200,600]]`);
    const [fx, fy] = spot(tab, 'f');
    laidOut(tab, 'layout a b c f');
    const [dx, dy] = [box(tab, 'f').x - fx, box(tab, 'f').y - fy];
    expect([dx, dy]).not.toEqual([0, 0]);
    expect(named(tab, 'within')).toMatchObject({ points: [[1100 + dx, 1200 + dy]] });
    expect(named(tab, 'apart')).not.toHaveProperty('points');
    expect(named(tab, 'away')).toMatchObject({ points: [[200, 600]] });
  });

  test('[OPR103] layout: the top-left corner stays', () => {
    for (const form of ['', 'direction=right', 'style=tree', 'style=mindmap', 'style=mindmap direction=down']) {
      const tab = laidOut(drawn(chain), `layout a b c ${form}`);
      const boxes = ['a', 'b', 'c'].map((slug) => box(tab, slug));
      expect([Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))]).toEqual([100, 50]);
      for (const { x, y } of boxes) expect([Number.isInteger(x), Number.isInteger(y)]).toEqual([true, true]);
    }
  });

  test('[OPR103] layout: laying out a tree again changes nothing', () => {
    for (const form of ['style=tree', 'style=mindmap', 'style=tree direction=right']) {
      const tab = laidOut(drawn(chain), `layout a b c ${form}`);
      expect(planned(tab, `layout a b c ${form}`, context).edits).toEqual([]);
    }
  });

  const framed = `
    {"op":"add","element":{"type":"frame","id":"f","label":"Frame","x":0,"y":0,"width":420,"height":200}}
    add square id=in1 at:20,40
    add square id=in2 at:220,40
    add square id=out at:0,600
    connect in1 -> in2
    connect in2 -> out`;

  test('[OPR104] layout: members are laid out in their frame, which grows to hold them', () => {
    const tab = laidOut(drawn(framed), 'layout in:f');
    expect(answered(drawn(framed), 'layout in:f', context)).toEqual([
      '~ in2 x 220→20 y 40→180',
      '~ f width 420→200 height 200→280',
    ]);
    expect([spot(tab, 'in1'), spot(tab, 'in2')]).toEqual([
      [20, 40],
      [20, 180],
    ]);
  });

  test('[OPR105] layout: a frame that is named with all its members is redrawn around them', () => {
    const tab = laidOut(drawn(framed), 'layout f in1 in2 out');
    const [f, in1, in2, out] = ['f', 'in1', 'in2', 'out'].map((slug) => box(tab, slug));
    expect([f!.x, f!.y]).toEqual([0, 0]);
    expect(in2!.y).toBeGreaterThan(in1!.y + in1!.height);
    expect(f!.y + f!.height).toBe(in2!.y + in2!.height + 20);
    expect(out!.y).toBeGreaterThan(f!.y + f!.height);
  });

  test('[OPR105] layout: a frame all of whose members are named counts as named, and so does a frame around it', () => {
    const nested = `
      {"op":"add","element":{"type":"frame","id":"outer","label":"Outer","x":0,"y":0,"width":1400,"height":900}}
      {"op":"add","element":{"type":"frame","id":"inner","label":"Inner","x":40,"y":60,"width":900,"height":500}}
      add square id=in1 at:80,120
      add square id=in2 at:500,400
      add square id=beside at:1100,700
      add square id=out at:2000,0
      connect in1 -> in2
      connect in2 -> beside
      connect beside -> out`;
    const tab = laidOut(drawn(nested), 'layout type:shape');
    const [outer, inner, in1, in2, beside, out] = ['outer', 'inner', 'in1', 'in2', 'beside', 'out'].map((slug) => box(tab, slug));
    expect([in1!.x, in2!.x, beside!.x, out!.x].every((x) => x === in1!.x)).toBe(true);
    expect(inner!.width).toBe(in1!.width + 40);
    expect(outer!.width).toBe(inner!.width + 40);
    expect(inner!.y + inner!.height).toBeLessThan(beside!.y);
    expect(outer!.y + outer!.height).toBe(beside!.y + beside!.height + 20);
    expect(out!.y).toBeGreaterThan(outer!.y + outer!.height);
    expect(planned(drawn(nested), 'layout type:shape', context).targets).toContain(box(tab, 'outer').id);
  });

  test('[OPR105] layout: a frame that is named alone moves as a box and carries its members', () => {
    const swapped = drawn(framed.replace('connect in2 -> out', 'connect out -> in2'));
    expect(answered(swapped, 'layout out f direction=right', context)).toEqual([
      '» in1 x 20→240',
      '» in2 x 220→440',
      '~ f x 0→220',
      '~ out y 600→60',
    ]);
    const tab = laidOut(swapped, 'layout out f direction=right');
    expect(spot(tab, 'f')).toEqual([220, 0]);
    expect([spot(tab, 'in1'), spot(tab, 'in2')]).toEqual([
      [240, 40],
      [440, 40],
    ]);
  });

  test('layout: the answer is the same in whatever order the tab holds what a frame carries', () => {
    const tab = drawn(`
      {"op":"add","element":{"type":"frame","id":"f","x":0,"y":0,"width":60,"height":20}}
      {"op":"add","element":{"type":"frame","id":"g","x":0,"y":0,"width":20,"height":20}}
      {"op":"add","element":{"type":"shape","shape":"square","id":"m","x":0,"y":0,"width":60,"height":20}}
      {"op":"add","element":{"type":"shape","shape":"square","id":"out","x":0,"y":0,"width":20,"height":60}}
      connect f -> out`);
    const elements = [...tab.elements()];
    const answers = [elements, elements.toReversed()].map((order) =>
      planned(tabWith(order), 'layout f m out direction=right', context),
    );
    expect(answers[0]!.edits).toEqual(answers[1]!.edits);
    expect(answers[0]!.edits).toHaveLength(4);
  });

  test('[OPR106] layout: a box in the way makes it denser, and then moves it as a whole', () => {
    const denser = laidOut(drawn(`${chain}\nadd square id=wall at:100,275`), 'layout a b');
    expect(spot(denser, 'a')).toEqual([100, 50]);
    expect(box(denser, 'b').y).toBeLessThan(275 - 80);
    const moved = laidOut(drawn(`${chain}\nadd square id=wall at:100,160`), 'layout a b');
    expect(spot(moved, 'wall')).toEqual([100, 160]);
    expect(spot(moved, 'a')).toEqual([300, 50]);
    expect(box(moved, 'b').x).toBe(300);
  });

  test('[OPR106] layout: a box that it would crowd makes it denser, and does not move it', () => {
    const denser = laidOut(drawn(`${chain}\nadd square id=wall at:100,295`), 'layout a b');
    expect(spot(denser, 'a')).toEqual([100, 50]);
    expect(295 - box(denser, 'b').y - box(denser, 'b').height).toBeGreaterThanOrEqual(20);
    const crowded = laidOut(drawn(`${chain}\nadd square id=wall at:260,50`), 'layout a b');
    expect(spot(crowded, 'a')).toEqual([100, 50]);
  });

  test('[OPR106] layout: it keeps the gap to a frame that stays after moving', () => {
    const walled = (x: number): string => `${chain}
      add square id=wall at:100,160
      {"op":"add","element":{"type":"frame","id":"f","x":${x},"y":-200,"width":300,"height":700}}`;
    const tab = laidOut(drawn(walled(460).replaceAll('400,50', '900,50')), 'layout a b');
    expect([box(tab, 'a').x, box(tab, 'a').y]).not.toEqual([300, 50]);
    for (const slug of ['a', 'b']) {
      const { x, y, width } = box(tab, slug);
      expect(x + width <= 420 || x >= 800 || y >= 540).toBe(true);
    }
    expect(spot(laidOut(drawn(walled(500).replaceAll('400,50', '900,50')), 'layout a b'), 'a')).toEqual([300, 50]);
  });

  test('[OPR106] layout: a frame that grew over others moves out of their way with its contents', () => {
    const tab = drawn(`${framed}\nadd square id=below at:100,230\nadd text id=loose label=x at:30,150`);
    laidOut(tab, 'layout in1 in2');
    expect(spot(tab, 'below')).toEqual([100, 230]);
    const frame = box(tab, 'f');
    for (const slug of ['in1', 'in2', 'loose']) {
      const inner = box(tab, slug);
      expect(inner.x >= frame.x && inner.y >= frame.y && inner.y + inner.height <= frame.y + frame.height).toBe(true);
    }
    expect(overlaps(frame, box(tab, 'below'))).toBe(false);
  });

  test('[OPR107] layout: a locked element is refused, whether named, carried or growing', () => {
    const lock = (slug: string): ReturnType<typeof drawn> => {
      const tab = drawn(framed.replace('connect in2 -> out', 'connect out -> in2'));
      tab.update([{ id: box(tab, slug).id, element: { ...box(tab, slug), locked: true } }]);
      return tab;
    };
    expect(refusal(lock('in1'), 'layout in1 in2', context)).toMatchObject({ code: 'element_locked', elements: ['in1'] });
    expect(refusal(lock('f'), 'layout in1 in2', context)).toMatchObject({ code: 'element_locked', elements: ['f'] });
    expect(refusal(lock('in1'), 'layout out f direction=right', context)).toMatchObject({
      code: 'element_locked',
      elements: ['in1'],
    });
    expect(planned(lock('out'), 'layout in1 in2', context).edits).toHaveLength(2);
  });

  const anyLayout: fc.Arbitrary<Draw> = fc
    .tuple(
      fc.array(anyOperand('box'), { minLength: 1, maxLength: 6 }),
      fc.option(
        fc.oneof(
          fc.constantFrom('type:shape', 'label~a', 'type:frame').map((term) => () => term),
          anyOperand('container').map((operand) => (tab: Parameters<Draw>[0]) => `in:${operand(tab)}`),
        ),
      ),
      fc.record(
        {
          style: fc.constantFrom('flow', 'tree', 'mindmap'),
          direction: fc.constantFrom('down', 'right'),
          line: fc.constantFrom('straight', 'angled', 'curved'),
        },
        { requiredKeys: [] },
      ),
      fc.nat(7).map((number) => number === 0),
    )
    .map(([operands, term, fields, isAll]) => (tab) => ({
      op: 'layout',
      ...(isAll
        ? { all: true }
        : { target: [...operands.map((operand) => operand(tab)), ...(term === null ? [] : [term(tab)])].join(' ') }),
      ...(Object.keys(fields).length === 0 ? {} : { fields: { ...fields } }),
    }));

  followsTheLaws('layout', anyLayout, {
    context,
    mayOverlap: () => false,
    also(before, after, { targets }) {
      expect(newOverlaps(before, after)).toEqual([]);
      for (const id of targets) {
        const [was, is] = [before.get(id)!, after.get(id)!];
        if (!isBox(was) || !isBox(is)) continue;
        expect(isArrow(is)).toBe(false);
        if (was.type !== 'frame' && was.type !== 'lane') expect([is.width, is.height]).toEqual([was.width, was.height]);
      }
    },
  });

  test('[OPR109] layout: the answer warns if more arrows cross or pass behind boxes than before', () => {
    const hand = drawn(`
      add square id=a at:600,0
      add square id=b at:600,300
      add square id=c at:0,900
      add square id=d at:1200,900
      connect a -> b
      connect a -> c
      connect a -> d
      connect b -> c
      connect b -> d
      connect c -> d`);
    const warnings = (lines: string, comparesLayouts: boolean): string[] =>
      answered(hand, lines, { flow, comparesLayouts }).filter((line) => line.startsWith('! layout_worse'));
    const line = 'layout a b c d';
    expect(warnings(line, true)).toEqual(['! layout_worse: More arrows pass behind boxes than before (2 instead of 0).']);
    expect(warnings(line, false)).toEqual([]);
    expect(warnings('layout a b c d line=angled', true)).toEqual([]);
    expect(warnings(`add square id=e at:1500,0\nconnect d -> e\nlayout d e`, true)).toEqual([]);
  });
});
