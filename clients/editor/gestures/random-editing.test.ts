import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { shapeKinds } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { readTab } from '#schema/ydoc/read.ts';

import { anyTab } from '#core/tab/arbitrary-tab.test-support.ts';
import { randomOf, type Random } from '#server/live/guard/honest-editor.test-support.ts';
import { inspectUpdate } from '#server/live/guard/inspect-update.ts';

import { align, distribute } from '../changes/align.ts';
import type { Change } from '../changes/change.ts';
import { putCopies, takenAlong } from '../changes/copies.ts';
import { growFrom } from '../changes/grow-from.ts';
import { moveElements } from '../changes/move.ts';
import { removeElements } from '../changes/remove.ts';
import { addressFrom, setFields } from '../changes/set-fields.ts';
import { setLabel } from '../changes/set-label.ts';
import { restack } from '../changes/stack.ts';
import { insertColumn, insertRow, removeColumn, removeRow, setCell } from '../changes/table-cells.ts';
import { turnRound } from '../changes/wire.ts';
import { asLines, clip, clippingType, readClipping } from '../clipboard/clipping.ts';
import { pasteClipping, pasteText } from '../clipboard/paste.ts';
import { readPastedText } from '../clipboard/pasted-text.ts';
import { Hand } from './hand.test-support.ts';

const texts = ['', ' ', 'Orders', 'x'.repeat(300), 'a\u0000b\ud800c', '\u202eevil\r\nrow', '日本語 '.repeat(200), '"add square"', 'y'.repeat(30_000), '-->', '😀'.repeat(2_000)]; // prettier-ignore
const addresses = ['example.org', 'https://a.b/c d', 'javascript:alert(1)', 'mailto:x@y.z', 'x'.repeat(5_000), 'http://a"b'];
const fields = [
  { fill: 'blue' }, { fill: '#ff0000' }, { fill: null }, { stroke: 'none' }, { textColor: 'red' }, { border: 'dashed' }, { text: 'scale' },
  { text: 'lg' }, { font: 'hand' }, { line: 'angled' }, { heads: 'both' }, { shape: 'cloud' }, { shape: 'plan-board' }, { opacity: 0.3 },
  { opacity: 7 }, { layer: 'base' }, { layer: 'gone' }, { color: 'pink' }, { direction: 'down' }, { note: 'n'.repeat(19_000) }, { number: 12 },
]; // prettier-ignore
const pasted = [
  'add square id=a at:10,10 label="New"\nadd sticky label=Note\nconnect a -> "Note"', 'https://example.org/x', 'one\ttwo\n1\t2\n3', 'Just words.',
  '{"op":"add","element":{"type":"frame","x":0,"y":0,"width":300,"height":200}}', 'rm a', 'add square at:99999999,0', 'wrap type:shape in frame absorb', '\u0000', 'add', '{"op":"add","element":{"type":"table","columns":["\\ud800\\u0000"],"rows":[],"note":"\\udc00"}}', 'add square label="\\ud800\\u0000"',
]; // prettier-ignore
const tools = ['select', 'hand', 'arrow', 'pen', 'text', 'sticky', 'table', 'frame', 'lane', 'annotation', 'link-card', ...shapeKinds.map((kind) => `shape:${kind}`)]; // prettier-ignore

/** Any of the things that somebody can do, mostly with the pointer. */
function act(hand: Hand, random: Random): void {
  const ids = [...hand.tab.elements()].map(({ id }) => id).toSorted();
  const some = (): string[] => ids.filter(() => random.int(4) === 0).slice(0, 1 + random.int(12));
  const selected = hand.selection.get();
  const chosen = selected.size > 0 ? selected : new Set(some());
  const one = random.pick([...chosen]) ?? random.pick(ids) ?? '';
  const how = random.int(30);
  if (how < 13) return gesture(hand, random);
  if (how === 13) return hand.selection.set(some());
  if (how === 14) return void hand.steps.undo();
  if (how === 15) return void hand.steps.redo();
  const copies: string[] = [];
  const changes: (() => Change)[] = [
    () => setLabel(one, random.pick(texts) ?? ''),
    () => setFields(chosen, random.pick(fields) ?? {}),
    () => setFields(chosen, { link: addressFrom(random.pick(addresses) ?? '') }),
    () => setFields(chosen, { url: addressFrom(random.pick(addresses) ?? ''), title: random.pick(texts) ?? '' }),
    () => removeElements(chosen),
    () => restack(chosen, random.pick(['front', 'back', 'forward', 'backward'] as const) ?? 'front'),
    () => align(chosen, random.pick(['left', 'center', 'right', 'top', 'middle', 'bottom'] as const) ?? 'left'),
    () => distribute(chosen, random.pick(['across', 'down'] as const) ?? 'down'),
    () => moveElements(chosen, { dx: far(random), dy: far(random) }),
    () => turnRound(chosen),
    () => growFrom(one, random.pick(['top', 'right', 'bottom', 'left'] as const) ?? 'top', (id) => copies.push(id), random.pick(['connected', 'beside'] as const)), // prettier-ignore
    () => putCopies(takenAlong(chosen, hand.tab), { dx: far(random), dy: 20 }),
    () => random.pick([insertRow(one, random.int(4)), removeRow(one, random.int(4)), insertColumn(one, random.int(4)), removeColumn(one, random.int(4)), setCell(one, { row: random.int(4) - 1, column: random.int(3) }, random.pick(texts) ?? '')]) as Change, // prettier-ignore
    () => pasteText(readPastedText(random.pick([...pasted, ...texts]) ?? ''), [far(random), far(random)], () => undefined),
    () => pasteText(readPastedText(asLines(takenAlong(chosen, hand.tab))), [0, 0], () => undefined),
    () => {
      const clipping = readClipping(clip(chosen, hand.tab)?.get(clippingType) ?? '');
      return clipping === null ? () => null : pasteClipping(clipping, [far(random), far(random)], (id) => copies.push(id));
    },
  ];
  const change = random.pick(changes);
  if (change !== undefined) hand.apply(change());
  if (copies.length > 0) hand.selection.set(copies.filter((id) => hand.tab.get(id) !== undefined));
}

const far = (random: Random): number =>
  random.int(12) === 0 ? (random.int(3) - 1) * 9_999_990 : random.int(900) - 400 + random.int(100) / 100;

function gesture(hand: Hand, random: Random): void {
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

describe('whatever people do', () => {
  test('no element is invalid, and the server refuses no update', () => {
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
          act(hand, random);
          expect(refused).toEqual([]);
          expect(readTab(hand.doc, state.id)?.skipped).toEqual([]);
        }
        expect(hand.refusals.filter((code) => code === 'invalid_result' || code === 'internal_error').length).toBeLessThan(40);
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
