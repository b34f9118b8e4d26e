/** Values that the installation chooses once and all nodes share, such as the key of its cookies. */
import type { Db } from './tables.ts';

export async function getSetting(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

/** Writes the value if there is none, and returns the stored one: if two nodes start at once, one wins. */
export async function putSetting(tx: Db, key: string, value: string): Promise<string> {
  await tx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await getSetting(tx, key)) ?? value;
}

/** Takes a daily turn, unless another node has within a day. Times in milliseconds have 13 digits until 2286, so they compare as texts. */
export async function takeDailyTurn(tx: Db, key: string, now: number): Promise<boolean> {
  await putSetting(tx, key, '0');
  const before = String(now - dayMs);
  const { numUpdatedRows } = await tx
    .updateTable('settings')
    .set({ value: String(now) })
    .where('key', '=', key)
    .where('value', '<=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const dayMs = 24 * 3_600_000;
