/** documents: the documents of the person who is signed in, and those shared with them: found, made, renamed, copied, trashed. */
import { FileText, Plus, Search, SearchX, X } from 'lucide-react';
import { useRef, useState } from 'react';

import type { User } from '#schema/access.ts';
import type { Document } from '#schema/document.ts';
import { limits } from '#schema/limits.ts';

import type { Device } from '../../offline/device.ts';
import { call } from '../../api/call.ts';
import type { Navigate } from '../../state/routes.ts';
import { ShareDialog } from '../../share/share-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTell } from '../../ui/toast.tsx';
import { DocumentCard } from './document-card.tsx';
import { useDocuments, useDebounced } from './document-list.ts';
import css from './documents.module.css';
import { KeptDocuments } from './kept-documents.tsx';
import { RenameDialog } from '../../ui/rename-dialog.tsx';
import { Loaded, Screen } from '../../ui/screen.tsx';
import screen from '../../ui/screen.module.css';
import { Trash } from './trash.ts';
import { useTask } from '../../ui/use-task.ts';
import { homeTexts } from '../../strings/home.ts';

type DocumentsProps = { readonly user: User; readonly device: Device; readonly navigate: Navigate };
type Asking = { readonly what: 'rename' | 'share'; readonly document: Document };

export function Documents({ user, device, navigate }: DocumentsProps) {
  const [words, setWords] = useState('');
  const part = useDebounced(words.trim(), 180);
  const list = useDocuments(part);
  const [asking, setAsking] = useState<Asking | null>(null);
  const making = useTask();
  const paging = useTask();
  const task = useTask();
  const tell = useTell();
  const search = useRef<HTMLInputElement>(null);

  const make = (): void =>
    void making.run(async () => {
      const made = await call('POST /documents', { body: {} });
      navigate({ screen: 'document', document: made.id, tab: null });
    });
  const copy = (document: Document): void =>
    void task.run(async () => {
      const made = await call('POST /documents/:doc/copy', { params: { doc: document.id }, body: {} });
      list.put(made);
      tell({
        text: homeTexts.duplicatedAs(made.name),
        kind: 'success',
        action: { label: homeTexts.open, run: () => navigate({ screen: 'document', document: made.id, tab: null }) },
      });
    });
  const trash = (document: Document): void =>
    void task.run(async () => {
      const bin = new Trash(localStorage, user.id);
      await call('DELETE /documents/:doc', { params: { doc: document.id } });
      bin.add({ id: document.id, name: document.name, at: Date.now() });
      list.remove(document.id);
      const restore = async (): Promise<void> => {
        const back = await call('POST /documents/:doc/restore', { params: { doc: document.id } });
        bin.remove(document.id);
        list.put(back);
      };
      tell({ text: homeTexts.movedToTrash(document.name), action: { label: homeTexts.undo, run: () => void task.run(restore) } });
    });

  return (
    <Screen
      title={homeTexts.documents}
      actions={
        <>
          <TextField
            ref={search}
            className={css['search']}
            label={homeTexts.searchDocuments}
            labelUnseen
            type="search"
            placeholder={homeTexts.searchDocuments}
            maxLength={limits.nameCharacters}
            icon={<Search aria-hidden />}
            value={words}
            onChange={setWords}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setWords('');
            }}
            end={
              words !== '' && (
                <IconButton
                  size="sm"
                  label={homeTexts.clearSearch}
                  icon={<X />}
                  onClick={() => {
                    setWords('');
                    search.current?.focus();
                  }}
                />
              )
            }
          />
          <Button kind="primary" icon={<Plus aria-hidden />} busy={making.busy} onClick={make}>
            {homeTexts.newDocument}
          </Button>
        </>
      }
    >
      {list.request.answer.state === 'failed' && list.request.answer.isUnreachable && (
        <KeptDocuments user={user.id} device={device} navigate={navigate} />
      )}
      <Loaded request={list.request}>
        {({ documents, next }) => (
          <>
            <p className="unseen" role="status">
              {part === '' ? '' : homeTexts.found(documents.length, next)}
            </p>
            {documents.length === 0 && part === '' && (
              <EmptyState
                icon={<FileText />}
                title={homeTexts.noDocumentsYet}
                action={
                  <Button kind="primary" icon={<Plus aria-hidden />} busy={making.busy} onClick={make}>
                    {homeTexts.newDocument}
                  </Button>
                }
              >
                {homeTexts.documentsAbout}
              </EmptyState>
            )}
            {documents.length === 0 && part !== '' && (
              <EmptyState
                icon={<SearchX />}
                title={homeTexts.noResults}
                action={<Button onClick={() => setWords('')}>{homeTexts.showAll}</Button>}
              >
                {homeTexts.noDocumentsMatch(part)}
              </EmptyState>
            )}
            <div className={css['grid']}>
              {documents.map((document) => (
                <DocumentCard
                  key={document.id}
                  document={document}
                  navigate={navigate}
                  rename={() => setAsking({ what: 'rename', document })}
                  share={() => setAsking({ what: 'share', document })}
                  copy={copy}
                  trash={trash}
                />
              ))}
            </div>
            {next !== null && (
              <div className={screen['more']}>
                <Button busy={paging.busy} onClick={() => void paging.run(list.more)}>
                  {homeTexts.showMore}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {asking?.what === 'rename' && (
        <RenameDialog
          what={homeTexts.document}
          name={asking.document.name}
          onClose={() => setAsking(null)}
          rename={async (name) =>
            list.put(await call('PATCH /documents/:doc', { params: { doc: asking.document.id }, body: { name } }))
          }
        />
      )}
      {asking?.what === 'share' && (
        <ShareDialog
          documentId={asking.document.id}
          level={asking.document.access}
          me={user.id}
          tabs={asking.document.tabs}
          onClose={() => setAsking(null)}
        />
      )}
    </Screen>
  );
}
