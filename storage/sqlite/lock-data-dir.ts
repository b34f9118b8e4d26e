/**
 * lock-data-dir: one server per data folder.
 *
 * D1  A second server on the same folder is refused, and told the process that holds it.
 * D2  The lock ends with its process, however that ends: it is a lock of the operating system on an open file.
 * D3  It keeps nobody else out: the administration command works beside a running server.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { StorageRefusal } from '../failures.ts';
import { makeDataDir } from './open-sqlite.ts';

export type DataDirLock = { release(): void };

/** Holds the folder for this process until `release` or its end. Makes the folder. Throws StorageRefusal when it is held. */
export function lockDataDir(dataDir: string): DataDirLock {
  const folder = makeDataDir(dataDir);
  const pidFile = join(folder, 'atelier.pid');
  // SQLite is the only door to file locks that Node has; an empty database with an exclusive transaction is such a lock.
  const held = new DatabaseSync(join(folder, 'atelier.lock'), { timeout: 0 });
  try {
    held.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    held.close();
    throw new StorageRefusal(`Another Atelier server${holder(pidFile)} uses the data folder ${folder}.`, { cause: error });
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    release() {
      if (!held.isOpen) return;
      rmSync(pidFile, { force: true });
      held.close();
    },
  };
}

function holder(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
