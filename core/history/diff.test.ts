import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Edit } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import type { ChangedBy, EditedElement } from '#schema/history.ts';
import { fuzz, fuzzTimeout, scaled } from '#test/harness/fuzz.ts';

import { apply, drawn, named, planned } from '../ops/drawn.test-support.ts';
import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { type Changes, diffSince, diffText } from './diff.ts';
import { anySteps, canonical, copyOf, historyOf, type Revision } from './history.test-support.ts';
import { Pasts } from './past.ts';

const by = (rev: number, changeset: string | null = null, name = 'Grace'): ChangedBy => ({
  rev,
  at: 0,
  author: { name, color: '#112233' },
  changeset,
});

/**
 * What the storage records of the revisions: edits of changesets, what editors' batches found, and the last change of each
 * element.
 */
function changesOf(revisions: readonly Revision[]): Changes {
  const pasts = new Pasts();
  const touched = new Map<string, ChangedBy & { id: string }>();
  revisions.forEach(({ by: who, edits }, index) => {
    for (const edit of edits) {
      pasts.note(who === 'agent' ? { id: edit.id, was: edit.before } : editedOf(edit));
      touched.set(edit.id, { id: edit.id, ...by(index + 1, who === 'agent' ? 'cs_1' : null) });
    }
  });
  return { pasts, touchedElements: touched.values() };
}

function editedOf({ id, before, after }: Edit): EditedElement {
  if (before === null || after === null) return { id, was: before };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !same(member(before, name), member(after, name)));
  return { id, fields: Object.fromEntries(changed.map((name) => [name, member(before, name)])) };
}

describe('the difference since a revision', () => {
  test('[RV20] a difference is the net change, in the marks of an answer', () => {
    const tab = drawn('add square id=a label="A" at:0,0\nadd square id=b label="B" at:400,0\nadd square id=c at:800,0');
    const first = planned(tab, 'set a fill=red\nrm c\nset b note="x"').edits;
    apply(tab, first);
    const second = planned(tab, 'set a fill=blue\nadd square id=d label="D" right-of:b\nset b note=').edits;
    apply(tab, second);
    const results = diffSince(tab, changesOf([first, second].map((edits) => ({ by: 'agent', edits, before: new Map(), after: new Map() })))); // prettier-ignore
    expect(diffText(results, 3, 5).split('\n')).toEqual([
      expect.stringMatching(/^- c square$/),
      '~ a fill unset→blue',
      expect.stringMatching(/^\+ d square "D" at /),
      'rev 3→5',
    ]);
    expect(results[1]).toMatchObject({ mark: '~', last: { rev: 2, changeset: 'cs_1' } });
    expect(diffText([], 3, 5)).toBe('nothing changed');
  });

  test("[RV20] a person's edits are described like an agent's", () => {
    const tab = drawn('add square id=a label="A" at:0,0\nadd square id=b label="B" at:400,0\nadd square id=c label="C" at:800,0');
    const [a, b, c] = ['a', 'b', 'c'].map((slug) => named(tab, slug)) as [Element, Element, Element];
    const pasts = new Pasts();
    // Two batches recolor and rename a; one removes b; c is renamed and renamed back.
    pasts.note({ id: a.id, fields: { fill: null } });
    pasts.note({ id: a.id, fields: { label: 'A', fill: 'red' } });
    pasts.note({ id: b.id, was: b });
    pasts.note({ id: c.id, fields: { label: 'C' } });
    tab.update([
      { id: a.id, element: { ...a, fill: 'blue', label: 'AA' } },
      { id: b.id, element: null },
    ]);
    const touched = [a, b, c].map(({ id }, index) => ({ id, ...by(7 + index) }));
    expect(diffText(diffSince(tab, { pasts, touchedElements: touched }), 5, 9).split('\n')).toEqual([
      '~ a label "A"→"AA" fill unset→blue',
      '- b square "B"',
      'rev 5→9',
    ]);
  });

  test('[RV21] an element with an unknown past is shown with its current value and author, and no name passes for structure', () => {
    const tab = drawn('add square id=a label="A" at:0,0');
    const { id } = named(tab, 'a');
    const touched = [
      { id, ...by(7, null, 'Eve\n- b') },
      { id: 'gone~00000000', ...by(6) },
    ];
    const pasts = new Pasts();
    // The element existed, one person left it unreadable, and another one recreated it.
    pasts.note({ id, fields: { label: 'B' } });
    pasts.note({ id, was: null });
    pasts.note({ id: 'gone~00000000', fields: { type: 'shape' } });
    expect(diffText(diffSince(tab, { pasts, touchedElements: touched }), 5, 7).split('\n')).toEqual([
      '- gone~00000000 (removed by "Grace", rev 6)',
      expect.stringMatching(/^~ a square "A" at 0,0 \d+×\d+ \(edited by "Eve\\n- b", rev 7\)$/),
      'rev 5→7',
    ]);
  });

  test(
    '[RV20] [RV22] in random histories a difference equals the comparison of two copies',
    () => {
      const seen = { agent: 0, editor: 0, both: 0, nothing: 0 };
      fc.assert(
        fc.property(anyTab({ boxes: 8, arrows: 6 }), anySteps, fc.nat(), (state, steps, pick) => {
          const { tab, revisions } = historyOf(state, steps);
          const since = pick % (revisions.length + 1);
          const then = since === revisions.length ? copyOf(tab) : revisions[since]!.before;
          const later = revisions.slice(since);
          const results = diffSince(tab, changesOf(later)).filter(({ mark }) => mark !== 'member');
          const byId = new Map(results.map((result) => [result.id, result]));
          expect(byId.size).toBe(results.length);
          const rank = results.map(({ last }) => last!.rev);
          expect(rank).toEqual(rank.toSorted((a, b) => a - b));
          const added = results
            .filter(({ mark }) => mark === '+')
            .map(({ kind, last }) => [last!.rev, kind === 'arrow' ? 1 : 0] as const);
          expect(added).toEqual(added.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
          const ids = new Set([...then.keys(), ...copyOf(tab).keys()]);
          for (const id of ids) {
            const [was, is, result] = [then.get(id), tab.get(id), byId.get(id)];
            expect(result?.mark).toBe(same(was, is) ? undefined : was === undefined ? '+' : is === undefined ? '-' : '~');
            const touches = later.filter(({ edits }) => edits.some((edit) => edit.id === id));
            const who = new Set(touches.map((touch) => touch.by));
            seen[result === undefined ? 'nothing' : who.size === 2 ? 'both' : touches[0]!.by] += 1;
            if (result === undefined) continue;
            expect(result.last!.changeset === null).toBe(touches.at(-1)!.by === 'editor');
            if (result.mark !== '~') continue;
            const names = new Set([...Object.keys(was!), ...Object.keys(is!)]);
            const differing = [...names].filter((name) => !same(member(was, name), member(is, name)));
            // Where a box was put is shown only if nothing else about it changed.
            const shown = differing.length < 2 ? differing : differing.filter((name) => name !== 'unplacedAt');
            expect(Object.keys(result.fields!).toSorted()).toEqual(shown.toSorted());
            for (const [name, pair] of Object.entries(result.fields!))
              expect(pair).toEqual([member(was, name), member(is, name)]);
          }
        }),
        fuzz(1_000),
      );
      expect(Math.min(...Object.values(seen))).toBeGreaterThan(scaled(20, 0));
    },
    fuzzTimeout(120_000),
  );
});

const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);
const member = (element: Element | undefined | null, name: string): unknown =>
  (element as Record<string, unknown> | undefined | null)?.[name] ?? null;
