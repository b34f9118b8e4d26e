/**
 * fill-handle: the frame of the selection, and the handle at its corner. Dragging it fills cells, a double-click fills down as
 * far as the neighboring column is filled. With Ctrl or Command the cells are copied instead of continued as a series.
 */
import { type PointerEvent, useState } from 'react';

import { besideEnd, drawnOut, type FillHow } from './fill.ts';
import css from './grid.module.css';
import { areaOf, boxOf, cellUnder, reveal, type Scroll } from './grid-place.ts';
import type { GridCell, GridSpan } from './grid-selection.ts';
import type { SheetModel } from './use-sheet.ts';
import { sheetTexts } from '../strings/sheet.ts';

type Props = {
  readonly open: SheetModel;
  readonly scroll: Scroll;
  readonly span: GridSpan;
  /** If false, only the frame is shown. */
  readonly mayFill: boolean;
  readonly host: () => HTMLElement | null;
  readonly isFilled: (cell: GridCell) => boolean;
  readonly onFill: (to: GridSpan, how: FillHow) => void;
};

export function FillHandle({ open, scroll, span, mayFill, host, isFilled, onFill }: Props) {
  const [reach, setReach] = useState<GridSpan | null>(null);
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    const stop = new AbortController();
    const { signal } = stop;
    let to = span;
    window.addEventListener('pointermove', (move) => {
      const cell = host() === null ? null : cellUnder(host() as HTMLElement, open, move);
      if (cell === null) return;
      to = drawnOut(span, cell);
      setReach(areaOf(to) === areaOf(span) ? null : to);
      reveal(host(), cell, open);
    }, { signal }); // prettier-ignore
    const end = (isDone: boolean, how: FillHow): void => {
      stop.abort();
      setReach(null);
      if (isDone && areaOf(to) > areaOf(span)) onFill(to, how);
    };
    window.addEventListener('pointerup', ({ ctrlKey, metaKey }) => end(true, ctrlKey || metaKey ? 'copy' : 'series'), { signal });
    window.addEventListener('pointercancel', () => end(false, 'series'), { signal });
    window.addEventListener('keydown', (key) => {
      if (key.key !== 'Escape') return;
      key.stopPropagation();
      end(false, 'series');
    }, { signal, capture: true }); // prettier-ignore
  };
  return (
    <>
      {reach !== null && <div className={css['reach']} style={boxOf(open, reach, scroll)} />}
      <div className={css['selected']} style={boxOf(open, span, scroll)}>
        {mayFill && (
          <span
            className={css['handle']}
            title={sheetTexts.dragToFill}
            onPointerDown={begin}
            onDoubleClick={(event) => {
              event.stopPropagation();
              const bottom = besideEnd(span, open.rows.lines.length, isFilled);
              if (bottom > span.bottom) onFill({ ...span, bottom }, 'series');
            }}
          />
        )}
      </div>
    </>
  );
}
