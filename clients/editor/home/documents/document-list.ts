/** document-list: the documents of a person, page by page, with changes made here applied at once. */
import { useCallback, useEffect, useRef, useState } from 'react';

import type { DocumentSort } from '#schema/document-calls.ts';
import type { Document } from '#schema/document.ts';

import { call } from '../../api/call.ts';
import { type Request, useAnswer } from '../../ui/use-answer.ts';
import type { OwnerFilter } from './list-habits.ts';
import { type ShownDocuments, withChanged, withDocument, withoutDocument, withPage } from './shown-documents.ts';

export type DocumentListModel = {
  readonly request: Request<ShownDocuments>;
  /** Loads the next page. Throws CallRefused and CallUnreachable. */
  readonly more: () => Promise<void>;
  /** Shows a document that was changed, copied or restored. */
  readonly put: (document: Document) => void;
  /** Shows what the person marked it with. */
  readonly mark: (document: Document) => void;
  readonly remove: (id: string) => void;
};

const pageLength = 40;

/** `part`: words in the name; empty for all documents. */
export type ListedPart = {
  readonly part: string;
  readonly sort: DocumentSort;
  readonly isStarred: boolean;
  readonly owner: OwnerFilter;
  /** The id of a folder, or `none`; undefined: of all documents. */
  readonly folder: string | undefined;
};

export function useDocuments({ part, sort, isStarred, owner, folder }: ListedPart): DocumentListModel {
  const ask = useCallback(
    (signal: AbortSignal, cursor?: string) =>
      call('GET /documents', {
        query: {
          limit: pageLength,
          q: part === '' ? undefined : part,
          sort: sort === 'changed' ? undefined : sort,
          starred: isStarred ? '1' : undefined,
          owner: owner === 'anyone' ? undefined : owner,
          folder,
          cursor,
        },
        signal,
      }),
    [part, sort, isStarred, owner, folder],
  );
  const request = useAnswer<ShownDocuments>(useCallback((signal: AbortSignal) => ask(signal), [ask]));
  const { answer, change, again } = request;
  const controller = useRef(new AbortController());
  useEffect(() => {
    controller.current = new AbortController();
    return () => controller.current.abort();
  }, [ask]);
  return {
    request,
    async more() {
      if (answer.state !== 'here' || answer.value.next === null) return;
      const { signal } = controller.current;
      const page = await ask(signal, answer.value.next);
      if (signal.aborted) return;
      change((shown) => withPage(shown, page));
    },
    put(document) {
      change((shown) => withDocument(shown, document));
      // Where it now belongs, the server says.
      if (sort !== 'changed') again();
    },
    mark: (document) => change((shown) => withChanged(shown, document)),
    remove: (id) => change((shown) => withoutDocument(shown, id)),
  };
}

/** The value after it has not changed for `ms`. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
