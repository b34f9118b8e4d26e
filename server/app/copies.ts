/**
 * Copies of documents that the caller can read, as documents of the caller's own (SPEC.md).
 *
 * A worker builds the copy from the journal, so a large document does not block the event loop.
 */
import type { NewCopy } from '#schema/document-calls.ts';
import type { Document } from '#schema/document.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { documentById, insertDocument } from '#storage/documents.ts';
import { addImageUses, placedIn } from '#storage/images.ts';
import { appendEvent } from '#storage/outbox.ts';
import { continueCardKeys } from '#storage/cards.ts';
import { loadState } from '#storage/snapshots.ts';
import { insertTab } from '#storage/tabs.ts';

import { addressesFor } from './addresses.ts';
import { eventActor } from './audit.ts';
import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { shownTab, withAddresses } from './document-view.ts';
import { refuseCreating } from './ownership.ts';

export type Copies = {
  /** Errors: document_not_found, access_denied, token_read_only, unauthenticated (a guest), work_limit_exceeded. */
  copy(call: Call, documentId: string, body: NewCopy): Promise<Document | Problem>;
};

export function createCopies(context: AppContext): Copies {
  const { storage, rooms, copier, now } = context;
  return {
    async copy(call, documentId, body) {
      const { actor } = call;
      if (actor.kind === 'guest') return problem('unauthenticated', { detail: 'Sign in to have documents of your own.' });
      const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
      if (isProblem(access)) return access;
      const refusal = refuseCreating(actor, 'copies');
      if (refusal !== null) return refusal;
      const source = await documentById(storage.db, documentId);
      const state = await loadState(storage.db, documentId);
      if (source === null || state === null) return problem('document_not_found');
      const name = body.name ?? Array.from(`Copy of ${source.name}`).slice(0, limits.nameCharacters).join('');
      const updates = [...(state.snapshot === null ? [] : [state.snapshot.bytes]), ...state.rows.map(({ bytes }) => bytes)];
      const size = updates.reduce((sum, { length }) => sum + length, 0);
      const copy = size > limits.copyBytes ? null : await copier.copy({ updates, name });
      if (isProblem(copy)) return copy;
      if (copy === null) return problem('work_limit_exceeded', { hint: 'The document is too large to be copied in one call.' });
      const auditSpec = { action: 'document.copy', about: ({ id }: Document) => ({ documentId: id, subject: documentId }) };
      const created = await commit<Document>(context, call, auditSpec, async (tx) => {
        const stillAllowed = await authorize(tx, actor, documentId, 'viewer', { now: now() });
        if (isProblem(stillAllowed)) return stillAllowed;
        const at = now();
        const id = newId('doc', at);
        await insertDocument(tx, { id, name, ownerId: actor.userId, at });
        for (const { settings } of copy.tabs) await insertTab(tx, { documentId: id, tabId: settings.id, at });
        await rooms.createFrom(tx, id, copy.update, at);
        await addImageUses(tx, id, [...(await placedIn(tx, documentId, copy.images))], at);
        await continueCardKeys(tx, { from: documentId, to: id });
        const data = { change: 'created', name, actor: eventActor(actor) };
        await appendEvent(tx, { documentId: id, type: 'document', tabId: null, at, data });
        const tabs = copy.tabs.map(({ settings, counts }) => shownTab(settings, { rev: () => 0, counts: () => counts }));
        const owner = { name: actor.name, color: actor.color };
        const document = { id, name, owner, access: 'owner', agents: 'write', createdAt: at, updatedAt: at, tabs } as const;
        return withAddresses(document, addressesFor(context, call));
      });
      if (!isProblem(created)) context.searchIndexer.noteWrite(created.id);
      return created;
    },
  };
}
