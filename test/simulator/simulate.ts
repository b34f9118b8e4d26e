/** Runs many histories, one after the other, and reports the results. */
import process from 'node:process';

import { captureConsole, createLog } from '#server/operations/log.ts';

import { type StorageKind, storageKinds } from './chances.ts';
import type { ControlledProcess } from './controlled-process.ts';
import { type Control, controls } from './controls.ts';
import { FailingSqlite } from './disk/failing-sqlite.ts';
import { failingSeeds, keepFailingSeed } from './failing-seeds.ts';
import { play, type Played } from './play.ts';
import { SimGround } from './sim-ground.ts';

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
  const stage: Stage = { taken, sqlite: FailingSqlite.install(), kind: kindOf(env['STORAGE']) };
  const started = process.hrtime.bigint();
  const seed = Number(env['SEED'] ?? process.hrtime.bigint() % 2n ** 31n);
  const wanted = env['CONTROL'];
  const names = wanted === 'all' ? Object.keys(controls) : (wanted?.split(',') ?? []);
  const seconds = (): string => `${(Number(process.hrtime.bigint() - started) / 1e9).toFixed(1)} s`;
  if (names.length > 0) {
    let [tried, missed] = [0, 0];
    for (const name of names) {
      const control = controls[name];
      if (control === undefined) throw new Error(`there is no control ${name}: ${Object.keys(controls).join(', ')}`);
      for (const kind of control.kind === undefined ? (['postgres', 'embedded'] as const) : [control.kind]) {
        if (stage.kind !== null && stage.kind !== kind) continue;
        tried += 1;
        const { played, bad } = await series(
          { ...stage, kind },
          { seed, histories: historiesOfControl, control, isTraced: false },
          say,
        );
        if (bad === null) missed += 1;
        say(bad === null ? `MISSED ${name} on ${kind}: SEED=${seed}, ${played} histories` : `noticed ${name} on ${kind}: SEED=${seed}, history ${played}: ${bad.objections[0]}`); // prettier-ignore
      }
    }
    say(`${tried - missed} of ${tried} controls noticed in ${seconds()}`);
    return missed === 0 ? 0 : 1;
  }
  const histories = Number(env['HISTORIES'] ?? 1_000);
  say(`${histories} histories, SEED=${seed}`);
  const sums = { played: 0, applied: 0, crashes: 0, broken: 0 };
  const run = async (from: number, count: number): Promise<Result> => {
    const result = await series(
      stage,
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

function kindOf(text: string | undefined): StorageKind | null {
  const kind = storageKinds.find((each) => each === text) ?? null;
  if (text !== undefined && kind === null) throw new Error(`STORAGE must be one of ${storageKinds.join(', ')}`);
  return kind;
}

type Stage = { readonly taken: ControlledProcess; readonly sqlite: FailingSqlite; readonly kind: StorageKind | null };
type Series = { readonly seed: number; readonly histories: number; readonly control: Control | null; readonly isTraced: boolean };
type Result = { readonly played: number; readonly bad: Played | null; readonly applied: number; readonly crashes: number };

/** Plays until a history breaks a promise. */
async function series({ taken, sqlite, kind }: Stage, { seed, histories, control, isTraced }: Series, say: Say): Promise<Result> {
  let mend: (() => void) | undefined;
  const sums = { applied: 0, crashes: 0 };
  let ground: SimGround | null = null;
  const rejected: string[] = [];
  const onRejected = (error: unknown): void => void rejected.push(`nobody handles: ${error instanceof Error ? error.stack : String(error)}`); // prettier-ignore
  process.on('unhandledRejection', onRejected);
  try {
    for (let count = 0; count < histories; count += 1) {
      if (count % historiesPerDatabase === 0) {
        await ground?.close();
        taken.begin(0);
        mend?.();
        ground = await SimGround.open(taken, sqlite);
        // What the histories take place on is prepared with all promises kept.
        mend = control?.install?.();
      }
      if (ground === null) break;
      const played = await play(seed + count, ground, { control, kind });
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
    await ground?.close();
  }
}

function tell({ trace, objections, chances }: Played, seed: number, lines: number, say: Say): void {
  say(JSON.stringify(chances));
  for (const line of trace.slice(-lines)) say(`  ${line}`);
  for (const objection of objections) say(`OBJECTION ${objection}`);
  say(`again: SEED=${seed} HISTORIES=1 TRACE=1 npm run simulate`);
}
