/** A lock that allows one server per data folder (SPEC.md). The administration command works beside a running server. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { StorageRefusal } from '../failures.ts';
import { makeDataDir } from './open-sqlite.ts';

export type DataDirLock = { release(): void };

/** Creates the folder and locks it until `release` or the end of the process. Throws StorageRefusal if it is locked. */
export function lockDataDir(dataDir: string): DataDirLock {
  const folder = makeDataDir(dataDir);
  const pidFile = join(folder, 'atelier.pid');
  // Node has no file locks but SQLite's: an exclusive transaction on an empty database. The operating system releases it.
  const lock = new DatabaseSync(join(folder, 'atelier.lock'), { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    throw new StorageRefusal(`Another Atelier server${processName(pidFile)} uses the data folder ${folder}.`, { cause: error });
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    release() {
      if (!lock.isOpen) return;
      rmSync(pidFile, { force: true });
      lock.close();
    },
  };
}

function processName(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
