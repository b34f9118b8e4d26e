/** Every measurement, in the order in which they run. */
import { changesetPostgres } from './changeset-postgres.ts';
import { changesetSqlite } from './changeset-sqlite.ts';
import { coldOpen } from './cold-open.ts';
import { drawing } from './compound-drawings.ts';
import { core } from './core.ts';
import { fanOut } from './fan-out.ts';
import { growth } from './growth.ts';
import { join } from './join.ts';
import { layout } from './layout.ts';
import { manyDocuments } from './many-documents.ts';
import { me } from './me.ts';
import { memory } from './memory.ts';
import { publishedReaders } from './published-readers.ts';
import { propagation } from './propagation.ts';
import { pictures } from './pictures.ts';
import type { Bench } from './row.ts';
import { sheets } from './sheets.ts';
import { slowDisk } from './slow-disk.ts';
import { start } from './start.ts';
import { stops } from './stops.ts';

export const benches: readonly Bench[] = [
  core,
  layout,
  drawing,
  sheets,
  pictures,
  changesetSqlite,
  changesetPostgres,
  growth,
  propagation,
  slowDisk,
  fanOut,
  publishedReaders,
  join,
  coldOpen,
  stops,
  memory,
  manyDocuments,
  me,
  start,
];
