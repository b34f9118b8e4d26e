/**
 * The levels of a sequence from the top down: a row for each message and note, and around the rows of a block its edges and the
 * lines between its sections. All in pixels below the participants.
 */
import type { SequenceBreak } from '#schema/arranged.ts';
import { type Arrow, type Box, type Frame, isPinned } from '#schema/element.ts';

import { labelSize } from '../arrows/label-size.ts';
import { labelClearance, selfMessage } from '../arrows/message-line.ts';
import { bottom, centreY } from '../tab/rect.ts';
import { blockStrip } from '../text/block-title.ts';
import type { SequenceParts } from './sequence-parts.ts';

export type BlockRows = {
  readonly block: Frame;
  readonly top: number;
  bottom: number;
  breaks: SequenceBreak[];
  /** What is directly in it. */
  readonly messages: Arrow[];
  readonly notes: Box[];
  readonly inner: BlockRows[];
};

export type SequenceRows = {
  readonly levels: ReadonlyMap<string, number>;
  readonly notes: ReadonlyMap<string, number>;
  /** Blocks that are in no other one. */
  readonly blocks: readonly BlockRows[];
  /** What comes after what, for the bars. */
  readonly course: readonly CourseStep[];
  /** Where the lifelines end. */
  readonly end: number;
};

/** A message, or the beginning of a block or of a section of it, or the end of a block. */
export type CourseStep = Arrow | 'block' | 'section' | 'end';

/** Above the first row, and below the last one. */
const margin = 16;
const aboveMessage = 14;
const belowMessage = 10;
const aroundNote = 10;
const aboveBlock = 12;
const belowBlock = 8;
const sectionStrip = 20;

/** A row of a block or section is its beginning. */
export type SequenceRow = { readonly at: number; readonly end: number } & (
  | { readonly kind: 'message'; readonly arrow: Arrow }
  | { readonly kind: 'note'; readonly box: Box }
  | { readonly kind: 'block'; readonly block: Frame }
  | { readonly kind: 'section'; readonly block: Frame; readonly label: string | undefined }
);

export function rowsOf(parts: SequenceParts): SequenceRows {
  const levels = new Map<string, number>();
  const notes = new Map<string, number>();
  const outer: BlockRows[] = [];
  const open: { readonly rows: BlockRows; readonly end: number }[] = [];
  const course: CourseStep[] = [];
  let at = margin / 2;
  const close = (before: number): void => {
    for (let last = open.at(-1); last !== undefined && last.end < before; last = open.at(-1)) {
      open.pop();
      course.push('end');
      at += belowBlock;
      last.rows.bottom = at;
    }
  };
  for (const row of rowsInOrder(parts)) {
    close(row.at);
    const around = open.at(-1)?.rows;
    if (row.kind === 'block') {
      at += aboveBlock;
      const rows: BlockRows = { block: row.block, top: at, bottom: at, breaks: [], messages: [], notes: [], inner: [] };
      (around?.inner ?? outer).push(rows);
      open.push({ rows, end: Math.min(row.end, open.at(-1)?.end ?? Infinity) });
      course.push('block');
      at += blockStrip;
    } else if (row.kind === 'section') {
      const section = open.find(({ rows }) => rows.block.id === row.block.id)?.rows;
      if (section === undefined) continue;
      course.push('section');
      at += belowBlock;
      section.breaks.push({ at: at - section.top, ...(row.label === undefined ? {} : { label: row.label }) });
      at += row.label === undefined ? belowBlock : sectionStrip;
    } else if (row.kind === 'note') {
      notes.set(row.box.id, at + aroundNote);
      at += aroundNote + row.box.height + aroundNote;
      around?.notes.push(row.box);
    } else {
      const { arrow } = row;
      at += aboveMessage + (labelAbove(arrow) ?? 4);
      course.push(arrow);
      levels.set(arrow.id, at);
      at += belowMessage + (isToItself(arrow) ? selfMessage.height : 0);
      around?.messages.push(arrow);
    }
  }
  close(Infinity);
  return { levels, notes, blocks: outer, course, end: at + margin };
}

export const isToItself = ({ from, to }: Arrow): boolean => isPinned(from) && isPinned(to) && from.element === to.element;

/** The height of the label above a line; null if there is none. */
function labelAbove(arrow: Arrow): number | null {
  if (isToItself(arrow)) return Math.max(0, (labelSize(arrow)?.height ?? 0) - selfMessage.height) / 2;
  const height = labelSize(arrow)?.height;
  return height === undefined ? null : height + labelClearance;
}

/** From the top down; a block before what is in it. */
export function rowsInOrder({ messages, notes, blocks, baseline }: SequenceParts): SequenceRow[] {
  const rows: SequenceRow[] = [
    ...messages.map(({ arrow, level }): SequenceRow => ({ kind: 'message', arrow, at: level, end: level })),
    ...notes.map((box): SequenceRow => ({ kind: 'note', box, at: centreY(box) - baseline, end: centreY(box) - baseline })),
    ...blocks.map((block): SequenceRow => ({ kind: 'block', block, at: block.y - baseline, end: bottom(block) - baseline })),
    ...blocks.flatMap((block) =>
      (block.breaks ?? []).map(({ at, label }): SequenceRow => {
        const level = block.y - baseline + at;
        return { kind: 'section', block, label, at: level, end: level };
      }),
    ),
  ];
  // Sorting is stable: messages stay in the order in which they are.
  return rows.toSorted((a, b) => (a.at === b.at ? rank(a) - rank(b) || compare(b.end, a.end) : a.at - b.at));
}

const rank = ({ kind }: SequenceRow): number => (kind === 'block' ? 0 : 1);
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);
