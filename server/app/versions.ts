/** Named versions of a document: moments that are kept until they are deleted (SPEC.md). */
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { NewVersion, Version } from '#schema/version.ts';
import { userIdOf } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { encodedApart } from '#server/rooms/snapshot-thread.ts';
import { lockDocument } from '#storage/journal.ts';
import { insertPastSnapshot } from '#storage/past/keep-past.ts';
import { type Moment, readMoment } from '#storage/past/read-moment.ts';
import { compress } from '#storage/past/row-pack.ts';
import { positionOf } from '#storage/position.ts';
import { deleteVersion, insertVersion, type StoredVersion, versionById, versionsOf, type VersionTab } from '#storage/versions.ts';

import { addressesFor } from './addresses.ts';
import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { authorizePast, positionAt } from './moments.ts';

export type Versions = {
  /** Errors: revision_not_found, invalid_request, too_large. */
  create(call: Call, documentId: string, body: NewVersion): Promise<{ version: Version } | Problem>;
  list(call: Call, documentId: string): Promise<{ versions: Version[] } | Problem>;
  /** Errors: version_not_found. */
  show(call: Call, documentId: string, id: string): Promise<{ version: Version } | Problem>;
  /** Errors: version_not_found. */
  remove(call: Call, documentId: string, id: string): Promise<null | Problem>;
};

export function createVersions(context: AppContext): Versions {
  const { storage, rooms, now } = context;
  const write = { level: 'editor', wholeDocument: true } as const;
  return {
    async create(call, documentId, { name, at, tab }) {
      const denied = await authorizePast(context, call, documentId);
      if (denied !== null) return denied;
      const seq = await positionFor(documentId, at, tab);
      if (isProblem(seq)) return seq;
      const moment = await readMoment(storage.db, documentId, seq);
      if (moment === null) return problem('revision_not_found');
      const snapshot = await snapshotOf(moment);
      const tabs = await tabsAt(documentId, moment);
      if (isProblem(tabs)) return tabs;
      const about = ({ version }: { version: Version }) => ({ documentId, subject: version.id });
      return commit(context, call, { action: 'version.create', about }, async (tx) => {
        const { actor } = call;
        const access = await authorize(tx, actor, documentId, 'editor', { ...write, action: 'version.create', now: now() });
        if (isProblem(access)) return access;
        await lockDocument(tx, documentId);
        if ((await versionsOf(tx, documentId)).length >= limits.versionsPerDocument)
          return problem('too_large', {
            limit: limits.versionsPerDocument,
            detail: `A document has at most ${limits.versionsPerDocument} versions.`,
            hint: 'Delete others first.',
          });
        const version: StoredVersion = {
          id: newId('ver', now()),
          documentId,
          seq,
          at: moment.at,
          name,
          tabs,
          author: { name: actor.name, color: actor.color },
          userId: userIdOf(actor),
          createdAt: now(),
        };
        await insertPastSnapshot(tx, documentId, { seq, at: now(), revs: moment.revs, bytes: snapshot });
        await insertVersion(tx, version);
        return { version: shown(call, version) };
      });
    },

    async list(call, documentId) {
      const denied = await authorizePast(context, call, documentId);
      if (denied !== null) return denied;
      return { versions: (await versionsOf(storage.db, documentId)).map((version) => shown(call, version)) };
    },

    async show(call, documentId, id) {
      const denied = await authorizePast(context, call, documentId);
      if (denied !== null) return denied;
      const version = await versionById(storage.db, documentId, id);
      return version === null ? problem('version_not_found') : { version: shown(call, version) };
    },

    remove(call, documentId, id) {
      const about = (): { documentId: string; subject: string } => ({ documentId, subject: id });
      return commit(context, call, { action: 'version.delete', about }, async (tx) => {
        const access = await authorize(tx, call.actor, documentId, 'editor', { ...write, action: 'version.delete', now: now() });
        if (isProblem(access)) return access;
        return (await deleteVersion(tx, documentId, id)) ? null : problem('version_not_found');
      });
    },
  };

  async function positionFor(documentId: string, at: NewVersion['at'], tabId: string | undefined): Promise<number | Problem> {
    if (at === undefined) return (await positionOf(storage.db, documentId))?.seq ?? problem('document_not_found');
    if (tabId === undefined && /^\d+$/.test(String(at))) return noTab;
    return positionAt(context, { documentId, tabId: tabId ?? '', at });
  }

  async function tabsAt(documentId: string, { seq }: Moment): Promise<VersionTab[] | Problem> {
    return rooms.past(documentId, seq, ({ tabs, rev }) =>
      Promise.resolve(tabs.map(({ id, name }) => ({ id, name, rev: rev(id) }))),
    );
  }

  function shown(call: Call, { id, documentId, name, at, tabs, author, createdAt }: StoredVersion): Version {
    return { id, name, at, tabs: [...tabs], author, createdAt, url: addressesFor(context, call).document(documentId) };
  }
}

const noTab = problem('invalid_request', {
  errors: [{ pointer: '/tab', message: 'is required if `at` is a revision' }],
});

/** Throws if the document does not fit into the memory of a thread. */
async function snapshotOf({ updates }: Moment): Promise<Uint8Array> {
  const bytes = await encodedApart(updates);
  if (bytes === null) throw new Error('the snapshot of a version could not be made');
  return compress(bytes);
}
