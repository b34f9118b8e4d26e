/** use-search: what the server finds for the words that are being typed; earlier results stay until new ones have arrived. */
import { useCallback, useEffect, useState } from 'react';

import { wordsOf } from '#core/search/fold-text.ts';
import type { SearchResult } from '#schema/search.ts';

import { call } from '../api/call.ts';

export type FoundResults = {
  readonly words: readonly string[];
  readonly results: readonly SearchResult[];
  /** The cursor of the next page; null after the last. */
  readonly next: string | null;
};

export const nothingFound: FoundResults = { words: [], results: [], next: null };

type Query = {
  readonly text: string;
  /** As in the query of the call; default: everything. */
  readonly type?: string;
  readonly limit: number;
  readonly waitMs: number;
};

/** An empty text finds nothing. A call that fails finds nothing: the search can be repeated. */
export function useSearch({ text, type, limit, waitMs }: Query): {
  readonly found: FoundResults;
  readonly more: () => Promise<void>;
} {
  const [found, setFound] = useState(nothingFound);
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const words = wordsOf(text);
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = await call('GET /search', { query: { q: text, type, limit }, signal: stop.signal });
      if (stop.signal.aborted) return;
      setFound({ words, ...answer });
      setAsked(text);
    };
    if (words.length === 0) {
      setFound(nothingFound);
      return () => stop.abort();
    }
    const timer = setTimeout(() => void ask().catch(() => !stop.signal.aborted && setFound(nothingFound)), waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, type, limit, waitMs]);
  const more = useCallback(async (): Promise<void> => {
    if (found.next === null) return;
    const answer = await call('GET /search', { query: { q: asked, type, limit, cursor: found.next } });
    setFound((now) => (now === found ? { ...now, results: [...now.results, ...answer.results], next: answer.next } : now));
  }, [found, asked, type, limit]);
  return { found, more };
}
