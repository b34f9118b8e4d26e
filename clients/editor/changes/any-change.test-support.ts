/** any-change: random changes of a tab, as a person can make them by menus, keyboard and clipboard; with hostile texts too. */
import type { TabView } from '#core/tab/view.ts';
import type { RandomSource } from '#server/live/guard/honest-editor.test-support.ts';

import { asLines, clip, clippingType, readClipping } from '../clipboard/clipping.ts';
import { pasteClipping, pasteText } from '../clipboard/paste.ts';
import { readPastedText } from '../clipboard/pasted-text.ts';
import { align, distribute } from './align.ts';
import type { Change } from './change.ts';
import { putCopies, takenAlong } from './copies.ts';
import { flip } from './flip.ts';
import type { NewPlace } from './free-place.ts';
import { growFrom } from './grow-from.ts';
import { moveElements } from './move.ts';
import { removeElements } from './remove.ts';
import { addressFrom, setFields } from './set-fields.ts';
import { setLabel } from './set-label.ts';
import { restack } from './stack.ts';
import { insertColumn, insertRow, removeColumn, removeRow, setCell } from './table-cells.ts';
import { tidyUp } from './tidy-up.ts';
import { turnRound } from './wire.ts';

export const hostileTexts = ['', ' ', 'Orders', 'x'.repeat(300), 'a\u0000b\ud800c', '\u202eevil\r\nrow', '日本語 '.repeat(200), '"add square"', 'y'.repeat(30_000), '-->', '😀'.repeat(2_000)]; // prettier-ignore
const addresses = ['example.org', 'https://a.b/c d', 'javascript:alert(1)', 'mailto:x@y.z', 'x'.repeat(5_000), 'http://a"b'];
const fields = [
  { fill: 'blue' }, { fill: '#ff0000' }, { fill: null }, { stroke: 'none' }, { textColor: 'red' }, { border: 'dashed' }, { strokeWidth: 6 }, { textAlign: 'right', verticalAlign: 'top' }, { strokeWidth: 99 }, { text: 'scale' },
  { text: 'lg' }, { text: 31 }, { font: 'hand' }, { line: 'angled' }, { heads: 'both' }, { shape: 'cloud' }, { shape: 'plan-board' }, { opacity: 0.3 },
  { opacity: 7 }, { labelAt: 0.3 }, { labelAt: null }, { layer: 'base' }, { layer: 'gone' }, { group: 'g/inner' }, { group: null }, { color: 'pink' }, { crop: { left: 0.2, top: 0.9 } }, { crop: null }, { direction: 'down' },
  { note: 'n'.repeat(19_000) }, { number: 12 },
]; // prettier-ignore
const pasted = [
  'add square id=a at:10,10 label="New"\nadd sticky label=Note\nconnect a -> "Note"', 'https://example.org/x', 'one\ttwo\n1\t2\n3', 'Just words.',
  '{"op":"add","element":{"type":"frame","x":0,"y":0,"width":300,"height":200}}', 'rm a', 'add square at:99999999,0', 'wrap type:shape in frame absorb', '\u0000', 'add', '{"op":"add","element":{"type":"table","columns":["\\ud800\\u0000"],"rows":[],"note":"\\udc00"}}', 'add square label="\\ud800\\u0000"',
]; // prettier-ignore

/** A coordinate nearby, and now and then at the edge of the canvas. */
export const far = (random: RandomSource): number =>
  random.int(12) === 0 ? (random.int(3) - 1) * 9_999_990 : random.int(900) - 400 + random.int(100) / 100;

const anyPlace = (random: RandomSource): NewPlace => ({
  at: [far(random), far(random)],
  from: random.pick(['pointer', 'view'] as const) ?? 'view',
});

/** `one` and `chosen`: ids of the elements that it applies to. `made` is called with the ids of new elements. */
export function anyChange(
  random: RandomSource,
  {
    tab,
    one,
    chosen,
    made,
  }: { readonly tab: TabView; readonly one: string; readonly chosen: ReadonlySet<string>; readonly made: (id: string) => void },
): Change {
  const changes: (() => Change)[] = [
    () => setLabel(one, random.pick(hostileTexts) ?? ''),
    () => setFields(chosen, random.pick(fields) ?? {}),
    () => setFields(chosen, { link: addressFrom(random.pick(addresses) ?? '') }),
    () => setFields(chosen, { url: addressFrom(random.pick(addresses) ?? ''), title: random.pick(hostileTexts) ?? '' }),
    () => removeElements(chosen),
    () => restack(chosen, random.pick(['front', 'back', 'forward', 'backward'] as const) ?? 'front'),
    () => align(chosen, random.pick(['left', 'center', 'right', 'top', 'middle', 'bottom'] as const) ?? 'left'),
    () => distribute(chosen, random.pick(['across', 'down'] as const) ?? 'down'),
    () => tidyUp(chosen),
    () => flip(chosen, random.pick(['across', 'down'] as const) ?? 'down'),
    () => moveElements(chosen, { dx: far(random), dy: far(random) }),
    () => turnRound(chosen),
    () => growFrom(one, random.pick(['top', 'right', 'bottom', 'left'] as const) ?? 'top', (id) => made(id), random.pick([{ line: 'angled' }, null])), // prettier-ignore
    () => putCopies(takenAlong(chosen, tab), { dx: far(random), dy: 20 }),
    () => random.pick([insertRow(one, random.int(4)), removeRow(one, random.int(4)), insertColumn(one, random.int(4)), removeColumn(one, random.int(4)), setCell(one, { row: random.int(4) - 1, column: random.int(3) }, random.pick(hostileTexts) ?? '')]) as Change, // prettier-ignore
    () => pasteText(readPastedText(random.pick([...pasted, ...hostileTexts]) ?? ''), anyPlace(random), made),
    () => pasteText(readPastedText(asLines(takenAlong(chosen, tab))), anyPlace(random), made),
    () => {
      const clipping = readClipping(clip(chosen, tab)?.get(clippingType) ?? '');
      return clipping === null ? () => null : pasteClipping(clipping, anyPlace(random), (id) => made(id));
    },
  ];
  return (random.pick(changes) ?? (() => () => null))();
}
