/** SQLite's write-ahead log as another process sees it (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages and commits in the log. `generation` changes when the log starts again from its beginning. */
export type LogSize = { readonly generation: string; readonly pages: number; readonly commits: number };

const headerBytes = 32;
const frameHeaderBytes = 24;

export function readLogSize(dataDir: string): LogSize {
  const log = readFileSync(join(dataDir, 'atelier.db-wal'));
  if (log.length < headerBytes) return { generation: '', pages: 0, commits: 0 };
  const pageBytes = log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  let pages = 0;
  let commits = 0;
  for (let at = headerBytes; at + frameHeaderBytes + pageBytes <= log.length; at += frameHeaderBytes + pageBytes) {
    // Frames of the generation before are behind the end.
    if (!log.subarray(at + 8, at + 16).equals(salts)) break;
    pages += 1;
    // The last frame of a commit has the size of the database.
    if (log.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return { generation: salts.toString('hex'), pages, commits };
}

/** What `act` added to the log. It is repeated if the log started again meanwhile. */
export async function logGrowth(dataDir: string, act: () => Promise<void>): Promise<{ pages: number; commits: number }> {
  for (;;) {
    const before = readLogSize(dataDir);
    await act();
    const after = readLogSize(dataDir);
    if (before.generation === after.generation)
      return { pages: after.pages - before.pages, commits: after.commits - before.commits };
  }
}
