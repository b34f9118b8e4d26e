/** lane-steps: where arrow keys move the focus on a board with swimlanes, and where they move a card. */
import type { BoardColumn } from '#schema/plan-board.ts';
import type { Item } from '#schema/board.ts';

import type { Swimlane } from './lanes.ts';

/** The lanes that are not collapsed. */
export type Lanes = { readonly columns: readonly BoardColumn[]; readonly lanes: readonly Swimlane[] };
/** A card in one of its lanes. */
export type LaneSpot = { readonly id: string; readonly lane: string };
export type LaneTarget = { readonly lane: string; readonly status: string; readonly before: string | null };

type LanePosition = { readonly lane: number; readonly column: number; readonly index: number; readonly cell: readonly Item[] };

/**
 * Up and down go from card to card, at the ends of a cell to the next lane whose column has one. Left and right go to the next
 * column of the lane that has a card, at the same height. Null at the edge.
 */
export function nextSpot(board: Lanes, spot: LaneSpot, key: string): LaneSpot | null {
  const at = find(board, spot);
  if (at === null) return null;
  if (key === 'Home') return spotOf(board, at.lane, at.cell[0]);
  if (key === 'End') return spotOf(board, at.lane, at.cell.at(-1));
  const along = sideways.get(key);
  if (along !== undefined) {
    for (let column = at.column + along; board.columns[column] !== undefined; column += along) {
      const cell = cellAt(board, at.lane, column);
      if (cell.length > 0) return spotOf(board, at.lane, cell[Math.min(at.index, cell.length - 1)]);
    }
    return null;
  }
  const by = upright.get(key);
  if (by === undefined) return null;
  const beside = at.cell[at.index + by];
  if (beside !== undefined) return spotOf(board, at.lane, beside);
  for (let lane = at.lane + by; board.lanes[lane] !== undefined; lane += by) {
    const cell = cellAt(board, lane, at.column);
    if (cell.length > 0) return spotOf(board, lane, by > 0 ? cell[0] : cell.at(-1));
  }
  return null;
}

/**
 * Up and down move a card within its cell, at the ends into the next lane; left and right into the next column. Null at the edge.
 */
export function nextTarget(board: Lanes, spot: LaneSpot, key: string): LaneTarget | null {
  const at = find(board, spot);
  if (at === null) return null;
  const along = sideways.get(key);
  if (along !== undefined) {
    const column = board.columns[at.column + along];
    const cell = cellAt(board, at.lane, at.column + along);
    return column === undefined ? null : { lane: spot.lane, status: column.status, before: cell[at.index]?.id ?? null };
  }
  const by = upright.get(key);
  const status = board.columns[at.column]?.status;
  if (by === undefined || status === undefined) return null;
  if (at.cell[at.index + by] !== undefined)
    return { lane: spot.lane, status, before: at.cell[by < 0 ? at.index - 1 : at.index + 2]?.id ?? null };
  const lane = board.lanes[at.lane + by];
  if (lane === undefined) return null;
  return { lane: lane.key, status, before: by < 0 ? null : (cellAt(board, at.lane + by, at.column)[0]?.id ?? null) };
}

/** Whether the card would stay in its place. */
export function staysAt(board: Lanes, { id, lane }: LaneSpot, target: LaneTarget): boolean {
  const at = find(board, { id, lane });
  if (at === null || lane !== target.lane || board.columns[at.column]?.status !== target.status) return false;
  return target.before === id || target.before === (at.cell[at.index + 1]?.id ?? null);
}

const sideways: ReadonlyMap<string, -1 | 1> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
]);
const upright: ReadonlyMap<string, -1 | 1> = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
]);

export const isStep = (key: string): boolean => sideways.has(key) || upright.has(key);

function find({ columns, lanes }: Lanes, { id, lane: key }: LaneSpot): LanePosition | null {
  const lane = lanes.findIndex((one) => one.key === key);
  for (const [column, { status }] of columns.entries()) {
    const cell = lanes[lane]?.cells.get(status) ?? [];
    const index = cell.findIndex((card) => card.id === id);
    if (index !== -1) return { lane, column, index, cell };
  }
  return null;
}

const cellAt = ({ columns, lanes }: Lanes, lane: number, column: number): readonly Item[] =>
  lanes[lane]?.cells.get(columns[column]?.status ?? '') ?? [];

function spotOf({ lanes }: Lanes, lane: number, card: Item | undefined): LaneSpot | null {
  const key = lanes[lane]?.key;
  return card === undefined || key === undefined ? null : { id: card.id, lane: key };
}
