import { describe, expect, test } from 'vitest';

import { isProblem } from '#schema/problem.ts';

import { apply, drawn, named, planned } from '../ops/drawn.test-support.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { acceptEdits, withDependencies } from './accept.ts';
import type { Revert } from './revert.ts';

const start = 'add square id=a "A" at:0,0\nadd square id=b "B" at:400,0\nadd square id=c "C" at:800,0\nconnect b -> c id=bc';

function accepted(tab: TabIndex, edits: ReturnType<typeof planned>['edits'], isWhole = true): Revert {
  const outcome = acceptEdits(tab, { edits, change: {}, isWhole });
  if (isProblem(outcome)) throw new Error(outcome.detail);
  return outcome;
}

describe('accepting edits', () => {
  test('RV50 undisturbed edits are applied as they were planned, in their order', () => {
    const tab = drawn(start);
    const { edits } = planned(tab, 'connect a -> b\nadd square id=d "D" below:a\nset a fill=red\nrm c');
    const outcome = accepted(tab, edits);
    expect(outcome.edits).toEqual(edits);
    expect(outcome.kept).toEqual([]);
    expect(outcome.reverted.toSorted()).toEqual(edits.map(({ id }) => id).toSorted());
  });

  test('RV50 what was changed, removed or added since is kept, and the rest is applied', () => {
    const tab = drawn(start);
    const { edits } = planned(tab, 'set a fill=red\nset b fill=red\nconnect a -> c');
    apply(tab, planned(tab, 'set a fill=blue\nrm c').edits);
    const outcome = accepted(tab, edits);
    expect(outcome.kept.map(({ id, reason }) => [id.split('~')[0], reason])).toEqual([
      ['a', 'changed'],
      [expect.any(String), 'gone'],
    ]);
    expect(outcome.edits.map(({ id, after }) => [id, after])).toMatchObject([[named(tab, 'b').id, { fill: 'red' }]]);
  });

  test('RV50 edits that were accepted before are kept', () => {
    const tab = drawn(start);
    const { edits } = planned(tab, 'add square id=d "D"\nset a fill=red');
    apply(tab, accepted(tab, edits).edits);
    expect(accepted(tab, edits).kept.map(({ reason }) => reason)).toEqual(['present', 'changed']);
  });

  test('RV50 a locked tab refuses', () => {
    const tab = drawn(start);
    const { edits } = planned(tab, 'set a fill=red');
    tab.setSettings({ ...tab.settings, locked: true });
    expect(acceptEdits(tab, { edits, change: {}, isWhole: true })).toMatchObject({ code: 'element_locked' });
  });
});

describe('dependencies', () => {
  const closure = (tab: TabIndex, lines: string, wanted: string): string[] => {
    const { edits } = planned(tab, lines);
    const id = edits.find((edit) => edit.id.startsWith(`${wanted}~`))?.id ?? '';
    return [...withDependencies(tab, edits, new Set([id]))].map((one) => one.split('~')[0] ?? '').toSorted();
  };

  test('RV51 an arrow takes the new boxes at its ends, but not those that are there', () => {
    expect(closure(drawn(start), 'add square id=d "D"\nadd square id=e "E"\nconnect d -> a id=da', 'da')).toEqual(['d', 'da']);
  });

  test('RV51 a removed box takes its arrows', () => {
    expect(closure(drawn(start), 'rm c\nset a fill=red', 'c')).toEqual(['bc', 'c']);
  });

  test('RV51 a new box takes the new frame around it, and a moved frame its members', () => {
    const tab = drawn(start);
    expect(closure(tab, '{"op":"add","element":{"type":"frame","id":"f","x":0,"y":400,"width":600,"height":300}}\nadd square id=d "D" inside:f\nset a fill=red', 'd')).toEqual(['d', 'f']); // prettier-ignore
    apply(tab, planned(tab, 'wrap a in frame "Core" id=core').edits);
    expect(closure(tab, 'move core by=0,900\nset c fill=red', 'core')).toEqual(['a', 'core']);
  });
});
