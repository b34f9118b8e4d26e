/** People's shape libraries. The caller has called `lockGalleries` where it checks their number. */
import type { Library, LibraryItem } from '#schema/library.ts';
import { parseElements } from '#schema/web-address.ts';

import type { Db } from './tables.ts';

/** In order of creation. */
export async function listLibraries(db: Db, userId: string): Promise<Library[]> {
  const rows = await db
    .selectFrom('shape_libraries')
    .select(['id', 'name', 'source', 'items'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ items, ...row }) => ({ ...row, items: parseElements(items) as LibraryItem[] }));
}

export type LibrarySize = { readonly id: string; readonly name: string; readonly characters: number };

/** The names and sizes of a person's libraries, without their items. */
export async function librarySizes(db: Db, userId: string): Promise<LibrarySize[]> {
  const rows = await db
    .selectFrom('shape_libraries')
    .select(({ fn }) => ['id', 'name', fn<number>('length', ['items']).as('characters')])
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ id, name, characters }) => ({ id, name, characters: Number(characters) }));
}

export async function libraryById(db: Db, userId: string, id: string): Promise<Library | null> {
  const row = await db
    .selectFrom('shape_libraries')
    .select(['id', 'name', 'source', 'items'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, items: parseElements(row.items) as LibraryItem[] };
}

/** Adds the library, or replaces the one with its id. */
export async function putLibrary(tx: Db, userId: string, { id, name, source, items }: Library, at: number): Promise<void> {
  const values = { name, source, items: JSON.stringify(items), updated_at: at };
  await tx
    .insertInto('shape_libraries')
    .values({ user_id: userId, id, ...values, created_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(values))
    .execute();
}

/** False if there was none. */
export async function deleteLibrary(tx: Db, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('shape_libraries')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
