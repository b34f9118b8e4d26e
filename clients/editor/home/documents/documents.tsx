/** documents: the documents of the signed-in person and those shared with them, searched by name and by what is in them. */
import { FileText, GraduationCap, LayoutTemplate, Plus, SearchX, Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import type { User } from '#schema/access.ts';
import type { Document } from '#schema/document.ts';
import { searchTypes } from '#schema/search.ts';

import type { Device } from '../../offline/device.ts';
import { ShareDialog } from '../../share/share-dialog.tsx';
import type { Navigate } from '../../state/routes.ts';
import { homeTexts } from '../../strings/home.ts';
import { SearchResults } from '../../search/search-results.tsx';
import { useSearch } from '../../search/use-search.ts';
import { searchTexts } from '../../strings/search.ts';
import { templatesTexts } from '../../strings/templates.ts';
import { Button } from '../../ui/button.tsx';
import { LaterDialog } from '../../ui/lazy-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RenameDialog } from '../../ui/rename-dialog.tsx';
import screen from '../../ui/screen.module.css';
import { Loaded, Screen } from '../../ui/screen.tsx';
import { usePending } from '../../ui/use-pending.ts';
import { DocumentCard } from './document-card.tsx';
import { type DocumentListModel, useDebounced, useDocuments } from './document-list.ts';
import css from './documents.module.css';
import { ListBar } from './list-bar.tsx';
import { KeptDocuments } from './kept-documents.tsx';
import { SearchField } from './search-field.tsx';
import { useListHabits } from './use-list-habits.ts';
import { type DocumentListActions, useDocumentActions } from './use-document-actions.ts';

type DocumentsProps = { readonly user: User; readonly device: Device; readonly navigate: Navigate };
const resultsPerPage = 20;
/** Documents are found by their names anyway. */
const contents = searchTypes.filter((type) => type !== 'document').join(',');

const TemplateDialog = lazyPart(async () => (await import('../../templates/template-dialog.tsx')).TemplateDialog, LaterDialog);

type OpenDialog = { readonly kind: 'rename' | 'share'; readonly document: Document } | { readonly kind: 'templates' };

export function Documents({ user, device, navigate }: DocumentsProps) {
  const [words, setWords] = useState('');
  const part = useDebounced(words.trim(), 180);
  const habits = useListHabits();
  const { sort, isStarred } = habits;
  const list = useDocuments({ part, sort, isStarred });
  const { found, more } = useSearch({ text: part, type: contents, limit: resultsPerPage, waitMs: 0 });
  const hasFound = part !== '' && found.results.length > 0;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { creating, create, createFrom, createWelcome, copy, trash, star, rename } = useDocumentActions(list, navigate);
  const { answer } = list.request;
  const newDocument = (
    <>
      <Button icon={<LayoutTemplate aria-hidden />} onClick={() => setDialog({ kind: 'templates' })}>
        {templatesTexts.templates}
      </Button>
      <Button kind="primary" icon={<Plus aria-hidden />} busy={creating} onClick={create}>
        {homeTexts.newDocument}
      </Button>
    </>
  );
  const close = (): void => setDialog(null);
  return (
    <Screen
      title={homeTexts.documents}
      actions={
        <>
          <SearchField words={words} onChange={setWords} />
          {newDocument}
        </>
      }
    >
      {answer.state === 'failed' && answer.isUnreachable ? (
        <KeptDocuments user={user.id} device={device} navigate={navigate} />
      ) : (
        <ListBar {...habits} />
      )}
      <Loaded request={list.request}>
        {({ documents, next }) => (
          <>
            <p className="unseen" role="status">
              {part === '' || (documents.length === 0 && hasFound) ? '' : homeTexts.found(documents.length, next)}
              {hasFound ? ` ${searchTexts.foundInDocuments(found.results.length, found.next !== null)}` : ''}
            </p>
            {documents.length === 0 && !hasFound && (
              <Empty
                part={part}
                isStarred={isStarred}
                newDocument={newDocument}
                onLearn={createWelcome}
                onShowAll={() => setWords('')}
              />
            )}
            <div className={css['grid']}>
              {documents.map((document) => (
                <DocumentCard
                  key={document.id}
                  document={document}
                  sort={sort}
                  navigate={navigate}
                  rename={() => setDialog({ kind: 'rename', document })}
                  share={() => setDialog({ kind: 'share', document })}
                  copy={copy}
                  trash={trash}
                  star={star}
                />
              ))}
            </div>
            {next !== null && <ShowMore list={list} />}
            {hasFound && <SearchResults found={found} more={more} navigate={navigate} />}
          </>
        )}
      </Loaded>
      {dialog !== null && <OpenedDialog dialog={dialog} me={user.id} onClose={close} rename={rename} createFrom={createFrom} />}
    </Screen>
  );
}

type DialogProps = Pick<DocumentListActions, 'rename' | 'createFrom'> & {
  readonly dialog: OpenDialog;
  readonly me: string;
  readonly onClose: () => void;
};

function OpenedDialog({ dialog, me, onClose, rename, createFrom }: DialogProps) {
  switch (dialog.kind) {
    case 'rename': {
      const { document } = dialog;
      const props = { what: homeTexts.document, name: document.name, onClose };
      return <RenameDialog {...props} rename={(name) => rename(document, name)} />;
    }
    case 'templates':
      return <TemplateDialog description={templatesTexts.about} onClose={onClose} make={createFrom} />;
    case 'share':
      return <ShareOne document={dialog.document} me={me} onClose={onClose} />;
  }
}

type EmptyProps = {
  readonly part: string;
  readonly isStarred: boolean;
  readonly newDocument: ReactNode;
  readonly onLearn: () => Promise<void>;
  readonly onShowAll: () => void;
};

function Empty({ part, isStarred, newDocument, onLearn, onShowAll }: EmptyProps) {
  const learning = usePending();
  if (part === '' && isStarred) {
    return (
      <EmptyState icon={<Star />} title={homeTexts.nothingStarred}>
        {homeTexts.nothingStarredAbout}
      </EmptyState>
    );
  }
  if (part === '') {
    const learn = (
      <Button icon={<GraduationCap aria-hidden />} busy={learning.busy} onClick={() => void learning.run(onLearn)}>
        {homeTexts.learnTheBasics}
      </Button>
    );
    return (
      <EmptyState
        icon={<FileText />}
        title={homeTexts.noDocumentsYet}
        action={
          <>
            {learn}
            {newDocument}
          </>
        }
      >
        {homeTexts.documentsAbout}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<SearchX />} title={homeTexts.noResults} action={<Button onClick={onShowAll}>{homeTexts.showAll}</Button>}>
      {homeTexts.noDocumentsMatch(part)}
    </EmptyState>
  );
}

function ShowMore({ list }: { readonly list: DocumentListModel }) {
  const task = usePending();
  return (
    <div className={screen['more']}>
      <Button busy={task.busy} onClick={() => void task.run(list.more)}>
        {homeTexts.showMore}
      </Button>
    </div>
  );
}

type ShareProps = { readonly document: Document; readonly me: string; readonly onClose: () => void };

function ShareOne({ document: { id, name, access, tabs }, me, onClose }: ShareProps) {
  return <ShareDialog documentId={id} name={name} level={access} me={me} tabs={tabs} shownTab={null} onClose={onClose} />;
}
