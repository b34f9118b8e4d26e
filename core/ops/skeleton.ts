/**
 * skeleton: a new element with what its type requires, before its fields are assigned. Position, size and stacking key are
 * placeholders. What only the fields can provide, such as the ends of an arrow, is left out for the schema to report.
 */
import type { Element, ElementType } from '#schema/element.ts';
import type { PlanBoard } from '#schema/plan-board.ts';

import type { Planning } from '../planning/planning.ts';

/** Size of a table for which neither columns nor rows are given. */
const tableColumns = 3;
const tableRows = 2;

export function skeletonOf(id: string, type: ElementType, shape: string | null, planning: Planning): Element {
  const members = {
    id,
    type,
    ...(shape === null ? {} : { shape }),
    ...(type === 'arrow' ? {} : { x: 0, y: 0, width: 1, height: 1 }),
    ...(type === 'table' ? emptyTable() : {}),
    ...(shape === 'plan-board' ? { planBoard: newBoard(planning) } : {}),
    z: 'a0',
  };
  return members as unknown as Element;
}

function emptyTable(): { columns: string[]; rows: string[][] } {
  const columns = Array.from({ length: tableColumns }, (_, index) => `Column ${index + 1}`);
  return { columns, rows: Array.from({ length: tableRows }, () => columns.map(() => '')) };
}

function newBoard(planning: Planning): PlanBoard {
  const column = (slug: string, name: string) => ({ status: `${slug}~${planning.context.newSuffix()}`, name });
  return { types: null, columns: [column('to-do', 'To do'), column('doing', 'Doing'), column('done', 'Done')] };
}
