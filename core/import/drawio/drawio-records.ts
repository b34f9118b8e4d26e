/**
 * drawio-records: lists and tables of draw.io, whose rows are cells of their own: classes and entities with sections, and tables.
 */
import { limits } from '#schema/limits.ts';

import { exceeds, firstCharacters } from '../../notation/characters.ts';
import type { DiagramNode, Losses, NodeFields } from '../diagram.ts';
import type { DrawioCell } from './drawio-cells.ts';
import { kindKey, shapeName } from './drawio-shapes.ts';
import { isOn } from './drawio-style.ts';

export type DrawioRecord = Pick<DiagramNode, 'kind'> & {
  /** If it is another one than the cell's. */
  readonly label?: string;
  readonly fields: Pick<NodeFields, 'sections' | 'columns' | 'rows'>;
};

/** What a cell and its rows are together; null if the cell is no list and no table. */
export function recordOf(cell: DrawioCell, losses: Losses): DrawioRecord | null {
  const parts = cell.children.filter(({ kind }) => kind === 'vertex');
  if (parts.length === 0) return divided(cell, losses);
  if (shapeName(cell.style) === 'table') return holdsBoxes(parts) ? null : tableOf(cell, parts, losses);
  const isList = cell.style.get('childLayout') === 'stackLayout' && cell.style.has('swimlane');
  if (!isList || !parts.every(isRow)) return null;
  const sections: string[][] = [[]];
  for (const part of parts)
    if (part.style.has('line')) sections.push([]);
    else sections.at(-1)?.push(...linesOf(part.label));
  return { kind: cell.style.get(kindKey) === 'entity' ? 'entity' : 'class', fields: { sections: within(sections, cell.id, losses) } }; // prettier-ignore
}

/** A table that lays out a diagram has boxes in its cells. */
const holdsBoxes = (rows: readonly DrawioCell[]): boolean =>
  rows.some((row) => row.children.some((cell) => cell.kind === 'vertex' && cell.children.some(({ kind }) => kind === 'vertex')));

/** A label with rules is a class if its lines are short: its name is above the first one. */
function divided({ id, sections, style }: DrawioCell, losses: Losses): DrawioRecord | null {
  const [name, ...rest] = sections ?? [];
  if (name === undefined || name.length === 0 || style.has('text') || shapeName(style) !== null) return null;
  if (rest.flat().some((line) => exceeds(line, limits.sectionLineCharacters))) return null;
  return {
    kind: 'class',
    label: name.join('\n'),
    fields: {
      sections: within(
        rest.map((lines) => [...lines]),
        id,
        losses,
      ),
    },
  };
}

/** A row has no box of its own. */
const isRow = ({ style, children }: DrawioCell): boolean =>
  children.length === 0 && (style.has('line') || style.has('text') || style.get('strokeColor') === 'none');

const linesOf = (label: string): string[] => (label === '' ? [] : label.split('\n'));

function within(sections: readonly string[][], id: string, losses: Losses): string[][] {
  const cut = sections.slice(0, limits.sectionsPerShape).map((lines) =>
    lines.slice(0, limits.sectionLines).map((line) => firstCharacters(line, limits.sectionLineCharacters)),
  ); // prettier-ignore
  if (cut.flat().join('\n') !== sections.flat().join('\n')) losses.drop(id, 'some of its lines', 'a box has less of them');
  return cut;
}

function tableOf({ id, style, label }: DrawioCell, parts: readonly DrawioCell[], losses: Losses): DrawioRecord {
  const grid = parts.map(({ children, label: own }) =>
    children.length === 0 ? [own] : children.filter(({ kind }) => kind === 'vertex').map((cell) => cell.label),
  ); // prettier-ignore
  const isEntity = label !== '' && isOn(style, 'fixedRows') && grid.every((row) => row.length <= 2);
  if (isEntity) {
    const lines = grid.map((row) => row.filter((text) => text !== '').join(' ').replaceAll('\n', ' ')); // prettier-ignore
    return { kind: 'entity', fields: { sections: within([lines.filter((line) => line !== '')], id, losses) } };
  }
  const width = Math.min(limits.tableColumns, Math.max(...grid.map((row) => row.length), 1));
  const cut = grid.slice(0, limits.tableRows + 1).map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''));
  if (grid.length > cut.length) losses.drop(id, `${grid.length - cut.length} rows`, 'a table has less of them');
  const [columns = [''], ...rows] = cut;
  return { kind: 'table', fields: { columns, rows } };
}
