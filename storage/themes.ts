/** People's custom themes. The caller has called `lockGalleries` where it checks their number. */
import type { CustomTheme, ThemeDefinition } from '#schema/custom-theme.ts';

import type { Db } from './tables.ts';

/** In order of creation. */
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

/** Adds the theme, or replaces the one with its id. */
export async function putTheme(tx: Db, userId: string, { id, name, definition }: CustomTheme, at: number): Promise<void> {
  const values = { name, definition: JSON.stringify(definition), updated_at: at };
  await tx
    .insertInto('custom_themes')
    .values({ user_id: userId, id, ...values, created_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(values))
    .execute();
}

/** False if there was none. */
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
