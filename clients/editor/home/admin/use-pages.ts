/** use-pages: a list that the server answers page by page, with all pages that were asked for. */
import { useCallback } from 'react';

import { type Request, useAnswer } from '../../ui/use-answer.ts';
import { usePending } from '../../ui/use-pending.ts';

export type ListPage<T> = { readonly entries: readonly T[]; readonly next: string | null };
export type Pages<T> = { readonly request: Request<ListPage<T>>; readonly busy: boolean; readonly more: () => void };

/** `read` must be stable for the same list, as from useCallback. */
export function usePages<T>(read: (cursor: string | null, signal?: AbortSignal) => Promise<ListPage<T>>): Pages<T> {
  const request = useAnswer(useCallback((signal: AbortSignal) => read(null, signal), [read]));
  const { busy, run } = usePending();
  const more = (): void =>
    void run(async () => {
      const { answer } = request;
      if (answer.state !== 'here' || answer.value.next === null) return;
      const page = await read(answer.value.next);
      request.change(({ entries }) => ({ entries: [...entries, ...page.entries], next: page.next }));
    });
  return { request, busy, more };
}
