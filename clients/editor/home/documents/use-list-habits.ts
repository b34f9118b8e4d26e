/** use-list-habits: the order and the filters of the list of documents, as the person last chose them. */
import { useState } from 'react';

import type { DocumentSort } from '#schema/document-calls.ts';

import { keepIsStarred, keepOwner, keepSort, type OwnerFilter, readIsStarred, readOwner, readSort } from './list-habits.ts';
import { browserStorage } from '../../state/browser-storage.ts';

export type ListHabits = {
  readonly isStarred: boolean;
  readonly onStarred: (isStarred: boolean) => void;
  readonly owner: OwnerFilter;
  readonly onOwner: (owner: OwnerFilter) => void;
  readonly sort: DocumentSort;
  readonly onSort: (sort: DocumentSort) => void;
};

export function useListHabits(): ListHabits {
  const [sort, setSort] = useState(() => readSort(browserStorage()));
  const [isStarred, setIsStarred] = useState(() => readIsStarred(sessionStorage));
  const [owner, setOwner] = useState(() => readOwner(sessionStorage));
  return {
    isStarred,
    onStarred(next) {
      setIsStarred(next);
      keepIsStarred(sessionStorage, next);
    },
    owner,
    onOwner(next) {
      setOwner(next);
      keepOwner(sessionStorage, next);
    },
    sort,
    onSort(next) {
      setSort(next);
      keepSort(browserStorage(), next);
    },
  };
}
