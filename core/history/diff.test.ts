import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import type { ChangedBy } from '#schema/history.ts';

import { apply, drawn, named, planned } from '../ops/drawn.test-support.ts';
import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { type Changes, diffSince, diffText } from './diff.ts';
import { anySteps, canonical, copyOf, historyOf, type Revision } from './history.test-support.ts';

const by = (rev: number, changeset: string | null = null, name = 'Grace'): ChangedBy => ({
  rev,
  at: 0,
  author: { name, color: '#112233' },
  changeset,
});

/** What the storage knows of the revisions: records of changesets, and the last touch of each element. */
function changesOf(revisions: readonly Revision[]): Changes {
  const found = new Map<string, Element | null>();
  const touched = new Map<string, ChangedBy & { id: string }>();
  revisions.forEach(({ by: who, edits }, index) => {
    for (const { id, before } of edits) {
      if (who === 'agent' && !found.has(id)) found.set(id, before);
      touched.set(id, { id, ...by(index + 1, who === 'agent' ? 'cs_1' : null) });
    }
  });
  return { found, touched: touched.values() };
}

describe('the difference since a revision', () => {
  test('[I1] it is the net change, in the marks of an answer', () => {
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

  test('[I2] what only editors touched is shown as it is now, with who did it, and no name passes for structure', () => {
    const tab = drawn('add square id=a label="A" at:0,0');
    const { id } = named(tab, 'a');
    const touched = [
      { id, ...by(7, null, 'Eve\n- b') },
      { id: 'gone~00000000', ...by(6) },
    ];
    expect(diffText(diffSince(tab, { found: new Map(), touched }), 5, 7).split('\n')).toEqual([
      '- gone~00000000 (removed by "Grace", rev 6)',
      expect.stringMatching(/^~ a square "A" at 0,0 \d+×\d+ \(edited by "Eve\\n- b", rev 7\)$/),
      'rev 5→7',
    ]);
  });

  test('[I1] [I2] [I3] in random histories it equals the difference of two copies', () => {
    const seen = { changed: 0, edited: 0 };
    fc.assert(
      fc.property(anyTab({ boxes: 8, arrows: 6 }), anySteps, fc.nat(), (state, steps, pick) => {
        const { tab, revisions } = historyOf(state, steps);
        const since = pick % (revisions.length + 1);
        const then = since === revisions.length ? copyOf(tab) : revisions[since]!.before;
        const later = revisions.slice(since);
        const changes = changesOf(later);
        const results = diffSince(tab, changes).filter(({ mark }) => mark !== 'member');
        const byId = new Map(results.map((result) => [result.id, result]));
        expect(byId.size).toBe(results.length);
        const rank = results.map(({ last }) => last!.rev);
        expect(rank).toEqual(rank.toSorted((a, b) => a - b));
        const ids = new Set([...then.keys(), ...copyOf(tab).keys()]);
        for (const id of ids) {
          const [was, is, result] = [then.get(id), tab.get(id), byId.get(id)];
          const touches = later.filter(({ edits }) => edits.some((edit) => edit.id === id));
          if (touches.length === 0) expect(result).toBeUndefined();
          else if (touches[0]!.by === 'agent') {
            seen.changed += 1;
            expect(result?.mark).toBe(same(was, is) ? undefined : was === undefined ? '+' : is === undefined ? '-' : '~');
            if (result?.mark !== '~') continue;
            for (const [name, pair] of Object.entries(result.fields!))
              expect(pair).toEqual([member(was, name), member(is, name)]);
            expect(result.last!.changeset === null).toBe(touches.at(-1)!.by === 'editor');
          } else if (touches.every((touch) => touch.by === 'editor')) {
            seen.edited += 1;
            expect(result).toMatchObject({ mark: is === undefined ? '-' : '~', last: { changeset: null } });
          }
        }
      }),
      { numRuns: 1_000 },
    );
    expect(Math.min(seen.changed, seen.edited)).toBeGreaterThan(20);
  }, 120_000);
});

const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);
const member = (element: Element | undefined, name: string): unknown =>
  (element as Record<string, unknown> | undefined)?.[name] ?? null;
