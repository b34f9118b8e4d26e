/** Copies an embedded installation into an empty PostgreSQL database (SPEC.md). The source is only read. */
import { StorageRefusal } from '../failures.ts';
import { lockDataDir } from '../sqlite/lock-data-dir.ts';
import { RowDigest } from './row-digest.ts';
import { holdsInstallation, type SourceRow, Source, type SourceTable } from './source.ts';
import { MoveTarget } from './target.ts';

export type MoveReport = {
  readonly tables: number;
  readonly rows: number;
  /** The digest of all rows of all tables. */
  readonly sha256: string;
};

/** Called with a table and the number of its rows copied so far. */
export type MoveProgress = (table: string, rows: number) => void;

export type MoveOptions = {
  readonly dataDir: string;
  /** The folder of the images, if they are to be moved into the database; null if they stay where they are. */
  readonly blobFolder: string | null;
  readonly databaseUrl: string;
  readonly onProgress?: MoveProgress;
};

/** Throws StorageRefusal, StorageUnavailable, StorageFull. */
export async function moveInstallation({
  dataDir,
  blobFolder,
  databaseUrl,
  onProgress = () => {},
}: MoveOptions): Promise<MoveReport> {
  if (!holdsInstallation(dataDir)) throw new StorageRefusal(`There is no Atelier in the data folder ${dataDir}.`);
  const lock = lockDataDir(dataDir);
  try {
    const source = new Source(dataDir, blobFolder);
    try {
      const target = await MoveTarget.open(databaseUrl, source);
      try {
        return await move(source, target, onProgress);
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

async function move(source: Source, target: MoveTarget, onProgress: MoveProgress): Promise<MoveReport> {
  if (!(await copyAll(source, target, onProgress))) {
    await target.startOver();
    if (!(await copyAll(source, target, onProgress))) throw new Error('the target does not keep written rows');
  }
  const moved = await compareAll(source, target);
  // No server runs on the source, but the administration command may have written to it.
  if (!source.end()) throw new StorageRefusal('The data folder was written in the meantime: run the same command again.');
  await target.finish();
  return moved;
}

async function copyAll(source: Source, target: MoveTarget, onProgress: MoveProgress): Promise<boolean> {
  for (const table of source.tables) if (!(await copyTable(source, target, table, onProgress))) return false;
  return true;
}

/** Continues after the rows that are already copied. False if these are no longer the first rows of the source. */
async function copyTable(source: Source, target: MoveTarget, table: SourceTable, onProgress: MoveProgress): Promise<boolean> {
  const digest = new RowDigest();
  const done = target.progressOf(table);
  let seen = 0;
  for (const batch of batches(source.rows(table), done.rows)) {
    for (const row of batch) digest.add(row, table.columns);
    seen += batch.length;
    const isCopied = seen <= done.rows;
    if (seen === done.rows && digest.value() !== done.digest) return false;
    if (isCopied) continue;
    await target.append(table, batch, { rows: seen, digest: digest.value() });
    onProgress(table.name, seen);
  }
  return seen >= done.rows;
}

/** Reads every row of the target back and compares it with the source. */
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
  new StorageRefusal(`The table ${name} of the target differs from the source: empty the target and move again.`);

const batchRows = 500;
const batchBytes = 4 * 1024 * 1024;

/** Splits rows into batches that one statement can write. A batch ends after the row number `mark`. */
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
