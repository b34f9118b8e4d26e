/** Every row of every table as text, to compare two states of a storage byte for byte. */
import { sql } from 'kysely';

import type { Db, Tables } from '#storage/tables.ts';

/** The last use of a token is written for refused calls, too. */
const volatile: ReadonlySet<string> = new Set(['tokens.last_used_at']);

/** By table name: the sorted texts of its rows. */
export async function dumpOf(db: Db): Promise<Record<string, string[]>> {
  const tables = await db.introspection.getTables();
  const dump: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name as keyof Tables)}`.execute(db);
    dump[name] = rows.map((row) => textOf(name, row)).toSorted();
  }
  return dump;
}

function textOf(table: string, row: Record<string, unknown>): string {
  const members = Object.entries(row).filter(([column]) => !volatile.has(`${table}.${column}`));
  const textual = (value: unknown): unknown => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value);
  return JSON.stringify(members.map(([column, value]) => [column, textual(value)]));
}
