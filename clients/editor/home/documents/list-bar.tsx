/** list-bar: which of the documents are listed, and in which order. */
import { Star } from 'lucide-react';

import type { DocumentSort } from '#schema/document-calls.ts';

import { homeTexts } from '../../strings/home.ts';
import { Select } from '../../ui/select.tsx';
import css from './documents.module.css';
import type { ListHabits } from './use-list-habits.ts';

const sorts = [
  { value: 'changed', label: homeTexts.lastChanged },
  { value: 'opened', label: homeTexts.lastOpened },
  { value: 'name', label: homeTexts.name },
  { value: 'created', label: homeTexts.dateCreated },
] as const;

export function ListBar({ isStarred, onStarred, sort, onSort }: ListHabits) {
  return (
    <div className={css['bar']}>
      <button type="button" className={css['filter']} aria-pressed={isStarred} onClick={() => onStarred(!isStarred)}>
        <Star aria-hidden />
        {homeTexts.starred}
      </button>
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
