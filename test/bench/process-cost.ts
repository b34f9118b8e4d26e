/** The resources that a process has used, as the kernel counts them (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of CPU time of all threads of a process since they started. */
export function cpuMs(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [ran = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    nanoseconds += Number(ran);
  }
  return nanoseconds / 1e6;
}

/** CPU milliseconds that a process spends while work runs. */
export async function cpuDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const before = cpuMs(pid);
  await work();
  return cpuMs(pid) - before;
}
