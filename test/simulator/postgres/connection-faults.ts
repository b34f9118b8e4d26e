/**
 * What befalls a statement between a node and the modelled PostgreSQL, and whether the server receives and answers it:
 *
 * - `refused`: the server answers with an error instead of running it.
 * - `unsent`: the connection is lost before the statement arrives.
 * - `unheard`: the connection is lost while the statement is under way; the server runs it to its end, and the answer does not arrive.
 * - `ended`: the server runs it, and is then told to end the session instead of answering: of a COMMIT, everything is stored.
 */
import type { SeededRandom } from '#test/harness/random.ts';

import { serverError, terminated } from './server-error.ts';

export type PostgresChances = {
  /** That a message between a node and the server is delayed. */
  readonly waits: number;
  /** That something befalls a statement. */
  readonly statementFails: number;
  readonly commitFails: number;
  readonly connectFails: number;
  /** Whether the outcome of a COMMIT may be unknown: a look-up would not find it in a journal that is shorter than a real one. */
  readonly mayBeUnknown: boolean;
  /** Per step: that the server is killed and started again, and that a foreign session locks the document. */
  readonly restart: number;
  readonly foreignLock: number;
};

export type StatementFate = 'sound' | 'refused' | 'unsent' | 'unheard' | 'ended';

export const soundPostgres: PostgresChances = {
  waits: 0,
  statementFails: 0,
  commitFails: 0,
  connectFails: 0,
  mayBeUnknown: false,
  restart: 0,
  foreignLock: 0,
};

export const postgresChances = (random: SeededRandom, mayBeUnknown: boolean): PostgresChances => ({
  waits: mayBeUnknown ? random.pick([0, 0.02, 0.1, 0.3]) : 0,
  statementFails: random.pick([0, 0, 0.003, 0.02]),
  commitFails: random.pick([0, 0, 0.05, 0.2]),
  connectFails: random.pick([0, 0, 0.2]),
  mayBeUnknown,
  restart: mayBeUnknown ? random.pick([0, 0, 0.1, 0.4]) : 0,
  foreignLock: random.pick([0, 0, 0.4]),
});

export function fateOf(text: string, chances: PostgresChances, random: SeededRandom): StatementFate {
  const isCommit = text === 'commit';
  if (!random.chance(isCommit ? chances.commitFails : chances.statementFails)) return 'sound';
  if (isCommit && !chances.mayBeUnknown) return 'refused';
  return random.pick(['refused', 'unsent', 'unheard', 'ended']);
}

const refusals: readonly (readonly [code: string, message: string])[] = [
  ['53100', 'could not extend file: No space left on device'],
  ['53200', 'out of memory'],
  ['40P01', 'deadlock detected'],
  ['55P03', 'canceling statement due to lock timeout'],
  ['58030', 'could not read block: Input/output error'],
];

/** An error with which the server refuses a statement. `isCertain`: one after which a COMMIT certainly did not take place. */
export function refusal(random: SeededRandom, isCertain: boolean): Error {
  if (!isCertain && random.chance(0.2)) return terminated();
  if (!isCertain && random.chance(0.2)) return serverError('57014', 'canceling statement due to user request');
  return serverError(...random.pick(refusals));
}
