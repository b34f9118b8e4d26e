/** trash-screen: the documents in the trash, which can be restored. */
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { User } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';

import { call, CallRefused } from '../../api/call.ts';
import type { Navigate } from '../../state/routes.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useTell } from '../../ui/toast.tsx';
import { useNow } from '../../ui/use-now.ts';
import rows from '../rows.module.css';
import { Screen } from '../../ui/screen.tsx';
import { sinceText } from '../../ui/since-text.ts';
import { type Trashed, Trash } from './trash.ts';
import { useTask } from '../../ui/use-task.ts';
import { homeTexts } from '../../strings/home.ts';

export function TrashScreen({ user, navigate }: { readonly user: User; readonly navigate: Navigate }) {
  const [trash] = useState(() => new Trash(localStorage, user.id));
  const now = useNow();
  const [entries, setEntries] = useState(() => trash.list(Date.now()));
  const [under, setUnder] = useState('');
  const { busy, run } = useTask();
  const tell = useTell();

  const forget = (entry: Trashed): void => {
    trash.remove(entry.id);
    setEntries((shown) => shown.filter(({ id }) => id !== entry.id));
  };
  const restore = (entry: Trashed): void => {
    setUnder(entry.id);
    void run(async () => {
      try {
        const { id } = await call('POST /documents/:doc/restore', { params: { doc: entry.id } });
        forget(entry);
        tell({
          text: homeTexts.restored(entry.name),
          kind: 'success',
          action: { label: homeTexts.open, run: () => navigate({ screen: 'document', document: id, tab: null }) },
        });
      } catch (error) {
        // Restored elsewhere, or deleted for good: there is nothing left to do here.
        if (error instanceof CallRefused && (error.code === 'not_in_trash' || error.code === 'document_not_found')) forget(entry);
        throw error;
      }
    });
  };

  return (
    <Screen title={homeTexts.trash} lead={homeTexts.trashAbout(limits.trashDays)}>
      {entries.length === 0 ? (
        <EmptyState icon={<Trash2 />} title={homeTexts.trashIsEmpty} />
      ) : (
        <ul className={rows['rows']}>
          {entries.map((entry) => (
            <li key={entry.id} className={rows['row']}>
              <div className={rows['words']}>
                <span className={rows['title']}>{entry.name}</span>
                <span className={rows['about']}>{homeTexts.deleted(sinceText(entry.at, now))}</span>
              </div>
              <Button
                size="sm"
                icon={<RotateCcw aria-hidden />}
                busy={busy && under === entry.id}
                aria-label={homeTexts.restoreNamed(entry.name)}
                onClick={() => restore(entry)}
              >
                {homeTexts.restore}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}
