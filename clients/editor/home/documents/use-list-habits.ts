/** use-list-habits: the order and the filter of the list of documents, as the person last chose them. */
import { useState } from 'react';

import type { DocumentSort } from '#schema/document-calls.ts';

import { keepIsStarred, keepSort, readIsStarred, readSort } from './list-habits.ts';
import { browserStorage } from '../../state/browser-storage.ts';

export type ListHabits = {
  readonly isStarred: boolean;
  readonly onStarred: (isStarred: boolean) => void;
  readonly sort: DocumentSort;
  readonly onSort: (sort: DocumentSort) => void;
};

export function useListHabits(): ListHabits {
  const [sort, setSort] = useState(() => readSort(browserStorage()));
  const [isStarred, setIsStarred] = useState(() => readIsStarred(sessionStorage));
  return {
    isStarred,
    onStarred(next) {
      setIsStarred(next);
      keepIsStarred(sessionStorage, next);
    },
    sort,
    onSort(next) {
      setSort(next);
      keepSort(browserStorage(), next);
    },
  };
}
