/**
 * Fills every table of an embedded database with random rows, from the columns that the database reports.
 *
 * Tables that are added later are filled too, so that code that does not know them fails.
 */
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

import type { SeededRandom } from '#test/harness/random.ts';

import { awkward } from '../contract/contract-database.ts';

/** Adds up to `rowsMax` rows to every table of the folder's database except the migrations. */
export function fill(dataDir: string, random: SeededRandom, rowsMax: number): void {
  const database = new DatabaseSync(join(dataDir, 'atelier.db'));
  database.exec('pragma foreign_keys = off; begin');
  const tables = database.prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`).all();
  // Tables that others refer to come first: they have no references themselves.
  const names = tables.map(({ name }) => String(name)).filter((name) => name !== 'migrations');
  const byReferences = names.toSorted((a, b) => referencesOf(database, a).size - referencesOf(database, b).size);
  for (const name of byReferences) {
    const insert = inserter(database, name, random);
    const count = random.integer(Math.ceil(rowsMax / 2), rowsMax);
    for (let index = 0; index < count; index += 1) insert();
  }
  database.exec('commit');
  const broken = database.prepare('pragma foreign_key_check').all();
  database.close();
  if (broken.length > 0) throw new Error(`rows refer to missing rows: ${JSON.stringify(broken[0])}`);
}

/** Returns a function that inserts one row. Of two rows with one key the first stays. */
function inserter(database: DatabaseSync, table: string, random: SeededRandom): () => void {
  const references = referencesOf(database, table);
  const columns = database
    .prepare('select name, type, "notnull" as needed, pk from pragma_table_info(?)')
    .all(table)
    .map((column) => {
      const reference = references.get(String(column['name']));
      return {
        name: String(column['name']),
        type: String(column['type']).toLowerCase(),
        isKey: Number(column['pk']) > 0,
        isNeeded: Number(column['needed']) === 1 || Number(column['pk']) > 0,
        choices: reference === undefined ? null : valuesOf(database, reference),
      };
    });
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const slots = columns.map(() => '?').join(', ');
  const statement = database.prepare(`insert or ignore into "${table}" (${names}) values (${slots})`);
  return () => {
    const values = columns.map(({ type, isKey, isNeeded, choices }): SQLInputValue => {
      if (!isNeeded && random.chance(0.3)) return null;
      if (choices !== null) return random.pick(choices);
      return isKey && type === 'integer' ? random.integer(1, 2 ** 32) : valueOf(type, random);
    });
    statement.run(...values);
  };
}

type Reference = { readonly table: string; readonly column: string };

const referencesOf = (database: DatabaseSync, table: string): Map<string, Reference> =>
  new Map(
    database
      .prepare('select "from" as here, "table" as target, "to" as there from pragma_foreign_key_list(?)')
      .all(table)
      .map(({ here, target, there }) => [String(here), { table: String(target), column: String(there) }]),
  );

const valuesOf = (database: DatabaseSync, { table, column }: Reference): SQLInputValue[] =>
  database
    .prepare(`select "${column}" as value from "${table}"`)
    .all()
    .map(({ value }) => value ?? null);

function valueOf(type: string, random: SeededRandom): SQLInputValue {
  if (type === 'integer') return random.pick([random.integer(0, 2 ** 32 - 1), random.integer(0, 9), 2 ** 53 - 1]);
  if (type === 'blob') return Uint8Array.from({ length: random.integer(0, 300) }, () => random.integer(0, 255));
  return `${random.integer(0, 2 ** 32 - 1).toString(36)}${random.chance(0.3) ? awkward : ''}`;
}
