import { describe, expect, test } from 'vitest';

import type { Arrow, Box, Frame } from '#schema/element.ts';

import { lint } from '../lint/lint.ts';
import { routeOf } from '../drawing/drawn-routes.ts';
import { answered, apply, drawn, named, planned, refusal } from '../ops/drawn.test-support.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { lines } from '../views/lines.ts';

const order = `add rounded id=browser label="Browser"
add rounded id=api label="Shop API"
add rounded id=orders label="Orders"
add rounded id=bank label="Bank"
wrap browser api orders bank in frame id=seq label="Placing an order" arrange=sequence
connect browser -> api id=post label="POST /orders"
connect api -> orders id=create label="create"
connect orders -> bank id=charge label="charge"
connect bank -> orders id=paid label="paid" border=dashed
connect orders -> api id=made label="order 4711" border=dashed
connect api -> browser id=done label="201 Created" border=dashed`;

const box = (tab: TabIndex, name: string): Box => named<Box>(tab, name);
const xs = (tab: TabIndex, ...names: string[]): number[] => names.map((name) => box(tab, name).x);
const levels = (tab: TabIndex, ...names: string[]): (number | undefined)[] =>
  names.map((name) => {
    const { from } = named<Arrow>(tab, name);
    return 'level' in from ? from.level : undefined;
  });
const after = (tab: TabIndex, changes: string): TabIndex => (apply(tab, planned(tab, changes).edits), tab);
const isRising = (values: readonly (number | undefined)[]): boolean =>
  values.every((value, index) => index === 0 || (values[index - 1] ?? Infinity) < (value ?? -Infinity));

