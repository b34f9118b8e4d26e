/** The lifelines of a sequence from left to right: as near to each other as participants, labels and notes allow. */
import { type Arrow, type Box, isPinned } from '#schema/element.ts';

import { labelSize } from '../arrows/label-size.ts';
import { labelClearance, selfMessage } from '../arrows/message-line.ts';
import { centreX, right } from '../tab/rect.ts';
import { isToItself } from './sequence-rows.ts';
import type { SequenceParts } from './sequence-parts.ts';

/** The lifelines that a note is over, or the one that it is beside. */
export type NotePlace =
  | { readonly over: readonly [first: number, last: number] }
  | { readonly rightOf: number }
  | { readonly leftOf: number };

export const noteClearance = 16;
/** How far a note over several lifelines goes beyond them. */
const noteOverhang = 24;
/** On each side of a label, for the head of the arrow. */
const besideLabel = 20;
const defaultColumnGap = 60;

type Spacing = { readonly from: number; readonly to: number; readonly least: number };

/** The x coordinates of the lifelines, the first at 0. */
export function columnsOf(parts: SequenceParts, places: ReadonlyMap<string, NotePlace>, gap = defaultColumnGap): number[] {
  const { participants } = parts;
  const spacings = Map.groupBy(
    [...messageSpacings(parts), ...noteSpacings(parts, places)].filter(({ from, to }) => from >= 0 && to < participants.length),
    ({ to }) => to,
  );
  const columns: number[] = [];
  for (const [index, box] of participants.entries()) {
    const before = participants[index - 1];
    let x = before === undefined ? 0 : (columns[index - 1] ?? 0) + before.width / 2 + gap + box.width / 2;
    for (const { from, least } of spacings.get(index) ?? []) x = Math.max(x, (columns[from] ?? 0) + least);
    columns.push(Math.ceil(x));
  }
  return columns;
}

function messageSpacings({ participants, messages }: SequenceParts): Spacing[] {
  const index = new Map(participants.map(({ id }, at) => [id, at]));
  return messages.flatMap(({ arrow }) => {
    const width = labelSize(arrow)?.width ?? 0;
    const [from, to] = endsIn(arrow, index);
    if (from === to)
      return [{ from, to: from + 1, least: selfMessage.width + besideLabel + labelClearance + width + besideLabel }];
    return [{ from: Math.min(from, to), to: Math.max(from, to), least: width + 2 * besideLabel }];
  });
}

function noteSpacings({ notes }: SequenceParts, places: ReadonlyMap<string, NotePlace>): Spacing[] {
  return notes.flatMap(({ id, width }) => {
    const place = places.get(id);
    if (place === undefined) return [];
    if ('rightOf' in place) return [{ from: place.rightOf, to: place.rightOf + 1, least: width + 2 * noteClearance }];
    if ('leftOf' in place) return [{ from: place.leftOf - 1, to: place.leftOf, least: width + 2 * noteClearance }];
    const [first, last] = place.over;
    if (first !== last) return [{ from: first, to: last, least: width - 2 * noteOverhang }];
    const least = width / 2 + noteClearance;
    return [
      { from: first - 1, to: first, least },
      { from: first, to: first + 1, least },
    ];
  });
}

export function endsIn({ from, to }: Arrow, index: ReadonlyMap<string, number>): readonly [from: number, to: number] {
  const at = (end: Arrow['from']): number => (isPinned(end) ? (index.get(end.element) ?? 0) : 0);
  return [at(from), at(to)];
}

/** From where to where a note of a width goes. */
export function noteSpan(
  width: number,
  place: NotePlace,
  columns: readonly number[],
): { readonly x: number; readonly width: number } {
  const lifeline = (index: number): number => columns[index] ?? 0;
  if ('rightOf' in place) return { x: lifeline(place.rightOf) + noteClearance, width };
  if ('leftOf' in place) return { x: lifeline(place.leftOf) - noteClearance - width, width };
  const [from, to] = [lifeline(place.over[0]), lifeline(place.over[1])];
  const across = from === to ? width : Math.max(width, to - from + 2 * noteOverhang);
  return { x: Math.round((from + to - across) / 2), width: across };
}

/** How far to the right of its lifeline a message to itself goes, with its label. */
export const selfReach = (arrow: Arrow): number =>
  isToItself(arrow) ? selfMessage.width + labelClearance + besideLabel + (labelSize(arrow)?.width ?? 0) : 0;

/** Where a note is among the lifelines, as it is on the canvas. */
export function placeOf(note: Box, participants: readonly Box[]): NotePlace {
  const lifelines = participants.map(centreX);
  const within = lifelines.flatMap((x, index) => (x > note.x && x < right(note) ? [index] : []));
  const [first] = within;
  if (first !== undefined) return { over: [first, within.at(-1) ?? first] };
  const after = lifelines.findIndex((x) => x >= right(note));
  const [previous, next] = after === -1 ? [lifelines.length - 1, -1] : [after - 1, after];
  if (previous < 0) return { leftOf: next };
  if (next < 0) return { rightOf: previous };
  const [left, far] = [note.x - (lifelines[previous] ?? 0), (lifelines[next] ?? 0) - right(note)];
  return left <= far ? { rightOf: previous } : { leftOf: next };
}
