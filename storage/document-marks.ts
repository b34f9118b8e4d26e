/** What each person marks documents with, for themselves alone: a star, when they last opened it, and a folder. */
import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

export type DocumentMarks = {
  readonly starredAt: number | null;
  readonly openedAt: number | null;
  readonly folderId: string | null;
};

const marksQuery = prepareQuery((db, slots: { userId: string; documentId: string }) =>
  db
    .selectFrom('document_marks')
    .select(['starred_at as starredAt', 'opened_at as openedAt', 'folder_id as folderId'])
    .where('user_id', '=', slots.userId)
    .where('document_id', '=', slots.documentId),
);

export const noMarks: DocumentMarks = { starredAt: null, openedAt: null, folderId: null };

export async function marksOf(db: Db, userId: string, documentId: string): Promise<DocumentMarks> {
  const [marks] = await marksQuery(db, { userId, documentId });
  return marks ?? noMarks;
}

/** `starredAt` null removes the star. A star that is there keeps its time. */
export async function setStar(tx: Db, userId: string, documentId: string, starredAt: number | null): Promise<void> {
  await tx
    .insertInto('document_marks')
    .values({ user_id: userId, document_id: documentId, starred_at: starredAt, opened_at: null, folder_id: null })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'document_id']).doUpdateSet((is) => ({
        starred_at:
          starredAt === null ? null : is.fn.coalesce(is.ref('document_marks.starred_at'), is.ref('excluded.starred_at')),
      })),
    )
    .execute();
}

export async function noteOpened(tx: Db, userId: string, documentId: string, openedAt: number): Promise<void> {
  await tx
    .insertInto('document_marks')
    .values({ user_id: userId, document_id: documentId, starred_at: null, opened_at: openedAt, folder_id: null })
    .onConflict((conflict) => conflict.columns(['user_id', 'document_id']).doUpdateSet({ opened_at: openedAt }))
    .execute();
}

/** `folderId` null: in no folder. */
export async function setFolder(tx: Db, userId: string, documentId: string, folderId: string | null): Promise<void> {
  await tx
    .insertInto('document_marks')
    .values({ user_id: userId, document_id: documentId, starred_at: null, opened_at: null, folder_id: folderId })
    .onConflict((conflict) => conflict.columns(['user_id', 'document_id']).doUpdateSet({ folder_id: folderId }))
    .execute();
}
