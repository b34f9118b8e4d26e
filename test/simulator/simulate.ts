/** Runs many histories, one after the other, and reports the results. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { captureConsole, createLog } from '#server/operations/log.ts';
import { openStorage } from '#storage/storage.ts';
import { addPerson } from '#test/harness/people.ts';

import type { ControlledProcess } from './controlled-process.ts';
import { type Control, controls } from './controls.ts';
import { failingSeeds, keepFailingSeed } from './failing-seeds.ts';
import { type SimGround, play, type Played } from './play.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Say = (line: string) => void;

/** A control is played until it is noticed, at most this often. */
const historiesOfControl = 200;
/** Histories per database, which contains all of them. */
const historiesPerDatabase = 250;
const shownLines = 120;

/** Returns the exit code: 0 if every history keeps the promises, and every control is noticed. */
export async function simulate(taken: ControlledProcess, env: Environment, say: Say): Promise<number> {
  taken.begin(0);
  // Hocuspocus prints the errors of dead nodes.
  captureConsole(createLog('silent'));
  const started = process.hrtime.bigint();
  const seed = Number(env['SEED'] ?? process.hrtime.bigint() % 2n ** 31n);
  const wanted = env['CONTROL'];
  const names = wanted === 'all' ? Object.keys(controls) : wanted === undefined ? [] : [wanted];
  const seconds = (): string => `${(Number(process.hrtime.bigint() - started) / 1e9).toFixed(1)} s`;
  if (names.length > 0) {
    let missed = 0;
    for (const name of names) {
      const control = controls[name];
      if (control === undefined) throw new Error(`there is no control ${name}: ${Object.keys(controls).join(', ')}`);
      const { played, bad } = await series(taken, { seed, histories: historiesOfControl, control, isTraced: false }, say);
      if (bad === null) missed += 1;
      say(bad === null ? `MISSED ${name}: SEED=${seed}, ${played} histories` : `noticed ${name}: SEED=${seed}, history ${played}: ${bad.objections[0]}`); // prettier-ignore
    }
    say(`${names.length - missed} of ${names.length} controls noticed in ${seconds()}`);
    return missed === 0 ? 0 : 1;
  }
  const histories = Number(env['HISTORIES'] ?? 1_000);
  say(`${histories} histories, SEED=${seed}`);
  const sums = { played: 0, applied: 0, crashes: 0, broken: 0 };
  const run = async (from: number, count: number): Promise<Result> => {
    const result = await series(
      taken,
      { seed: from, histories: count, control: null, isTraced: env['TRACE'] !== undefined },
      say,
    );
    sums.played += result.played;
    sums.applied += result.applied;
    sums.crashes += result.crashes;
    if (result.bad !== null) sums.broken += 1;
    return result;
  };
  const file = env['FAILING_SEEDS'];
  for (const kept of file === undefined ? [] : failingSeeds(file)) await run(kept, 1);
  for (let next = seed; next < seed + histories;) {
    const { played, bad } = await run(next, seed + histories - next);
    next += played;
    if (bad === null) continue;
    if (file === undefined) break;
    keepFailingSeed(file, next - 1);
  }
  const { played, applied, crashes, broken } = sums;
  say(`${played} histories in ${seconds()}: ${applied} changesets applied, ${crashes} nodes died, ${broken} broke a promise`);
  return broken === 0 ? 0 : 1;
}

type Series = { readonly seed: number; readonly histories: number; readonly control: Control | null; readonly isTraced: boolean };
type Result = { readonly played: number; readonly bad: Played | null; readonly applied: number; readonly crashes: number };

/** Plays until a history breaks a promise. */
async function series(taken: ControlledProcess, { seed, histories, control, isTraced }: Series, say: Say): Promise<Result> {
  const mend = control?.install?.();
  const sums = { applied: 0, crashes: 0 };
  let place: Awaited<ReturnType<typeof newGround>> | null = null;
  const rejected: string[] = [];
  const onRejected = (error: unknown): void => void rejected.push(`nobody handles: ${error instanceof Error ? error.stack : String(error)}`); // prettier-ignore
  process.on('unhandledRejection', onRejected);
  try {
    for (let count = 0; count < histories; count += 1) {
      if (count % historiesPerDatabase === 0) {
        await place?.leave();
        place = await newGround(taken);
      }
      if (place === null) break;
      const played = await play(seed + count, place.ground, control);
      const all = { ...played, objections: [...played.objections, ...rejected] };
      sums.applied += played.applied;
      sums.crashes += played.crashes;
      if (isTraced || (all.objections.length > 0 && control === null))
        tell(all, seed + count, isTraced ? Infinity : shownLines, say);
      if (all.objections.length > 0) return { played: count + 1, bad: all, ...sums };
      if ((count + 1) % 500 === 0) say(`${count + 1} histories`);
    }
    return { played: histories, bad: null, ...sums };
  } finally {
    mend?.();
    process.off('unhandledRejection', onRejected);
    await place?.leave();
  }
}

function tell({ trace, objections, chances }: Played, seed: number, lines: number, say: Say): void {
  say(JSON.stringify(chances));
  for (const line of trace.slice(-lines)) say(`  ${line}`);
  for (const objection of objections) say(`OBJECTION ${objection}`);
  say(`again: SEED=${seed} HISTORIES=1 TRACE=1 npm run simulate`);
}

/**
 * A folder in memory whose commits do not wait for a disk: no history has to survive the machine, and what a thread does at its own pace
 * could not be replayed. test/crash/power-loss.process.test.ts tests the disk.
 */
async function newGround(taken: ControlledProcess): Promise<{ readonly ground: SimGround; leave(): Promise<void> }> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `atelier-simulator-${process.pid}-`));
  const storage = await openStorage({ dataDir: folder, syncLog: async () => {} });
  const { token } = await addPerson(storage, 'Ada');
  return {
    ground: { storage, token, process: taken },
    async leave() {
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
