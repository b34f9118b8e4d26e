/** activity: what happened on a tab, grouped: each changeset, and the edits that one person made without a long break (SPEC.md). */
import type { Author } from '#schema/access.ts';
import type { Activity } from '#schema/history.ts';

/** A revision of a tab: the entry of a changeset, or the elements that editors changed in a batch. */
export type ActivityStep = { readonly rev: number; readonly at: number } & (
  | { readonly entry: Activity }
  | { readonly editors: readonly { readonly by: Author; readonly ids: readonly string[] }[] }
);

const hourMs = 60 * 60 * 1_000;
/** A longer break begins another entry. */
const breakMs = 10 * 60 * 1_000;

/** The clock hour of a time. No entry goes on from one to the next, so an hour of steps is grouped by itself. */
export const hourOf = (at: number): number => Math.floor(at / hourMs);
/** The end of the hour of a time. */
export const hourEnd = (at: number): number => (hourOf(at) + 1) * hourMs;

/** `steps`: all of a tab within one clock hour, newest first. The entry that ended last is the first. */
export function activityOf(tabId: string, steps: readonly ActivityStep[]): Activity[] {
  const entries: { entry: Activity; readonly ids: Set<string> }[] = [];
  const open = new Map<string, (typeof entries)[number]>();
  for (const step of steps) {
    if ('entry' in step) {
      entries.push({ entry: step.entry, ids: new Set() });
      continue;
    }
    const { rev, at } = step;
    for (const { by, ids } of step.editors) {
      const person = JSON.stringify([by.name, by.color]);
      const last = open.get(person);
      if (last !== undefined && last.entry.from - at <= breakMs) {
        for (const id of ids) last.ids.add(id);
        last.entry = { ...last.entry, from: at, firstRev: rev };
        continue;
      }
      const entry: Activity = {
        tabId,
        author: by,
        agent: false,
        from: at,
        to: at,
        firstRev: rev,
        rev,
        elements: 0,
        changeset: null,
      };
      const begun = { entry, ids: new Set(ids) };
      entries.push(begun);
      open.set(person, begun);
    }
  }
  return entries.map(({ entry, ids }) => (entry.changeset === null ? { ...entry, elements: ids.size } : entry));
}
