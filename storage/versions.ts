/** Named versions: moments of a document that are kept indefinitely, as their snapshots are (past/sweep-past.ts). */
import type { MomentName } from './past/find-moment.ts';
import type { Db } from './tables.ts';

export type VersionTab = { readonly id: string; readonly name: string; readonly rev: number };

export type StoredVersion = {
  readonly id: string;
  readonly documentId: string;
  /** Its position in the journal. */
  readonly seq: number;
  /** The time of the moment (ms). */
  readonly at: number;
  readonly name: string;
  readonly tabs: readonly VersionTab[];
  readonly author: { readonly name: string; readonly color: string };
  readonly userId: string | null;
  readonly createdAt: number;
};

export async function insertVersion(tx: Db, version: StoredVersion): Promise<void> {
  const { id, documentId, seq, at, name, tabs, author, userId, createdAt } = version;
  await tx
    .insertInto('versions')
    .values({
      id,
      document_id: documentId,
      seq,
      at,
      name,
      tabs: JSON.stringify(tabs),
      author_name: author.name,
      author_color: author.color,
      user_id: userId,
      created_at: createdAt,
    })
    .execute();
}

const selectVersions = (db: Db, documentId: string) =>
  db
    .selectFrom('versions')
    .select(['id', 'seq', 'at', 'name', 'tabs', 'author_name', 'author_color', 'user_id', 'created_at'])
    .where('document_id', '=', documentId);

type Row = Awaited<ReturnType<ReturnType<typeof selectVersions>['execute']>>[number];

/** Newest moment first. */
export async function versionsOf(db: Db, documentId: string): Promise<StoredVersion[]> {
  const rows = await selectVersions(db, documentId).orderBy('seq', 'desc').orderBy('id', 'desc').execute();
  return rows.map((row) => versionFrom(documentId, row));
}

export async function versionById(db: Db, documentId: string, id: string): Promise<StoredVersion | null> {
  const row = await selectVersions(db, documentId).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : versionFrom(documentId, row);
}

/** False if there is no such version. */
export async function deleteVersion(tx: Db, documentId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('versions')
    .where('document_id', '=', documentId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The position of a version at exactly this time, or with the tab at this revision; null if there is none. */
export async function versionAt(db: Db, documentId: string, name: MomentName): Promise<number | null> {
  const found = (await versionsOf(db, documentId)).find(({ at, tabs }) =>
    'time' in name ? at === name.time : tabs.some(({ id, rev }) => id === name.tabId && rev === name.rev),
  );
  return found?.seq ?? null;
}

const versionFrom = (documentId: string, row: Row): StoredVersion => ({
  id: row.id,
  documentId,
  seq: row.seq,
  at: row.at,
  name: row.name,
  tabs: JSON.parse(row.tabs) as VersionTab[],
  author: { name: row.author_name, color: row.author_color },
  userId: row.user_id,
  createdAt: row.created_at,
});
