import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz, scaled as scaledTries } from '#test/harness/fuzz.ts';

import type { Element } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';

import { contentsOf } from './contents.ts';
import { answered, contextFor, drawn, named, planned, tabWith } from './drawn.test-support.ts';
import { comesAfter } from './restack.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import { expectContentsInFront, hiddenContents } from '../tab/hidden-contents.test-support.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import type { TabView } from '../tab/view.ts';
import { Planning } from '../planning/planning.ts';

const suffixed = (slug: string): string => `${slug}~00000000`;
const box = (slug: string, z: string, x: number, more: object = {}): Element =>
  ({ id: suffixed(slug), type: 'shape', shape: 'square', z, x, y: 0, width: 100, height: 60, ...more }) as Element;
const frame = (slug: string, z: string, x: number, width: number, more: object = {}): Element =>
  ({ id: suffixed(slug), type: 'frame', z, x, y: -50, width, height: 200, ...more }) as Element;
const arrow = (slug: string, z: string, from: string, to: string, more: object = {}): Element =>
  ({
    id: suffixed(slug),
    type: 'arrow',
    z,
    from: { element: suffixed(from) },
    to: { element: suffixed(to) },
    ...more,
  }) as Element;
const locked = { locked: true };

/** The slugs from the back of the stack to the front. */
const stack = (tab: Pick<TabView, 'elements'>): string =>
  [...tab.elements()]
    .toSorted((a, b) => (comesAfter(a, b) ? 1 : -1))
    .map(({ id }) => slugOf(id))
    .join(' ');
const stackAfter = (tab: TabIndex, operations: string): string => stack(planned(tab, operations).tab);

