/** resident: the memory that a process holds, as the kernel counts it (Linux). */
import { readFileSync } from 'node:fs';

/** Megabytes of it, shared pages of its program not counted. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]);
  return kilobytes / 1024;
}
