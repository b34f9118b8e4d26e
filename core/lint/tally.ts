/** The counts of a drawing that decide which warnings it can have, and whether it has those about the drawing as a whole. */
import { areCrossingsChecked } from './crossings.ts';
import type { LintDrawing } from './drawing.ts';
import { areMergesChecked } from './merges.ts';

export type Tally = {
  readonly arrows: number;
  /** Parts of lines. */
  readonly parts: number;
  /** Pairs of arrows that cross; null if they are not counted. */
  readonly crossings: number | null;
  /** Shapes with arrows, and shapes without. */
  readonly connected: number;
  readonly isolated: number;
  /** What decides whether merges are checked (merges.ts). */
  readonly mergeParts: number;
  readonly meetings: number | null;
};

export function tallyOf({
  lines,
  crossings,
  merges,
  marks,
}: Pick<LintDrawing, 'lines' | 'crossings' | 'merges' | 'marks'>): Tally {
  return {
    arrows: lines.size,
    parts: crossings.parts,
    crossings: crossings.count(),
    connected: marks.connected.size,
    isolated: marks.isolated.size,
    mergeParts: merges.parts,
    meetings: merges.meetings,
  };
}

/** True if more pairs of arrows cross than a quarter of the arrows. */
export const isTangled = ({ crossings, arrows }: Pick<Tally, 'crossings' | 'arrows'>): boolean =>
  crossings !== null && crossings * 4 > arrows;

/** True if shapes are expected to have arrows. */
export const isConnected = ({ connected, isolated }: Pick<Tally, 'connected' | 'isolated'>): boolean => connected >= isolated;

/** True if the drawing becomes tangled, or shapes without arrows become findings. */
export const bringsWarnings = (before: Tally, after: Tally): boolean =>
  (isTangled(after) && !isTangled(before)) || (after.isolated > 0 && isConnected(after) && !isConnected(before));

/**
 * A drawing with these counts, after a change that once turned `from` into `to`; null if the crossings cannot be known, or merges are not
 * checked before and after the change as they were then.
 */
export function shifted(current: Tally, from: Tally, to: Tally): Tally | null {
  const arrows = current.arrows + to.arrows - from.arrows;
  const parts = current.parts + to.parts - from.parts;
  const mergeParts = current.mergeParts + to.mergeParts - from.mergeParts;
  const meetings = sumOf(current.meetings, to.meetings, from.meetings);
  const [isChecked, willBeChecked] = [mergesCheckedIn(current), areMergesChecked(mergeParts, meetings)];
  if (isChecked === null || isChecked !== mergesCheckedIn(from)) return null;
  if (willBeChecked === null || willBeChecked !== mergesCheckedIn(to)) return null;
  const counts = {
    mergeParts,
    meetings,
    arrows,
    parts,
    connected: current.connected + to.connected - from.connected,
    isolated: current.isolated + to.isolated - from.isolated,
  };
  if (!areCrossingsChecked(arrows, parts)) return { ...counts, crossings: null };
  const crossings = sumOf(current.crossings, to.crossings, from.crossings);
  return crossings === null ? null : { ...counts, crossings };
}

const mergesCheckedIn = ({ mergeParts, meetings }: Tally): boolean | null => areMergesChecked(mergeParts, meetings);

const sumOf = (current: number | null, to: number | null, from: number | null): number | null =>
  current === null || to === null || from === null ? null : current + to - from;
