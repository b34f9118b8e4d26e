/**
 * revert-pages: what takes back what a changeset did to the pages and the mode of a tab.
 *
 * J1  A page returns to what it was before when what the changeset made of it still stands, judged by value; else it is left
 *     alone and kept with a reason, as elements are (revert.ts, H1 and H3).
 * J2  The order of the row returns when nobody has changed it since; pages that others added stay behind their neighbour.
 * J3  The mode returns when no page is left.
 */
import type { TabSettingsChange } from '#schema/changeset.ts';
import type { KeptReason } from '#schema/history.ts';
import type { Page, TabSettings } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';

export type RevertedPages = {
  /** Undefined when nothing changes. */
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
  const [was, made, present] = [before, after, now].map((pages) => new Map(pages.map((page) => [page.id, page])));
  const reverted: string[] = [];
  const kept: { id: string; reason: KeptReason }[] = [];
  const result = new Map(present);
  for (const id of new Set([...before, ...after].map((page) => page.id))) {
    const [past, change, is] = [was?.get(id), made?.get(id), present?.get(id)];
    if (past !== undefined && change !== undefined && sameContent(past, change)) continue;
    const reason = change === undefined ? (is === undefined ? null : 'present') : is === undefined ? 'gone' : sameContent(is, change) ? null : 'changed'; // prettier-ignore
    if (reason !== null) {
      kept.push({ id, reason });
      continue;
    }
    reverted.push(id);
    if (past === undefined) result.delete(id);
    else result.set(id, past);
  }
  const pages = inOrder(result, { now, before, after }).map((page, index) => ({ ...page, place: index + 1 }));
  return { pages, reverted, kept };
}

/** [J2] */
function inOrder(result: ReadonlyMap<string, Page>, { now, before, after }: { now: Pages; before: Pages; after: Pages }): Page[] {
  const ids = (pages: Pages, among: ReadonlySet<string>): string[] =>
    pages.flatMap(({ id }) => (among.has(id) && result.has(id) ? [id] : []));
  const known = new Set(after.map(({ id }) => id));
  const stillThere = new Set(now.map(({ id }) => id));
  const stands = jsonEqual(ids(now, known), ids(after, stillThere));
  const all = new Set(result.keys());
  const [first, then] = stands ? [before, now] : [now, before];
  return merged(ids(first, all), ids(then, all)).flatMap((id) => result.get(id) ?? []);
}

/** The first list, and what only the second has behind what it stands behind there. */
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

/** Equal but for the place in the row, which follows from the others. */
const sameContent = (a: Page, b: Page): boolean => jsonEqual({ ...a, place: 0 }, { ...b, place: 0 });
