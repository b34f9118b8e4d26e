/** Long histories of a crowded drawing, where the budget of trials runs out and everything is near something that changes. */
import fc from 'fast-check';
import { describe, expect } from 'vitest';

import type { Edit } from '#schema/changeset.ts';
import { isArrow } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { SeededRandom } from '#test/harness/random.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { tabOf } from '../arrows/drawing.test-support.ts';
import { plan } from '../ops/drawn.test-support.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { LintCache } from './incremental.ts';
import { lint } from './lint.ts';

describe('a crowd', () => {
  slowTest('[LT3] [LT6] [LT10] after changesets, dry runs and undone steps has the lint of the whole tab', () => {
    let untried = 0;
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(800, 1_500, 4_000, 12_000), (seed, size) => {
        const random = new SeededRandom(seed);
        const tab = tabOf([]);
        const cache = new LintCache();
        let last: readonly Edit[] = [];
        for (let at = 0; at < 20; at += 1) {
          if (random.chance(0.1)) {
            tab.update(last.map(({ id, before }) => ({ id, element: before })));
            cache.note(last.map(({ id }) => id));
            last = [];
          }
          const made = plan(tab, linesOf(at, tab, random, size));
          if ('errors' in made) continue;
          const change = cache.change(tab, made);
          const { introduced: _introduced, resolved: _resolved, ...whole } = change.lint;
          expect(whole).toEqual(lint(made.tab));
          expect(change).toEqual(new LintCache().change(tab, made));
          if (whole.counts.error + whole.counts.warning > 30) untried += 1;
          if (random.chance(0.15)) continue;
          last = made.edits;
          tab.update(last.map(({ id, after }) => ({ id, element: after })));
          cache.note(last.map(({ id }) => id));
        }
      }),
      fuzz(20, 3),
    );
    expect(untried).toBeGreaterThan(0);
  });
});

/** What an agent sends that draws at random into a square. */
function linesOf(at: number, tab: TabIndex, random: SeededRandom, size: number): string {
  const place = (): string => `at:${random.integer(0, size)},${random.integer(0, size)}`;
  const elements = [...tab.elements()];
  const arrows = elements.filter((element) => isArrow(element)).map(({ id }) => slugOf(id));
  const boxes = elements.filter((element) => !isArrow(element)).map(({ id }) => slugOf(id));
  const few = boxes.length < 20;
  if (!few && random.chance(0.2)) return `rm ${random.pick([...arrows, ...boxes])}`;
  if (!few && random.chance(0.2)) return `set ${random.pick(boxes)} label="look ${at}" fill=${random.pick(['blue', '#123456'])}`;
  const ids = [0, 1, 2].map((index) => `k${at}-${index}`);
  const lines = ids.map((id) => `add ${random.pick(['square', 'circle', 'sticky'])} id=${id} label=${id} ${place()}`);
  lines.push(
    `connect ${ids[0]} -> ${ids[1]} id=k${at}-e`,
    `connect ${ids[1]} -> ${few ? ids[2] : random.pick(boxes)} id=k${at}-f`,
  );
  if (!few) lines.push(`move ${random.pick(boxes)} ${place()}`);
  if (arrows.length > 4) {
    lines.push(`set ${random.pick(arrows)} line=${random.pick(['angled', 'straight', 'curved'])}`);
    lines.push(`set ${random.pick(arrows)} label=${random.pick(['then', '"a longer label"'])}`);
  }
  return lines.join('\n');
}
