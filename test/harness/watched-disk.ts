/** A process whose writes to a folder are recorded, slowed down or made to fail, by a library that is compiled for the test. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { findProgram } from './programs.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type WatchedDisk = {
  readonly folder: string;
  /** A file for every write and sync, in order. */
  readonly record?: string;
  /** The least time that a sync takes. */
  readonly syncMs?: number;
  /** A file; while it exists, syncs fail. */
  readonly fails?: string;
};

const source = fileURLToPath(new URL('watched-disk.c', import.meta.url));
const compilerName = 'cc';
let library: string | null = null;

/** Why this machine cannot watch a disk; null if it can. */
export function noWatchedDisk(): string | null {
  if (process.platform !== 'linux') return 'only Linux loads a library before others';
  return findProgram(compilerName) === null ? `it has no C compiler (${compilerName})` : null;
}

/** What to add to the environment of the process. */
export function watchDisk({ folder, record, syncMs, fails }: WatchedDisk): Record<string, string> {
  library ??= compile();
  return {
    LD_PRELOAD: library,
    DISK_FOLDER: folder,
    ...(record !== undefined && { DISK_RECORD: record }),
    ...(syncMs !== undefined && { DISK_SYNC_MS: String(syncMs) }),
    ...(fails !== undefined && { DISK_FAILS: fails }),
  };
}

function compile(): string {
  const file = join(temporaryFolder('disk').path, 'watched-disk.so');
  execFileSync(compilerName, ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', file, source, '-ldl', '-lpthread'], {
    stdio: 'pipe',
  });
  return file;
}
