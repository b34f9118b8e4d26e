/** Reads how long a node occupied its event loop, by the node's own clock of CPU time (turn-clock.ts). */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { NodeEnvironment } from './node-process.ts';

/** CPU time of the thread, ms. */
export type NodeTurns = { readonly longest: number; readonly total: number };

/** Settings with which a node measures its turns. */
export const measuringTurns = (file: string): NodeEnvironment => ({
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('turn-clock.ts', import.meta.url))}`,
  TURNS_FILE: file,
});

/** The turns since the last reading. */
export async function turnsOf(pid: number, file: string): Promise<NodeTurns> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let waits = 0; !existsSync(file); waits += 1) {
    if (waits === 3_000) throw new Error('the node does not report its turns');
    await sleep(10);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as NodeTurns;
}
