/** Data folders as earlier versions left them. */
import { DatabaseSync } from 'node:sqlite';

import { migrations } from './migrate.ts';
import { columnTypes } from './migration.ts';

/** Makes the database of a version whose last migration was this one; `fill` inserts its rows. */
export function makeEarlier(folder: string, last: string, fill: string): void {
  const count = migrations.findIndex(({ name }) => name === last) + 1;
  if (count === 0) throw new Error(`there is no migration ${last}`);
  const database = new DatabaseSync(`${folder}/atelier.db`);
  database.exec('create table migrations (version integer primary key, name text not null, at integer not null) strict');
  for (const [index, step] of migrations.slice(0, count).entries()) {
    for (const statement of step.statements(columnTypes.sqlite)) database.exec(statement);
    database.prepare('insert into migrations values (?, ?, 1)').run(index + 1, step.name);
  }
  database.exec(fill);
  database.close();
}
