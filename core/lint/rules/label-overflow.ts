/**
 * A label needs more lines than its box has room for, or a word of it is wider than the box and continues on the next line. The fix
 * makes the text small if the small label fits and the box is not locked, otherwise it is words. A cell of a table that is cut counts
 * too; its fix is words, because a higher table may cover what is below it. So does a line of a class or an entity.
 */
import type { Shape, Table } from '#schema/element.ts';

import { grownRecord, isRecord } from '../../text/compartments.ts';
import type { Labelled } from '../../text/label-box.ts';
import { labelFault } from '../../text/fit-size.ts';
import { labelRoom } from '../../text/label-lines.ts';
import { tableHeight } from '../../text/table-grid.ts';
import { defineRule, type FindingDraft } from '../define-rule.ts';

export const labelOverflow = defineRule({
  code: 'label-overflow',
  severity: 'warning',
  message: '{what} of {box} {fault}.',
  count: (drawing) => drawing.marks.overflowing.size,
  subjects: ({ marks }) => marks.overflowing,
  near(id, _drawing, footprint) {
    footprint.element(id);
    footprint.look(id);
  },
  find(id, drawing, tab, trials) {
    const element = drawing.box(id);
    if (element === null) return null;
    const box = tab.refOf(id);
    if (element.type === 'table') return cutCell(element, box);
    if (isRecord(element)) return cutLine(element, box);
    const isSolved = labelFault({ ...element, text: 'sm' }) === null;
    const isWord = labelFault(element) === 'word';
    const fix = isSolved ? trials.unlessLocked(element, `set ${box} text=sm`) : isWord ? 'wider box' : 'shorter label plus note';
    return {
      elements: [box],
      data: { what: 'The label', box, fault: isWord ? 'breaks a word over two lines' : missing(element) },
      fix,
    };
  },
});

function cutCell(table: Table, ref: string): FindingDraft {
  return {
    elements: [ref],
    data: { what: 'A cell', box: ref, fault: 'needs more lines than its row has room for' },
    fix: `a height of ${tableHeight(table)}, or shorter cells`,
  };
}

function cutLine(record: Shape, ref: string): FindingDraft {
  const { width, height } = grownRecord(record);
  return {
    elements: [ref],
    data: { what: 'A line', box: ref, fault: 'needs more room than its section has' },
    fix: `width ${width} and height ${height}, or shorter lines`,
  };
}

function missing(element: Labelled): string {
  const { need, hold } = labelRoom(element);
  return `needs ${lines(need)}, and the box has room for ${hold === 0 ? 'none' : lines(hold)}`;
}

const lines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);
