/** line-menu: the context menu of the selected cells: actions on their rows and columns, freezing, merging and filters. */
import type { ReactElement } from 'react';

import type { LayoutChange } from '#schema/sheet.ts';

import { ContextMenu } from '../ui/context-menu.tsx';
import type { MenuEntry } from '../ui/menu-items.tsx';
import type { GridSpan } from './grid-selection.ts';
import { changeLayout, type OpenSheet } from './sheet-writes.ts';
import type { SheetModel } from './use-sheet.ts';
import { sheetTexts } from '../strings/sheet.ts';

type Props = {
  readonly own: OpenSheet;
  readonly open: SheetModel;
  readonly selection: GridSpan;
  /** Opens the filter of the active column. */
  readonly onFilter: () => void;
  readonly children: ReactElement;
};

export function LineMenu({ own, open, selection, onFilter, children }: Props) {
  const change =
    (...changes: LayoutChange[]) =>
    (): void =>
      void changeLayout(own, changes);
  const items: MenuEntry[] = own.editor.mayEdit.get()
    ? [
        ...linesMenu('row', { own, open, selection, change }),
        'separator',
        ...linesMenu('col', { own, open, selection, change }),
        'separator',
        ...cellsMenu({ own, open, selection, change }),
        'separator',
        { label: sheetTexts.filterColumnEntry, keys: 'Alt+ArrowDown', onSelect: onFilter },
        ...(own.sheet.filters.size === 0
          ? []
          : [
              {
                label: sheetTexts.clearAllFilters,
                onSelect: change(...Array.from(own.sheet.filters.keys(), (c) => ({ k: 'filter', c, values: null }) as const)),
              },
            ]),
      ]
    : [];
  return <ContextMenu items={items}>{children}</ContextMenu>;
}

type Menu = Omit<Props, 'children' | 'onFilter'> & { readonly change: (...changes: LayoutChange[]) => () => void };

function linesMenu(axis: 'row' | 'col', { own, open, selection, change }: Menu): MenuEntry[] {
  const isRow = axis === 'row';
  const shown = isRow ? open.rows.lines : open.cols.lines;
  const [from, to] = isRow ? [selection.top, selection.bottom] : [selection.left, selection.right];
  const ids = shown.slice(from, to + 1).map(({ id }) => id);
  const all = isRow ? own.sheet.rows.ids : own.sheet.cols.ids;
  const next = all[(shown[to]?.rank ?? -2) + 1];
  const afterNext = all[(shown[to]?.rank ?? -3) + 2];
  const before = all[(shown[from]?.rank ?? 0) - 1];
  const [first] = ids;
  const count = ids.length;
  const [one, many] = isRow ? ['row', 'rows'] : ['column', 'columns'];
  const noun = count === 1 ? `1 ${one}` : `${count} ${many}`;
  const hidden = all.filter((id) => own.sheet.hidden.has(id));
  return [
    {
      label: sheetTexts.insertBefore(noun, isRow),
      onSelect: change({ k: 'insert', axis, count, ...(first !== undefined && { before: first }) }),
    },
    {
      label: sheetTexts.insertAfter(noun, isRow),
      onSelect: change({ k: 'insert', axis, count, ...(next !== undefined && { before: next }) }),
    },
    {
      label: isRow ? sheetTexts.moveUp : sheetTexts.moveLeft,
      disabled: before === undefined,
      onSelect: change({ k: 'move', axis, ids, ...(before !== undefined && { before }) }),
    },
    {
      label: isRow ? sheetTexts.moveDown : sheetTexts.moveRight,
      disabled: next === undefined,
      onSelect: change({ k: 'move', axis, ids, ...(afterNext !== undefined && { before: afterNext }) }),
    },
    {
      label: sheetTexts.hideLines(noun),
      disabled: count === shown.length,
      onSelect: change({ k: 'hide', axis, ids, hidden: true }),
    },
    ...(hidden.length === 0
      ? []
      : [{ label: sheetTexts.showHiddenLines(many), onSelect: change({ k: 'hide', axis, ids: hidden, hidden: false }) }]),
    {
      label: sheetTexts.deleteLines(noun),
      danger: true,
      disabled: count === all.length,
      onSelect: change({ k: 'delete', axis, ids }),
    },
  ];
}

function cellsMenu({ own, open, selection, change }: Menu): MenuEntry[] {
  const { frozen } = own.sheet;
  const isFrozen = frozen.rows + frozen.cols > 0;
  const [r, c] = [open.rows.lines[selection.top], open.cols.lines[selection.left]];
  const rows = (open.rows.lines[selection.bottom]?.rank ?? 0) - (r?.rank ?? 0) + 1;
  const cols = (open.cols.lines[selection.right]?.rank ?? 0) - (c?.rank ?? 0) + 1;
  const merged = r !== undefined && c !== undefined && own.sheet.merges.has(`${r.id}:${c.id}`);
  return [
    isFrozen
      ? { label: sheetTexts.unfreeze, onSelect: change({ k: 'freeze', rows: 0, cols: 0 }) }
      : { label: sheetTexts.freezeUpToHere, onSelect: change({ k: 'freeze', rows: r?.rank ?? 0, cols: c?.rank ?? 0 }) },
    ...(r === undefined || c === undefined
      ? []
      : [
          merged
            ? { label: sheetTexts.unmergeCells, onSelect: change({ k: 'merge', r: r.id, c: c.id, rows: 1, cols: 1 }) }
            : {
                label: sheetTexts.mergeCells,
                disabled: rows * cols === 1,
                onSelect: change({ k: 'merge', r: r.id, c: c.id, rows, cols }),
              },
        ]),
  ];
}
