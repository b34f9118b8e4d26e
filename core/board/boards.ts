/**
 * boards: the plan boards of a document, and the statuses that their columns make.
 *
 * B1  Boards stand in tab order, on a tab from top to bottom, then from left to right, then by id.
 * B2  A status is listed once, in the order and with the name of the first column that has it.
 */
import type { Board } from '#schema/board.ts';
import type { Shape } from '#schema/element.ts';

export type BoardsOnTab = { readonly tabId: string; readonly tabName: string; readonly boards: readonly Shape[] };

/** [B1] `tabs` in tab order. */
export const boardsOf = (tabs: readonly BoardsOnTab[]): Board[] =>
  tabs.flatMap(({ tabId, tabName, boards }) =>
    boards.toSorted(downwards).map(({ id, label, planBoard }) => ({
      tabId,
      tabName,
      elementId: id,
      title: label ?? '',
      kind: 'board',
      types: planBoard?.types ?? null,
      columns: planBoard?.columns ?? [],
    })),
  );

/** [B2] */
export function statusesOf(boards: readonly Board[]): { status: string; name: string }[] {
  const names = new Map<string, string>();
  for (const { columns } of boards) for (const { status, name } of columns) if (!names.has(status)) names.set(status, name);
  return Array.from(names, ([status, name]) => ({ status, name }));
}

const downwards = (a: Shape, b: Shape): number => a.y - b.y || a.x - b.x || (a.id < b.id ? -1 : 1);
