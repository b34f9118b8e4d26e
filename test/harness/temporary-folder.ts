/** A temporary folder that is removed with the test process or, if that was killed, by the next one. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TemporaryFolder = { readonly path: string; remove(): void };

/** `atelier-<kind>-<process>-<random>` in the system's temporary folder. */
export function temporaryFolder(kind: string): TemporaryFolder {
  removeLeftovers();
  const path = mkdtempSync(join(tmpdir(), `atelier-${kind}-${process.pid}-`));
  const remove = () => {
    rmSync(path, { recursive: true, force: true });
    process.off('exit', remove);
  };
  process.once('exit', remove);
  return { path, remove };
}

/** Folders whose process has ended without removing them. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = /^atelier-[a-z]+-(\d+)-\w{6}$/.exec(name)?.[1];
    if (pid !== undefined && !alive(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
