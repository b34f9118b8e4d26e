/** People's folders. The caller has called `lockGalleries` where it checks their number. */
import type { Folder } from '#schema/folder.ts';

import type { Db } from './tables.ts';

/** By name. Counts the documents outside the trash to which the person has access. */
export async function listFolders(db: Db, userId: string): Promise<Folder[]> {
  const rows = await foldersOf(db, userId).orderBy('folders.name').orderBy('folders.id').execute();
  return rows.map(folderOf);
}

export async function folderById(db: Db, userId: string, id: string): Promise<Folder | null> {
  const row = await foldersOf(db, userId).where('folders.id', '=', id).executeTakeFirst();
  return row === undefined ? null : folderOf(row);
}

const foldersOf = (db: Db, userId: string) =>
  db
    .selectFrom('folders')
    .select((is) => [
      'folders.id as id',
      'folders.name as name',
      is
        .selectFrom('document_marks')
        .innerJoin('members', (join) =>
          join.onRef('members.document_id', '=', 'document_marks.document_id').on('members.user_id', '=', userId),
        )
        .innerJoin('documents', 'documents.id', 'members.document_id')
        .select((count) => count.fn.countAll().as('documents'))
        .where('document_marks.user_id', '=', userId)
        .whereRef('document_marks.folder_id', '=', 'folders.id')
        .where('documents.deleted_at', 'is', null)
        .as('documents'),
    ])
    .where('folders.user_id', '=', userId);

export async function insertFolder(tx: Db, userId: string, { id, name }: Omit<Folder, 'documents'>, at: number): Promise<void> {
  await tx.insertInto('folders').values({ user_id: userId, id, name, created_at: at }).execute();
}

/** False if there is none. */
export async function renameFolder(tx: Db, userId: string, id: string, name: string): Promise<boolean> {
  const row = await tx
    .updateTable('folders')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Its documents are in no folder then. False if there was none. */
export async function deleteFolder(tx: Db, userId: string, id: string): Promise<boolean> {
  await tx
    .updateTable('document_marks')
    .set({ folder_id: null })
    .where('user_id', '=', userId)
    .where('folder_id', '=', id)
    .execute();
  const row = await tx
    .deleteFrom('folders')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const folderOf = ({ documents, ...folder }: { id: string; name: string; documents: unknown }): Folder => ({
  ...folder,
  documents: Number(documents ?? 0),
});
