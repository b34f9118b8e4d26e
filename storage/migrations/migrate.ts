/** Migrates the tables, forward only, in one transaction (SPEC.md). */
import { sql } from 'kysely';

import { StorageRefusal } from '../failures.ts';
import { dialectOf } from '../prepared.ts';
import type { Db } from '../tables.ts';
import { accessChanges } from './access-changes.ts';
import { administrators } from './administrators.ts';
import { agentPresence } from './agent-presence.ts';
import { documentMarks } from './document-marks.ts';
import { editorEdits } from './editor-edits.ts';
import { folders } from './folders.ts';
import { foundation } from './foundation.ts';
import { galleries } from './galleries.ts';
import { grants } from './grants.ts';
import { guestsEdit } from './guests-edit.ts';
import { identities } from './identities.ts';
import { journalRowid } from './journal-rowid.ts';
import { columnTypes, type Migration } from './migration.ts';
import { mentions } from './mentions.ts';
import { narrowIndexes } from './narrow-indexes.ts';
import { past } from './past.ts';
import { plan } from './plan.ts';
import { proposals } from './proposals.ts';
import { published } from './published.ts';
import { sealedLinks } from './sealed-links.ts';
import { secondFactors } from './second-factors.ts';
import { sessionUses } from './session-uses.ts';
import { sheets } from './sheets.ts';
import { tabChange } from './tab-change.ts';
import { tasks } from './tasks.ts';
import { touchedElements } from './touched-elements.ts';
import { votes } from './votes.ts';
import { webhooks } from './webhooks.ts';

/** In order; the first one migrates to version 1. Append only. */
export const migrations: readonly Migration[] = [
  foundation,
  editorEdits,
  agentPresence,
  accessChanges,
  plan,
  galleries,
  tabChange,
  sheets,
  identities,
  journalRowid,
  narrowIndexes,
  touchedElements,
  webhooks,
  grants,
  sealedLinks,
  tasks,
  past,
  proposals,
  published,
  sessionUses,
  guestsEdit,
  documentMarks,
  folders,
  votes,
  mentions,
  secondFactors,
  administrators,
];

/** "atel" as a number: the advisory lock for migrations of PostgreSQL. */
const advisoryLock = 0x61_74_65_6c;

/** Runs the missing migrations in one transaction. Throws StorageRefusal. */
export async function migrate(db: Db): Promise<void> {
  await db.transaction().execute((tx) => applyMigrations(tx, migrations));
}

/** Runs the missing steps of a list within a transaction. */
export async function applyMigrations(tx: Db, steps: readonly Migration[]): Promise<void> {
  const dialect = dialectOf(tx);
  // On SQLite the transaction began IMMEDIATE, which excludes all others.
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx);
  const types = columnTypes[dialect];
  await sql`create table if not exists migrations (
    version ${sql.raw(types.integer)} primary key, name ${sql.raw(types.text)} not null, at ${sql.raw(types.integer)} not null
  )`.execute(tx);
  const row = await tx
    .selectFrom('migrations')
    .select((is) => is.fn.max('version').as('version'))
    .executeTakeFirst();
  const current = row?.version ?? 0;
  if (current > steps.length) {
    if ((await floorOf(tx)) <= steps.length) return;
    throw new StorageRefusal(
      `The database is at version ${current}, and this Atelier supports versions up to ${steps.length}: run the version that migrated it, or a newer one.`,
    );
  }
  for (const [index, step] of steps.entries()) {
    if (index < current) continue;
    const isAddition = step.isAddition === true || step.isAddition === dialect;
    for (const statement of step.statements(types)) await sql.raw(statement).execute(tx);
    await tx
      .insertInto('migrations')
      .values({ version: index + 1, name: isAddition ? `${additionMark}${step.name}` : step.name, at: Date.now() })
      .execute();
  }
}

/**
 * When nodes of the previous release may last have been replaced by ones that know this addition: when it was made. Null if no earlier
 * release has used the database.
 */
export async function additionMadeAt(db: Db, step: Migration): Promise<number | null> {
  const rows = await db.selectFrom('migrations').select(['version', 'name', 'at']).orderBy('version').execute();
  const made = rows.find(({ name }) => name === `${additionMark}${step.name}`);
  const first = rows[0];
  if (made === undefined || first === undefined || made.at - first.at < sameRunMs) return null;
  return made.at;
}

/** The migrations of a new database run in one transaction. */
const sameRunMs = 60_000;

/** The prefix in the stored name of a migration that is an addition. */
const additionMark = '+';

/** The version of the last migration that was more than an addition. */
async function floorOf(tx: Db): Promise<number> {
  const rows = await tx.selectFrom('migrations').select(['version', 'name']).execute();
  return Math.max(0, ...rows.filter(({ name }) => !name.startsWith(additionMark)).map(({ version }) => version));
}
