import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import { fuzz, scaled } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { arrow, box, frame, idOf, tabOf } from '../arrows/drawing.test-support.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { LintDrawing } from './drawing.ts';
import { FindingMemory } from './finding-memory.ts';
import { Footprint } from './footprint.ts';
import { LintCache } from './incremental.ts';
import { lint, Listing } from './lint.ts';

/** Pixels between districts: parts of a drawing with boxes and arrows of their own. */
const apart = 2_500;
const districts = 4;
const slug = (district: number, at: number): string => `b${district}${at}`;

const anyChange = fc.record({
  kind: fc.constantFrom(
    'box',
    'box',
    'frame',
    'arrow',
    'arrow',
    'across',
    'twin',
    'remove',
    'remove arrow',
    'label',
    'lock',
    'look',
    'look',
  ),
  district: fc.nat(districts - 1),
  at: fc.nat(7),
  to: fc.nat(7),
  other: fc.nat(districts - 1),
  x: fc.integer({ min: 0, max: 30 }),
  y: fc.integer({ min: 0, max: 20 }),
  line: fc.constantFrom('straight' as const, 'angled' as const, 'angled' as const, 'curved' as const),
});
type Change = typeof anyChange extends fc.Arbitrary<infer T> ? T : never;

function elementOf({ kind, district, at, to, other, x, y, line }: Change): { id: string; element: Element | null } {
  const [left, top] = [district * apart + x * 20, y * 20];
  const name = slug(district, at);
  const e = `e${district}${at}${to}`;
  const made = ((): Element | null => {
    if (kind === 'box') return box(name, left, top);
    if (kind === 'label') return box(name, left, top, 60, 40, { label: 'Ship it to the customer as soon as it is paid for' });
    if (kind === 'frame')
      return { ...frame(`f${district}${at % 2}`, left, top, 260, 200), ...(to < 4 && { label: 'Orders of today' }) };
    if (kind === 'twin') return { ...box(name, left, top), id: `${name}~11111111` };
    if (kind === 'lock') return box(name, left, top, 100, 60, { locked: true });
    if (kind === 'across') return arrow(`x${district}${other}`, name, slug(other, to), { line });
    return kind === 'arrow' ? arrow(e, name, slug(district, to), { line, ...(x < 6 && { label: 'then' }) }) : null;
  })();
  return { id: made?.id ?? idOf(kind === 'remove' ? name : e), element: made };
}

/** Another look of an element that the tab has. */
function lookOf({ kind, at, to, x }: Change, tab: TabIndex): { id: string; element: Element } | null {
  if (kind !== 'look') return null;
  const boxes = [...tab.boxes()];
  const found = boxes[(at * 31 + to * 7 + x) % boxes.length];
  if (found === undefined) return null;
  const label = ['Order', 'Ship it to the customer as soon as it is paid for', 'ሀ'][at % 3]!;
  return { id: found.id, element: { ...found, ...(to % 2 === 0 ? { label } : { fill: x % 2 === 0 ? '#123456' : 'blue' }) } };
}

