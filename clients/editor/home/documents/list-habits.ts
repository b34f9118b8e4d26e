/** list-habits: how a person last looked at the list of documents: its order in this browser, and the filters in this window. */
import { type DocumentSort, documentSorts } from '#schema/document-calls.ts';

const sortKey = 'atelier.documents.sort';
const starredKey = 'atelier.documents.starred';
const ownerKey = 'atelier.documents.owner';

/** Whose documents are listed. */
export const ownerFilters = ['anyone', 'me', 'others'] as const;
export type OwnerFilter = (typeof ownerFilters)[number];

type Reader = Pick<Storage, 'getItem'>;
type Writer = Pick<Storage, 'setItem'>;

export const readSort = (storage: Reader): DocumentSort =>
  documentSorts.find((sort) => sort === read(storage, sortKey)) ?? 'changed';

export const keepSort = (storage: Writer, sort: DocumentSort): void => keep(storage, sortKey, sort);

export const readIsStarred = (storage: Reader): boolean => read(storage, starredKey) === '1';

export const keepIsStarred = (storage: Writer, isStarred: boolean): void => keep(storage, starredKey, isStarred ? '1' : '0');

export const readOwner = (storage: Reader): OwnerFilter =>
  ownerFilters.find((owner) => owner === read(storage, ownerKey)) ?? 'anyone';

export const keepOwner = (storage: Writer, owner: OwnerFilter): void => keep(storage, ownerKey, owner);

function read(storage: Reader, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    // Storage is disabled.
    return null;
  }
}

function keep(storage: Writer, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // It lasts while the screen is open.
  }
}
