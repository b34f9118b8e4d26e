import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Arrow, type Element, isArrow, isPinned } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import type { TabState } from '#schema/tab.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { exceeds } from '../notation/characters.ts';
import { apply, drawn, named, planned, refusal, tabWith } from '../ops/drawn.test-support.ts';
import { comesAfter } from '../ops/restack.ts';
import { layerPlaces } from '../render/layer-places.ts';
import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { lines } from './lines.ts';
import { uniqueSlugs } from './unique-slugs.ts';

/** The tab that results from the lines on an empty one. */
function rebuilt(tab: TabIndex): TabIndex {
  const empty = tabWith([], { layers: tab.settings.layers });
  apply(empty, planned(empty, lines(tab)).edits);
  return empty;
}

/** The drawing from back to front, with slugs as ids and without keys. */
function drawing(tab: TabIndex): object[] {
  const placeOf = layerPlaces(tab.settings.layers);
  const stack = [...tab.elements()].toSorted((a, b) => placeOf(a)! - placeOf(b)! || (comesAfter(a, b) ? 1 : -1));
  const slugs = uniqueSlugs(stack);
  const end = (at: Arrow['from']): object => (isPinned(at) ? { ...at, element: slugs.get(at.element) ?? at.element } : at);
  return stack.map((element) => ({
    ...element,
    z: undefined,
    unplacedAt: undefined,
    id: slugs.get(element.id),
    ...(element.type === 'arrow' ? { from: end(element.from), to: end(element.to) } : {}),
  }));
}

/**
 * The part of a tab that a changeset can create: no dangling arrow, no sheet without its id, no long label, no filled sticky.
 */
function makeable(state: TabState): TabState {
  const creatable = new Map<string, Element>();
  for (const [id, element] of state.elements) {
    if (element.type === 'shape' && element.shape === 'plan-sheet') continue;
    const short = exceeds(element.label ?? '', limits.labelCappedAt) ? { ...element, label: 'long' } : element;
    if (short.type === 'sticky') delete short.fill;
    creatable.set(id, short);
  }
  for (const [id, element] of creatable) {
    if (isArrow(element) && [element.from, element.to].some((end) => isPinned(end) && !creatable.has(end.element)))
      creatable.delete(id);
  }
  return { ...state, elements: creatable };
}

