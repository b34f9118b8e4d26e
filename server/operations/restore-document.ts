/**
 * The command `atelier admin restore --document ID --at TIME`: a document as it was at an earlier moment, as a new document beside it, with
 * the same owner and members. What is there is left alone, so the command works while the nodes serve, and nothing can be lost by it.
 */
import { parseArgs } from 'node:util';

import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem } from '#schema/problem.ts';
import { copyDocument } from '#schema/ydoc/copy.ts';
import { positionOfMoment, timeOf } from '#server/app/moments.ts';
import { insertAudit } from '#storage/audit.ts';
import { continueCardKeys } from '#storage/cards.ts';
import { documentById, insertDocument, type StoredDocument } from '#storage/documents.ts';
import { addImageUses, placedIn } from '#storage/images.ts';
import { appendJournal } from '#storage/journal.ts';
import { listMembers, putMember } from '#storage/members.ts';
import { readMoment } from '#storage/past/read-moment.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { insertTab } from '#storage/tabs.ts';

import { AdminRefusal, AdminUsageError } from './admin-command.ts';
import { type Environment, readPastDays, readStorage } from './config.ts';

export type RestoredDocument = {
  /** The new document. */
  readonly document: string;
  readonly name: string;
  readonly restoredFrom: string;
  /** The time of the last change that it has (ms). */
  readonly at: number;
  readonly tabs: readonly { readonly id: string; readonly name: string; readonly elements: number }[];
};

/** Throws AdminUsageError, AdminRefusal, and what storage throws. */
export async function restoreDocument(env: Environment, words: readonly string[], now: number): Promise<RestoredDocument> {
  const { documentId, time } = argumentsOf(words);
  const storage = await openStorage(readStorage(env));
  try {
    return await restoreIn(storage, { documentId, time, now, pastDays: readPastDays(env) });
  } finally {
    await storage.close();
  }
}

type Restoring = { readonly documentId: string; readonly time: number; readonly now: number; readonly pastDays: number };

export async function restoreIn(storage: Storage, { documentId, time, now, pastDays }: Restoring): Promise<RestoredDocument> {
  const source = await documentById(storage.db, documentId);
  if (source === null) throw new AdminRefusal(`There is no document ${documentId}.`);
  const seq = await positionOfMoment(storage.db, documentId, { time }, { now, pastDays });
  const moment = isProblem(seq) ? null : await readMoment(storage.db, documentId, seq);
  if (moment === null)
    throw new AdminRefusal(
      `That moment of ${documentId} is not kept: it is before the document or more than ${pastDays} days ago.`,
    );
  const name = nameOf(source, time);
  const { update, tabs, images } = copyDocument(moment.updates, name);
  const id = newId('doc', now);
  await storage.transact(async (tx) => {
    await insertDocument(tx, { id, name, ownerId: source.ownerId, at: now });
    for (const { user, level, tabs: writable = null } of await listMembers(tx, documentId))
      if (user.id !== source.ownerId) await putMember(tx, { documentId: id, userId: user.id, level, tabs: writable, at: now });
    for (const { settings } of tabs) await insertTab(tx, { documentId: id, tabId: settings.id, at: now });
    const row = { seq: 1, writeId: `restore-${id}`, kind: 'server', actor: null, bytes: update, at: now } as const;
    await appendJournal(tx, { documentId: id, ...row });
    await addImageUses(tx, id, [...(await placedIn(tx, documentId, images))], now);
    await continueCardKeys(tx, { from: documentId, to: id });
    await insertAudit(tx, {
      at: now,
      action: 'document.restore-moment',
      actorKind: 'admin',
      userId: null,
      tokenId: null,
      documentId: id,
      subject: documentId,
      requestId: null,
      data: { at: moment.at },
    });
  });
  return {
    document: id,
    name,
    restoredFrom: documentId,
    at: moment.at,
    tabs: tabs.map(({ settings, counts }) => ({ id: settings.id, name: settings.name, elements: counts.elements })),
  };
}

function nameOf({ name }: StoredDocument, time: number): string {
  const suffix = ` (${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC)`;
  return `${Array.from(name)
    .slice(0, limits.nameCharacters - suffix.length)
    .join('')}${suffix}`;
}

function argumentsOf(words: readonly string[]): { readonly documentId: string; readonly time: number } {
  const options = { document: { type: 'string' }, at: { type: 'string' } } as const;
  let values: { readonly document?: string | undefined; readonly at?: string | undefined };
  try {
    values = parseArgs({ args: [...words], options }).values;
  } catch (error) {
    throw new AdminUsageError((error as Error).message, { cause: error });
  }
  if (values.document === undefined) throw new AdminUsageError('--document is missing.');
  const time = timeOf(values.at ?? '');
  if (isProblem(time)) throw new AdminUsageError('--at must be a time with its offset, such as 2026-11-01T12:00:00Z.');
  return { documentId: values.document, time };
}
