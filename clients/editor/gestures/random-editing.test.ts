import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import type { Element } from '#schema/element.ts';
import { shapeKinds } from '#schema/shape-kinds.ts';
import { limits } from '#schema/limits.ts';
import { readTab } from '#schema/ydoc/read.ts';

import { anyTab } from '#core/tab/arbitrary-tab.test-support.ts';
import { expectContentsInFront } from '#core/tab/hidden-contents.test-support.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { TabView } from '#core/tab/view.ts';
import { randomOf, type RandomSource } from '#server/live/guard/honest-editor.test-support.ts';
import { inspectUpdate } from '#server/live/guard/inspect-update.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { anyChange, far } from '../changes/any-change.test-support.ts';
import { Hand } from './hand.test-support.ts';

const tools = ['select', 'hand', 'arrow', 'pen', 'highlighter', 'eraser', 'comment', 'vote', 'laser', 'text', 'sticky', 'table', 'frame', 'lane', 'annotation', 'link-card', ...shapeKinds.filter((kind) => kind !== 'icon').map((kind) => `shape:${kind}`)]; // prettier-ignore

/** Any action of a person, mostly with the pointer. Returns whether it was an undo or redo. */
function act(hand: Hand, random: RandomSource): boolean {
  const ids = [...hand.tab.elements()].map(({ id }) => id).toSorted();
  const some = (): string[] => ids.filter(() => random.int(4) === 0).slice(0, 1 + random.int(12));
  const selected = hand.selection.get();
  const chosen = selected.size > 0 ? selected : new Set(some());
  const one = random.pick([...chosen]) ?? random.pick(ids) ?? '';
  const how = random.int(30);
  if (how < 13) gesture(hand, random);
  else if (how === 13) hand.selection.set(some());
  else if (how === 14) hand.steps.undo();
  else if (how === 15) hand.steps.redo();
  if (how < 16) return how === 14 || how === 15;
  const copies: string[] = [];
  hand.apply(anyChange(random, { tab: hand.tab, one, chosen, made: (id) => copies.push(id) }));
  if (copies.length > 0) hand.selection.set(copies.filter((id) => hand.tab.get(id) !== undefined));
  return false;
}

function gesture(hand: Hand, random: RandomSource): void {
  hand.zoom = random.pick([1, 1, 0.05, 0.4, 8]) ?? 1;
  if (random.int(3) === 0) hand.tool.choose(random.pick(tools) ?? 'select', random.int(2) === 0);
  else if (random.int(2) === 0) hand.tool.choose('select', true);
  const grips = random.int(2) === 0 ? [...hand.tab.elements()].filter(({ type }) => type !== 'arrow') : [];
  const on = random.pick(grips) as { x: number; y: number; width: number; height: number } | undefined;
  const start: [number, number] = on === undefined ? [far(random), far(random)] : [on.x + on.width * random.int(3) * 0.5, on.y + on.height * random.int(3) * 0.5]; // prettier-ignore
  const points = [
    start,
    ...Array.from({ length: random.int(6) }, (): [number, number] => [start[0] + far(random), start[1] + far(random)]),
  ];
  const held = { shift: random.int(4) === 0, alt: random.int(5) === 0, mod: random.int(4) === 0, pressure: random.int(11) / 10 };
  hand.drag(points, { ...held, kind: random.pick(['mouse', 'pen', 'touch'] as const) ?? 'mouse' });
}

const elementsOf = (tab: TabView): Map<string, Element> =>
  new Map(Array.from(tab.elements(), (element) => [element.id, element]));

describe('random editing', () => {
  test('leaves every element valid and in front of its frame, and the server accepts every update', () => {
    fc.assert(
      fc.property(anyTab({ boxes: 10, arrows: 6 }), fc.nat({ max: 0x7fffffff }), (state, seed) => {
        const hand = new Hand(state, 1_000);
        const server = new Y.Doc();
        Y.applyUpdate(server, Y.encodeStateAsUpdate(hand.doc));
        const refused: string[] = [];
        hand.doc.on('update', (update: Uint8Array) => {
          const verdict = inspectUpdate(update, server, {
            tabs: null, ownedClients: new Set([1_000]), foreignClients: () => false, newClients: 4, tolerateLocks: false, removedMax: limits.massDeleteElements,
          }); // prettier-ignore
          if (!verdict.ok) refused.push(verdict.reason);
          else Y.applyUpdate(server, update);
        });
        const random = randomOf(seed);
        for (let step = 0; step < 40; step += 1) {
          const before = TabIndex.of({ ...hand.tab.settings, elements: elementsOf(hand.tab), skipped: [] });
          const isUndo = act(hand, random);
          if (!isUndo) expectContentsInFront(before, hand.tab);
          expect(refused).toEqual([]);
          expect(readTab(hand.doc, state.id)?.skipped).toEqual([]);
        }
        expect(hand.refusals.filter((code) => code === 'invalid_result' || code === 'internal_error').length).toBeLessThan(40);
      }),
      fuzz(60),
    );
  }, 120_000);
});
