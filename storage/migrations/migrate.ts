/**
 * migrate: brings the tables up to date, forward only, in one transaction.
 *
 * M1  Of several nodes that start at once, one migrates and the others wait for it and find it done.
 * M2  A database that a newer version has migrated is refused and left as it is, unless all that came since was added
 *     beside what this version knows (`Migration.isAddition`): then it is served, so that releases follow one another, in
 *     either direction, without an outage.
 * M3  A migration that fails leaves the database as it was.
 */
import { sql } from 'kysely';

import { StorageRefusal } from '../failures.ts';
import { dialectOf } from '../prepared.ts';
import type { Db } from '../tables.ts';
import { accessChanges } from './access-changes.ts';
import { agentPresence } from './agent-presence.ts';
import { editorEdits } from './editor-edits.ts';
import { foundation } from './foundation.ts';
import { galleries } from './galleries.ts';
import { identities } from './identities.ts';
import { columnTypes, type Migration } from './migration.ts';
import { plan } from './plan.ts';
import { sheets } from './sheets.ts';
import { tabChange } from './tab-change.ts';

/** In order; the first brings the database to version 1. Only ever appended to. */
const migrations: readonly Migration[] = [
  foundation,
  editorEdits,
  agentPresence,
  accessChanges,
  plan,
  galleries,
  tabChange,
  sheets,
  identities,
];

/** "atelier" as a number: the advisory lock under which PostgreSQL is migrated. */
const advisoryLock = 0x61_74_65_6c;

/** Runs what is missing, in one transaction. Throws StorageRefusal. */
export async function migrate(db: Db): Promise<void> {
  await db.transaction().execute((tx) => applyMigrations(tx, migrations));
}

/** The same within a transaction that is under way, for any list of steps. */
export async function applyMigrations(tx: Db, steps: readonly Migration[]): Promise<void> {
  const dialect = dialectOf(tx);
  // SQLite: the transaction began IMMEDIATE, which locks out everybody else.
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx);
  const types = columnTypes[dialect];
  await sql`create table if not exists migrations (
    version ${sql.raw(types.integer)} primary key, name ${sql.raw(types.text)} not null, at ${sql.raw(types.integer)} not null
  )`.execute(tx);
  const row = await tx
    .selectFrom('migrations')
    .select((is) => is.fn.max('version').as('version'))
    .executeTakeFirst();
  const present = row?.version ?? 0;
  if (present > steps.length) {
    if ((await floorOf(tx)) <= steps.length) return;
    throw new StorageRefusal(
      `The database is at version ${present} and this Atelier knows up to ${steps.length}: run the version that migrated it, or a newer one.`,
    );
  }
  for (const [index, step] of steps.entries()) {
    if (index < present) continue;
    for (const statement of step.statements(types)) await sql.raw(statement).execute(tx);
    await tx
      .insertInto('migrations')
      .values({ version: index + 1, name: step.isAddition === true ? `${additionMark}${step.name}` : step.name, at: Date.now() })
      .execute();
  }
}

/** [M2] The version of the last step that was more than an addition: those are noted by a name with this before it. */
const additionMark = '+';

async function floorOf(tx: Db): Promise<number> {
  const rows = await tx.selectFrom('migrations').select(['version', 'name']).execute();
  return Math.max(0, ...rows.filter(({ name }) => !name.startsWith(additionMark)).map(({ version }) => version));
}