describe('remembered findings', () => {
  slowTest('[LT3] after random changes of districts of a drawing the lint is that of the whole tab', () => {
    const anyStep = fc.record({
      changes: fc.array(anyChange, { minLength: 1, maxLength: 3 }),
      kind: fc.constantFrom('applied', 'applied', 'dry run', 'undo', 'editor'),
    });
    let findings = 0;
    fc.assert(
      fc.property(
        fc.array(anyChange, { minLength: 30, maxLength: 60 }),
        fc.array(anyStep, { minLength: 2, maxLength: 8 }),
        (start, steps) => {
          const tab = tabOf([]);
          tab.update(start.map(elementOf));
          const cache = new LintCache();
          expect(cache.lint(tab)).toEqual(lint(tab));
          let last: readonly { id: string; element: Element | null }[] = [];
          for (const { changes, kind } of steps) {
            const draft = new TabDraft(tab);
            const wanted = kind === 'undo' ? last : changes.map((change) => lookOf(change, tab) ?? elementOf(change));
            if (kind === 'editor') {
              tab.update(wanted);
              cache.note(wanted.map(({ id }) => id));
              continue;
            }
            for (const { id, element } of wanted) {
              if (element === null) draft.remove(id);
              else draft.put(element);
            }
            const edits = draft.edits();
            const { introduced, resolved, ...found } = cache.change(tab, { tab: draft, edits }).lint;
            const whole = lint(draft);
            expect(found).toEqual(whole);
            expect({ introduced, resolved }).toEqual(changeFromScratch(tab, draft));
            findings += whole.findings.length;
            if (kind === 'dry run') continue;
            last = edits.map(({ id, before }) => ({ id, element: before }));
            tab.update(edits.map(({ id, after }) => ({ id, element: after })));
            cache.note(edits.map(({ id }) => id));
          }
        },
      ),
      fuzz(60),
    );
    expect(findings).toBeGreaterThan(scaled(60) * 20);
  });

  test('a finding is kept through changes elsewhere, and found again once something near it changes', () => {
    const [near, far] = [blocked('n', 0), blocked('f', 4_000)];
    const tab = tabOf([...near, ...far]);
    const [drawing, memory] = [LintDrawing.of(tab), new FindingMemory()];
    expect(new Listing(drawing, tab, memory).lint.findings.map(({ code }) => code)).toEqual([
      'arrow-behind-box',
      'arrow-behind-box',
      'aspect-extreme',
    ]);
    const isKept = (name: string): boolean => memory.get(`arrow-behind-box ${idOf(`${name}-e`)}`) !== undefined;
    expect([isKept('n'), isKept('f')]).toEqual([true, true]);
    forget(box('f-b', 4_210, 0), tab, drawing, memory);
    expect([isKept('n'), isKept('f')]).toEqual([true, false]);
    // It is the route of the fix that would pass here.
    forget(box('new', 150, 70, 300, 10), tab, drawing, memory);
    expect(isKept('n')).toBe(false);
  });

  test('a finding is kept when a note changes, as lint looks at no notes', () => {
    const elements = blocked('n', 0);
    const tab = tabOf(elements);
    const [drawing, memory] = [LintDrawing.of(tab), new FindingMemory()];
    new Listing(drawing, tab, memory);
    for (const element of elements) forget({ ...element, note: 'new' }, tab, drawing, memory);
    expect(memory.get(`arrow-behind-box ${idOf('n-e')}`)).toBeDefined();
  });

  test('a finding about places is kept when a label or a color changes, and one about the label is not', () => {
    const long = { label: 'Ship it to the customer as soon as it is paid for' };
    const elements = blocked('n', 0).map((element) => (element.id === idOf('n-b') ? { ...element, ...long } : element));
    const tab = tabOf(elements);
    const [drawing, memory] = [LintDrawing.of(tab), new FindingMemory()];
    new Listing(drawing, tab, memory);
    const kept = (): boolean[] => [`arrow-behind-box ${idOf('n-e')}`, `label-overflow ${idOf('n-b')}`].map((key) => memory.get(key) !== undefined); // prettier-ignore
    expect(kept()).toEqual([true, true]);
    forget(box('n-a', 0, 0, 100, 60, { label: 'New', fill: 'blue' }), tab, drawing, memory);
    expect(kept()).toEqual([true, true]);
    forget(box('n-b', 200, 0, 100, 60, { label: 'New' }), tab, drawing, memory);
    expect(kept()).toEqual([true, false]);
    forget(box('n-b', 200, 0, 100, 61, { label: 'New' }), tab, drawing, memory);
    expect(kept()).toEqual([false, false]);
  });

  test('a finding is found again if another element gets the slug of one that it names', () => {
    const tab = tabOf(blocked('n', 0));
    const [drawing, memory] = [LintDrawing.of(tab), new FindingMemory()];
    expect(new Listing(drawing, tab, memory).lint.findings[0]?.fix).toBe('set n-e line=angled');
    forget({ ...box('n-e', 9_000, 9_000), id: 'n-e~11111111' }, tab, drawing, memory);
    expect(new Listing(drawing, tab, memory).lint.findings[0]?.fix).toBe('set n-e~0 line=angled');
  });

  test('a layer or a tab that is locked changes fixes that are remembered', () => {
    const tab = tabOf(blocked('n', 0).map((element) => ({ ...element, layer: 'l' })));
    const cache = new LintCache();
    const fixes = (): string[] => cache.lint(tab).findings.filter(({ code }) => code === 'arrow-behind-box').map(({ fix }) => fix); // prettier-ignore
    expect(fixes()).toEqual(['set n-e line=angled']);
    tab.setSettings({ ...tab.settings, layers: [{ id: 'l', name: 'L', locked: true, hidden: false }] });
    expect(fixes()).toEqual(['clear its way: move what it passes through']);
    tab.setSettings({ ...tab.settings, locked: true });
    expect(fixes()).toEqual(['unlock the tab; clear its way: move what it passes through']);
  });

  test('[LT6] a fix for which there was no room is tried once there is, and vice versa', () => {
    const many = Array.from({ length: 20 }, (_, at) => blocked(`a${at}`.padEnd(3, 'x'), at * 2_000));
    const locked = blocked('z', 60_000).map((element) => (element.id === idOf('z-e') ? { ...element, locked: true } : element));
    const [untried, words] = ['set z-e line=angled', 'clear its way: move what it passes through'];
    const fewest = many.findIndex((_, at) => fixOf('z-e', tabOf([...many.slice(0, at).flat(), ...locked])) === untried);
    expect(fewest).toBeGreaterThan(5);
    const tab = tabOf([...many.slice(0, fewest).flat(), ...locked]);
    const cache = new LintCache();
    const [first] = many[0]!.filter(({ id }) => id === idOf('a0x-e'));
    for (const [element, fix] of [[null, words], [first!, untried], [null, words]] as const) {
      expectFix(tab, cache, 'z-e', fix === words ? untried : words, element === first ? null : first!);
      expectFix(tab, cache, 'z-e', fix, element);
    }
  }); // prettier-ignore

  test('[LT6] the trials of all rules share a budget', () => {
    const many = Array.from({ length: 14 }, (_, at) => blocked(`a${at}`.padEnd(3, 'x'), at * 2_000));
    const escaped = [frame('z-f', 60_000, 0, 300, 200), box('z-b', 60_220, 50, 100, 60, { locked: true })];
    const tab = tabOf([...many.flat(), ...escaped]);
    const cache = new LintCache();
    const fix = (): string | undefined => cache.lint(tab).findings.find(({ code }) => code === 'group-escape')?.fix;
    const [untried, words] = ['move z-b inside:z-f', 'make room in z-f, then move z-b inside it'];
    expect(fix()).toBe(untried);
    for (const isThere of [false, true]) {
      const changes = many.slice(2).flat().map((element) => ({ id: element.id, element: isThere ? element : null })); // prettier-ignore
      tab.update(changes);
      cache.note(changes.map(({ id }) => id));
      expect(cache.lint(tab)).toEqual(lint(tab));
      expect(fix()).toBe(isThere ? untried : words);
    }
  });

  test('a fix that adds a crossing is no longer suggested once the drawing has too few arrows for it', () => {
    // The way around b, on either side, crosses two arrows.
    const sides = [-2_000, 2_000].flatMap((y) => [
      box(`t${y}`, 150, y),
      box(`u${y}`, 260, y),
      arrow(`g${y}`, 'n-b', `t${y}`),
      arrow(`h${y}`, 'n-b', `u${y}`),
    ]);
    const here = [...blocked('n', 0), ...sides];
    const boxes = Array.from({ length: 9 }, (_, at) => box(`far${at}`, 9_000, at * 120));
    const arrows = boxes.slice(1).map((_, at) => arrow(`g${at}`, `far${at}`, `far${at + 1}`));
    const tab = tabOf([...here, ...boxes, ...arrows]);
    const cache = new LintCache();
    const fixes = arrows.map((one) => {
      expect(cache.lint(tab)).toEqual(lint(tab));
      const fix = cache.lint(tab).findings.find(({ code }) => code === 'arrow-behind-box')?.fix;
      tab.update([{ id: one.id, element: null }]);
      cache.note([one.id]);
      return fix;
    });
    expect(new Set(fixes)).toEqual(new Set(['set n-e line=angled', 'clear its way: move what it passes through']));
  });
});

