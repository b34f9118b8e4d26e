/** other-cells: the active cells of the other people on the sheet, framed in their color with their name. */
import { inkOn } from '#core/render/colour.ts';

import type { DocumentSession } from '../live/document-session.ts';
import { useValue } from '../state/signal.ts';
import { boxOf, type Scroll } from './grid-place.ts';
import css from './grid.module.css';
import type { SheetModel } from './use-sheet.ts';

type Props = { readonly session: DocumentSession; readonly open: SheetModel; readonly scroll: Scroll };

export function OtherCells({ session, open, scroll }: Props) {
  const people = useValue(session.people);
  return people.map(({ key, user, cell }) => {
    if (cell === null || cell.sheet !== open.sheet.id) return null;
    const row = open.rows.indexOfRank(open.sheet.rows.rank.get(cell.row) ?? -1);
    const col = open.cols.indexOfRank(open.sheet.cols.rank.get(cell.col) ?? -1);
    if (row === undefined || col === undefined) return null;
    const place = boxOf(open, { top: row, bottom: row, left: col, right: col }, scroll);
    return (
      <div key={key} className={css['other']} style={{ ...place, outlineColor: user.color }}>
        <span className={css['who']} style={{ background: user.color, color: inkOn(user.color) }}>
          {user.name}
        </span>
      </div>
    );
  });
}
