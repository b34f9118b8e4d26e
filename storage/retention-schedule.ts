/**
 * retention-schedule: whose turn it is to sweep, and whether the clock can be trusted with it.
 *
 * One row of the settings says when the clock was last looked at, since when it has gone on without a jump, and when was last
 * swept. Nodes look every hour and take the row's lock to do so.
 *
 * N1  Of all nodes one takes a turn: what lives for hours or a day is swept once an hour, history and trash once a night.
 * N2  The clock is the database's on PostgreSQL, and a node whose own is more than five minutes away takes no turn.
 * N3  What was kept for 30 days is deleted two days late, and only when the clock has gone on for seven days without a jump of
 *     more than two days from one look to the next, ahead or back. After a jump, or a long time off, it is left for a week:
 *     time to set the clock right before anything is lost to it. Nothing that is late shows in any answer.
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

/** How much later than it is over something kept for days is deleted: the largest jump that goes unseen. */
export const sweepMarginMs = jumpMs;

export type SweepState = {
  /** When the clock was last looked at. */
  readonly seen: number;
  readonly steadySince: number;
  readonly hourlyAt: number;
  readonly nightlyAt: number;
};

export type SweepTurn = { readonly at: number; readonly hourly: boolean; readonly nightly: boolean };

const key = 'sweep';

/** Takes the turns that are due, so that no other node does. `disagree`: [N2], by so many ms. */
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

/** What is due at `at`, and the state that says so to the next one; null: nobody has looked yet. */
export function nextTurn(state: SweepState | null, at: number): SweepTurn & { readonly state: SweepState } {
  if (state === null)
    return { at, hourly: true, nightly: false, state: { seen: at, steadySince: at, hourlyAt: at, nightlyAt: at } };
  const jumped = Math.abs(at - state.seen) > jumpMs;
  const steadySince = jumped ? at : Math.min(at, state.steadySince);
  const hourly = !isWithin(at, state.hourlyAt, 55 * minute);
  const isNight = new Date(at).getHours() === nightHour;
  // When no node is up at night, some other hour does.
  const isDue = !isWithin(at, state.nightlyAt, isNight ? 12 * hour : 28 * hour);
  const nightly = isDue && at - steadySince >= steadyMs;
  const next = { seen: at, steadySince, hourlyAt: hourly ? at : state.hourlyAt, nightlyAt: nightly ? at : state.nightlyAt };
  return { at, hourly, nightly, state: next };
}

/** True when `then` lies less than `ms` before; a time to come is none that can be relied on. */
const isWithin = (at: number, then: number, ms: number): boolean => at >= then && at - then < ms;

const stateFrom = (value: string | null): SweepState | null =>
  value === null || value === '' ? null : (JSON.parse(value) as SweepState);

/** [N2] The embedded database has no other clock than this process. */
async function clockOf(tx: Db, now: number): Promise<number> {
  if (dialectOf(tx) === 'sqlite') return now;
  const { rows } = await sql<{ now: number }>`
    select cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint) as now`.execute(tx);
  return rows[0]?.now ?? now;
}
