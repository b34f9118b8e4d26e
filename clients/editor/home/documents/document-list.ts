/** document-list: the documents of a person, page by page, with what was changed here shown at once. */
import { useCallback, useEffect, useRef, useState } from 'react';

import type { Document } from '#schema/document.ts';

import { call } from '../../api/call.ts';
import { type Request, useAnswer } from '../../ui/use-answer.ts';

type ShownDocuments = { readonly documents: readonly Document[]; readonly next: string | null };

export type DocumentListModel = {
  readonly request: Request<ShownDocuments>;
  /** The next page after what is shown. Throws Refused and Unreachable. */
  readonly more: () => Promise<void>;
  readonly put: (document: Document) => void;
  readonly remove: (id: string) => void;
};

const pageLength = 40;

/** `part`: of the name. */
export function useDocuments(part: string): DocumentListModel {
  const ask = useCallback(
    (signal: AbortSignal, cursor?: string) =>
      call('GET /documents', {
        query: { limit: pageLength, q: part === '' ? undefined : part, cursor },
        signal,
      }),
    [part],
  );
  const asked = useAnswer<ShownDocuments>(useCallback((signal: AbortSignal) => ask(signal), [ask]));
  const { answer, change } = asked;
  const stop = useRef(new AbortController());
  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, [ask]);
  return {
    request: asked,
    async more() {
      if (answer.state !== 'here' || answer.value.next === null) return;
      const { signal } = stop.current;
      const page = await ask(signal, answer.value.next);
      if (signal.aborted) return;
      // One that was changed meanwhile stands on both pages.
      change(({ documents }) => {
        const known = new Set(documents.map(({ id }) => id));
        return { documents: [...documents, ...page.documents.filter(({ id }) => !known.has(id))], next: page.next };
      });
    },
    put: (document) =>
      change(({ documents, next }) => ({ documents: [document, ...documents.filter(({ id }) => id !== document.id)], next })),
    remove: (id) => change(({ documents, next }) => ({ documents: documents.filter((one) => one.id !== id), next })),
  };
}

/** The value as it was when it last stood still for `ms`. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
