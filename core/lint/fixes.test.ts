import process from 'node:process';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Finding, LintCode } from '#schema/changeset.ts';
import { type ArrowEnd, type Element, isArrow, isPinned } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';
import { fuzz, scaled } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { anyDrawing, arrow, box, frame, idOf, tabOf } from '../arrows/drawing.test-support.ts';
import type { ChangesetPlan } from '../changeset/plan.ts';
import { plan, planned } from '../ops/drawn.test-support.ts';
import { operationKinds } from '../ops/operation-list.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { cases } from './cases.test-support.ts';
import { LintDrawing } from './drawing.ts';
import { lint, lintOf } from './lint.ts';

const operations = new Set<string>(operationKinds.map(({ name }) => name));
const isLine = ({ fix }: Finding): boolean => operations.has(fix.slice(0, fix.indexOf(' ')));
/** Identifies a finding on any tab: refs depend on the other elements. */
function nameOf({ code, elements, message }: Finding, tab: TabIndex | ChangesetPlan['tab']): string {
  if (code === 'edge-crossings' || code === 'aspect-extreme') return code;
  if (code === 'duplicate-label') return `${code} ${message.slice(message.indexOf('share'))}`;
  const ids = elements.map((ref) => tab.idsOfSlug(ref)[0] ?? tab.idsWithPrefix(ref, 1)[0] ?? ref);
  return `${code} ${code === 'box-overlap' ? ids.toSorted().join(' ') : ids[0]}`;
}

const { flow } = await GraphvizEngine.load();

/** Drawings with few dangling ends, some locked elements, repeated slugs, and slugs that are reserved words. */
const anyBroken: fc.Arbitrary<Element[]> = fc
  .tuple(anyDrawing, fc.infiniteStream(fc.nat({ max: 99 })))
  .map(([elements, chances]) => {
    const next = (): number => Number(chances.next().value);
    const ids = new Map(elements.map(({ id }) => [id, renamed(id, next())]));
    const boxes = elements.filter((element) => !isArrow(element)).map(({ id }) => ids.get(id) ?? id);
    const end = (at: ArrowEnd): ArrowEnd => {
      if (!isPinned(at)) return at;
      const isLost = next() < 5 || boxes.length === 0;
      return { ...at, element: isLost ? at.element : (ids.get(at.element) ?? boxes[next() % boxes.length]!) };
    };
    return elements.map((element): Element => {
      const named = { ...element, id: ids.get(element.id)!, ...(next() < 4 && { locked: true }) };
      return named.type === 'arrow' ? { ...named, from: end(named.from), to: end(named.to) } : named;
    });
  });

function renamed(id: string, chance: number): string {
  if (chance < 6) return `twin~${slugOf(id).padEnd(8, '0')}`;
  return chance < 9 && id === idOf('b0') ? 'all~00000000' : id;
}

