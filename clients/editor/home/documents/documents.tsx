/** documents: the documents of the signed-in person and those shared with them, in folders, searched by name and by what is in them. */
import { LayoutTemplate, Plus } from 'lucide-react';
import { useState } from 'react';

import type { User } from '#schema/access.ts';
import type { Document } from '#schema/document.ts';
import { noFolder } from '#schema/folder.ts';
import { searchTypes } from '#schema/search.ts';

import type { Device } from '../../offline/device.ts';
import { SearchResults } from '../../search/search-results.tsx';
import { useSearch } from '../../search/use-search.ts';
import type { Navigate } from '../../state/routes.ts';
import { homeTexts } from '../../strings/home.ts';
import { searchTexts } from '../../strings/search.ts';
import { templatesTexts } from '../../strings/templates.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded, Screen } from '../../ui/screen.tsx';
import { FolderMenu, FolderPath, NoSuchFolder } from '../folders/folder-head.tsx';
import { FolderTiles } from '../folders/folder-tiles.tsx';
import { useFolders } from '../folders/use-folders.ts';
import type { DocumentActions } from './document-card.tsx';
import { DocumentGrid } from './document-grid.tsx';
import { useDebounced, useDocuments } from './document-list.ts';
import { KeptDocuments } from './kept-documents.tsx';
import { ListBar } from './list-bar.tsx';
import { NoDocuments, type WhyEmpty } from './no-documents.tsx';
import { type OpenDialog, OpenedDialog } from './opened-dialog.tsx';
import { SearchField } from './search-field.tsx';
import { type DocumentListActions, useDocumentActions } from './use-document-actions.ts';
import { useListHabits } from './use-list-habits.ts';

const resultsPerPage = 20;
/** Documents are found by their names anyway. */
const contents = searchTypes.filter((type) => type !== 'document').join(',');

type DocumentsProps = {
  readonly user: User;
  readonly device: Device;
  readonly navigate: Navigate;
  /** The id of the folder that is shown; null: what is in none. */
  readonly folderId: string | null;
};

export function Documents({ user, device, navigate, folderId }: DocumentsProps) {
  const [words, setWords] = useState('');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const shown = useShown(words.trim(), folderId, navigate);
  const { part, habits, list, folders, folder, actions, why, isRoot } = shown;
  const { found, more } = useSearch({ text: part, type: contents, limit: resultsPerPage, waitMs: 0 });
  const hasFound = part !== '' && found.results.length > 0;
  const { answer } = list.request;
  if (folder === undefined) return <NoSuchFolder navigate={navigate} />;
  const newDocument = <CreateButtons actions={actions} onTemplates={() => setDialog({ kind: 'templates' })} />;
  const cardActions: DocumentActions = {
    ...actions,
    rename: (document) => setDialog({ kind: 'rename', document }),
    share: (document) => setDialog({ kind: 'share', document }),
    moveToNewFolder: (moved) => setDialog({ kind: 'new-folder', moved }),
  };
  return (
    <Screen
      title={folder?.name ?? homeTexts.documents}
      above={folder !== null && <FolderPath navigate={navigate} />}
      menu={folder !== null && <FolderMenu folder={folder} onAsk={setDialog} />}
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
        <ListBar {...habits} onNewFolder={folder === null ? () => setDialog({ kind: 'new-folder', moved: null }) : null} />
      )}
      {isRoot && <FolderTiles folders={folders.folders} navigate={navigate} onDropped={shown.moveDropped} />}
      <Loaded request={list.request}>
        {({ documents, next }) => (
          <>
            <p className="unseen" role="status">
              {part === '' || (documents.length === 0 && hasFound) ? '' : homeTexts.found(documents.length, next)}
              {hasFound ? ` ${searchTexts.foundInDocuments(found.results.length, found.next !== null)}` : ''}
            </p>
            {documents.length === 0 && !hasFound && (
              <NoDocuments
                why={why}
                part={part}
                newDocument={newDocument}
                onLearn={actions.createWelcome}
                onShowAll={() => setWords('')}
              />
            )}
            <DocumentGrid
              documents={documents}
              sort={habits.sort}
              folders={folders.folders}
              navigate={navigate}
              more={next === null ? null : list.more}
              {...cardActions}
            />
            {hasFound && <SearchResults found={found} more={more} navigate={navigate} />}
          </>
        )}
      </Loaded>
      {dialog !== null && (
        <OpenedDialog
          dialog={dialog}
          me={user.id}
          actions={actions}
          folders={folders}
          onClose={() => setDialog(null)}
          onFolderDeleted={() => navigate({ screen: 'documents' })}
        />
      )}
    </Screen>
  );
}

type CreateButtonsProps = { readonly actions: DocumentListActions; readonly onTemplates: () => void };

function CreateButtons({ actions, onTemplates }: CreateButtonsProps) {
  return (
    <>
      <Button icon={<LayoutTemplate aria-hidden />} onClick={onTemplates}>
        {templatesTexts.templates}
      </Button>
      <Button kind="primary" icon={<Plus aria-hidden />} busy={actions.creating} onClick={actions.create}>
        {homeTexts.newDocument}
      </Button>
    </>
  );
}

/** What is listed, and what is done with it. `folder`: null outside of folders and while it is requested, undefined if there is none. */
function useShown(words: string, folderId: string | null, navigate: Navigate) {
  const part = useDebounced(words, 180);
  const habits = useListHabits();
  const { sort, isStarred, owner } = habits;
  const folders = useFolders();
  const isNarrowed = part !== '' || isStarred || owner !== 'anyone';
  // A search goes through all documents, wherever it begins.
  const place = folderId ?? (isNarrowed ? undefined : noFolder);
  const listed = part === '' ? place : undefined;
  const list = useDocuments({ part, sort, isStarred, owner, folder: listed });
  const actions = useDocumentActions({ list, folders, folderId, isOfFolder: listed !== undefined }, navigate);
  const { answer } = folders.request;
  const known = folders.folders.find(({ id }) => id === folderId);
  const folder = known ?? (folderId !== null && answer.state === 'here' ? undefined : null);
  const moveDropped = (documentId: string, into: NonNullable<typeof known>): void => {
    const documents: readonly Document[] = list.request.answer.state === 'here' ? list.request.answer.value.documents : [];
    const dropped = documents.find(({ id }) => id === documentId);
    if (dropped !== undefined) actions.move(dropped, into);
  };
  const why = whyEmpty({ part, isStarred, owner }, folderId, folders.folders.length);
  return { part, habits, list, folders, folder, actions, why, moveDropped, isRoot: folderId === null && !isNarrowed };
}

function whyEmpty(
  { part, isStarred, owner }: { readonly part: string; readonly isStarred: boolean; readonly owner: string },
  folderId: string | null,
  folders: number,
): WhyEmpty {
  if (part !== '') return 'search';
  if (isStarred) return 'starred';
  if (owner !== 'anyone') return 'owner';
  if (folderId !== null) return 'folder';
  return folders > 0 ? 'all-in-folders' : 'none';
}
