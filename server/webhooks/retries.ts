/** When a delivery that did not succeed is attempted again (SPEC.md, WH6). */
import { limits } from '#schema/limits.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const delaysMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour];

/** Null: not again. The last attempt is at the end of the time. */
export function nextAttemptAt(createdAt: number, attempts: number, now: number): number | null {
  const end = createdAt + limits.webhookRetryHours * hour;
  if (now >= end) return null;
  return Math.min(end, now + (delaysMs[attempts - 1] ?? 4 * hour));
}