describe('fixes', () => {
  test('the line suggested for each code is a valid operation and removes the finding from its drawing', () => {
    for (const [code, { faulty, fix }] of Object.entries(cases)) {
      if (!operations.has(fix.slice(0, fix.indexOf(' ')))) continue;
      const after = lint(planned(tabOf(faulty), fix, { flow }).tab).findings.map((finding) => finding.code);
      expect([code, after.filter((one) => one === code)]).toEqual([code, []]);
    }
  });

  slowTest(
    '[LT4] on random faulty drawings a suggested line, sent as it is, removes its finding and adds none of its severity',
    () => {
      const sent = new Map<LintCode, number>();
      const words = new Map<LintCode, number>();
      fc.assert(
        fc.property(anyBroken, (elements) => {
          const tab = tabOf(elements);
          const { findings } = lint(tab);
          const known = new Set(findings.map((one) => nameOf(one, tab)));
          for (const finding of findings) {
            const { code, severity, fix } = finding;
            const told = isLine(finding) ? sent : words;
            told.set(code, (told.get(code) ?? 0) + 1);
            if (!isLine(finding)) continue;
            const made = plan(tab, fix, { flow });
            expect('errors' in made ? [fix, made.errors] : []).toEqual([]);
            if ('errors' in made) continue;
            const after = lint(made.tab).findings;
            expect([fix, after.map((one) => nameOf(one, made.tab))]).not.toEqual([
              fix,
              expect.arrayContaining([nameOf(finding, tab)]),
            ]);
            const added = after.filter((one) => one.severity === severity && !known.has(nameOf(one, made.tab)));
            expect([fix, added.filter((one) => one.code !== 'aspect-extreme')]).toEqual([fix, []]);
          }
        }),
        fuzz(300, 100),
      );
      if (process.env['SHOW_COUNTS'] !== undefined) process.stderr.write(`lines ${JSON.stringify([...sent])}\nwords ${JSON.stringify([...words])}\n`); // prettier-ignore
      for (const code of ['arrow-behind-box', 'node-isolated', 'label-overflow', 'colour-on-themed'] as const)
        expect([code, sent.get(code) ?? 0]).toEqual([code, expect.toSatisfy((count: number) => count > scaled(15, 0))]);
    },
  );

  test('[LT4] a label that is fixed over a box is placed automatically if that helps, but not by a fix of all findings', () => {
    const pays = arrow('e', 'a', 'b', { label: 'pays', labelAt: 0.3 });
    const tab = tabOf([box('a', 0, 0), box('b', 400, 0), box('w', 170, 36, 40, 20), pays]);
    expect(fixesOf('label-collision', tab)).toEqual(['set e labelAt=']);
    expect(planned(tab, 'fix label-collision').edits[0]?.after).not.toHaveProperty('labelAt');
    expect(planned(tab, 'fix all').edits.map(({ id }) => id)).not.toContain(pays.id);
    const narrow = [box('a', 0, 0), box('b', 140, 0), arrow('e', 'a', 'b', { label: 'sends the order to', labelAt: 0 })];
    expect(fixesOf('label-collision', tabOf(narrow))).toEqual(['shorter arrow label']);
  });

  test('[LT5] if the first line would introduce another fault, the next one is suggested, or words if none holds', () => {
    // The nearest shape with arrows is behind another shape; the next nearest is not.
    const row = [box('a', 0, 0), box('b', 150, 0), box('c', 300, 0), box('d', 0, 400), arrow('e', 'c', 'd')];
    const isolated = (elements: Element[]): string[] => fixesOf('node-isolated', tabOf(elements));
    expect(isolated([...row, arrow('f', 'b', 'c')])).toEqual(['connect a -> b']);
    expect(isolated([box('a', 0, 0), box('t', 150, 0, 100, 60), box('c', 300, 0), box('d', 0, 500), arrow('e', 'c', 'd'), arrow('f', 'c', 't')])).toEqual(['connect a -> t']); // prettier-ignore
    const blocked = [box('a', 0, 0), box('c', 400, 0), box('d', 0, 450), arrow('e', 'c', 'd')];
    const text = (slug: string, x: number, y: number, width: number, height: number): Element => ({
      type: 'text',
      id: idOf(slug),
      z: 'a0',
      x,
      y,
      width,
      height,
    });
    expect(isolated([...blocked, text('t', 200, -40, 40, 140)])).toEqual(['connect a -> d']);
    const walled = [
      text('t1', -60, -60, 220, 50),
      text('t2', -60, 70, 220, 50),
      text('t3', -60, -10, 50, 80),
      text('t4', 110, -10, 50, 80),
    ];
    expect(isolated([...blocked, ...walled])).toEqual(['clear a way from a and connect it']);
    const escaped = [frame('f', 0, 0, 120, 120), box('a', 60, 40), box('w', 600, 40), { ...arrow('e', 'a', 'w'), locked: true }];
    expect(fixesOf('group-escape', tabOf(escaped))).toEqual(['move a inside:f']);
  });

  test('[LT5] a wide drawing is laid out in the other direction, and one that stays wide in both is not laid out', () => {
    const chain = Array.from({ length: 3 }, (_, at) => box(`b${at}`, at * 400, 0));
    const links = chain.slice(1).map((to, at) => arrow(`e${at}`, `b${at}`, `b${at + 1}`));
    expect(fixesOf('aspect-extreme', tabOf([...chain, ...links]))).toEqual(['layout type:shape direction=down']);
    const leaves = Array.from({ length: 12 }, (_, at) => box(`b${at}`, at * 200, 140, 160, 80));
    const fan = [box('r', 1_100, 0, 160, 80), ...leaves, ...leaves.map((_, at) => arrow(`e${at}`, 'r', `b${at}`))];
    expect(fixesOf('aspect-extreme', tabOf(fan))).toEqual(['break it into rows']);
  });

  test('[LT6] only the first findings of a rule are tried, and no large trial is made', () => {
    const pile = Array.from({ length: 1_000 }, (_, index) => box(`b${String(index).padStart(4, '0')}`, index / 10, 0));
    const tab = tabOf([...pile, ...pile.slice(1).map((to, index) => arrow(`e${index}`, slugOf(pile[0]!.id), slugOf(to.id)))]);
    const { findings } = lint(tab);
    expect(findings.filter(({ code }) => code === 'box-overlap')).toHaveLength(50);
    expect(new Set(fixesOf('box-overlap', tab).map((fix) => fix.replaceAll(/b\d+/g, 'b')))).toEqual(
      new Set(['move b right-of:b']),
    );
  });

  test('[LT7] no line is suggested for locked elements', () => {
    const lock = (elements: Element[]): Element[] => elements.map((element) => ({ ...element, locked: true }));
    const lines = (tab: TabIndex): string[] => lint(tab).findings.filter((one) => isLine(one)).map(({ fix }) => fix); // prettier-ignore
    for (const [code, { faulty }] of Object.entries(cases)) {
      if (code === 'node-isolated') continue;
      expect([code, lines(tabOf(lock(faulty)))]).toEqual([code, []]);
      const onLayer = tabOf(faulty.map((element) => ({ ...element, layer: 'l' })));
      onLayer.setSettings({ ...onLayer.settings, layers: [{ id: 'l', name: 'L', locked: true, hidden: false }] });
      expect([code, lines(onLayer)]).toEqual([code, []]);
      const locked = tabOf(faulty);
      locked.setSettings({ ...locked.settings, locked: true });
      expect([code, lines(locked)]).toEqual([code, []]);
    }
    expect(fixesOf('arrow-dangling', tabOf(lock(cases['arrow-dangling']!.faulty)))).toEqual(['unlock f, then rm f']);
  });

  test('a trial leaves the drawing as it was', () => {
    fc.assert(
      fc.property(anyBroken, (elements) => {
        const tab = tabOf(elements);
        const [drawing, untouched] = [LintDrawing.of(tab), LintDrawing.of(tab)];
        const first = lintOf(drawing, tab);
        expect(lintOf(drawing, tab)).toEqual(first);
        expect(lintOf(untouched, tab)).toEqual(first);
      }),
      fuzz(50),
    );
  });

  test('refs in a fix name the right elements, also if slugs are repeated or reserved words', () => {
    const twin = { ...box('all', 200, 0), id: 'all~11111111' };
    const tab = tabOf([box('all', 0, 0), twin, arrow('in', 'all', 'gone')]);
    const [finding] = lint(tab).findings.filter(({ code }) => code === 'arrow-dangling');
    expect(finding?.fix).toBe('rm in~0');
    expect(fixesOf('arrow-dangling', planned(tab, 'rm in~0').tab)).toEqual([]);
    expect(fixesOf('node-isolated', tab)).toEqual(['connect all~1 -> all~0']);
  });
});

const fixesOf = (code: LintCode, tab: TabIndex | ChangesetPlan['tab']): string[] =>
  lint(tab)
    .findings.filter((finding) => finding.code === code)
    .map(({ fix }) => fix);
