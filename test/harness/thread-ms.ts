/** The CPU time of this thread in milliseconds: neither waiting nor other processes count. */
import process from 'node:process';

export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
