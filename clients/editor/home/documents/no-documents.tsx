/** no-documents: shown instead of the documents where there are none, with the reason. */
import { FileText, Folder as FolderIcon, Folders, GraduationCap, SearchX, Star, Users } from 'lucide-react';
import type { ReactNode } from 'react';

import { foldersTexts } from '../../strings/folders.ts';
import { homeTexts } from '../../strings/home.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePending } from '../../ui/use-pending.ts';

/** Why the list is empty: nothing has the searched words, or is starred, or of that owner, or in the folder; or all are in folders. */
export type WhyEmpty = 'search' | 'starred' | 'owner' | 'folder' | 'all-in-folders' | 'none';

type NoDocumentsProps = {
  readonly why: WhyEmpty;
  /** The searched words. */
  readonly part: string;
  readonly newDocument: ReactNode;
  readonly onLearn: () => Promise<void>;
  readonly onShowAll: () => void;
};

export function NoDocuments({ why, part, newDocument, onLearn, onShowAll }: NoDocumentsProps) {
  const learning = usePending();
  switch (why) {
    case 'starred':
      return (
        <EmptyState icon={<Star />} title={homeTexts.nothingStarred}>
          {homeTexts.nothingStarredAbout}
        </EmptyState>
      );
    case 'owner':
      return <EmptyState icon={<Users />} title={homeTexts.noResults} />;
    case 'folder':
      return (
        <EmptyState icon={<FolderIcon />} title={foldersTexts.isEmpty}>
          {foldersTexts.isEmptyAbout}
        </EmptyState>
      );
    case 'all-in-folders':
      return (
        <EmptyState icon={<Folders />} title={foldersTexts.everythingInFolders}>
          {foldersTexts.everythingInFoldersAbout}
        </EmptyState>
      );
    case 'search':
      return (
        <EmptyState
          icon={<SearchX />}
          title={homeTexts.noResults}
          action={<Button onClick={onShowAll}>{homeTexts.showAll}</Button>}
        >
          {homeTexts.noDocumentsMatch(part)}
        </EmptyState>
      );
    case 'none': {
      const learn = (
        <Button icon={<GraduationCap aria-hidden />} busy={learning.busy} onClick={() => void learning.run(onLearn)}>
          {homeTexts.learnTheBasics}
        </Button>
      );
      const action = (
        <>
          {learn}
          {newDocument}
        </>
      );
      return (
        <EmptyState icon={<FileText />} title={homeTexts.noDocumentsYet} action={action}>
          {homeTexts.documentsAbout}
        </EmptyState>
      );
    }
  }
}
