/**
 * Decides which node sweeps when, and whether its clock can be trusted (SPEC.md).
 *
 * A row of the settings stores when the clock was last read, since when it has run without a jump, and the last sweeps. Nodes ask
 * for a turn every hour, under the row's lock. What was kept for 30 days is deleted two days late: answers never show it anyway.
 */
import { sql } from 'kysely';

import { dialectOf } from './prepared.ts';
import { getSetting, putSetting } from './settings.ts';
import type { Storage } from './storage.ts';
import type { Db } from './tables.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const disagreeMs = 5 * minute;
const jumpMs = 2 * day;
const steadyMs = 7 * day;
const nightHour = 3;

/** How much later than its end history is deleted: the largest jump of a clock that is not noticed. */
export const sweepMarginMs = jumpMs;

export type SweepState = {
  /** When the clock was last read. */
  readonly seen: number;
  readonly steadySince: number;
  readonly hourlyAt: number;
  readonly nightlyAt: number;
};

export type SweepTurn = { readonly at: number; readonly hourly: boolean; readonly nightly: boolean };

const key = 'sweep';

/** Takes the turns that are due, so that no other node does. `disagree`: the milliseconds by which this node's clock is off. */
export async function takeSweepTurn(storage: Storage, now: number): Promise<SweepTurn | { readonly disagree: number }> {
  return storage.transact(async (tx) => {
    await putSetting(tx, key, '');
    if (dialectOf(tx) === 'postgres') await sql`select 1 from settings where key = ${key} for update`.execute(tx);
    const at = await clockOf(tx, now);
    if (Math.abs(at - now) > disagreeMs) return { disagree: at - now };
    const { state, ...turn } = nextTurn(stateFrom(await getSetting(tx, key)), at);
    await tx
      .updateTable('settings')
      .set({ value: JSON.stringify(state) })
      .where('key', '=', key)
      .execute();
    return turn;
  });
}

/** The turns that are due at `at`, and the next state. `state` is null before the first turn. */
export function nextTurn(state: SweepState | null, at: number): SweepTurn & { readonly state: SweepState } {
  if (state === null)
    return { at, hourly: true, nightly: false, state: { seen: at, steadySince: at, hourlyAt: at, nightlyAt: at } };
  const jumped = Math.abs(at - state.seen) > jumpMs;
  const steadySince = jumped ? at : Math.min(at, state.steadySince);
  const hourly = !isWithin(at, state.hourlyAt, 55 * minute);
  const isNight = new Date(at).getHours() === nightHour;
  // If no node runs at night, any other hour is taken.
  const isDue = !isWithin(at, state.nightlyAt, isNight ? 12 * hour : 28 * hour);
  const nightly = isDue && at - steadySince >= steadyMs;
  const next = { seen: at, steadySince, hourlyAt: hourly ? at : state.hourlyAt, nightlyAt: nightly ? at : state.nightlyAt };
  return { at, hourly, nightly, state: next };
}

/** True if `then` is within the last `ms`. Times in the future are not trusted. */
const isWithin = (at: number, then: number, ms: number): boolean => at >= then && at - then < ms;

const stateFrom = (value: string | null): SweepState | null =>
  value === null || value === '' ? null : (JSON.parse(value) as SweepState);

/** The database's clock. The embedded database has only the clock of this process. */
async function clockOf(tx: Db, now: number): Promise<number> {
  if (dialectOf(tx) === 'sqlite') return now;
  const { rows } = await sql<{ now: number }>`
    select cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint) as now`.execute(tx);
  return rows[0]?.now ?? now;
}
