/** Creating, listing, showing, renaming, trashing and restoring documents (SPEC.md). */
import type { DocumentPatch, DocumentListQuery } from '#schema/document-calls.ts';
import type { Document } from '#schema/document.ts';
import { noFolder } from '#schema/folder.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { setDocumentName } from '#schema/ydoc/write.ts';
import type { Access, AgentActor, PersonActor } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { decodeCursor, encodeCursor, listDocuments } from '#storage/document-list.ts';
import { documentById, expireTrashed, renameDocument, restoreDocument, setAgents, trashDocument } from '#storage/documents.ts';
import { appendEvent } from '#storage/outbox.ts';
import type { Db } from '#storage/storage.ts';

import { eventActor } from './audit.ts';
import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { documentWrite } from './document-write.ts';
import { DocumentView } from './document-view.ts';
import { type CreateDocument, createNewDocument } from './new-documents.ts';

export type Documents = {
  /** Errors: token_read_only, access_denied (a token limited to documents), those of a changeset. */
  create: CreateDocument;
  /** Errors: invalid_request (cursor). */
  list(call: Call<PersonActor | AgentActor>, query: DocumentListQuery): Promise<DocumentList | Problem>;
  show(call: Call, documentId: string): Promise<Document | Problem>;
  /** Renames it, or sets what agents may do. Errors: session_required. */
  change(call: Call, documentId: string, body: DocumentPatch): Promise<Document | Problem>;
  trash(call: Call, documentId: string): Promise<null | Problem>;
  /** Errors: not_in_trash. */
  restore(call: Call, documentId: string): Promise<Document | Problem>;
  /** Deletes a document in the trash for good. Errors: session_required, not_in_trash. */
  purge(call: Call, documentId: string): Promise<null | Problem>;
};

export type DocumentList = { readonly documents: readonly Document[]; readonly next: string | null };

const trashMs = limits.trashDays * 24 * 60 * 60 * 1000;

export function createDocuments(context: AppContext): Documents {
  const { storage, rooms, now } = context;
  const view = new DocumentView(context);

  return {
    create: createNewDocument(context),

    async list(call, query) {
      const { actor } = call;
      const after = query.cursor === undefined ? null : decodeCursor(query.cursor, query.trash === '1' ? undefined : query.sort);
      if (query.cursor !== undefined && after === null) {
        return problem('invalid_request', {
          errors: [{ in: 'query', pointer: '/cursor', message: 'is not a cursor of this list' }],
        });
      }
      const isTrash = query.trash === '1';
      const { documents, next } = await listDocuments(storage.db, {
        userId: actor.userId,
        only: actor.kind === 'agent' ? actor.documents : null,
        q: query.q ?? '',
        ...(query.sort !== undefined && { sort: query.sort }),
        isStarred: query.starred === '1',
        ...(query.owner !== undefined && { owner: query.owner }),
        ...(query.folder !== undefined && { folderId: query.folder === noFolder ? null : query.folder }),
        limit: query.limit ?? limits.documentListDefault,
        after,
        ...(isTrash && { trashedAfter: now() - trashMs }),
      });
      const shown = isTrash ? view.trash(call, documents, trashMs) : await view.list(call, documents);
      return { documents: shown, next: next === null ? null : encodeCursor(next) };
    },

    async show(call, documentId) {
      const access = await authorize(storage.db, call.actor, documentId, 'viewer', { now: now() });
      return isProblem(access) ? access : view.show(call, documentId, access);
    },

    async change(call, documentId, { name, agents }) {
      if (agents !== undefined && call.actor.kind !== 'person') return problem('session_required');
      const level = agents === undefined ? 'editor' : 'owner';
      const action = agents === undefined ? 'document.rename' : 'document.set-agents';
      const write = { action, access: { level, wholeDocument: true } } as const;
      let isAccessChanged = false;
      const result = await documentWrite<Access>(context, call, documentId, write, async ({ room, access }) => {
        const document = await documentById(room.tx, documentId);
        if (name !== undefined && document?.name !== name) {
          room.edit((doc) => setDocumentName(doc, name));
          await renameDocument(room.tx, documentId, name);
          room.event('document', { change: 'renamed', name, actor: eventActor(call.actor) });
        }
        if (agents !== undefined && document?.agents !== agents) {
          await setAgents(room.tx, documentId, agents);
          isAccessChanged = true;
          room.event('document', { change: 'agents', agents, actor: eventActor(call.actor) });
        }
        return access;
      });
      if (isAccessChanged && !isProblem(result)) rooms.accessChanged(documentId);
      return isProblem(result) ? result : view.show(call, documentId, result);
    },

    async trash(call, documentId) {
      const result = await commit(context, call, { action: 'document.trash', about: () => ({ documentId }) }, async (tx) => {
        const at = now();
        const access = await authorize(tx, call.actor, documentId, 'owner', { now: at });
        if (isProblem(access)) return access;
        if (!(await trashDocument(tx, documentId, at))) return problem('document_not_found');
        await emit(tx, call, documentId, 'trashed', at);
        return null;
      });
      if (!isProblem(result)) rooms.accessChanged(documentId);
      return result;
    },

    async restore(call, documentId) {
      const result = await commit(context, call, { action: 'document.restore', about: () => ({ documentId }) }, async (tx) => {
        const at = now();
        const access = await authorize(tx, call.actor, documentId, 'owner', { trashed: true, now: at });
        if (isProblem(access)) return access;
        const document = await documentById(tx, documentId);
        if (document === null || (document.deletedAt !== null && document.deletedAt <= at - trashMs))
          return problem('document_not_found');
        if (!(await restoreDocument(tx, documentId))) return problem('not_in_trash');
        await emit(tx, call, documentId, 'restored', at);
        return access;
      });
      if (isProblem(result)) return result;
      rooms.accessChanged(documentId);
      return view.show(call, documentId, result);
    },

    async purge(call, documentId) {
      if (call.actor.kind !== 'person') return problem('session_required');
      return commit<null>(context, call, { action: 'document.purge', about: () => ({ documentId }) }, async (tx) => {
        const at = now();
        const access = await authorize(tx, call.actor, documentId, 'owner', { trashed: true, now: at });
        if (isProblem(access)) return access;
        const document = await documentById(tx, documentId);
        if (document?.deletedAt === null) return problem('not_in_trash');
        if (document === null || document.deletedAt <= at - trashMs) return problem('document_not_found');
        // Rows of a large document take longer to delete than a call may: the sweep does it.
        return (await expireTrashed(tx, documentId, at - trashMs)) ? null : problem('not_in_trash');
      });
    },
  };

  async function emit(tx: Db, call: Call, documentId: string, change: string, at: number): Promise<void> {
    await appendEvent(tx, { documentId, type: 'document', tabId: null, at, data: { change, actor: eventActor(call.actor) } });
  }
}
