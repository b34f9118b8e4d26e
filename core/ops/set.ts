/** set: changes the named fields of elements. */
import Type from 'typebox';

import { type Box, type Element, isBox, type Shape, type Table } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { isProblem } from '#schema/problem.ts';

import type { Work } from '../planning/work.ts';
import { assignFields } from './assign.ts';
import { selectTargets } from '../selectors/select.ts';
import { asPlaced } from '../tab/unplaced.ts';
import { cutsLine, grownRecord, isRecord, type RecordShape } from '../text/compartments.ts';
import { iconForLabel, isIcon } from '../text/icon-figure.ts';
import { grownSize } from '../text/fit-size.ts';
import { lettered, measuredIn, tabFont } from '../text/tab-font.ts';
import { tableHeight } from '../text/table-grid.ts';
import { Fields, flag, Selector, strict } from './members.ts';
import { exampleRow } from './example.ts';
import { defineOp } from './op.ts';
import { printFields } from './print-fields.ts';

export const set = defineOp({
  name: 'set',
  summary: 'Changes only named fields; `key=` with nothing unsets it.',
  usage: 'set <selector> key=value... [all]',
  example: {
    before: exampleRow,
    lines: 'set pack label="Pick and pack" fill=green\nset "Ship" note="By courier" text=sm\nset order->pack label=',
  },
  completion: { takesFields: true, words: ['all'] },
  input: Type.Object(
    { op: Type.Literal('set'), target: Selector, fields: Fields, all: flag('Accepts a selector that matches several elements.') },
    strict,
  ),
  refuses: [
    'target_not_found',
    'target_ambiguous',
    'unknown_field',
    'invalid_value',
    'element_locked',
    'invalid_result',
    'too_large',
  ],
  selectors: ['target'],
  fault: ({ fields }) => (Object.keys(fields).length === 0 ? 'at least one field' : null),
  read(line) {
    const target = line.text('target', 'a selector', (word) => word === 'all');
    const rest = line.rest({ fields: true, flags: new Map([['all', 'all']]) });
    line.expect('fields' in rest, null, 'key=value');
    return { op: 'set', target, fields: {}, ...rest };
  },
  print({ target, fields, all }) {
    const tokens = printFields(fields);
    return tokens === null ? null : [target, ...tokens, ...(all === true ? ['all'] : [])];
  },
  plan({ target, fields, all }, planning) {
    const elements = selectTargets(target, all, planning.search);
    if (isProblem(elements)) return elements;
    const locked = planning.refuseLocked(elements);
    if (locked !== null) return locked;
    for (const element of elements) {
      if (!planning.work.spend(40)) break;
      planning.target(element.id);
      const updated = assignFields(element, fields, planning);
      if (isProblem(updated)) return updated;
      const isPlaced = Object.hasOwn(fields, 'x') || Object.hasOwn(fields, 'y');
      if (isPlaced) planning.unplaced.delete(element.id);
      const font = tabFont(planning.draft.settings);
      const sized = sizeIsNamed(fields)
        ? updated
        : measuredIn(updated, font, (whole) => grownFor(whole, lettered(element, font), planning.work));
      planning.put(isPlaced ? asPlaced(sized) : sized);
    }
    return null;
  },
});

const sizeIsNamed = (fields: object): boolean => Object.hasOwn(fields, 'width') || Object.hasOwn(fields, 'height');

/** The element, enlarged around its center if its label got longer and no longer fits, a table downwards for its cells. */
function grownFor(updated: Element, before: Element, work: Work): Element {
  if (updated.type === 'table' && before.type === 'table') return grownTable(updated, before, work);
  if (isBox(updated) && isRecord(updated) && before.type === 'shape') return grownRecordFor(updated, before);
  if (isBox(updated) && isIcon(updated) && isBox(before))
    return updated.label === before.label ? updated : iconForLabel(updated, before);
  const isLonger = (updated.label?.length ?? 0) > (before.label?.length ?? 0);
  return isLonger && isBox(updated) ? grown(updated) : updated;
}

/** Downwards and to the right, if lines that were whole are cut. */
function grownRecordFor(updated: RecordShape, before: Shape): Element {
  const isSame = updated.label === before.label && updated.sections === before.sections && updated.text === before.text;
  return isSame || !cutsLine(updated) ? updated : { ...updated, ...grownRecord(updated) };
}

const shownFields = ['label', 'columns', 'rows', 'text', 'font'] as const;

/** Measuring a cell, as it was and as it is. */
const cellCost = 50;

function grownTable(updated: Table, before: Table, work: Work): Table {
  if (shownFields.every((field) => updated[field] === before[field])) return updated;
  if (!work.spend(cellCost * updated.columns.length * (updated.rows.length + 1))) return updated;
  const needed = Math.min(limits.sizeMax, tableHeight(updated));
  return needed > updated.height && needed > tableHeight(before) ? { ...updated, height: needed } : updated;
}

function grown(box: Box): Box {
  const { width, height } = grownSize(box);
  if (width <= box.width && height <= box.height) return box;
  return { ...box, width, height, x: onCanvas(box.x - (width - box.width) / 2), y: onCanvas(box.y - (height - box.height) / 2) };
}

const onCanvas = (value: number): number => Math.min(limits.coordinateMax, Math.max(-limits.coordinateMax, value));