const fixOf = (ref: string, tab: TabIndex): string | undefined =>
  lint(tab).findings.find(({ elements }) => elements[0] === ref)?.fix;

function expectFix(tab: TabIndex, cache: LintCache, ref: string, fix: string, element: Element | null): void {
  tab.update([{ id: idOf('a0x-e'), element }]);
  cache.note([idOf('a0x-e')]);
  expect(cache.lint(tab)).toEqual(lint(tab));
  expect(cache.lint(tab).findings.find(({ elements }) => elements[0] === ref)?.fix).toBe(fix);
}

/** An arrow behind a box. */
const blocked = (name: string, x: number): Element[] => [
  box(`${name}-a`, x, 0),
  box(`${name}-b`, x + 200, 0),
  box(`${name}-c`, x + 400, 0),
  arrow(`${name}-e`, `${name}-a`, `${name}-c`),
  arrow(`${name}-f`, `${name}-a`, `${name}-b`),
];

function forget(element: Element, tab: TabIndex, drawing: LintDrawing, memory: FindingMemory): void {
  const footprint = new Footprint();
  tab.update([{ id: element.id, element }]);
  drawing.update(tab, [element.id], footprint);
  memory.forget(footprint);
}

function changeFromScratch(base: TabIndex, draft: TabDraft) {
  const { introduced, resolved } = new LintCache().change(base, { tab: draft, edits: draft.edits() }).lint;
  return { introduced, resolved };
}
