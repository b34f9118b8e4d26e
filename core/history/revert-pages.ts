/** revert-pages: reverts what a changeset did to the pages and the mode of a tab (RV10 to RV12). */
import type { TabSettingsChange } from '#schema/changeset.ts';
import type { KeptReason } from '#schema/history.ts';
import type { Page, TabSettings } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';

export type RevertedPages = {
  /** Undefined if nothing changes. */
  readonly change: TabSettingsChange | undefined;
  readonly reverted: readonly string[];
  readonly keptPages: readonly { readonly id: string; readonly reason: KeptReason }[];
};

export function revertPages(settings: TabSettings, { mode, pages }: TabSettingsChange): RevertedPages {
  const now = settings.pages;
  const returned = pages === undefined ? { pages: now, reverted: [], kept: [] } : returnedPages(now, pages);
  const leavesMode = mode !== undefined && settings.mode === mode.after && returned.pages.length === 0;
  const change: TabSettingsChange = {
    ...(leavesMode && { mode: { before: mode.after, after: mode.before } }),
    ...(!jsonEqual(now, returned.pages) && { pages: { before: now, after: returned.pages } }),
  };
  const isNothing = change.mode === undefined && change.pages === undefined;
  return { change: isNothing ? undefined : change, reverted: returned.reverted, keptPages: returned.kept };
}

type Pages = readonly Page[];

function returnedPages(now: Pages, { before, after }: { readonly before: Pages; readonly after: Pages }) {
  const [earlier, result, current] = [before, after, now].map((pages) => new Map(pages.map((page) => [page.id, page])));
  const reverted: string[] = [];
  const kept: { id: string; reason: KeptReason }[] = [];
  const pagesById = new Map(current);
  for (const id of new Set([...before, ...after].map((page) => page.id))) {
    const [past, change, present] = [earlier?.get(id), result?.get(id), current?.get(id)];
    if (past !== undefined && change !== undefined && sameContent(past, change)) continue;
    const reason = change === undefined ? (present === undefined ? null : 'present') : present === undefined ? 'gone' : sameContent(present, change) ? null : 'changed'; // prettier-ignore
    if (reason !== null) {
      kept.push({ id, reason });
      continue;
    }
    reverted.push(id);
    if (past === undefined) pagesById.delete(id);
    else pagesById.set(id, past);
  }
  const pages = inOrder(pagesById, { now, before, after }).map((page, index) => ({ ...page, place: index + 1 }));
  return { pages, reverted, kept };
}

/** The pages in their earlier order, if that has not changed since. */
function inOrder(
  pagesById: ReadonlyMap<string, Page>,
  { now, before, after }: { now: Pages; before: Pages; after: Pages },
): Page[] {
  const ids = (pages: Pages, among: ReadonlySet<string>): string[] =>
    pages.flatMap(({ id }) => (among.has(id) && pagesById.has(id) ? [id] : []));
  const resultIds = new Set(after.map(({ id }) => id));
  const currentIds = new Set(now.map(({ id }) => id));
  const isUnmoved = jsonEqual(ids(now, resultIds), ids(after, currentIds));
  const all = new Set(pagesById.keys());
  const [first, second] = isUnmoved ? [before, now] : [now, before];
  return merged(ids(first, all), ids(second, all)).flatMap((id) => pagesById.get(id) ?? []);
}

/** The first list, with the entries that only the second has inserted after their predecessors there. */
function merged(first: readonly string[], second: readonly string[]): string[] {
  const inFirst = new Set(first);
  const behind = new Map<string | null, string[]>();
  let last: string | null = null;
  for (const id of second) {
    if (inFirst.has(id)) last = id;
    else behind.set(last, [...(behind.get(last) ?? []), id]);
  }
  return [...(behind.get(null) ?? []), ...first.flatMap((id) => [id, ...(behind.get(id) ?? [])])];
}

/** Equal except for the place in the row, which follows from the other pages. */
const sameContent = (a: Page, b: Page): boolean => jsonEqual({ ...a, place: 0 }, { ...b, place: 0 });
