import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Box, isContainer, type Element } from '#schema/element.ts';
import { fuzz, fuzzTimeout } from '#test/harness/fuzz.ts';

import { apply, drawn, plan, planned } from '../ops/drawn.test-support.ts';
import { overlaps } from '../tab/rect.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import { Planning } from '../planning/planning.ts';
import { contextFor } from '../ops/drawn.test-support.ts';
import { parentsOf } from '../tab/membership.ts';
import { arrangeNow } from './arrange-frames.ts';
import { isArranged } from '../tab/arranged-frames.ts';

const kinds = ['sequence', 'stack', 'grid', 'tree', 'flow', 'swimlane'] as const;
type Kind = (typeof kinds)[number];

/** A frame with four members, a neighbor to the right of it and one below. */
function start(kind: Kind, direction: string): TabIndex {
  const form = `arrange=${kind} direction=${direction}`;
  const members =
    kind === 'swimlane'
      ? `add square id=b0\nadd square id=b1\nwrap b0 b1 in lane id=l0 label="A"\nadd square id=b2 below:l0\nadd square id=b3\nwrap b2 b3 in lane id=l1 label="B"\nwrap l0 l1 in frame id=f ${form}`
      : `add square id=b0\nadd circle id=b1\nadd square id=b2 label="A longer label"\nadd square id=b3\nwrap b0 b1 b2 b3 in frame id=f ${form}`;
  return drawn(`${members}\nadd square id=beside right-of:f\nadd square id=below below:f`);
}

const name = fc.integer({ min: 0, max: 5 }).map((index) => `b${index}`);
const change = fc.oneof(
  fc.tuple(name, name).map(([a, b]) => `connect ${a} -> ${b} label="${a} to ${b}" again`),
  fc.tuple(name, name).map(([a, b]) => `connect ${a} -> ${b} border=dashed again`),
  fc.tuple(fc.integer({ min: 4, max: 5 }), fc.constantFrom('inside:f', 'right-of:b0', 'below:b1', 'inside:l0')).map(([index, place]) => `add square id=b${index} ${place}`), // prettier-ignore
  fc
    .tuple(name, fc.integer({ min: -300, max: 300 }), fc.integer({ min: -120, max: 120 }))
    .map(([a, x, y]) => `move ${a} by=${x},${y}`),
  fc.tuple(name, fc.integer({ min: 40, max: 300 })).map(([a, width]) => `set ${a} width=${width}`),
  name.map((a) => `set ${a} label="Now with a label of two lines"`),
  name.map((a) => `rm ${a}`),
  fc.tuple(name, name).map(([a, b]) => `move ${a} left-of:${b}`),
  fc.constant('add sticky label="A note" inside:f'),
);
const changesets = fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
const anyHistory = fc.record({ kind: fc.constantFrom(...kinds), direction: fc.constantFrom('right', 'down'), changesets });

/** Tries each line alone if the changeset is refused. */
function* steps(tab: TabIndex, lists: readonly (readonly string[])[]): Generator<string> {
  for (const list of lists) {
    const all = list.join('\n');
    for (const changes of 'errors' in plan(tab, all) ? list : [all]) if (!('errors' in plan(tab, changes))) yield changes;
  }
}

const elementsOf = (tab: TabIndex): Element[] => [...tab.elements()].toSorted((a, b) => (a.id < b.id ? -1 : 1));

function membersOf(tab: TabIndex): Box[] {
  const frame = tab.idsOfSlug('f')[0] ?? '';
  return Array.from(parentsOf(tab)).flatMap(([id, parent]) => {
    const box = tab.get(id) as Box;
    return parent.id === frame && box.type !== 'stroke' ? [box] : [];
  });
}

function arrangedAgain(tab: TabIndex): TabDraft {
  const draft = new TabDraft(tab);
  for (const box of tab.boxes()) if (isArranged(box)) expect(arrangeNow(box, new Planning(draft, contextFor()))).toBeNull();
  return draft;
}

describe('laws of arranged frames', () => {
  test(
    'AF1 AF4 whatever is done to the members, none overlap, and arranging again changes nothing',
    () => {
      const property = fc.property(anyHistory, ({ kind, direction, changesets: lists }) => {
        const tab = start(kind, direction);
        for (const changes of steps(tab, lists)) {
          apply(tab, planned(tab, changes).edits);
          const members = membersOf(tab);
          for (const [index, a] of members.entries())
            for (const b of members.slice(index + 1))
              expect([changes, a.id, b.id, overlaps(a, b)]).toEqual([changes, a.id, b.id, false]);
          expect([changes, arrangedAgain(tab).edits()]).toEqual([changes, []]);
        }
      });
      fc.assert(property, fuzz(1_000, 40));
    },
    fuzzTimeout(60_000),
  );

  test(
    'AF3 AF6 a changeset of one frame moves what is outside only to make room, gives the same plan again, and reverts to the places before',
    () => {
      const property = fc.property(anyHistory, ({ kind, direction, changesets: lists }) => {
        const tab = start(kind, direction);
        for (const changes of steps(tab, lists)) {
          const before = elementsOf(tab);
          const made = planned(tab, changes);
          expect(planned(tab, changes).edits).toEqual(made.edits);
          const f = tab.get(tab.idsOfSlug('f')[0] ?? '') as Box;
          apply(tab, made.edits);
          const after = tab.get(f.id) as Box | undefined;
          for (const slug of ['beside', 'below']) {
            const was = before.find(({ id }) => id.startsWith(`${slug}~`)) as Box;
            const now = tab.get(was.id) as Box;
            if (after !== undefined && after.width <= f.width && after.height <= f.height) continue;
            const result = made.results.find(({ id }) => id === was.id);
            expect([now.x, now.y].join() === [was.x, was.y].join() || result?.mark === '»').toBe(true);
          }
          const undone = drawn('');
          undone.update(elementsOf(tab).map((element) => ({ id: element.id, element })));
          undone.update(made.edits.map(({ id, before: element }) => ({ id, element })));
          expect(elementsOf(undone)).toEqual(before);
        }
      });
      fc.assert(property, fuzz(500, 25));
    },
    fuzzTimeout(60_000),
  );

  test('AF1 a frame that a merge left in disorder is arranged at its next touch', () => {
    const tab = start('stack', 'down');
    const [first, second] = membersOf(tab).filter((box) => !isContainer(box));
    tab.update([{ id: second!.id, element: { ...second!, x: first!.x + 7, y: first!.y + 3 } }]);
    apply(tab, planned(tab, 'set f note="touched"').edits);
    const members = membersOf(tab);
    for (const [index, a] of members.entries()) for (const b of members.slice(index + 1)) expect(overlaps(a, b)).toBe(false);
  });
});
