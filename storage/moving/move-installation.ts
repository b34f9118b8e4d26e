/**
 * move-installation: copies an embedded installation into an empty PostgreSQL database.
 *
 * V1  The source is not written. No server may run on it (sqlite/lock-data-dir.ts); what the administration writes into it
 *     meanwhile is noticed, and the move must be run again.
 * V2  Killed at any point and run again, it goes on where it stood. What it finds copied is compared with the source first; a
 *     source that was written since is copied from the beginning.
 * V3  At the end every row of the target is read back and compared. Only then can a node start on it.
 */
import { StorageRefusal } from '../failures.ts';
import { lockDataDir } from '../sqlite/lock-data-dir.ts';
import { RowDigest } from './row-digest.ts';
import { holdsInstallation, type SourceRow, Source, type SourceTable } from './source.ts';
import { MoveTarget } from './target.ts';

export type MoveReport = {
  readonly tables: number;
  readonly rows: number;
  /** Of all rows of all tables. */
  readonly sha256: string;
};

/** A table, and how many of its rows are copied. */
export type MoveProgress = (table: string, rows: number) => void;

export type MoveOptions = {
  readonly dataDir: string;
  /** Where its images lie, when they are to lie in the database from now on; null: they stay where they are. */
  readonly blobFolder: string | null;
  readonly databaseUrl: string;
  readonly tell?: MoveProgress;
};

/** Throws StorageRefusal, StorageUnavailable, StorageFull. */
export async function moveInstallation({ dataDir, blobFolder, databaseUrl, tell = () => {} }: MoveOptions): Promise<MoveReport> {
  if (!holdsInstallation(dataDir)) throw new StorageRefusal(`There is no Atelier in the data folder ${dataDir}.`);
  const lock = lockDataDir(dataDir);
  try {
    const source = new Source(dataDir, blobFolder);
    try {
      const target = await MoveTarget.open(databaseUrl, source);
      try {
        return await move(source, target, tell);
      } finally {
        await target.close();
      }
    } finally {
      source.close();
    }
  } finally {
    lock.release();
  }
}

async function move(source: Source, target: MoveTarget, tell: MoveProgress): Promise<MoveReport> {
  if (!(await copyAll(source, target, tell))) {
    await target.startOver();
    if (!(await copyAll(source, target, tell))) throw new Error('the target does not keep what is written to it');
  }
  const moved = await compareAll(source, target);
  // [V1]
  if (!source.end()) throw new StorageRefusal('The data folder was written meanwhile: run the same command again.');
  await target.finish();
  return moved;
}

async function copyAll(source: Source, target: MoveTarget, tell: MoveProgress): Promise<boolean> {
  for (const table of source.tables) if (!(await copyTable(source, target, table, tell))) return false;
  return true;
}

/** [V2] False when the rows that are there are no longer the first of the source. */
async function copyTable(source: Source, target: MoveTarget, table: SourceTable, tell: MoveProgress): Promise<boolean> {
  const digest = new RowDigest();
  const done = target.progressOf(table);
  let seen = 0;
  for (const batch of batches(source.rows(table), done.rows)) {
    for (const row of batch) digest.add(row, table.columns);
    seen += batch.length;
    const isThere = seen <= done.rows;
    if (seen === done.rows && digest.value() !== done.digest) return false;
    if (isThere) continue;
    await target.append(table, batch, { rows: seen, digest: digest.value() });
    tell(table.name, seen);
  }
  return seen >= done.rows;
}

/** [V3] */
async function compareAll(source: Source, target: MoveTarget): Promise<MoveReport> {
  const whole = new RowDigest();
  let total = 0;
  for (const table of source.tables) {
    let count = 0;
    let last: SourceRow | null = null;
    for (const batch of batches(source.rows(table))) {
      const [here, there] = [new RowDigest(), new RowDigest()];
      const end: SourceRow = batch.at(-1) ?? {};
      for (const row of batch) here.add(row, table.columns);
      for (const row of await target.rowsBetween(table, last, end)) there.add(row, table.columns);
      if (here.value() !== there.value()) throw differs(table);
      whole.add({ batch: here.value() }, ['batch']);
      count += batch.length;
      last = end;
    }
    if ((await target.count(table)) !== count) throw differs(table);
    total += count;
  }
  return { tables: source.tables.length, rows: total, sha256: whole.value() };
}

const differs = ({ name }: SourceTable): StorageRefusal =>
  new StorageRefusal(`What the target holds of the table ${name} is not what the source holds: empty the target and move again.`);

const batchRows = 500;
const batchBytes = 4 * 1024 * 1024;

/** Rows in pieces that one statement can write; a piece ends after the row number `mark`. */
function* batches(rows: Iterable<SourceRow>, mark = 0): Iterable<SourceRow[]> {
  let batch: SourceRow[] = [];
  let bytes = 0;
  let seen = 0;
  for (const row of rows) {
    batch.push(row);
    bytes += bytesOf(row);
    seen += 1;
    if (batch.length < batchRows && bytes < batchBytes && seen !== mark) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

const bytesOf = (row: SourceRow): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (value instanceof Uint8Array ? value.byteLength : typeof value === 'string' ? value.length * 2 : 8),
    0,
  );
