/** use-folders: the folders of the signed-in person, with changes made here applied at once. */
import { useCallback } from 'react';

import type { Folder } from '#schema/folder.ts';

import { call } from '../../api/call.ts';
import { type Request, useAnswer } from '../../ui/use-answer.ts';

export type FoldersModel = {
  readonly request: Request<readonly Folder[]>;
  /** None until the server has answered. */
  readonly folders: readonly Folder[];
  /** Throws CallRefused and CallUnreachable. */
  readonly create: (name: string) => Promise<Folder>;
  /** Throws CallRefused and CallUnreachable. */
  readonly rename: (folder: Folder, name: string) => Promise<void>;
  /** Its documents stay. Throws CallRefused and CallUnreachable. */
  readonly remove: (folder: Folder) => Promise<void>;
  /** Null: out of its folder. Throws CallRefused and CallUnreachable. */
  readonly place: (documentId: string, folderId: string | null) => Promise<void>;
};

const byName = (a: Folder, b: Folder): number => a.name.localeCompare(b.name);

export function useFolders(): FoldersModel {
  const request = useAnswer<readonly Folder[]>(
    useCallback(async (signal: AbortSignal) => (await call('GET /folders', { signal })).folders.toSorted(byName), []),
  );
  const { answer, change } = request;
  const put = (folder: Folder): void =>
    change((shown) => [...shown.filter(({ id }) => id !== folder.id), folder].toSorted(byName));
  return {
    request,
    folders: answer.state === 'here' ? answer.value : [],
    async create(name) {
      const { folder } = await call('POST /folders', { body: { name } });
      put(folder);
      return folder;
    },
    rename: async ({ id }, name) =>
      put((await call('PATCH /folders/:folder', { params: { folder: id }, body: { name } })).folder),
    async remove({ id }) {
      await call('DELETE /folders/:folder', { params: { folder: id } });
      change((shown) => shown.filter((folder) => folder.id !== id));
    },
    async place(documentId, folderId) {
      await call('PUT /documents/:doc/folder', { params: { doc: documentId }, body: { folder: folderId } });
      const { folders } = await call('GET /folders');
      change(() => folders.toSorted(byName));
    },
  };
}
