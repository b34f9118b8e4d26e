/** Puts a file, or the names in a folder, on disk. */
import { closeSync, fsyncSync, openSync } from 'node:fs';

export function syncFile(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
