/** reference-marks: frames around the cells that the formula being typed refers to, each in its own color. */
import { isFormulaDraft, namedSpans } from './formula-draft.ts';
import { boxOf, type Scroll, shownSpan } from './grid-place.ts';
import css from './grid.module.css';
import type { SheetModel } from './use-sheet.ts';

const tones = 6;

export function ReferenceMarks({
  open,
  scroll,
  text,
}: {
  readonly open: SheetModel;
  readonly scroll: Scroll;
  readonly text: string;
}) {
  if (!isFormulaDraft(text)) return null;
  const { sheet, workbook } = open;
  return namedSpans(text, { sheet, sheets: workbook.sheets }).map((named, index) => {
    const span = named.sheet === sheet.id ? shownSpan(open, named.span) : null;
    return span === null ? null : (
      <div key={named.start} className={css['mark']} data-tone={index % tones} style={boxOf(open, span, scroll)} />
    );
  });
}
