/** themes: the themes that people made. The caller holds `lockGalleries` where it judges how many there are. */
import type { CustomTheme, ThemeDefinition } from '#schema/custom-theme.ts';

import type { Db } from './tables.ts';

/** In the order in which they were made. */
export async function listThemes(db: Db, userId: string): Promise<CustomTheme[]> {
  const rows = await db
    .selectFrom('custom_themes')
    .select(['id', 'name', 'definition'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(themeOf);
}

export async function themeById(db: Db, userId: string, id: string): Promise<CustomTheme | null> {
  const row = await db
    .selectFrom('custom_themes')
    .select(['id', 'name', 'definition'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : themeOf(row);
}

/** Makes it, or replaces the one of its id. */
export async function putTheme(tx: Db, userId: string, { id, name, definition }: CustomTheme, at: number): Promise<void> {
  const values = { name, definition: JSON.stringify(definition), updated_at: at };
  await tx
    .insertInto('custom_themes')
    .values({ user_id: userId, id, ...values, created_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(values))
    .execute();
}

/** False when there was none. */
export async function deleteTheme(tx: Db, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('custom_themes')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const themeOf = ({ id, name, definition }: { id: string; name: string; definition: string }): CustomTheme => ({
  id,
  name,
  definition: JSON.parse(definition) as ThemeDefinition,
});