describe('contents in front of their frames', () => {
  describe('[ST1] an element that becomes part of a frame is brought in front of it', () => {
    const drawing = () => drawn('add square id=a label=A\nadd square id=b label=B\nwrap b in frame id=f label=F');

    test('with every operation that moves it there', () => {
      const { x, y } = named<Extract<Element, { x: number }>>(drawing(), 'b');
      for (const line of ['move a inside:f', `move a by=${x},${y}`, `move a at:${x},${y}`, `set a x=${x} y=${y}`]) {
        expect(stack(drawing())).toBe('a f b');
        expect(stackAfter(drawing(), line)).toBe('f a b');
      }
    });

    test('and the answer says so', () => {
      expect(answered(drawing(), 'move a inside:f')).toEqual([
        '~ a x 0→220 y 0→100 z a0→a0l (in front of f)',
        '~ f height 140→240 (grew to hold its members)',
        'f +a',
      ]);
    });

    test('if the frame moves or grows over it', () => {
      const tab = () => tabWith([box('a', 'a0', 0), box('b', 'a1', 400), frame('f', 'a2', 350, 200)]);
      expect(stackAfter(tab(), 'move f by=-400,0')).toBe('f a b');
      expect(answered(tab(), 'set f x=-50 width=600')).toEqual([
        '~ f x 350→-50 width 200→600',
        '» a z a0→a3 (brought in front of f)',
        'f +a',
      ]);
    });

    test('if a frame in between is removed or becomes smaller', () => {
      const tab = () =>
        tabWith([box('a', 'a0', 300), frame('outer', 'a1', 0, 360, { height: 300 }), frame('inner', 'Zz', 280, 200)]);
      expect(stackAfter(tab(), 'unwrap inner')).toBe('outer a');
      expect(stackAfter(tab(), 'set inner x=420')).toBe('inner outer a');
    });

    test('if it is put on the layer of its frame', () => {
      const layers = [{ id: 'top', name: 'Top', locked: false, hidden: false }];
      const tab = () => tabWith([box('a', 'a0', 0), frame('f', 'a1', -50, 300, { layer: 'top' })], { layers });
      expect(stackAfter(tab(), 'set a layer=top')).toBe('f a');
      expect(stackAfter(tab(), 'set f layer=')).toBe('f a');
    });

    test('if it is an arrow that is rewired or connected to a member', () => {
      const tab = () =>
        tabWith([
          arrow('e', 'a0', 'a', 'b'),
          box('a', 'a1', 500),
          box('b', 'a2', 900),
          frame('f', 'a3', -50, 300),
          box('m', 'a4', 0),
        ]);
      expect(answered(tab(), 'rewire e to=m')).toEqual(['~ e to b→m z a0→a3V (in front of f)']);
      expect(stackAfter(tab(), 'move b inside:f')).toBe('a f e b m');
      expect(answered(tab(), 'wrap b in frame id=g')).toEqual([
        expect.stringMatching(/^\+ g frame at /),
        '» e z a0→a1l (brought in front of g)',
        'g +b',
      ]);
      expect(stackAfter(tab(), 'insert square id=n between a b\nmove n inside:f')).toMatch(/^a b f e \S+ m n$/);
    });

    test('if it is a frame, with its contents in their order', () => {
      const tab = () =>
        tabWith([
          frame('g', 'a0', 0, 200, { width: 180, height: 120 }), box('m', 'a1', 10), arrow('e', 'a2', 'm', 'x'), box('n', 'a3', 60), box('x', 'a4', 900), frame('f', 'a5', 500, 400, { height: 300 }), box('y', 'a6', 510),
        ]); // prettier-ignore
      expect(answered(tab(), 'move g by=620,20')).toEqual([
        '~ g x 0→620 y -50→-30 z a0→a5G (in front of f)',
        '» m x 10→630 y 0→20 z a1→a5V (carried by g)',
        '» n x 60→680 y 0→20 z a3→a5t (carried by g)',
        '» e z a2→a5l (brought in front of f)',
        'f +g',
      ]);
      expect(stackAfter(tab(), 'set f x=-20')).toBe('x f g m e n y');
    });
  });

  test('[ST1] only elements behind their frame are restacked, to directly in front of it', () => {
    const tab = tabWith([
      box('a', 'a0', 0),
      box('b', 'a1', 50),
      box('w', 'a2', 900),
      frame('f', 'a3', 350, 400),
      box('m', 'a4', 400),
      box('c', 'a5', 100),
    ]);
    expect(stackAfter(tab, 'move b by=400,0\nmove a by=400,0\nmove c by=400,0')).toBe('w f a b m c');
    expect(planned(tab, 'move b by=400,0\nmove a by=400,0\nmove c by=400,0').edits).toHaveLength(3);
  });

  test('[ST1] an element that enters and leaves a frame in one changeset keeps its key', () => {
    const tab = () => drawn('add square id=a at:0,0\nadd square id=b at:400,0\nwrap b in frame id=f');
    expect(planned(tab(), 'move a by=400,0\nmove a by=-400,0').edits).toEqual([]);
    expect(stackAfter(tab(), 'move a by=400,0\nmove a by=0,-900')).toBe('a f b');
  });

  test('[ST1] order sees what earlier operations brought in front', () => {
    const tab = () => drawn('add square id=a at:0,0\nadd square id=c at:900,0\nadd square id=b at:400,0\nwrap b in frame id=f');
    expect(stackAfter(tab(), 'move a by=400,0\norder c above=a')).toBe('f a c b');
    expect(stackAfter(tab(), 'move a by=400,0\norder a back')).toBe('c f a b');
  });

  test('[ST2] inner frames come in front of outer ones, each behind its contents', () => {
    const tab = tabWith([
      box('m', 'a0', 20),
      frame('inner', 'a1', 400, 150),
      frame('outer', 'a2', 900, 500, { y: -100, height: 400 }),
    ]);
    expect(stackAfter(tab, 'move inner by=-400,0\nset outer x=-50')).toBe('outer inner m');
  });

  describe('[ST3] an element that was already behind its frame', () => {
    const tab = () => tabWith([box('a', 'a0', 0), arrow('e', 'a0V', 'a', 'x'), frame('f', 'a1', -50, 300), box('x', 'a2', 900)]);

    test('stays behind it until it is moved', () => {
      for (const line of ['set a label=A', 'set f label=F', 'set f width=320', 'add square at:500,500', 'set e label=E'])
        expect(stackAfter(tab(), line).replace(/ \S+~?$/, '')).toMatch(/^a e f/);
    });

    test('comes in front of it if it is moved or attached elsewhere', () => {
      expect(stackAfter(tab(), 'move a by=10,0')).toBe('e f a x');
      expect(stackAfter(tab(), 'move f by=10,0')).toBe('e f a x');
      expect(stackAfter(tab(), 'rewire e from=x to=a')).toBe('a f e x');
    });
  });

  test('[ST4] an element on another layer than its frame keeps its key', () => {
    const layers = [{ id: 'top', name: 'Top', locked: false, hidden: false }];
    const tab = tabWith([box('a', 'a0', 500, { layer: 'top' }), box('b', 'a1', 500), frame('f', 'a2', -50, 300)], { layers });
    expect(stackAfter(tab, 'move a by=-500,0\nmove b by=-500,0')).toBe('a f b');
  });

  describe('[ST5] a locked element keeps its key', () => {
    test('and the frame goes behind it', () => {
      const tab = () =>
        tabWith([
          box('w', 'a0', 900),
          box('a', 'a1', 0, locked),
          box('b', 'a2', 0),
          frame('f', 'a3', 350, 300),
          frame('g', 'a4', 340, 500, { y: -100, height: 400 }),
        ]);
      expect(answered(tab(), 'set f x=-50')).toEqual(['~ f x 350→-50 z a3→a0V (in front of w)', 'g -f', 'f +a', 'f +b']);
      expect(stackAfter(tab(), 'set f x=-50\nset g x=-60')).toBe('w g f a b');
      const pinned = tabWith([arrow('e', 'a0', 'b', 'b', locked), box('w', 'a1', 900), box('b', 'a2', 0)]);
      expect(stackAfter(pinned, 'wrap b in frame id=g')).toBe('g e w b');
      const behindMember = tabWith([
        arrow('e', 'a0', 'm', 'x', locked),
        frame('f', 'a1', -50, 300),
        box('m', 'a2', 500),
        box('x', 'a3', 900),
      ]);
      expect(answered(behindMember, 'move m by=-500,0')).toEqual(['~ m x 500→0', '» f z a1→Zz (goes behind e)', 'f +m']);
    });

    test('and the frame stays if it is locked or may not go there', () => {
      const tab = (more: object) =>
        tabWith([arrow('e', 'a0', 'm', 'x', locked), frame('f', 'a1', -50, 300, more), box('m', 'a2', 500), box('x', 'a3', 900)]);
      expect(stackAfter(tab(locked), 'move m by=-500,0')).toBe('e f m x');
      const within = tabWith([
        arrow('e', 'a0', 'm', 'x', locked),
        frame('o', 'a1', -60, 400, { y: -100, height: 400, ...locked }),
        frame('f', 'a2', -50, 300),
        box('m', 'a3', 500),
        box('x', 'a4', 900),
      ]);
      expect(stackAfter(within, 'move m by=-500,0')).toBe('e o f m x');
    });

    test('also if a frame has the same key', () => {
      const tab = tabWith([box('a', 'a0', 500), frame('f', 'a1', -50, 300), box('z', 'a1', 900, locked)]);
      expect(stackAfter(tab, 'move a by=-500,0')).toBe('a f z');
    });
  });

  test('[ST6] an element keeps the key that it was added with until it is moved', () => {
    const tab = () => drawn('add square id=a at:0,0\nadd square id=b at:900,0');
    const over = JSON.stringify({
      op: 'add',
      id: 'f',
      element: { type: 'frame', x: -50, y: -50, width: 300, height: 300, z: 'a9' },
    });
    expect(stackAfter(tab(), over)).toBe('a b f');
    expect(stackAfter(tab(), `${over}\nset a note=N`)).toBe('a b f');
    expect(stackAfter(tab(), `${over}\nmove b by=-900,0`)).toBe('a f b');
    expect(stackAfter(tab(), `${over}\nmove f by=1,0`)).toBe('b f a');
  });

  test('[ST1] [ST2] with frames over frames nothing is hidden, other elements stay, and those that go forward keep their order', () => {
    let restacked = 0;
    fc.assert(
      fc.property(framesOverFrames, anyMoves, (tab, moves) => {
        const { tab: after, edits } = planned(tab, moves);
        expectContentsInFront(tab, after);
        const risen = new Set(edits.filter((edit) => edit.before?.z !== edit.after?.z).map(({ id }) => id));
        restacked += risen.size;
        const order = (view: TabView, which: (id: string) => boolean): string[] => inOrder(view).filter(which);
        const stays = (id: string): boolean => !risen.has(id);
        expect(order(after, stays)).toEqual(order(tab, stays));

        const frames = framesByContents(after);
        const hidden = hiddenIds(withKeysOf(after, tab));
        for (const id of risen) expect(hidden.has(id) || frames.get(id)?.some((frame) => risen.has(frame))).toBe(true);

        // An element that may stay behind one of its frames has fewer frames to go in front of.
        const free = [...risen].filter((id) => !hiddenIds(after).has(id));
        const framesOf = (id: string): string => frames.get(id)?.join() ?? '';
        for (const common of new Set(free.map(framesOf))) {
          const alike = (id: string): boolean => free.includes(id) && framesOf(id) === common;
          expect(order(after, alike)).toEqual(order(tab, alike));
        }
      }),
      fuzz(1_500),
    );
    expect(restacked).toBeGreaterThan(scaledTries(1_500));
  });
});