describe('sequences', () => {
  test('AF20 AF21 AF23 a line for each participant and message, plus one, draws a sequence that lint finds nothing in', () => {
    const tab = drawn(order);
    expect(isRising(xs(tab, 'browser', 'api', 'orders', 'bank'))).toBe(true);
    expect(isRising(levels(tab, 'post', 'create', 'charge', 'paid', 'made', 'done'))).toBe(true);
    for (const arrow of tab.arrows()) {
      const points = routeOf(arrow, tab);
      expect(points).toHaveLength(2);
      expect(points[0]?.[1]).toBe(points[1]?.[1]);
    }
    expect(lint(tab).findings).toEqual([]);
  });

  test('AF21 a message in the middle is one line and moves no participant', () => {
    const tab = drawn(order);
    const before = xs(tab, 'browser', 'api', 'orders', 'bank');
    after(tab, 'connect orders -> orders id=check label="check" after:create');
    expect(xs(tab, 'browser', 'api', 'orders', 'bank')).toEqual(before);
    expect(isRising(levels(tab, 'post', 'create', 'check', 'charge', 'paid'))).toBe(true);
    after(tab, 'connect api -> browser id=ack label="202" above:create again');
    expect(isRising(levels(tab, 'post', 'ack', 'create', 'check'))).toBe(true);
  });

  test('AF21 messages put after the same one by one changeset are each next to it', () => {
    const tab = drawn(order);
    after(tab, 'connect api -> api id=one after:create\nconnect api -> api id=two after:create again');
    expect(isRising(levels(tab, 'create', 'two', 'one', 'charge'))).toBe(true);
  });

  test('AF21 move takes a message after another one', () => {
    const tab = drawn(order);
    after(tab, 'move charge after:made');
    expect(isRising(levels(tab, 'create', 'paid', 'made', 'charge', 'done'))).toBe(true);
    expect(refusal(tab, 'move charge right-of:made').code).toBe('invalid_value');
    expect(refusal(tab, 'move charge after:charge').code).toBe('invalid_value');
  });

  test('AF22 a participant is active from a message to its reply', () => {
    const tab = drawn(order);
    const [post, create, charge, paid, made, done] = levels(tab, 'post', 'create', 'charge', 'paid', 'made', 'done');
    expect(box(tab, 'api').lifeline?.bars).toEqual([[post, done, 0]]);
    expect(box(tab, 'orders').lifeline?.bars).toEqual([[create, made, 0]]);
    expect(box(tab, 'bank').lifeline?.bars).toEqual([[charge, paid, 0]]);
    expect(box(tab, 'browser').lifeline?.bars).toBeUndefined();
  });

  test('AF24 AF25 a block is around its messages, with a section from each that is named', () => {
    const tab = drawn(order);
    after(tab, 'wrap charge paid made in frame id=choice block=alt label="in stock" else:made "sold out"');
    const choice = named<Frame>(tab, 'choice');
    const [create, charge, made, done] = levels(tab, 'create', 'charge', 'made', 'done').map((level) => (level ?? 0) + 80);
    expect(choice.y).toBeGreaterThan(create ?? 0);
    expect(choice.y).toBeLessThan(charge ?? 0);
    expect(choice.y + choice.height).toBeLessThan(done ?? 0);
    expect(choice.breaks).toEqual([{ at: expect.any(Number), label: 'sold out' }]);
    expect(choice.y + (choice.breaks?.[0]?.at ?? 0)).toBeLessThan(made ?? 0);
    after(tab, 'connect orders -> orders id=log after:made');
    const [log] = levels(tab, 'log');
    expect((log ?? Infinity) + 80).toBeLessThan(named<Frame>(tab, 'choice').y + named<Frame>(tab, 'choice').height);
    expect(lint(tab).findings).toEqual([]);
  });

  test('AF24 a block takes in nothing that is not named, and no part of another block', () => {
    const tab = drawn(order);
    expect(refusal(tab, 'wrap create paid in frame block=opt').code).toBe('frame_captures');
    after(tab, 'wrap create charge in frame id=one block=opt');
    expect(refusal(tab, 'wrap charge paid in frame block=loop').code).toBe('invalid_value');
    expect(planned(tab, 'wrap create paid in frame block=loop absorb').edits).not.toEqual([]);
    expect(refusal(tab, 'wrap browser in frame block=loop else:post').code).toBe('invalid_value');
  });

  test('AF26 a sticky beside a message is a note in a row of its own', () => {
    const tab = drawn(order);
    after(tab, 'add sticky id=hint label="Only once" after:charge');
    const hint = box(tab, 'hint');
    const [charge, paid] = levels(tab, 'charge', 'paid').map((level) => (level ?? 0) + 80);
    expect(hint.y).toBeGreaterThan(charge ?? 0);
    expect(hint.y + hint.height).toBeLessThan(paid ?? 0);
    expect(hint.x).toBeGreaterThan(box(tab, 'bank').x);
    expect(hint.height).toBeLessThan(100);
  });

  test('AF27 a participant that leaves loses its lifeline, and its messages become arrows', () => {
    const tab = drawn(order);
    after(tab, 'move bank below:seq gap:200');
    expect(box(tab, 'bank').lifeline).toBeUndefined();
    expect(levels(tab, 'charge', 'paid')).toEqual([undefined, undefined]);
    expect(levels(tab, 'create')).not.toEqual([undefined]);
  });

  test('view=lines rebuilds a sequence as it is', () => {
    const tab = drawn(order);
    after(tab, 'wrap charge paid in frame id=choice block=alt label="in stock" else:paid "later"\nconnect api -> api after:post');
    expect(lines(drawn(lines(tab)))).toBe(lines(tab));
  });
});

