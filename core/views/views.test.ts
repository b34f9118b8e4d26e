import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Element, isArrow, isPinned } from '#schema/element.ts';
import { fuzz, scaled } from '#test/harness/fuzz.ts';

import { anchorOf } from '../arrows/anchor.ts';
import { routeOf } from '../drawing/drawn-routes.ts';
import { drawn, named, tabWith } from '../ops/drawn.test-support.ts';
import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { parentOf } from '../tab/membership.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { elementViews } from './elements.ts';
import { outline } from './outline.ts';
import { tokensOf } from './tokens.ts';

/** Hostile text that imitates a line or a part of one. */
const hostileText = fc
  .array(
    fc.constantFrom(
      '\n', '\r\n', '\u000b', '\u000c', '\u0085', '\u2028', '\u2029', '\u202e', '\u2066', '\u0000', '\u001b[2J', '"', '\\', '\\n', ' ', '  ',
      'rev 3→4', '- e1', '# ', 'rm api', 'a -> b', ' · e', '0,0 10×10', ' locked', 'Fix: rm a', 'error box-overlap: ', '… 2 members', 'é', '漢', '👍',
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join('')); // prettier-ignore

const drawing = () =>
  drawn(
    'add square id=api label="API" at:0,0\nadd db id=db label="Orders\\nDB" at:0,200 note="holds orders"\nadd sticky id=todo label="x" at:900,-100\nadd circle id=late at:900,300',
    'connect api -> db label="SQL"\nconnect late -> api\nconnect api -> todo',
    [
      {
        op: 'add',
        element: { type: 'frame', id: 'core', label: 'Backend', x: -50, y: -50, width: 400, height: 400, locked: true },
      },
    ],
  );

describe('outline', () => {
  test('[VW10] [VW11] [VW12] an outline has boxes in reading order, members below their frame, arrows last', () => {
    expect(outline(drawing(), { rev: 7 })).toBe(
      [
        '# "Tab 1" · rev 7 · 5 elements, 3 arrows',
        'todo sticky "x" 900,-100 160×160',
        'core frame "Backend" -50,-50 400×400 locked',
        '  api square "API" 0,0 160×80',
        '  db cylinder "Orders\\nDB" 0,200 120×100 note "holds orders"',
        'late circle 900,300 120×120',
        'api -> todo · arrow-2',
        'api -> db "SQL" · sql',
        'late -> api · arrow',
        '',
      ].join('\n'),
    );
    expect(outline(tabWith([], { locked: true, mode: 'pages' }), { rev: 0 })).toBe(
      '# "Tab 1" · rev 0 · 0 elements, 0 arrows · pages · locked\n',
    );
  });

  test('[VW13] an outline has one line per element, whatever its label contains', () => {
    fc.assert(
      fc.property(anyTab(), (state) => {
        const text = outline(TabIndex.of({ ...state, name: 'a\nb\u2028c' }), { rev: 1 });
        const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
        expect(lines).toHaveLength(state.elements.size + 2);
        for (const line of lines.slice(1, -1)) expect(line).toMatch(/^ *([a-z][a-z0-9_~-]*|\(-?[\d.]+,-?[\d.]+\)) /);
      }),
      fuzz(200),
    );
  });

  test('[VW14] a budget folds frames to a line that says how to read them', () => {
    const tab = drawing();
    const folded = outline(tab, { rev: 7, budget: 50 }).split('\n');
    expect(folded.filter((line) => line.includes('folded'))).toEqual([
      expect.stringMatching(/2 members, 1 arrow folded: in:core$/),
      '… 2 arrows folded: type:arrow',
    ]);
    expect(folded.some((line) => line.startsWith('todo '))).toBe(true);
    expect(outline(tab, { rev: 7, budget: 10_000 })).toBe(outline(tab, { rev: 7 }));
  });

  test('[VW14] an outline exceeds its budget only if no fold could shorten it further', () => {
    let over = 0;
    fc.assert(
      fc.property(anyTab({ boxes: 25, arrows: 8 }), fc.integer({ min: 1, max: 600 }), (state, budget) => {
        const tab = TabIndex.of(state);
        const text = outline(tab, { rev: 1, budget });
        if (tokensOf(text) <= budget) return;
        over += 1;
        const lines = text.split('\n').slice(1, -1);
        const boxes = lines.filter((line) => !/ · [a-z0-9_~-]+$| folded: type:arrow$/.test(line));
        const arrows = lines.filter((line) => / · [a-z0-9_~-]+$/.test(line));
        const cost = (some: readonly string[]): number => some.reduce((sum, line) => sum + tokensOf(line) + 1, 0);
        expect(cost(arrows) <= cost([`… ${arrows.length} arrows folded: type:arrow`])).toBe(true);
        const depthOf = (line: string): number => line.length - line.trimStart().length;
        for (const [index, line] of boxes.entries()) {
          const end = boxes.findIndex((other, at) => at > index && depthOf(other) <= depthOf(line));
          const members = boxes.slice(index + 1, end === -1 ? boxes.length : end);
          if (members.length === 0) continue;
          const refs = new Set(members.map((member) => member.trimStart().split(' ')[0]));
          const inner = arrows.filter((arrow) =>
            arrow
              .split(' ')
              .slice(0, 3)
              .every((part) => part === '->' || refs.has(part)),
          );
          const folded = `${line} … ${members.length} members, ${inner.length} arrows folded: in:${line.trimStart().split(' ')[0]}`;
          expect(cost([...members, ...inner]) <= cost([folded]) - cost([line])).toBe(true);
        }
      }),
      fuzz(500, 100),
    );
    expect(over).toBeGreaterThan(scaled(50, 0));
  });

  test('[VW13] no user text passes for a part of a line', () => {
    const quoted = '"(?:[^"\\\\]|\\\\.)*"';
    const at = '-?[\\d.]+,-?[\\d.]+';
    const ref = '[a-z][a-z0-9_~-]*';
    const boxLine = new RegExp(`^ *${ref} [a-z-]+(=[a-z0-9-]+)?( ${quoted})* ${at} [\\d.]+×[\\d.]+( locked)?( note ${quoted})?$`);
    const arrowLine = new RegExp(`^(${ref}|\\(${at}\\)) -> (${ref}|\\(${at}\\))( ${quoted})? · ${ref}$`);
    // eslint-disable-next-line no-control-regex
    const odd = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
    fc.assert(
      fc.property(anyTab(), hostileText, hostileText, (state, label, note) => {
        const elements = new Map(
          Array.from(state.elements, ([id, element]): [string, Element] => [id, { ...element, label, note }]),
        );
        const text = outline(TabIndex.of({ ...state, elements, name: label }), { rev: 1 });
        expect(text).not.toMatch(odd);
        const [first, ...lines] = text.split('\n').slice(0, -1);
        expect(first).toMatch(new RegExp(`^# ${quoted} · rev 1 · \\d+ elements?, \\d+ arrows?( · [a-z-]+)*$`));
        expect(lines.filter((line) => !boxLine.test(line) && !arrowLine.test(line))).toEqual([]);
      }),
      fuzz(300),
    );
  });

  test('[VW14] folding counts everything once and shortens whenever it can', () => {
    fc.assert(
      fc.property(anyTab({ boxes: 25, arrows: 8 }), fc.integer({ min: 1, max: 400 }), (state, budget) => {
        const tab = TabIndex.of(state);
        const whole = outline(tab, { rev: 1 });
        const text = outline(tab, { rev: 1, budget });
        if (tokensOf(whole) <= budget) expect(text).toBe(whole);
        const lines = text.split('\n').slice(1, -1);
        const sum = (pattern: RegExp): number => lines.reduce((total, line) => total + Number(pattern.exec(line)?.[1] ?? 0), 0);
        const boxLines = lines.filter((line) => !line.includes(' -> ') && !line.startsWith('…')).length;
        const arrowLines = lines.filter((line) => / -> [^"]*( "|$| ·)/.test(line) && line.includes(' · ')).length;
        const [boxes, arrows] = [[...tab.boxes()].length, [...tab.arrows()].length];
        const labelled = [...tab.elements()].some(({ label, note }) => /->|folded|·/.test((label ?? '') + (note ?? '')));
        if (labelled) return;
        expect(boxLines + sum(/… (\d+) members?,/)).toBe(boxes);
        expect(arrowLines + sum(/ (\d+) arrows? folded/)).toBe(arrows);
      }),
      fuzz(300),
    );
  });

  test('[VW1] [VW2] [VW3] text and elements have the same order, in whatever order the tab stores its elements', () => {
    fc.assert(
      fc.property(anyTab(), (state) => {
        const tab = TabIndex.of(state);
        const reversed = TabIndex.of({ ...state, elements: new Map([...state.elements].toReversed()) });
        const views = elementViews(tab);
        expect(elementViews(reversed)).toEqual(views);
        expect(outline(reversed, { rev: 1 })).toBe(outline(tab, { rev: 1 }));
        const place = new Map(views.map(({ id }, index) => [id, index]));
        for (const box of tab.boxes()) {
          const parent = parentOf(box, tab);
          if (parent !== null) expect(place.get(box.id)!).toBeGreaterThan(place.get(parent.id)!);
        }
        expect(views.findLastIndex(({ type }) => type !== 'arrow')).toBeLessThan([...tab.boxes()].length);
      }),
      fuzz(),
    );
  });
});

describe('elements', () => {
  test('an element is its stored form with its ref; an arrow has the bounding box of its route and its facing sides', () => {
    const tab = drawing();
    const views = elementViews(tab);
    expect(views.find(({ ref }) => ref === 'api')).toEqual({ ...named(tab, 'api'), ref: 'api' });
    expect(views.find(({ ref }) => ref === 'sql')).toMatchObject({
      x: expect.any(Number) as unknown,
      y: 80,
      height: 120,
      from: { side: 'bottom' },
      to: { side: 'top' },
    });
  });

  test('VW50 an arrow has its line and the place of its label as the theme draws them', () => {
    const tab = drawn(
      'add square id=a at:0,0\nadd square id=b at:400,140\nconnect a -> b id=e line=curved label="sends" heads=none\nconnect b -> a id=f',
    );
    const widths = (['sans', 'mono'] as const).map((font) => {
      const [e, f] = elementViews(tab, font).filter((element) => element.type === 'arrow');
      if (e === undefined || f === undefined) throw new Error('no arrows');
      const points = routeOf(named(tab, 'e'), tab);
      expect(e.route.length).toBe(points.length);
      for (const [index, [x, y]] of e.route.entries()) {
        expect(x).toBeCloseTo(points[index]![0], 2);
        expect(y).toBeCloseTo(points[index]![1], 2);
      }
      expect(f.route.length).toBeGreaterThan(1);
      expect(f).not.toHaveProperty('labelRect');
      return e.labelRect!.width;
    });
    expect(widths[1]).toBeGreaterThan(widths[0]!);
  });

  test('the sides of an arrow are those that its route leaves and meets', () => {
    const seen = new Set<string>();
    for (const line of ['straight', 'angled', 'curved']) {
      for (const wall of ['', 'add square at:200,-200 width=60 height=600', 'add square at:120,-200 width=600 height=240']) {
        const tab = drawn(`add square id=a at:0,0\nadd square id=b at:400,140\nconnect a -> b id=e line=${line}\n${wall}`);
        const view = elementViews(tab).find(({ ref }) => ref === 'e');
        const [from, to] = view?.type === 'arrow' ? [view.from, view.to] : [];
        if (from === undefined || to === undefined || !isPinned(from) || !isPinned(to)) throw new Error('not pinned');
        const points = routeOf(named(tab, 'e'), tab);
        expect(anchorOf(named(tab, 'a'), from.side!, 0)).toEqual(points[0]);
        expect(anchorOf(named(tab, 'b'), to.side!, 0)).toEqual(points.at(-1));
        seen.add(`${from.side} ${to.side}`);
      }
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  test('every element is listed once, with finite numbers', () => {
    fc.assert(
      fc.property(anyTab(), (state) => {
        const views = elementViews(TabIndex.of(state));
        expect(views.map(({ id }) => id).toSorted()).toEqual([...state.elements.keys()].toSorted());
        for (const { x, y, width, height, id } of views) {
          for (const number of [x, y, width, height]) expect(Number.isFinite(number)).toBe(true);
          const stored = state.elements.get(id)!;
          if (!isArrow(stored)) expect([x, y, width, height]).toEqual([stored.x, stored.y, stored.width, stored.height]);
        }
        expect(new Set(views.map(({ ref }) => ref)).size).toBe(views.length);
      }),
      fuzz(),
    );
  });
});