const spot = fc.record({ x: fc.integer({ min: 0, max: 12 }), y: fc.integer({ min: 0, max: 12 }) });
const size = fc.record({ width: fc.integer({ min: 2, max: 14 }), height: fc.integer({ min: 2, max: 14 }) });
const scaled = (rect: object): { [name: string]: number } =>
  Object.fromEntries(Object.entries(rect).map(([name, value]) => [name, Number(value) * 40]));

/** Six frames (b0 to b5), six boxes (b6 to b11) and five arrows in any order. */
const framesOverFrames: fc.Arbitrary<TabIndex> = fc
  .record({
    rects: fc.array(fc.tuple(spot, size), { minLength: 12, maxLength: 12 }),
    ends: fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { minLength: 5, maxLength: 5 }),
    keys: fc.shuffledSubarray('0123456789ABCDEFG'.split(''), { minLength: 17 }),
  })
  .map(({ rects, ends, keys }) => {
    const boxes = rects.map(([at, area], index) => {
      const [slug, z] = [`b${index}`, `a${keys[index]}`];
      return index < 6 ? frame(slug, z, 0, 0, scaled({ ...at, ...area })) : box(slug, z, 0, scaled(at));
    });
    const arrows = ends.map(([from, to], index) => arrow(`e${index}`, `a${keys[12 + index]}`, `b${from}`, `b${to}`));
    return tabWith([...boxes, ...arrows]);
  });

