/** The counts of a drawing that decide whether it has warnings about the drawing as a whole. */
import { areCrossingsChecked } from './crossings.ts';

export type Tally = {
  readonly arrows: number;
  /** Parts of lines. */
  readonly parts: number;
  /** Pairs of arrows that cross; null if they are not counted. */
  readonly crossings: number | null;
  /** Shapes with arrows, and shapes without. */
  readonly connected: number;
  readonly isolated: number;
};

/** True if more pairs of arrows cross than a quarter of the arrows. */
export const isTangled = ({ crossings, arrows }: Pick<Tally, 'crossings' | 'arrows'>): boolean =>
  crossings !== null && crossings * 4 > arrows;

/** True if shapes are expected to have arrows. */
export const isConnected = ({ connected, isolated }: Pick<Tally, 'connected' | 'isolated'>): boolean => connected >= isolated;

/** True if the drawing becomes tangled, or shapes without arrows become findings. */
export const bringsWarnings = (before: Tally, after: Tally): boolean =>
  (isTangled(after) && !isTangled(before)) || (after.isolated > 0 && isConnected(after) && !isConnected(before));

/** A drawing with these counts, after a change that once turned `from` into `to`; null if the crossings cannot be known. */
export function shifted(current: Tally, from: Tally, to: Tally): Tally | null {
  const arrows = current.arrows + to.arrows - from.arrows;
  const parts = current.parts + to.parts - from.parts;
  const counts = {
    arrows,
    parts,
    connected: current.connected + to.connected - from.connected,
    isolated: current.isolated + to.isolated - from.isolated,
  };
  if (!areCrossingsChecked(arrows, parts)) return { ...counts, crossings: null };
  if (current.crossings === null || from.crossings === null || to.crossings === null) return null;
  return { ...counts, crossings: current.crossings + to.crossings - from.crossings };
}
