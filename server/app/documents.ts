/** Creating, listing, showing, renaming, trashing and restoring documents (SPEC.md). */
import type { Doc } from 'yjs';

import type { DocumentPatch, DocumentListQuery, NewDocument } from '#schema/calls.ts';
import type { Document } from '#schema/document.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { firstOrderKey } from '#schema/ydoc/order-key.ts';
import { initDocument, insertTab, setDocumentName } from '#schema/ydoc/write.ts';
import type { TabSettings } from '#schema/tab.ts';
import type { Access, AgentActor, PersonActor } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { decodeCursor, encodeCursor, listDocuments } from '#storage/document-list.ts';
import { documentById, insertDocument, renameDocument, restoreDocument, trashDocument } from '#storage/documents.ts';
import { appendEvent } from '#storage/outbox.ts';
import type { Db } from '#storage/storage.ts';
import { insertTab as insertTabRow } from '#storage/tabs.ts';

import { addressesFor } from './addresses.ts';
import { eventActor } from './audit.ts';
import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { documentWrite } from './document-write.ts';
import { DocumentView, shownTab, withAddresses } from './document-view.ts';

export type Documents = {
  /** Errors: token_read_only, access_denied (a token limited to documents). */
  create(call: Call<PersonActor | AgentActor>, body: NewDocument): Promise<Document | Problem>;
  /** Errors: invalid_request (cursor). */
  list(call: Call<PersonActor | AgentActor>, query: DocumentListQuery): Promise<DocumentList | Problem>;
  show(call: Call, documentId: string): Promise<Document | Problem>;
  rename(call: Call, documentId: string, body: DocumentPatch): Promise<Document | Problem>;
  trash(call: Call, documentId: string): Promise<null | Problem>;
  /** Errors: not_in_trash. */
  restore(call: Call, documentId: string): Promise<Document | Problem>;
};

export type DocumentList = { readonly documents: readonly Document[]; readonly next: string | null };

const trashMs = limits.trashDays * 24 * 60 * 60 * 1000;

export function createDocuments(context: AppContext): Documents {
  const { storage, rooms, now } = context;
  const view = new DocumentView(context);

  return {
    async create(call, body) {
      const { actor } = call;
      if (actor.kind === 'agent' && actor.access === 'read') return problem('token_read_only');
      if (actor.kind === 'agent' && actor.documents !== null) {
        return problem('access_denied', {
          required: 'owner',
          detail: 'A token that is limited to documents cannot create others.',
        });
      }
      const name = body.name ?? 'Untitled';
      return commit<Document>(context, call, { action: 'document.create', about: documentOf }, async (tx) => {
        const at = now();
        const id = newId('doc', at);
        const tabId = newId('tab', at);
        await insertDocument(tx, { id, name, ownerId: actor.userId, at });
        await insertTabRow(tx, { documentId: id, tabId, at });
        const tab: TabSettings = {
          id: tabId,
          name: 'Tab 1',
          mode: 'canvas',
          theme: 'light',
          locked: false,
          order: firstOrderKey,
          layers: [],
          pages: [],
        };
        const init = (doc: Doc): void => {
          initDocument(doc, { name });
          insertTab(doc, tab);
        };
        await rooms.create(tx, id, init, at);
        await appendEvent(tx, {
          documentId: id,
          type: 'document',
          tabId: null,
          at,
          data: { change: 'created', name, actor: eventActor(actor) },
        });
        const owner = { name: actor.name, color: actor.color };
        const tabs = [shownTab(tab, { rev: () => 0, counts: () => ({ elements: 0, arrows: 0 }) })];
        const created = { id, name, owner, access: 'owner', createdAt: at, updatedAt: at, tabs } as const;
        return withAddresses(created, addressesFor(context, call));
      });
    },

    async list(call, query) {
      const { actor } = call;
      const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
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

    async rename(call, documentId, { name }) {
      const write = { action: 'document.rename', access: { level: 'editor', wholeDocument: true } } as const;
      const result = await documentWrite<Access>(context, call, documentId, write, async ({ room, access }) => {
        if ((await documentById(room.tx, documentId))?.name === name) return access;
        room.edit((doc) => setDocumentName(doc, name));
        await renameDocument(room.tx, documentId, name);
        room.event('document', { change: 'renamed', name, actor: eventActor(call.actor) });
        return access;
      });
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
  };

  async function emit(tx: Db, call: Call, documentId: string, change: string, at: number): Promise<void> {
    await appendEvent(tx, { documentId, type: 'document', tabId: null, at, data: { change, actor: eventActor(call.actor) } });
  }
}

const documentOf = ({ id }: { readonly id: string }): { readonly documentId: string } => ({ documentId: id });
