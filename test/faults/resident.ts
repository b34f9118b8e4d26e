/** The resident memory of a process, from the kernel (Linux). */
import { readFileSync } from 'node:fs';

/** In megabytes, without the shared pages of its program. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]);
  return kilobytes / 1024;
}
