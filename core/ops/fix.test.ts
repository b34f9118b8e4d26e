import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { lintCodes } from '#schema/changeset.ts';
import { isArrow } from '#schema/element.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { parseOperations } from '../changeset/parse.ts';
import { planChangeset } from '../changeset/plan.ts';
import { anyDrawing, tabOf } from '../arrows/drawing.test-support.ts';
import { lint } from '../lint/lint.ts';
import { anySelector } from './arbitrary-operation.test-support.ts';
import { answered, contextFor, drawn, plan, planned, refusal } from './drawn.test-support.ts';
import { type Draw, followsTheLaws } from './laws.test-support.ts';

const { flow } = await GraphvizEngine.load();

const row = () =>
  drawn(
    'add square id=a at:0,0\nadd square id=b at:300,0\nadd square id=c at:600,0 fill=#ff0000\nadd square id=d at:300,200',
    'connect a -> b\nconnect b -> c\nconnect a -> c id=skip\nconnect d -> c\nset a fill=#00ff00',
  );
const codes = (tab: Parameters<typeof lint>[0]): string[] => lint(tab).findings.map(({ code }) => code);

describe('fix', () => {
  test('[OPR120] the fix of the code is applied, and other findings stay', () => {
    expect(codes(row())).toEqual(['arrow-behind-box', 'colour-on-themed', 'colour-on-themed']);
    expect(answered(row(), 'fix arrow-behind-box')).toEqual(['~ skip line unset→angled']);
    expect(codes(planned(row(), 'fix arrow-behind-box').tab)).toEqual(['colour-on-themed', 'colour-on-themed']);
  });

  test('[OPR120] all findings are fixed, on the tab as the operations before left it', () => {
    expect(lint(planned(row(), 'fix all').tab).verdict).toBe('clean');
    const made = planned(row(), 'add square id=e at:20,10 fill=#123456\nconnect d -> e\nfix all', { flow });
    expect(codes(made.tab).filter((code) => code === 'box-overlap' || code === 'colour-on-themed')).toEqual([]);
    expect(planned(drawn('add square id=a'), 'fix all').edits).toEqual([]);
  });

  test('[OPR121] [OPR122] fixes that change content are applied only when their code is named', () => {
    const tab = drawn('add square id=a at:0,0\nadd square id=b at:0,200\nadd square id=c at:300,200\nconnect a -> b');
    expect(answered(tab, 'fix all')).toEqual([
      '! not_fixed: warning node-isolated [c]: c has no arrows, while the shapes around it are connected. Fix: connect c -> b',
    ]);
    expect(answered(tab, 'fix node-isolated')).toEqual([expect.stringMatching(/^\+ \S+ arrow c -> b$/)]);
  });

  test('[OPR123] with a selector, only findings that concern what it names are fixed', () => {
    expect(answered(row(), 'fix colour-on-themed a')).toEqual(['~ a fill #00ff00→unset']);
    expect(answered(row(), 'fix all type:arrow')).toEqual(['~ skip line unset→angled']);
    expect(answered(row(), 'fix all b')).toEqual(['~ skip line unset→angled']);
    expect(refusal(row(), 'fix all nothing')).toMatchObject({ code: 'target_not_found' });
  });

  test('[OPR124] what is left is listed with its fix', () => {
    const tab = drawn('add square id=a label=Order at:0,0\nadd square id=b label=order at:0,200');
    expect(answered(tab, 'fix duplicate-label')).toEqual([
      '! not_fixed: info duplicate-label [a, b]: 2 boxes share the label "Order". Fix: rename one',
    ]);
  });

  test('[OPR7] an unknown code is refused, and so is a tab that is locked', () => {
    expect(refusal(row(), 'fix everything')).toMatchObject({ code: 'parse_error' });
    expect(refusal(row(), 'fix')).toMatchObject({ code: 'parse_error' });
    const tab = row();
    tab.setSettings({ ...tab.settings, locked: true });
    expect(refusal(tab, 'fix all')).toMatchObject({ code: 'element_locked' });
  });

  test('[OPR120] a layout is tried like other fixes; what takes more work than there is, is left to a worker', () => {
    const tangled = drawn(
      'add square id=a at:0,0\nadd square id=b at:300,0\nadd square id=c at:600,0\nadd square id=d at:0,300\nadd square id=e at:300,300',
      'add square id=f at:600,300\nconnect a -> f\nconnect b -> e\nconnect c -> d',
    );
    expect(codes(tangled)).toEqual(['edge-crossings']);
    expect(lint(planned(tangled, 'fix all', { flow }).tab).verdict).toBe('clean');
    expect(plan(tangled, 'fix all', { flow, workLimit: 2_000 })).toMatchObject({ needsWorker: true });
    const { fixes: _fixes, ...without } = contextFor();
    const parsed = parseOperations('fix all');
    if ('errors' in parsed) throw new Error(parsed.errors[0]?.message);
    expect(planChangeset(tangled, parsed.operations, without)).toMatchObject({ needsWorker: true });
  });

  test('[OPR121] fix all adds, removes and connects nothing, and brings no new finding of a severity that it fixes', () => {
    fc.assert(
      fc.property(anyDrawing, (elements) => {
        const tab = tabOf(elements);
        const made = plan(tab, 'fix all', { flow });
        if ('errors' in made) throw new Error(JSON.stringify(made.errors));
        expect([made.counts.added, made.counts.removed]).toEqual([0, 0]);
        for (const { before, after } of made.edits) {
          if (before === null || after === null || !isArrow(before) || !isArrow(after)) continue;
          expect([after.from, after.to, after.label]).toEqual([before.from, before.to, before.label]);
        }
        expect(lint(made.tab).counts.error).toBeLessThanOrEqual(lint(tab).counts.error);
      }),
      fuzz(60),
    );
  });

  const draws = fc
    .tuple(fc.constantFrom('all' as const, ...lintCodes), fc.option(anySelector, { nil: null }))
    .map(([code, pick]): Draw => (tab) => ({ op: 'fix', code, ...(pick !== null && { target: pick(tab) }) }));
  followsTheLaws('fix', draws, { mayOverlap: () => true, context: { flow } });
});
