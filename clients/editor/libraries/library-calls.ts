/** library-calls: the person's shape libraries on the server, as the panel and the screen of Home show and change them. */
import { useCallback } from 'react';

import type { Library, LibraryItem, LibraryPatch } from '#schema/library.ts';

import { call } from '../api/call.ts';
import { type Request, useAnswer } from '../ui/use-answer.ts';

/** Each of the functions throws CallRefused and CallUnreachable. */
export type OwnLibraries = {
  readonly request: Request<{ libraries: Library[] }>;
  readonly create: (name: string, items: readonly LibraryItem[]) => Promise<Library>;
  readonly addItem: (library: Library, item: LibraryItem) => Promise<void>;
  readonly change: (library: Library, patch: LibraryPatch) => Promise<void>;
  readonly remove: (library: Library) => Promise<void>;
};

export function useLibraries(): OwnLibraries {
  const request = useAnswer(useCallback((signal: AbortSignal) => call('GET /shape-libraries', { signal }), []));
  const show = (library: Library): void =>
    request.change(({ libraries }) => ({ libraries: libraries.map((one) => (one.id === library.id ? library : one)) }));
  return {
    request,
    async create(name, items) {
      const { library } = await call('POST /shape-libraries', { body: { name, items: [...items] } });
      request.change(({ libraries }) => ({ libraries: [...libraries, library] }));
      return library;
    },
    async addItem({ id }, item) {
      const { library } = await call('POST /shape-libraries/:library/items', {
        params: { library: id },
        body: { items: [item] },
      });
      show(library);
    },
    async change({ id }, patch) {
      const { library } = await call('PUT /shape-libraries/:library', { params: { library: id }, body: patch });
      show(library);
    },
    async remove({ id }) {
      await call('DELETE /shape-libraries/:library', { params: { library: id } });
      request.change(({ libraries }) => ({ libraries: libraries.filter((one) => one.id !== id) }));
    },
  };
}
