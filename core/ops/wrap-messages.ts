/** wrap-messages: draws a block around messages of a sequence, such as a loop. */
import type { SequenceBreak } from '#schema/arranged.ts';
import { type Box, type Element, type Frame, isArrow } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';

import { arrangeNow } from '../arranged/arrange-frames.ts';
import { sequenceAround, sequenceOf } from '../arranged/sequence-of.ts';
import { partsIn } from '../arranged/parts-in.ts';
import { isBlock, levelOf, type SequenceParts } from '../arranged/sequence-parts.ts';
import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { framePadding } from '../placement/spacing.ts';
import { selectOperand } from '../selectors/select.ts';
import { bottom } from '../tab/rect.ts';
import { keyBetween, keyOnTop } from '../tab/stacking.ts';

export type SectionName = { readonly message: string; readonly label?: string };

/** Less than half of the distance of two rows. */
const around = 8;

/** Refuses with invalid_value, frame_captures, element_locked, target_not_found, target_ambiguous. */
export function wrapMessages(
  block: Frame,
  elements: readonly Element[],
  { sections = [], absorb = false }: { readonly sections?: readonly SectionName[]; readonly absorb?: boolean | undefined },
  planning: Planning,
): Problem | null {
  const { draft, work } = planning;
  const frames = elements.map((element) =>
    isArrow(element) ? sequenceOf(element, draft, work) : sequenceAround(element, draft, work),
  );
  const [frame] = frames;
  if (frame === undefined || frame === null || frames.some((one) => one?.id !== frame.id)) return notOfOneSequence(block);
  const refusal = arrangeNow(frame, planning);
  if (refusal !== null) return refusal;
  const parts = partsIn(frame, planning);
  const rows = rowsIn(parts);
  const named = new Set(elements.map(({ id }) => id));
  const range = rows.filter(({ id }) => named.has(id));
  if (range.length === 0) return notOfOneSequence(block);
  const { top, foot } = aroundBlocks(
    { top: Math.min(...range.map((row) => row.top)) - around, foot: Math.max(...range.map((row) => row.foot)) + around },
    rows,
    (row) => absorb || named.has(row.id),
  );
  const breaks = breaksOf(sections, parts, top, planning);
  if (isProblem(breaks)) return breaks;
  const cut = rows.find((row) => row.isBlock && isCut(row, { top, foot }));
  if (cut !== undefined) return cuts(block, cut.id, planning);
  const taken = rows.filter(
    (row) => row.top > top && row.foot < foot && !row.isBlock && !named.has(row.id) && !isInNamed(row, rows, named),
  );
  if (taken.length > 0 && !absorb) return captures(taken.map(({ id }) => draft.refOf(id)));
  for (const { id } of elements) planning.target(id);
  const { x, width } = frame;
  const rect: Rect = { x: x + framePadding, y: top, width: Math.max(1, width - 2 * framePadding), height: foot - top };
  const keys = parts.messages.filter(({ arrow }) => named.has(arrow.id)).map(({ arrow }) => arrow.z);
  const lowest = keys.toSorted()[0];
  const z = lowest === undefined ? keyOnTop(draft) : (keyBetween(draft.keyBelow(lowest), lowest) ?? lowest);
  planning.put({ ...block, ...rect, z, ...(breaks.length === 0 ? {} : { breaks }) });
  return null;
}

type Extent = { readonly id: string; readonly top: number; readonly foot: number; readonly isBlock: boolean };

function rowsIn({ messages, notes, blocks, baseline }: SequenceParts): Extent[] {
  const extent = (box: Box): Extent => ({ id: box.id, top: box.y, foot: bottom(box), isBlock: isBlock(box) });
  return [
    ...messages.map(({ arrow }) => {
      const y = baseline + (levelOf(arrow) ?? 0);
      return { id: arrow.id, top: y, foot: y, isBlock: false };
    }),
    ...[...notes, ...blocks].map(extent),
  ];
}

const isInNamed = (row: Extent, rows: readonly Extent[], named: ReadonlySet<string>): boolean =>
  rows.some((other) => other.isBlock && named.has(other.id) && row.top > other.top && row.foot < other.foot);

/** True if just one end of the block is in the range. */
function isCut(block: Extent, { top, foot }: Range): boolean {
  const isIn = (y: number): boolean => y > top && y < foot;
  return isIn(block.top) !== isIn(block.foot);
}

type Range = { readonly top: number; readonly foot: number };

/** The range, enlarged by each block that it cuts if all that is in it may be taken in. */
function aroundBlocks(range: Range, rows: readonly Extent[], mayTake: (row: Extent) => boolean): Range {
  const within = (row: Extent, of: Range): boolean => row.top > of.top && row.foot < of.foot;
  for (const block of rows) {
    if (!block.isBlock || !isCut(block, range) || !rows.every((row) => row.isBlock || !within(row, block) || mayTake(row)))
      continue;
    return aroundBlocks(
      { top: Math.min(range.top, block.top - around), foot: Math.max(range.foot, block.foot + around) },
      rows,
      mayTake,
    );
  }
  return range;
}

/** A section begins directly above its first message. */
function breaksOf(
  sections: readonly SectionName[],
  { messages, baseline }: SequenceParts,
  top: number,
  planning: Planning,
): SequenceBreak[] | Problem {
  const breaks: SequenceBreak[] = [];
  for (const { message, label } of sections) {
    const element = selectOperand(message, planning.search);
    if (isProblem(element)) return element;
    const found = messages.find(({ arrow }) => arrow.id === element.id);
    const at = found === undefined ? -1 : baseline + found.level - around - top;
    if (at < 0) {
      const detail = `${nameOf(element)} is no message of the block.`;
      return problem('invalid_value', { detail, hint: 'Name a message of the block after else:.' });
    }
    breaks.push({ at, ...(label === undefined ? {} : { label }) });
  }
  return breaks;
}

const notOfOneSequence = (block: Frame): Problem =>
  problem('invalid_value', {
    detail: `A block (${block.block}) goes around messages of one sequence.`,
    hint: 'Name messages between participants of a frame with arrange=sequence.',
    field: 'block',
  });

const cuts = (block: Frame, other: string, { draft }: Planning): Problem =>
  problem('invalid_value', {
    detail: `${nameOf(block)} would hold only a part of ${draft.refOf(other)}.`,
    hint: `Name ${draft.refOf(other)} as a whole, or only what is in it.`,
    field: 'block',
  });

function captures(refs: readonly string[]): Problem {
  const list = refs.length > 10 ? `${refs.slice(0, 10).join(', ')} and ${refs.length - 10} more` : refs.join(', ');
  const detail = `The block would take in ${list}, which is in between.`;
  return problem('frame_captures', {
    detail,
    hint: 'Add absorb to take it in, or name messages that follow each other.',
    elements: refs,
  });
}
