/** paged-rows: the rows of a list that is read page by page, with a button for the next page. */
import type { ReactNode } from 'react';

import { adminTexts } from '../../strings/admin.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/screen.tsx';
import rows from '../rows.module.css';
import type { Pages } from './use-pages.ts';

type Props<T> = {
  readonly pages: Pages<T>;
  /** Its name for screen readers. */
  readonly label: string;
  /** Shown without entries. */
  readonly none: string;
  /** `place`: of the entry in the list. */
  readonly row: (entry: T, place: number) => ReactNode;
};

export function PagedRows<T>({ pages: { request, busy, more }, label, none, row }: Props<T>) {
  return (
    <Loaded request={request}>
      {({ entries, next }) => (
        <>
          {entries.length === 0 && <p>{none}</p>}
          {entries.length > 0 && (
            <ul className={rows['rows']} aria-label={label}>
              {entries.map(row)}
            </ul>
          )}
          {next !== null && (
            <div>
              <Button busy={busy} onClick={more}>
                {adminTexts.showMore}
              </Button>
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}
