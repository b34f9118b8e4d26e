/** What people and agents did in a document, grouped and in the order of time (SPEC.md). */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { activityOf, type ActivityStep, hourEnd, hourOf } from '#core/history/activity.ts';
import type { Activity, ActivityList, ActivityQuery } from '#schema/history.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { Call } from '#server/call.ts';
import { changesetsAmong } from '#storage/changesets.ts';
import { stepsBefore, type TabStep } from '#storage/tab-changes.ts';
import { tabRevs } from '#storage/tabs.ts';

import { keptSince, recordFor } from './changeset-records.ts';
import type { AppContext } from './context.ts';
import { authorizePast } from './moments.ts';

/** Errors: those of authorizePast, tab_not_found. */
export type ListActivity = (call: Call, documentId: string, query: ActivityQuery) => Promise<ActivityList | Problem>;

const stepsPerRead = 500;

export function createActivity(context: AppContext): ListActivity {
  const { storage, now } = context;
  return async (call, documentId, { tab, limit = limits.changesetListDefault, before = Number.MAX_SAFE_INTEGER }) => {
    const denied = await authorizePast(context, call, documentId);
    if (denied !== null) return denied;
    const tabs = [...(await tabRevs(storage.db, documentId)).keys()].filter((id) => tab === undefined || id === tab);
    if (tab !== undefined && tabs.length === 0) return problem('tab_not_found');
    const sources = tabs.map((tabId) => new TabActivity(entriesOf(call, documentId, tabId, before)));
    const activity: Activity[] = [];
    for (;;) {
      let latest: TabActivity | null = null;
      for (const source of sources) {
        const head = await source.head();
        if (head !== null && head.to > ((await latest?.head())?.to ?? -1)) latest = source;
      }
      const entry = (await latest?.head()) ?? null;
      if (latest === null || entry === null) return { activity, next: null };
      const last = activity.at(-1);
      if (activity.length >= limit && last !== undefined && entry.to !== last.to) return { activity, next: last.to };
      activity.push(entry);
      latest.take();
    }
  };

  /** The entries of a tab that ended before a time, hour by hour: so each is whole, wherever a page begins. */
  async function* entriesOf(call: Call, documentId: string, tabId: string, before: number): AsyncGenerator<Activity, void> {
    const search = { documentId, tabId, since: keptSince(now()), until: before < now() ? hourEnd(before) : before };
    let hour: TabStep[] = [];
    for (let rev = Number.MAX_SAFE_INTEGER; ;) {
      const steps = await stepsBefore(storage.db, { ...search, rev, limit: stepsPerRead });
      for (const step of steps) {
        const [newest] = hour;
        if (newest !== undefined && hourOf(newest.at) !== hourOf(step.at)) {
          yield* await grouped(call, documentId, tabId, hour, before);
          hour = [];
        }
        hour.push(step);
        rev = step.rev;
      }
      if (steps.length < stepsPerRead) break;
      await nextTurn();
    }
    yield* await grouped(call, documentId, tabId, hour, before);
  }

  async function grouped(
    call: Call,
    documentId: string,
    tabId: string,
    hour: readonly TabStep[],
    before: number,
  ): Promise<Activity[]> {
    const ids = hour.flatMap((step) => ('changeset' in step ? [step.changeset] : []));
    const stored = await changesetsAmong(storage.db, documentId, ids);
    const steps = hour.flatMap((step): ActivityStep[] => {
      if ('editors' in step) return [step];
      const record = stored.get(step.changeset);
      if (record === undefined) return [];
      const { rev, at } = step;
      const changeset = recordFor(context, call, record);
      const { author, agent, counts } = changeset;
      const elements = counts.added + counts.changed + counts.removed;
      return [{ rev, at, entry: { tabId, author, agent, from: at, to: at, firstRev: rev, rev, elements, changeset } }];
    });
    return activityOf(tabId, steps).filter(({ to }) => to < before);
  }
}

/** The entries of one tab with the next one in view. */
class TabActivity {
  readonly #entries: AsyncGenerator<Activity, void>;
  #head: Activity | null | undefined;

  constructor(entries: AsyncGenerator<Activity, void>) {
    this.#entries = entries;
  }

  /** Null after the last one. */
  async head(): Promise<Activity | null> {
    if (this.#head === undefined) {
      const { value, done } = await this.#entries.next();
      this.#head = done === true ? null : value;
    }
    return this.#head;
  }

  take(): void {
    this.#head = undefined;
  }
}
