/**
 * cell-view: one cell of the grid: its text in its format, or the field in which it is edited.
 *
 * A number is never cut off: if it does not fit, it is rounded or shown as ###, and the whole number is its title.
 */
import { type CSSProperties, useEffect, useRef } from 'react';

import { legibleOn } from '#core/render/colour.ts';
import { textAt } from '#core/sheet/describe-sheet.ts';
import { shownFormat } from '#core/sheet/snapshot.ts';
import { fittingText, narrowerTexts } from '#core/sheet/narrow-number.ts';
import { isPending, isSheetError } from '#core/sheet/value.ts';
import { type CellFormat, cellKey } from '#schema/sheet.ts';

import type { ShownLine } from './axis-layout.ts';
import type { CellDraft } from './cell-draft.ts';
import { errorReasons } from './error-reasons.ts';
import type { FormulaHelp } from './formula-help.tsx';
import type { GridSpan } from './grid-selection.ts';
import css from './grid.module.css';
import { numberWidth } from './number-width.ts';
import { helpedField, useCaret } from './use-caret.ts';
import { headPx, type SheetModel } from './use-sheet.ts';
import { sheetTexts } from '../strings/sheet.ts';

type Props = {
  readonly id: string;
  readonly open: SheetModel;
  readonly row: ShownLine;
  readonly col: ShownLine;
  readonly scroll: { readonly top: number; readonly left: number };
  readonly span: GridSpan;
  readonly isActive: boolean;
  readonly editor: {
    readonly draft: CellDraft;
    readonly help: FormulaHelp;
    readonly onChange: (text: string, caret: number) => void;
    readonly onLeave: () => void;
  } | null;
};

export function CellView({ id, open: { values, sheet, rows, cols }, row, col, scroll, span, isActive, editor }: Props) {
  const key = cellKey(row.id, col.id);
  const stored = sheet.cells.get(key);
  const value = values.value(sheet.id, key);
  const [isRowFrozen, isColFrozen] = [row.at < rows.frozenPx, col.at < cols.frozenPx];
  const merge = sheet.merges.get(key);
  const width = merge === undefined ? col.px : reach(cols.lines, col, merge.cols);
  const place: CSSProperties = {
    transform: `translate(${headPx.col + col.at + (isColFrozen ? scroll.left : 0)}px, ${headPx.row + row.at + (isRowFrozen ? scroll.top : 0)}px)`,
    width,
    height: merge === undefined ? row.px : reach(rows.lines, row, merge.rows),
    zIndex: (isRowFrozen ? 2 : 0) + (isColFrozen ? 2 : 0) + (merge === undefined ? 0 : 1),
  };
  const [rowIndex, colIndex] = [rows.indexOfRank(row.rank) ?? -1, cols.indexOfRank(col.rank) ?? -1];
  const isSelected = rowIndex >= span.top && rowIndex <= span.bottom && colIndex >= span.left && colIndex <= span.right;
  const defaultAlign = typeof value === 'number' ? 'right' : typeof value === 'string' || value === null ? 'left' : 'center';
  const whole = textAt(values, sheet, key);
  const text =
    typeof value === 'number' ? numberIn(width, value, whole, { ...stored?.f, nf: shownFormat(values, sheet, key) }) : whole;
  const note = isSheetError(value) ? errorReasons[value.e] : text === whole ? undefined : whole;
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={col.rank + 2}
      aria-selected={isSelected}
      className={css['cell']}
      data-frozen={isRowFrozen || isColFrozen}
      data-active={isActive}
      data-error={isSheetError(value)}
      data-pending={isPending(value)}
      aria-label={text === whole ? undefined : whole}
      title={note}
      style={{ ...place, ...look(stored?.f ?? {}), textAlign: stored?.f?.al ?? defaultAlign }}
    >
      {editor === null ? text : <CellField {...editor} />}
    </div>
  );
}

function numberIn(
  width: number,
  value: number,
  whole: string,
  { b, nf }: Pick<CellFormat, 'b'> & { readonly nf: string | undefined },
): string {
  const fits = (text: string): boolean => numberWidth(text, b === true) <= width;
  return fits(whole) ? whole : fittingText(whole, narrowerTexts(value, nf, whole), fits);
}

function CellField({ draft, help, onChange, onLeave }: NonNullable<Props['editor']>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const tell = (target: HTMLTextAreaElement): void => onChange(target.value, target.selectionStart);
  useEffect(() => {
    const { current } = field;
    // The formula bar keeps the focus.
    if (current === null || document.activeElement instanceof HTMLInputElement) return;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, []);
  useCaret(field, draft);
  return (
    <textarea
      ref={field}
      className={css['field']}
      aria-label={sheetTexts.cellValue}
      value={draft.text}
      rows={1}
      spellCheck={!draft.text.startsWith('=')}
      {...helpedField(help)}
      onChange={({ target }) => tell(target)}
      onSelect={({ currentTarget }) => tell(currentTarget)}
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget instanceof HTMLInputElement)) onLeave();
      }}
    />
  );
}

/** The text of cells without a color of their own that have a background. */
const ink = '#1d1f24';

function look({ b, i, u, st, bg, fc, va, wr }: CellFormat): CSSProperties {
  const lines = [u === true ? 'underline' : '', st === true ? 'line-through' : ''].filter((line) => line !== '');
  return {
    ...(b === true && { fontWeight: 600 }),
    ...(i === true && { fontStyle: 'italic' }),
    ...(lines.length > 0 && { textDecoration: lines.join(' ') }),
    ...(bg !== undefined && { background: bg, color: legibleOn(bg, ink) }),
    ...(fc !== undefined && { color: fc }),
    ...(va !== undefined && { alignContent: va === 'top' ? 'start' : va === 'bottom' ? 'end' : 'center' }),
    ...(wr === true && { whiteSpace: 'pre-wrap' as const }),
  };
}

/** The size of a merged cell: the sum of its shown lines. */
function reach(lines: readonly ShownLine[], from: ShownLine, count: number): number {
  return lines.filter(({ rank }) => rank >= from.rank && rank < from.rank + count).reduce((sum, { px }) => sum + px, 0);
}
