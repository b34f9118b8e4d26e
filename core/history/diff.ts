/** diff: what changed on a tab since a revision, as results in the marks of a changeset's answer (SPEC.md). */
import type { Edit, Result } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import type { ChangedBy, DiffResult } from '#schema/history.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { describe } from '../changeset/describe.ts';
import { summaryOf } from '../notation/naming.ts';
import { kindOf } from '../notation/naming.ts';
import { quoteShort } from '../notation/quote.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import type { TabView } from '../tab/view.ts';
import type { Pasts } from './past.ts';

/** The recorded changes of a tab since a revision. */
export type Changes = {
  readonly pasts: Pasts;
  /** The last change of each element that was touched since. */
  readonly touchedElements: Iterable<ChangedBy & { readonly id: string }>;
};

/** The tab at that revision, as far as its elements are known. */
export function tabBefore(tab: TabView, { pasts }: Pick<Changes, 'pasts'>): TabView {
  const past = new TabDraft(tab);
  for (const id of pasts.ids()) {
    const after = tab.get(id) ?? null;
    const before = pasts.of(id, after);
    if (before === undefined || isSame(before, after)) continue;
    if (before === null) past.remove(id);
    else past.put(before);
  }
  return past;
}

/** The results between the tab at that revision and the current tab. */
export function diffSince(tab: TabView, { pasts, touchedElements: touched }: Changes): DiffResult[] {
  const past = new TabDraft(tab);
  const edits: Edit[] = [];
  const unknown: DiffResult[] = [];
  const lastOf = new Map<string, ChangedBy>();
  const rank = (id: string): number => (tab.get(id)?.type === 'arrow' ? 1 : 0);
  const inOrder = [...touched].toSorted((a, b) => a.rev - b.rev || rank(a.id) - rank(b.id) || (a.id < b.id ? -1 : 1));
  for (const { id, ...last } of inOrder) {
    lastOf.set(id, last);
    const after = tab.get(id) ?? null;
    const before = pasts.of(id, after);
    if (before === undefined) unknown.push(editedBy(last, id, after, tab));
    else if (!isSame(before, after)) {
      edits.push({ id, before, after });
      if (before === null) past.remove(id);
      else past.put(before);
    }
  }
  const results = describe(past, tab, edits, { named: new Set(lastOf.keys()) });
  const place = new Map(inOrder.map(({ id }, index) => [id, index]));
  const elements = [...results.slice(0, edits.length).map((result) => withLast(result, lastOf)), ...unknown];
  return [
    ...elements.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)),
    ...results.slice(edits.length).map((result) => withLast(result, lastOf)),
  ];
}

/** The results between two states of a tab. `last`: the last change of each element in between, in the order of the changes. */
export function diffBetween(past: TabView, tab: TabView, last: ReadonlyMap<string, ChangedBy>): DiffResult[] {
  const order = new Map([...last.keys()].map((id, index) => [id, index]));
  const rank = (id: string): number => ((tab.get(id) ?? past.get(id))?.type === 'arrow' ? 1 : 0);
  const place = (id: string): number => order.get(id) ?? -1;
  const edits: Edit[] = [...new Set([...past.elements(), ...tab.elements()].map(({ id }) => id))]
    .map((id) => ({ id, before: past.get(id) ?? null, after: tab.get(id) ?? null }))
    .filter(({ before, after }) => !isSame(before, after))
    .toSorted((a, b) => place(a.id) - place(b.id) || rank(a.id) - rank(b.id) || (a.id < b.id ? -1 : 1));
  const named = new Set(edits.map(({ id }) => id));
  return describe(past, tab, edits, { named }).map((result) => withLast(result, last));
}

/** All lines; the last one has both revisions. */
export const diffText = (results: readonly Result[], since: number, rev: number): string =>
  [...results.map(({ line }) => line), results.length === 0 ? 'nothing changed' : `rev ${since}→${rev}`].join('\n');

const isSame = (a: Element | null, b: Element | null): boolean => (a === null || b === null ? a === b : jsonEqual(a, b));

const withLast = (result: Result, lastOf: ReadonlyMap<string, ChangedBy>): DiffResult => {
  const last = lastOf.get(result.id);
  return last === undefined ? result : { ...result, last };
};

/** The result of an element whose past is unknown: its current state and the last author. */
function editedBy(last: ChangedBy, id: string, element: Element | null, tab: TabView): DiffResult {
  const author = `by ${quoteShort(last.author.name, 80)}, rev ${last.rev}`;
  if (element === null) {
    const reason = `removed ${author}`;
    return { mark: '-', id, ref: id, kind: '', reason, line: `- ${id} (${reason})`, last };
  }
  const ref = tab.refOf(id);
  const reason = `edited ${author}`;
  return {
    mark: '~',
    id,
    ref,
    kind: kindOf(element),
    ...(element.label === undefined ? {} : { label: element.label }),
    reason,
    line: `~ ${ref} ${summaryOf(element, tab)} (${reason})`,
    last,
  };
}