describe('lines', () => {
  test('[VW20] [VW21] ordinary drawings are ordinary lines', () => {
    const tab = drawn(
      'add square id=api label="API gateway" fill=blue text-color=none at:0,0\nadd db id=db label=Orders note="a\\nb" at:300,0 width=200',
      'connect api -> db id=calls label="5" line=curved labelAt=0\nconnect api -> db id=more again\nadd sticky id=front fill=pink at:-50.5,300 locked=true',
      [{ op: 'add', element: { type: 'frame', id: 'all', label: 'Core', x: -100, y: -100, width: 700, height: 600 } }],
      'connect all -> front id=again',
    );
    expect(lines(tab)).toBe(
      [
        '{"op":"add","element":{"type":"frame","id":"all","x":-100,"y":-100,"width":700,"height":600,"label":"Core"}}',
        'add square id=api label="API gateway" fill=blue text-color=none at:0,0',
        'add cylinder id=db label=Orders note="a\\nb" width=200 at:300,0',
        'connect api -> db id=calls label="5" line=curved labelAt=0',
        'connect api -> db id=more again',
        'add sticky id=front color=pink locked=true at:-50.5,300',
        'connect all -> front id=again',
        '',
      ].join('\n'),
    );
    expect(drawing(rebuilt(tab))).toEqual(drawing(tab));
    expect(lines(tabWith([]))).toBe('');
  });

  test('[VW20] a rebuilt tab has the same lines again', () => {
    fc.assert(
      fc.property(anyTab(), (state) => {
        const tab = rebuilt(TabIndex.of(makeable(state)));
        expect(lines(rebuilt(tab))).toBe(lines(tab));
      }),
      fuzz(200),
    );
  });

  test('[VW20] any tab is rebuilt as the same drawing', () => {
    fc.assert(
      fc.property(anyTab({ boxes: 14, arrows: 10 }), fc.boolean(), (state, isLocked) => {
        const { elements, ...settings } = makeable(state);
        const [first] = elements.keys();
        const tab = TabIndex.of({
          ...settings,
          elements: new Map(
            Array.from(elements, ([id, element]) => [id, isLocked && id === first ? { ...element, locked: true } : element]),
          ),
        });
        expect(drawing(rebuilt(tab))).toEqual(drawing(tab));
      }),
      fuzz(1_000),
    );
  });

  test('[VW20] [VW25] a tab with layers is rebuilt as the same drawing, on an empty tab with or without its layers', () => {
    const layer = (id: string, locked: boolean) => ({ id, name: `${id} "1"\u2028`, locked, hidden: false });
    const layerIds = fc.array(fc.constantFrom('base', 'notes', 'top', 'gone', undefined), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(anyTab({ boxes: 12, arrows: 10 }), layerIds, fc.boolean(), (state, ids, isLocked) => {
        const { elements, ...settings } = makeable(state);
        const layers = [layer('notes', false), layer('base', isLocked), layer('top', false)];
        const spread = Array.from(elements.values(), (element, index): Element => {
          const { layer: _, ...rest } = element;
          const id = ids[index % ids.length];
          const more = {
            ...(index % 4 === 1 && { locked: true }),
            ...(isArrow(element) && index % 3 === 1 && { points: [[5, -7.25], [1e6, 0]] }), // prettier-ignore
          };
          return { ...rest, ...more, ...(id !== undefined && { layer: id }) } as Element;
        });
        const tab = TabIndex.of({ ...settings, layers, elements: new Map(spread.map((element) => [element.id, element])) });
        const bare = tabWith([]);
        apply(bare, planned(bare, lines(tab)).edits);
        const withoutLayer = (drawn: object[]): object[] => drawn.map((element) => ({ ...element, layer: undefined }));
        expect(withoutLayer(drawing(bare))).toEqual(withoutLayer(drawing(tab)));
        expect(lines(rebuilt(bare))).toBe(lines(bare));
        if (isLocked) return;
        const same = rebuilt(tab);
        const onLayers = (drawn: object[]): object[] =>
          drawn.map((element) => ({ ...element, ...('layer' in element && element.layer === 'gone' && { layer: undefined }) }));
        expect(onLayers(drawing(same))).toEqual(onLayers(drawing(tab)));
        expect(lines(rebuilt(same))).toBe(lines(same));
      }),
      fuzz(500),
    );
  });

  test('[VW25] [OPR95] a comment gives the layers, and elements of a missing layer are on none', () => {
    const layers = [{ id: 'bg', name: 'Back\nground', locked: false, hidden: false }];
    const tab = tabWith([], { layers });
    apply(tab, planned(tab, 'add square id=a label=A layer=bg\nadd square id=b label=B\nconnect a -> b id=e layer=bg').edits);
    const text = lines(tab);
    expect(text.split('\n')[0]).toBe(
      '# On a tab with these layers, set beforehand, each is on its own: [{"id":"bg","name":"Back\\nground","locked":false,"hidden":false}]',
    );
    const bare = planned(tabWith([]), text);
    expect(bare.counts.added).toBe(3);
    expect(bare.results.filter(({ mark }) => mark === '!').map(({ code, ref }) => [code, ref])).toEqual([
      ['value_coerced', 'a'],
      ['value_coerced', 'e'],
    ]);
    expect(refusal(tab, 'set b layer=gone')).toMatchObject({ code: 'invalid_value', allowed: ['bg'] });
    for (const line of ['insert square layer=gone between a b', 'wrap b in frame layer=gone'])
      expect(planned(tab, line).results.find(({ mark }) => mark === '!')).toMatchObject({ code: 'value_coerced' });
  });

  test('[VW21] arrows behind their boxes keep their places', () => {
    const tab = drawn(
      'add square id=a\nadd square id=b\nconnect a -> b id=e\nadd square id=c\nconnect a -> c id=f\norder e back\norder f below=b',
    );
    expect(lines(tab).split('\n').slice(-3, -1)).toEqual([
      '{"op":"add","element":{"type":"arrow","id":"e","from":{"element":"a"},"to":{"element":"b"},"z":"Zz"}}',
      '{"op":"add","element":{"type":"arrow","id":"f","from":{"element":"a"},"to":{"element":"c"},"z":"a0V"}}',
    ]);
    expect(drawing(rebuilt(tab))).toEqual(drawing(tab));
  });

  test('[VW22] elements that cannot be created are named in comments, and the others are created', () => {
    const arrow: Arrow = {
      id: 'x~00000000',
      type: 'arrow',
      z: 'a1',
      from: { element: 'gone~00000000' },
      to: { element: 's~00000000' },
    };
    const box = { z: 'a0', x: 0, y: 0, width: 100, height: 100 } as const;
    const tab = tabWith([
      { ...box, id: 's~00000000', type: 'shape', shape: 'plan-sheet' },
      { ...box, id: 'k~00000000', type: 'sticky', fill: 'red', color: 'blue' },
      { ...box, id: 'p~00000000', type: 'shape', shape: 'plan-board' },
      { ...box, id: 't~00000000', type: 'stroke', points: Array.from({ length: 5_000 }, () => [123.5, 45.25]) },
      arrow,
    ]);
    expect(
      lines(tab)
        .split('\n')
        .filter((line) => line.startsWith('#')),
    ).toEqual([
      '# shape s is left out: it has no sheet.',
      '# stroke t is left out: it is longer than a line may be.',
      '# arrow x is left out: it is attached to nothing on this tab.',
    ]);
    expect(drawing(rebuilt(tab))).toEqual([
      { id: 'k', type: 'sticky', x: 0, y: 0, width: 100, height: 100, color: 'blue' },
      { id: 'p', type: 'shape', shape: 'plan-board', x: 0, y: 0, width: 100, height: 100 },
    ]);
  });

  test('[VW23] there is one line per operation, whatever a label contains', () => {
    fc.assert(
      fc.property(anyTab(), fc.constantFrom('\u2028rm a', '\u0085', '\u202e', 'a\nrm b', '\u007f'), (state, nasty) => {
        const elements = new Map(Array.from(state.elements, ([id, element]) => [id, { ...element, note: nasty }]));
        const text = lines(TabIndex.of({ ...state, elements }));
        // eslint-disable-next-line no-control-regex
        const odd = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
        expect(text).not.toMatch(odd);
        for (const line of text.split('\n').slice(0, -1))
          expect(line).toMatch(/^(add |connect |\{"op":"|# [a-z-]+ [a-z0-9_-]+ is left out: |# On a tab with these layers, )/);
      }),
      fuzz(200),
    );
  });

  test('[VW24] an element that is too long for a line takes several, and is locked by the last', () => {
    const label = 'word '.repeat(1_900).trim();
    const tab = tabWith([
      {
        id: 'front~00000000',
        type: 'text',
        z: 'a0',
        x: 0,
        y: 0,
        width: 60,
        height: 40,
        label,
        note: 'n'.repeat(10_000),
        locked: true,
      },
      { id: 'f~00000000', type: 'frame', z: 'a1', x: 0, y: 0, width: 60, height: 40, label, note: 'n'.repeat(10_000) },
      { id: 'b~00000000', type: 'text', z: 'a2', x: 0, y: 0, width: 60, height: 40, label: 'B', note: 'n'.repeat(20_000) },
    ]);
    const said = lines(tab).split('\n').map((line) => line.slice(0, 40)); // prettier-ignore
    expect(said).toEqual([
      'add text id=front label="word word word w'.slice(0, 40),
      expect.stringMatching(/^set front~ note=n/),
      'set front~ locked=true',
      expect.stringMatching(/^\{"op":"add","element":\{"type":"frame"/),
      expect.stringMatching(/^set f note=n/),
      'add text id=b label=B width=60 height=40 at:0,0'.slice(0, 40),
      '# note of b is left out: it is longer tha',
      '',
    ].map((line) => (typeof line === 'string' ? line.slice(0, 40) : line))); // prettier-ignore
    const { note: _, ...short } = named(tab, 'b');
    tab.update([{ id: short.id, element: short as Element }]);
    expect(drawing(rebuilt(tab))).toEqual(drawing(tab));
    for (const line of lines(tab).split('\n')) expect(exceeds(line, limits.charactersPerLine)).toBe(false);
  });
});

test('[VW20] slugs are made unique with the fewest changes', () => {
  const ids = ['a~00000000', 'a~00000001', 'a-2~00000000', 'a~00000002'];
  const slugs = uniqueSlugs(ids.map((id): Element => ({ id, type: 'text', z: 'a0', x: 0, y: 0, width: 1, height: 1 })));
  expect(ids.map((id) => slugs.get(id))).toEqual(['a', 'a-3', 'a-2', 'a-4']);
  expect(slugOf(ids[0]!)).toBe('a');
});
