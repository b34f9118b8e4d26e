/** sequence-spread: where participants and notes of a sequence are from left to right, old ones and new ones. */
import { type Box, type Frame, isArrow, isBox } from '#schema/element.ts';

import { columnsOf, type NotePlace, noteSpan, placeOf, selfReach } from '../../arranged/sequence-columns.ts';
import type { SequenceParts } from '../../arranged/sequence-parts.ts';
import type { DiagramNotePlace, SequenceDiagram } from '../../import/diagram.ts';
import type { TabView } from '../../tab/view.ts';

type Spread = {
  /** Of the lifelines; the first is 0. */
  readonly columns: readonly number[];
  readonly notes: ReadonlyMap<string, { readonly x: number; readonly width: number }>;
  readonly left: number;
  readonly width: number;
};
type Spreading = {
  /** All of them, from left to right. */
  readonly participants: readonly Box[];
  /** What is on the tab; null if that is nothing. */
  readonly before: SequenceParts | null;
  readonly ids: ReadonlyMap<string, string>;
  readonly diagram: SequenceDiagram;
  readonly frame: Frame | null;
};

export function columnsWith({ participants, before, ids, diagram, frame }: Spreading, tab: TabView): Spread {
  const index = new Map(participants.map(({ id }, at) => [id, at]));
  const places = new Map<string, NotePlace>();
  for (const note of before?.notes ?? [])
    places.set(
      note.id,
      moved(placeOf(note, before?.participants ?? []), (at) => index.get(before?.participants[at]?.id ?? '') ?? 0),
    );
  for (const row of diagram.rows) {
    if (row.kind !== 'note') continue;
    const id = ids.get(row.id) ?? '';
    if (!places.has(id))
      places.set(
        id,
        placeAt(row.at, (name) => index.get(ids.get(name) ?? '') ?? 0),
      );
  }
  const notes = [...places.keys()].flatMap((id) => {
    const note = tab.get(id);
    return note !== undefined && isBox(note) ? [note] : [];
  });
  const arrows = new Map((before?.messages ?? []).map(({ arrow }) => [arrow.id, arrow]));
  for (const { id } of diagram.edges) {
    const arrow = tab.get(ids.get(id) ?? '');
    if (arrow !== undefined && isArrow(arrow)) arrows.set(arrow.id, arrow);
  }
  const messages = Array.from(arrows.values(), (arrow) => ({ arrow, level: 0 }));
  const columns = columnsOf({ participants, messages, notes, blocks: [], baseline: 0 }, places, frame?.gap);
  const spans = new Map(notes.map((note) => [note.id, noteSpan(note.width, places.get(note.id) ?? { rightOf: 0 }, columns)]));
  const edges = [
    ...participants.map(({ width }, at) => ({ x: (columns[at] ?? 0) - width / 2, width })),
    ...spans.values(),
    ...messages.map(({ arrow }) => ({ x: 0, width: (columns.at(-1) ?? 0) + selfReach(arrow) })),
  ];
  const left = Math.min(0, ...edges.map(({ x }) => x));
  return { columns, notes: spans, left, width: Math.max(120, ...edges.map(({ x, width }) => x + width)) - left };
}

/** The same place among other columns. */
function moved(place: NotePlace, to: (index: number) => number): NotePlace {
  if ('rightOf' in place) return { rightOf: to(place.rightOf) };
  if ('leftOf' in place) return { leftOf: to(place.leftOf) };
  return { over: [to(place.over[0]), to(place.over[1])] };
}

function placeAt({ side, of }: DiagramNotePlace, indexOf: (participant: string) => number): NotePlace {
  const [first, last] = of.map(indexOf).toSorted((a, b) => a - b);
  const [from, to] = [first ?? 0, last ?? 0];
  return side === 'left' ? { leftOf: from } : side === 'right' ? { rightOf: to } : { over: [from, to] };
}