const anyMoves = fc.array(
  fc.tuple(fc.nat(11), spot, size).map(([index, at, area]) => ({
    op: 'set',
    target: `b${index}`,
    fields: scaled(index < 6 ? { ...at, ...area } : at),
  })),
  { minLength: 1, maxLength: 3 },
);

const inOrder = (tab: TabView): string[] =>
  [...tab.elements()].toSorted((a, b) => (comesAfter(a, b) ? 1 : -1)).map(({ id }) => id);

const hiddenIds = (tab: TabView): ReadonlySet<string> =>
  new Set(Array.from(hiddenContents(tab).values(), ({ element }) => element.id));

/** The tab with each element's stacking key on another one. */
const withKeysOf = (tab: TabView, other: TabView): TabIndex =>
  tabWith(Array.from(tab.elements(), (element) => ({ ...element, z: other.get(element.id)?.z ?? element.z })));

/** Ids of the frames around an element or the boxes at its ends, by its id. */
function framesByContents(tab: TabView): ReadonlyMap<string, readonly string[]> {
  const frames = new Map<string, string[]>();
  const planning = new Planning(new TabDraft(tab), contextFor());
  for (const container of tab.boxes())
    for (const { id } of contentsOf(container, planning)) frames.set(id, [...(frames.get(id) ?? []), container.id]);
  return frames;
}
