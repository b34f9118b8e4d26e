/** document-grid: the documents of the list as cards, and the button for more of them. */
import type { DocumentSort } from '#schema/document-calls.ts';
import type { Document } from '#schema/document.ts';
import type { Folder } from '#schema/folder.ts';

import type { Navigate } from '../../state/routes.ts';
import { homeTexts } from '../../strings/home.ts';
import { Button } from '../../ui/button.tsx';
import screen from '../../ui/screen.module.css';
import { usePending } from '../../ui/use-pending.ts';
import { type DocumentActions, DocumentCard } from './document-card.tsx';
import css from './documents.module.css';

type DocumentGridProps = DocumentActions & {
  readonly documents: readonly Document[];
  readonly sort: DocumentSort;
  readonly folders: readonly Folder[];
  readonly navigate: Navigate;
  /** Loads more. Null: these are all. */
  readonly more: (() => Promise<void>) | null;
};

export function DocumentGrid({ documents, more, ...rest }: DocumentGridProps) {
  return (
    <>
      <div className={css['grid']}>
        {documents.map((document) => (
          <DocumentCard key={document.id} document={document} {...rest} />
        ))}
      </div>
      {more !== null && <ShowMore more={more} />}
    </>
  );
}

function ShowMore({ more }: { readonly more: () => Promise<void> }) {
  const task = usePending();
  return (
    <div className={screen['more']}>
      <Button busy={task.busy} onClick={() => void task.run(more)}>
        {homeTexts.showMore}
      </Button>
    </div>
  );
}
