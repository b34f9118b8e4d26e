/**
 * The columns of swimlanes. A step is to the right of those in its lane that lead to it, and above or below those in another lane, or to
 * the right of them if something is there. Arrows that lead back have no part in it; which ones do follows from the ids of the steps,
 * so the columns do not depend on where the steps are.
 */
import type { Work } from '../planning/work.ts';

export type LaneStep = { readonly from: string; readonly to: string };

/** The column of each step, from 0. `lanes`: the lane of each, by its number. */
export function columnsAlong(lanes: ReadonlyMap<string, number>, steps: readonly LaneStep[], work: Work): Map<string, number> {
  const ids = [...lanes.keys()].toSorted();
  const next = new Map<string, string[]>(ids.map((id) => [id, []]));
  const previous = new Map<string, string[]>(ids.map((id) => [id, []]));
  const entries = new Set(ids);
  for (const { from, to } of steps) {
    if (from === to) continue;
    next.get(from)?.push(to);
    previous.get(to)?.push(from);
    entries.delete(to);
  }
  const order = finished([...entries, ...ids], next, work).toReversed();
  const columns = new Map<string, number>();
  const taken = new Set<string>();
  const cell = (lane: number, column: number): string => `${lane} ${column}`;
  const isBarred = (from: number, to: number, column: number): boolean => {
    const step = Math.sign(from - to);
    for (let lane = to; lane !== from; lane += step) if (taken.has(cell(lane, column))) return true;
    return false;
  };
  for (const id of order) {
    const lane = lanes.get(id) ?? 0;
    const before = (previous.get(id) ?? []).flatMap((from) => {
      const column = columns.get(from);
      return column === undefined ? [] : [{ lane: lanes.get(from) ?? 0, column }];
    });
    work.spend(2 + before.length);
    const beside = before.filter((one) => one.lane === lane).reduce((most, { column }) => Math.max(most, column + 1), 0);
    let column = before.filter((one) => one.lane !== lane).reduce((most, one) => Math.max(most, one.column), beside);
    const over = before.filter((one) => one.lane !== lane && one.column === column);
    // Steps that follow the same one in their lane share a column; one that comes from another lane goes where the way is free.
    while (over.some((one) => isBarred(one.lane, lane, column)) && work.spend(1)) column += 1;
    columns.set(id, column);
    taken.add(cell(lane, column));
  }
  return columns;
}

/** The steps in the order in which a depth-first search leaves them. */
function finished(starts: readonly string[], next: ReadonlyMap<string, readonly string[]>, work: Work): string[] {
  const left: string[] = [];
  const seen = new Set<string>();
  for (const start of starts) {
    if (seen.has(start)) continue;
    seen.add(start);
    const open = [{ id: start, at: 0 }];
    for (let top = open.at(-1); top !== undefined && work.spend(1); top = open.at(-1)) {
      const to = next.get(top.id)?.[top.at];
      top.at += 1;
      if (to === undefined) {
        left.push(top.id);
        open.pop();
      } else if (!seen.has(to)) {
        seen.add(to);
        open.push({ id: to, at: 0 });
      }
    }
  }
  return left;
}
