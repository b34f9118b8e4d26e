import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz, fuzzTimeout } from '#test/harness/fuzz.ts';

import { anySteps, historyOf } from '../history/history.test-support.ts';
import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { mergeContents } from './merge-contents.ts';
import {
  anyEdits,
  contentIn,
  edited,
  exchanged,
  expressible,
  hasFrames,
  placesOn,
  pulled,
  push,
  stateWith,
} from './tab-text.test-support.ts';

const copyOf = (tab: TabIndex): TabIndex => TabIndex.of(stateWith(tab));
const anyDrawing = anyTab({ boxes: 6, arrows: 4 }).map((state) => TabIndex.of(expressible(state)));

describe('random histories', () => {
  test(
    '[TX23] [TX12] two people who pull, edit and push in either order get the same tab, or a conflict',
    () => {
      const seen = { written: 0, conflicts: 0 };
      fc.assert(
        fc.property(anyDrawing, anyEdits, anyEdits, (tab, ours, theirs) => {
          const base = pulled(tab);
          const [a, b] = [pulled(edited(tab, ours)), pulled(edited(tab, theirs))];
          const [first, second] = [copyOf(tab), copyOf(tab)];
          expect(push(first, { base, file: a }).refusal).toBeNull();
          expect(push(second, { base, file: b }).refusal).toBeNull();
          const [later, earlier] = [push(first, { base, file: b }), push(second, { base, file: a })];
          expect(later.merge.conflicts).toEqual(earlier.merge.conflicts.map(exchanged));
          if (later.merge.conflicts.length > 0) {
            seen.conflicts += 1;
            for (const { ref } of later.merge.conflicts) expect(`${base}${a}${b}`).toContain(ref);
            return;
          }
          seen.written += 1;
          expect([later.refusal, earlier.refusal]).toEqual([null, null]);
          const [one, other] = [contentIn(pulled(first)), contentIn(pulled(second))];
          expect(Object.fromEntries(one)).toEqual(Object.fromEntries(other));
          if (!hasFrames(tab)) expect([...one.keys()]).toEqual([...other.keys()]);
        }),
        fuzz(10_000),
      );
      expect(seen.written).toBeGreaterThan(seen.conflicts / 10);
      expect(seen.conflicts).toBeGreaterThan(0);
    },
    fuzzTimeout(900_000),
  );

  test(
    '[TX20] [TX10] the tab after a push is the merge, and every change of one side is in it',
    () => {
      fc.assert(
        fc.property(anyDrawing, anyEdits, anyEdits, (tab, ours, theirs) => {
          const base = pulled(tab);
          const file = pulled(edited(tab, ours));
          const live = edited(tab, theirs);
          const [before, our, their] = [contentIn(base), contentIn(file), contentIn(pulled(live))];
          const { merge, refusal } = push(live, { base, file });
          if (merge.conflicts.length > 0) return;
          expect(refusal).toBeNull();
          const after = contentIn(pulled(live));
          expect(Object.fromEntries(after)).toEqual(Object.fromEntries(merge.content));
          // The server moves what is in a frame in front of it.
          if (!hasFrames(tab)) expect([...after.keys()]).toEqual([...merge.content.keys()]);
          for (const [changed, kept] of [
            [our, their],
            [their, our],
          ] as const)
            // prettier-ignore
            for (const [slug, element] of changed)
            for (const [name, value] of Object.entries(element.fields)) {
              const old = before.get(slug)?.fields[name];
              if (JSON.stringify(old) !== JSON.stringify(value) && kept.has(slug)) expect(after.get(slug)?.fields[name]).toEqual(value);
            }
        }),
        fuzz(1_000),
      );
    },
    fuzzTimeout(300_000),
  );

  test(
    '[TX22] pulling and pushing without an edit changes nothing, after any history',
    () => {
      fc.assert(
        fc.property(anyTab(), anySteps, (state, steps) => {
          const { tab } = historyOf(state, steps);
          const text = pulled(tab);
          expect(push(tab, { base: text, file: text }).plan).toBeNull();
          expect(pulled(tab)).toBe(text);
        }),
        fuzz(500),
      );
    },
    fuzzTimeout(300_000),
  );

  test(
    '[TX20] [TX11] after any history, a push is refused, names a conflict, or gives the merge',
    () => {
      fc.assert(
        fc.property(anyTab({ boxes: 8, arrows: 6 }), anySteps, anySteps, (state, ours, theirs) => {
          const base = pulled(TabIndex.of(state));
          const file = pulled(historyOf(state, ours).tab);
          const { tab } = historyOf(state, theirs);
          const before = pulled(tab);
          const { merge, refusal } = push(tab, { base, file });
          const isWritten = merge.conflicts.length === 0 && refusal === null;
          // A text does not name an arrow that is attached to nothing, so its slug may be given again.
          if (refusal !== null) expect(refusal).toMatch(/^id_taken: /);
          if (isWritten) expect(Object.fromEntries(contentIn(pulled(tab)))).toEqual(Object.fromEntries(merge.content));
          else expect(pulled(tab)).toBe(before);
        }),
        fuzz(500),
      );
    },
    fuzzTimeout(300_000),
  );

  test(
    '[TX14] a side that wins has its value in every conflict, and no arrow is loose',
    () => {
      fc.assert(
        fc.property(anyDrawing, anyEdits, anyEdits, fc.constantFrom('ours', 'theirs'), (tab, ours, theirs, winner) => {
          const base = contentIn(pulled(tab));
          const sides = { base, ours: contentIn(pulled(edited(tab, ours))), theirs: contentIn(pulled(edited(tab, theirs))) };
          const { content, conflicts } = mergeContents(sides, placesOn(tab), winner);
          for (const { ref, field } of conflicts.filter(
            (conflict) => conflict.field !== 'order' && !'from to'.includes(conflict.field),
          )) {
            const own = sides[winner].get(ref);
            if (field === 'element' || field === 'type')
              expect(content.has(ref) || own === undefined || own.type === 'arrow').toBe(true);
            else if (content.has(ref)) expect(content.get(ref)?.fields[field]).toEqual(own?.fields[field]);
          }
          const live = edited(tab, theirs);
          expect(push(live, { base: pulled(tab), file: pulled(edited(tab, ours)) }, winner).refusal).toBeNull();
          expect(Object.fromEntries(contentIn(pulled(live)))).toEqual(Object.fromEntries(content));
        }),
        fuzz(1_000),
      );
    },
    fuzzTimeout(300_000),
  );
});
