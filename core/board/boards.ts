/**
 * boards: the plan boards of a document, in tab order, then from top to bottom, left to right, and by id; and the statuses of
 * their columns, each listed once in the order and with the name of the first column that has it.
 */
import type { Board } from '#schema/board.ts';
import type { Shape } from '#schema/element.ts';

export type BoardsOnTab = { readonly tabId: string; readonly tabName: string; readonly boards: readonly Shape[] };

/** `tabs` in tab order. */
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

/** The statuses of the boards' columns. */
export function statusesOf(boards: readonly Board[]): { status: string; name: string }[] {
  const names = new Map<string, string>();
  for (const { columns } of boards) for (const { status, name } of columns) if (!names.has(status)) names.set(status, name);
  return Array.from(names, ([status, name]) => ({ status, name }));
}

const downwards = (a: Shape, b: Shape): number => a.y - b.y || a.x - b.x || (a.id < b.id ? -1 : 1);
