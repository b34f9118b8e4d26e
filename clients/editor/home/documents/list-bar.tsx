/** list-bar: which of the documents are listed, and in which order. */
import { FolderPlus, Star } from 'lucide-react';

import type { DocumentSort } from '#schema/document-calls.ts';

import { foldersTexts } from '../../strings/folders.ts';
import { homeTexts } from '../../strings/home.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import css from './documents.module.css';
import type { OwnerFilter } from './list-habits.ts';
import type { ListHabits } from './use-list-habits.ts';

const sorts = [
  { value: 'changed', label: homeTexts.lastChanged },
  { value: 'opened', label: homeTexts.lastOpened },
  { value: 'name', label: homeTexts.name },
  { value: 'created', label: homeTexts.dateCreated },
] as const;

const owners = [
  { value: 'anyone', label: foldersTexts.ownedByAnyone },
  { value: 'me', label: foldersTexts.ownedByMe },
  { value: 'others', label: foldersTexts.ownedByOthers },
] as const;

type ListBarProps = ListHabits & {
  /** Null: no folder is made here. */
  readonly onNewFolder: (() => void) | null;
};

export function ListBar({ isStarred, onStarred, owner, onOwner, sort, onSort, onNewFolder }: ListBarProps) {
  return (
    <div className={css['bar']}>
      <button type="button" className={css['filter']} aria-pressed={isStarred} onClick={() => onStarred(!isStarred)}>
        <Star aria-hidden />
        {homeTexts.starred}
      </button>
      <Select<OwnerFilter>
        className={css['owner']}
        label={foldersTexts.owner}
        labelUnseen
        plain
        options={owners}
        value={owner}
        onChange={onOwner}
      />
      {onNewFolder !== null && (
        <IconButton size="sm" label={foldersTexts.newFolder} icon={<FolderPlus />} onClick={onNewFolder} />
      )}
      <Select<DocumentSort>
        className={css['sort']}
        label={homeTexts.sortBy}
        labelUnseen
        plain
        options={sorts}
        value={sort}
        onChange={onSort}
      />
    </div>
  );
}
