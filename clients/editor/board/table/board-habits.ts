/**
 * board-habits: how a person looks at a board: what its swimlanes are, and which of them are folded. Kept in this browser, for
 * each person and each board; others see the board as they like it.
 *
 * H1  Whatever stands in the browser's storage, what is read are habits that can be shown.
 */
import { isCustomFieldId } from '#schema/board.ts';

import { type Grouping, plainGroupings } from './lanes.ts';

export type BoardHabits = { readonly by: Grouping; readonly folded: readonly string[] };

const usual: BoardHabits = { by: 'none', folded: [] };
const foldedMost = 500;

export function readHabits(storage: Pick<Storage, 'getItem'>, key: string): BoardHabits {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null || !('by' in value) || !('folded' in value)) return usual;
    const { by, folded } = value;
    if (typeof by !== 'string' || !isGrouping(by) || !Array.isArray(folded)) return usual;
    return { by, folded: folded.filter((lane): lane is string => typeof lane === 'string').slice(0, foldedMost) };
  } catch {
    // Another program wrote there, or the browser keeps nothing.
    return usual;
  }
}

export function keepHabits(storage: Pick<Storage, 'setItem'>, key: string, { by, folded }: BoardHabits): void {
  try {
    storage.setItem(key, JSON.stringify({ by, folded: folded.slice(-foldedMost) }));
  } catch {
    // A browser that keeps nothing, or is full: the board is as usual the next time.
  }
}

export const habitsKey = (userId: string, documentId: string, boardId: string): string =>
  `atelier.board.${userId}.${documentId}.${boardId}`;

const isGrouping = (name: string): name is Grouping => isCustomFieldId(name) || plainGroupings.some((known) => known === name);
