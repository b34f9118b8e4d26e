/** thread-ms: time that this thread has computed, in milliseconds. Other work on the machine does not count, waiting neither. */
import process from 'node:process';

export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
