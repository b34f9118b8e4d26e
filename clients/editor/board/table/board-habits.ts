/**
 * board-habits: the swimlanes that a person chose for a board, and which of them are collapsed. They are kept in this browser, by
 * person and board. Anything else in the storage is ignored.
 */
import { isCustomFieldId } from '#schema/board.ts';

import { type Grouping, plainGroupings } from './lanes.ts';

export type BoardHabits = { readonly by: Grouping; readonly folded: readonly string[] };

const defaults: BoardHabits = { by: 'none', folded: [] };
const foldedMost = 500;

export function readHabits(storage: Pick<Storage, 'getItem'>, key: string): BoardHabits {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null || !('by' in value) || !('folded' in value)) return defaults;
    const { by, folded } = value;
    if (typeof by !== 'string' || !isGrouping(by) || !Array.isArray(folded)) return defaults;
    return { by, folded: folded.filter((lane): lane is string => typeof lane === 'string').slice(0, foldedMost) };
  } catch {
    // Another program wrote there, or storage is disabled.
    return defaults;
  }
}

export function keepHabits(storage: Pick<Storage, 'setItem'>, key: string, { by, folded }: BoardHabits): void {
  try {
    storage.setItem(key, JSON.stringify({ by, folded: folded.slice(-foldedMost) }));
  } catch {
    // Storage is disabled or full: the board opens with the defaults next time.
  }
}

export const habitsKey = (userId: string, documentId: string, boardId: string): string =>
  `atelier.board.${userId}.${documentId}.${boardId}`;

const isGrouping = (name: string): name is Grouping => isCustomFieldId(name) || plainGroupings.some((known) => known === name);
