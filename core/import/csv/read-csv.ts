/**
 * read-csv: reads comma-separated values, whose first line has the headings, as a table, as cards, or as a tree.
 *
 * A column that is headed `parent`, `manager` or `reports to` makes a tree: it names the row above by its id or its name.
 */
import { limits } from '#schema/limits.ts';

import { parseCsv } from '../../sheet/csv.ts';
import { type Diagram, type DiagramEdge, type DiagramNode, faultAt, type ImportFault, Losses } from '../diagram.ts';

export const csvForms = ['table', 'cards', 'tree'] as const;
export type CsvForm = (typeof csvForms)[number];

type Row = { readonly id: string; readonly name: string; readonly parent: string; readonly fields: readonly string[] };
type Sheet = { readonly headings: readonly string[]; readonly rows: readonly Row[]; readonly parentAt: number };

/** Cards are in rows of this many. */
const cardsAcross = 5;
const [cardSide, cardGap] = [160, 20];

export function readCsv(text: string, form: CsvForm | undefined): Diagram | ImportFault {
  const sheet = sheetOf(text);
  if (sheet === null) return faultAt(text, 0, 'a line of headings and rows below it');
  const losses = new Losses();
  const parts = { style: 'flow', direction: 'down', groups: [], losses } as const;
  switch (form ?? (sheet.parentAt === -1 ? 'table' : 'tree')) {
    case 'table':
      return { ...parts, nodes: [tableOf(sheet, losses)], edges: [] };
    case 'cards':
      return { ...parts, nodes: cardsOf(sheet), edges: [], isPlaced: true };
    case 'tree':
      return { ...parts, nodes: sheet.rows.map((row) => boxOf(row, sheet)), edges: branchesOf(sheet, losses) };
  }
}

const idHeading = /^(?:id|key|nr|no|number)$/i;
const nameHeading = /^(?:name|title|label|summary)$/i;
const parentHeading = /^(?:parent(?:[ _-]?(?:id|name))?|manager|reports[ _-]?to)$/i;

function sheetOf(text: string): Sheet | null {
  const [first, ...rest] = parseCsv(text).rows.map((row) => row.map((field) => field.text.trim())).filter((row) => row.some((field) => field !== '')); // prettier-ignore
  if (first === undefined || rest.length === 0) return null;
  const columnOf = (heading: RegExp): number => first.findIndex((field) => heading.test(field));
  const [idAt, namedAt, parentAt] = [columnOf(idHeading), columnOf(nameHeading), columnOf(parentHeading)];
  const nameAt = namedAt === -1 ? first.findIndex((_, at) => at !== idAt && at !== parentAt) : namedAt;
  const taken = new Map<string, number>();
  const rows = rest.map((fields): Row => {
    const name = fields[nameAt] ?? fields[0] ?? '';
    const wanted = fields[idAt === -1 ? nameAt : idAt] ?? name;
    const count = (taken.get(wanted) ?? 0) + 1;
    taken.set(wanted, count);
    return { id: count === 1 ? wanted : `${wanted}#${count}`, name, parent: fields[parentAt] ?? '', fields };
  });
  return { headings: first, rows, parentAt };
}

function tableOf({ headings, rows }: Sheet, losses: Losses): DiagramNode {
  const width = Math.min(limits.tableColumns, Math.max(headings.length, ...rows.map(({ fields }) => fields.length)));
  const cells = (fields: readonly string[]): string[] => Array.from({ length: width }, (_, at) => fields[at] ?? '');
  if (headings.length > width) losses.drop('the headings', `${headings.length - width} columns`, `a table has at most ${limits.tableColumns}`);
  if (rows.length > limits.tableRows) losses.drop('the rows', `${rows.length - limits.tableRows} rows`, `a table has at most ${limits.tableRows}`);
  const shown = rows.slice(0, limits.tableRows).map(({ fields }) => cells(fields));
  return { id: 'table', kind: 'table', label: '', fields: { columns: cells(headings), rows: shown }, parent: null };
} // prettier-ignore

/** The other fields, a line for each. */
const restOf = ({ fields, name, parent }: Row, { headings }: Sheet): string =>
  fields.flatMap((field, at) => (field === '' || field === name || field === parent ? [] : [`${headings[at] ?? `Column ${at + 1}`}: ${field}`])).join('\n'); // prettier-ignore

function cardsOf(sheet: Sheet): DiagramNode[] {
  return sheet.rows.map((row, rank) => {
    const rest = restOf(row, sheet);
    const [x, y] = [(rank % cardsAcross) * (cardSide + cardGap), Math.floor(rank / cardsAcross) * (cardSide + cardGap)];
    const spot = { rect: { x, y, width: cardSide, height: cardSide }, rank };
    return { id: row.id, kind: 'sticky', label: rest === '' ? row.name : `${row.name}\n${rest}`, fields: { text: 'sm' }, parent: null, spot };
  });
} // prettier-ignore

function boxOf(row: Row, sheet: Sheet): DiagramNode {
  const note = restOf(row, sheet);
  return { id: row.id, kind: 'rounded', label: row.name, fields: note === '' ? {} : { note }, parent: null };
}

function branchesOf({ rows }: Sheet, losses: Losses): DiagramEdge[] {
  const byName = new Map(rows.toReversed().map(({ id, name }) => [name, id]));
  const ids = new Set(rows.map(({ id }) => id));
  return rows.flatMap(({ id, parent }) => {
    if (parent === '') return [];
    const above = ids.has(parent) ? parent : byName.get(parent);
    if (above !== undefined) return [{ id: `${above}->${id}`, from: above, to: id, label: '', fields: { heads: 'none' as const } }];
    losses.drop(id, `its parent ${parent}`, 'no row has that id or name');
    return [];
  });
} // prettier-ignore
