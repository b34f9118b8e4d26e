/** trash-screen: the person's documents in the trash, which can be restored, or deleted for good. */
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { Document } from '#schema/document.ts';
import { limits } from '#schema/limits.ts';

import { call, CallRefused } from '../../api/call.ts';
import type { Navigate } from '../../state/routes.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useTell } from '../../ui/toast.tsx';
import { useNow } from '../../ui/use-now.ts';
import rows from '../rows.module.css';
import { Loaded, Screen } from '../../ui/screen.tsx';
import { dayText, sinceText } from '../../ui/since-text.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { usePending } from '../../ui/use-pending.ts';
import { homeTexts } from '../../strings/home.ts';

export function TrashScreen({ navigate }: { readonly navigate: Navigate }) {
  const request = useAnswer(trashed);
  const now = useNow();
  const [under, setUnder] = useState('');
  const { busy, run } = usePending();
  const tell = useTell();

  const [purging, setPurging] = useState<Document | null>(null);
  const take = (id: string, work: () => Promise<unknown>): Promise<boolean> => {
    const forget = (): void => request.change((shown) => shown.filter((document) => document.id !== id));
    setUnder(id);
    return run(async () => {
      try {
        await work();
        forget();
      } catch (error) {
        // Restored elsewhere, or deleted for good: there is nothing left to do here.
        if (error instanceof CallRefused && (error.code === 'not_in_trash' || error.code === 'document_not_found')) forget();
        throw error;
      }
    });
  };
  const restore = async ({ id, name }: Document): Promise<void> => {
    if (!(await take(id, () => call('POST /documents/:doc/restore', { params: { doc: id } })))) return;
    const open = (): void => navigate({ screen: 'document', document: id, tab: null });
    tell({ text: homeTexts.restored(name), kind: 'success', action: { label: homeTexts.open, run: open } });
  };
  const purge = async ({ id }: Document): Promise<void> => {
    await take(id, () => call('POST /documents/:doc/purge', { params: { doc: id } }));
    setPurging(null);
  };

  return (
    <Screen title={homeTexts.trash} lead={homeTexts.trashAbout(limits.trashDays)}>
      <Loaded request={request}>
        {(documents) =>
          documents.length === 0 ? (
            <EmptyState icon={<Trash2 />} title={homeTexts.trashIsEmpty} />
          ) : (
            <ul className={rows['rows']}>
              {documents.map((document) => (
                <li key={document.id} className={rows['row']}>
                  <div className={rows['words']}>
                    <span className={rows['title']}>{document.name}</span>
                    <span className={rows['about']}>
                      {homeTexts.deleted(sinceText(document.trashedAt ?? now, now), dayText(document.purgeAt ?? now))}
                    </span>
                  </div>
                  <Button
                    size="sm"
                    icon={<RotateCcw aria-hidden />}
                    busy={busy && under === document.id}
                    aria-label={homeTexts.restoreNamed(document.name)}
                    onClick={() => void restore(document)}
                  >
                    {homeTexts.restore}
                  </Button>
                  <IconButton
                    size="sm"
                    label={homeTexts.deletePermanentlyNamed(document.name)}
                    icon={<Trash2 />}
                    onClick={() => setPurging(document)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {purging !== null && (
        <PurgeQuestion document={purging} busy={busy} onClose={() => setPurging(null)} onConfirm={() => void purge(purging)} />
      )}
    </Screen>
  );
}

type PurgeQuestionProps = {
  readonly document: Document;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
};

function PurgeQuestion({ document, busy, onClose, onConfirm }: PurgeQuestionProps) {
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={homeTexts.deletePermanentlyQuestion(document.name)}
      description={homeTexts.deletePermanentlyAbout}
      confirm={homeTexts.deletePermanently}
      busy={busy}
      onConfirm={onConfirm}
    />
  );
}

/** All of them, the last one first. */
async function trashed(signal: AbortSignal): Promise<readonly Document[]> {
  const documents: Document[] = [];
  let cursor: string | undefined;
  do {
    const page = await call('GET /documents', { query: { trash: '1', limit: limits.documentListMax, cursor }, signal });
    documents.push(...page.documents);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return documents;
}