describe('other arrangements', () => {
  const stack = 'add square id=a\nadd square id=b\nadd square id=c\nwrap a b c in frame id=s arrange=stack direction=right';

  test('AF2 AF8 AF10 a placement beside a member is the next place in the order', () => {
    const tab = drawn(stack);
    after(tab, 'add square id=d right-of:a\nadd square id=e inside:s\nmove c left-of:a');
    expect(isRising(xs(tab, 'c', 'a', 'd', 'b', 'e'))).toBe(true);
    expect(new Set(['a', 'b', 'c', 'd', 'e'].map((name) => box(tab, name).y)).size).toBe(1);
  });

  test('AF2 a member that is moved by hand is in the order where it is', () => {
    const tab = drawn(stack);
    after(tab, 'move a by=250,0');
    expect(isRising(xs(tab, 'b', 'a', 'c'))).toBe(true);
  });

  test('AF2 a member that gets another size keeps its place', () => {
    const tab = drawn(stack);
    after(tab, 'set a width=600');
    expect(isRising(xs(tab, 'a', 'b', 'c'))).toBe(true);
  });

  test('AF3 what is beside the frame makes room, and the frame shrinks with its members', () => {
    const tab = drawn(`${stack}\nadd square id=x right-of:s`);
    const { x, width } = box(tab, 's');
    const gap = box(tab, 'x').x - x - width;
    expect(answered(tab, 'add square id=d inside:s').filter((line) => line.startsWith('» x '))).toHaveLength(1);
    after(tab, 'add square id=d inside:s');
    expect(box(tab, 'x').x).toBe(x + box(tab, 's').width + gap);
    after(tab, 'rm c');
    expect(box(tab, 's')).toMatchObject({ x, width });
  });

  test('AF5 inner frames are arranged before those around them', () => {
    const tab = drawn(`${stack}\nadd square id=x below:s\nwrap s x in frame id=outer arrange=stack`);
    after(tab, 'add square id=d inside:s');
    const [s, outer, x] = [box(tab, 's'), box(tab, 'outer'), box(tab, 'x')];
    expect(outer.width).toBe(s.width + 40);
    expect(x.x + x.width / 2).toBe(s.x + s.width / 2);
  });

  test('AF6 a locked member that would have to move is refused', () => {
    const tab = after(drawn(stack), 'set b locked=true');
    expect(refusal(tab, 'rm a').code).toBe('element_locked');
  });

  test('AF7 arrange=none frees the members', () => {
    const tab = drawn(stack);
    after(tab, 'set s arrange=none\nmove a by=0,10');
    expect(named<Frame>(tab, 's').arrange).toBeUndefined();
    expect(box(tab, 'a').y).toBe(box(tab, 'b').y + 10);
  });

  test('AF11 a grid keeps its columns, and takes as many as fit when its width changes', () => {
    const tab = drawn(
      'add square id=a\nadd square id=b\nadd square id=c\nadd square id=d\nwrap a b c d in frame id=g arrange=grid',
    );
    expect(xs(tab, 'a', 'b')).toEqual(xs(tab, 'c', 'd'));
    after(tab, 'add square id=e inside:g');
    expect(xs(tab, 'e')).toEqual(xs(tab, 'a'));
    after(tab, 'set g width=600');
    expect(box(tab, 'c').y).toBe(box(tab, 'a').y);
    expect(xs(tab, 'd')).toEqual(xs(tab, 'a'));
  });

  test('AF12 a flow follows its arrows', () => {
    const tab = drawn(
      'add square id=a\nadd square id=b\nadd square id=c\nwrap a b c in frame id=f arrange=flow direction=right\nconnect c -> a\nconnect a -> b',
    );
    expect(isRising(xs(tab, 'c', 'a', 'b'))).toBe(true);
    const tree = drawn(
      'add square id=a\nadd square id=b\nadd square id=c\nwrap a b c in frame id=f arrange=tree\nconnect a -> b\nconnect a -> c',
    );
    expect(box(tree, 'b').y).toBe(box(tree, 'c').y);
    expect(box(tree, 'b').y).toBeGreaterThan(box(tree, 'a').y);
  });

  test('AF30 AF31 AF32 lanes are of one length, with steps in columns along the arrows', () => {
    const tab = drawn(`add square id=a
add square id=b
wrap a b in lane id=top label="Top"
add square id=c below:top
add square id=d
wrap c d in lane id=low label="Low"
wrap top low in frame id=f arrange=swimlane
connect a -> c
connect c -> d
connect d -> b`);
    expect(box(tab, 'top').width).toBe(box(tab, 'low').width);
    expect(box(tab, 'top').y + box(tab, 'top').height).toBe(box(tab, 'low').y);
    expect(xs(tab, 'a', 'd')).toEqual(xs(tab, 'c', 'b'));
    expect(named<Arrow>(tab, 'arrow').line).toBe('angled');
    expect(lint(tab).findings).toEqual([]);
    after(tab, `add square id=loose at:${box(tab, 'f').x + 30},${box(tab, 'f').y + 2}`);
    expect(box(tab, 'loose').y).toBeGreaterThan(box(tab, 'top').y);
    expect(box(tab, 'loose').y).toBeLessThan(box(tab, 'low').y);
  });
});

describe('lint', () => {
  test('LT35 the members of an arranged frame need no arrows', () => {
    const changes =
      'add square id=a\nadd square id=b\nconnect a -> b\nadd square id=c below:a\nadd square id=d\nwrap c d in frame id=s';
    expect(lint(drawn(changes)).findings.map(({ code }) => code)).toContain('node-isolated');
    expect(lint(drawn(`${changes} arrange=stack`)).findings.map(({ code }) => code)).not.toContain('node-isolated');
  });
});
