/** list-habits: how a person last looked at the list of documents: its order in this browser, and the filter in this window. */
import { type DocumentSort, documentSorts } from '#schema/document-calls.ts';

const sortKey = 'atelier.documents.sort';
const starredKey = 'atelier.documents.starred';

type Reader = Pick<Storage, 'getItem'>;
type Writer = Pick<Storage, 'setItem'>;

export const readSort = (storage: Reader): DocumentSort =>
  documentSorts.find((sort) => sort === read(storage, sortKey)) ?? 'changed';

export const keepSort = (storage: Writer, sort: DocumentSort): void => keep(storage, sortKey, sort);

export const readIsStarred = (storage: Reader): boolean => read(storage, starredKey) === '1';

export const keepIsStarred = (storage: Writer, isStarred: boolean): void => keep(storage, starredKey, isStarred ? '1' : '0');

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
