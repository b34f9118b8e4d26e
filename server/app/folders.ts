/** A person's folders, and the folder of each document. Each person has their own, which others do not see (SPEC.md). */
import { type Folder, type FolderName } from '#schema/folder.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { AgentActor, PersonActor } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { setFolder } from '#storage/document-marks.ts';
import { deleteFolder, folderById, insertFolder, listFolders, renameFolder } from '#storage/folders.ts';
import { lockGalleries } from '#storage/images.ts';

import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { isBound, refuseChanging, refuseCreating } from './ownership.ts';

export type FolderAnswer = { readonly folder: Folder };
type Owner = PersonActor | AgentActor;

export type Folders = {
  /** Errors: too_large (too many), token_read_only, token_fenced, access_denied. */
  create(call: Call<Owner>, body: FolderName): Promise<FolderAnswer | Problem>;
  list(call: Call<Owner>): Promise<{ readonly folders: readonly Folder[] }>;
  /** Errors: folder_not_found, token_read_only, token_fenced. */
  rename(call: Call<Owner>, id: string, body: FolderName): Promise<FolderAnswer | Problem>;
  /** Its documents stay. Errors: folder_not_found, token_read_only, token_fenced. */
  remove(call: Call<Owner>, id: string): Promise<null | Problem>;
  /** Errors: unauthenticated (a guest), folder_not_found, token_read_only, token_fenced. */
  place(call: Call, documentId: string, folder: string | null): Promise<null | Problem>;
};

export function createFolders(context: AppContext): Folders {
  const { storage, now } = context;
  return {
    async create(call, { name }) {
      const { actor } = call;
      const refusal = refuseCreating(actor, 'folders');
      if (refusal !== null) return refusal;
      return commit<FolderAnswer>(context, call, { action: 'folder.create', about }, async (tx) => {
        await lockGalleries(tx, actor.userId);
        if ((await listFolders(tx, actor.userId)).length >= limits.foldersPerUser)
          return problem('too_large', {
            limit: limits.foldersPerUser,
            detail: `A person has at most ${limits.foldersPerUser} folders.`,
          });
        const at = now();
        const folder = { id: newId('folder', at), name, documents: 0 };
        await insertFolder(tx, actor.userId, folder, at);
        return { folder };
      });
    },

    async list({ actor }) {
      return { folders: isBound(actor) ? [] : await listFolders(storage.db, actor.userId) };
    },

    rename(call, id, { name }) {
      const { actor } = call;
      return commit<FolderAnswer>(context, call, { action: 'folder.rename', about }, async (tx) => {
        const refusal = isBound(actor) ? problem('folder_not_found') : refuseChanging(actor);
        if (refusal !== null) return refusal;
        await renameFolder(tx, actor.userId, id, name);
        const folder = await folderById(tx, actor.userId, id);
        return folder === null ? problem('folder_not_found') : { folder };
      });
    },

    remove(call, id) {
      const { actor } = call;
      return commit<null>(context, call, { action: 'folder.remove', about: () => ({ subject: id }) }, async (tx) => {
        const refusal = isBound(actor) ? problem('folder_not_found') : refuseChanging(actor);
        if (refusal !== null) return refusal;
        await lockGalleries(tx, actor.userId);
        return (await deleteFolder(tx, actor.userId, id)) ? null : problem('folder_not_found');
      });
    },

    place: (call, documentId, folder) =>
      commit<null>(context, call, { action: 'document.place', about: () => ({ documentId }) }, async (tx) => {
        const { actor } = call;
        if (actor.kind === 'guest') return problem('unauthenticated', { detail: 'Sign in to put documents into folders.' });
        const access = await authorize(tx, actor, documentId, 'viewer', { now: now() });
        if (isProblem(access)) return access;
        const refusal = refuseChanging(actor);
        if (refusal !== null) return refusal;
        // A folder that is deleted meanwhile keeps no document.
        await lockGalleries(tx, actor.userId);
        if (folder !== null && (isBound(actor) || (await folderById(tx, actor.userId, folder)) === null))
          return problem('folder_not_found');
        await setFolder(tx, actor.userId, documentId, folder);
        return null;
      }),
  };
}

const about = ({ folder }: FolderAnswer): { readonly subject: string } => ({ subject: folder.id });
