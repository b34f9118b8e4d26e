/** document-list: the documents of a person, page by page, with changes made here applied at once. */
import { useCallback, useEffect, useRef, useState } from 'react';

import type { Document } from '#schema/document.ts';

import { call } from '../../api/call.ts';
import { type Request, useAnswer } from '../../ui/use-answer.ts';
import { type ShownDocuments, withDocument, withoutDocument, withPage } from './shown-documents.ts';

export type DocumentListModel = {
  readonly request: Request<ShownDocuments>;
  /** Loads the next page. Throws CallRefused and CallUnreachable. */
  readonly more: () => Promise<void>;
  readonly put: (document: Document) => void;
  readonly remove: (id: string) => void;
};

const pageLength = 40;

/** `part`: words in the name; empty for all documents. */
export function useDocuments(part: string): DocumentListModel {
  const ask = useCallback(
    (signal: AbortSignal, cursor?: string) =>
      call('GET /documents', {
        query: { limit: pageLength, q: part === '' ? undefined : part, cursor },
        signal,
      }),
    [part],
  );
  const request = useAnswer<ShownDocuments>(useCallback((signal: AbortSignal) => ask(signal), [ask]));
  const { answer, change } = request;
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
    put: (document) => change((shown) => withDocument(shown, document)),
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
