/**
 * describe: what edits did to a tab, as results, each with the line that the answer prints for it.
 * D1  `+` added, `~` changed with each field before→after, `-` removed, `»` moved without being named, with its reason. What was
 *     asked to another place in the stack says where it stands now.
 * D2  An arrow that was removed because an element at its end was says so in its reason.
 * D3  `<frame> +<member>` for each box that now belongs to another frame or lane, `<frame> -<member>` for one that left
 *     for none; a box that is gone left nothing.
 * D4  `!` for each warning.
 * D5  It looks at edits, never at operations: a revert, an editor's change and a changeset read the same.
 * D6  No line holds a line break, and user text is always in quotes: nobody can write a line of this form.
 */
import type { Counts, Edit, Result } from '#schema/changeset.ts';
import { type ArrowEnd, type Element, isArrow, isPinned } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { fieldRank, lineName } from '../fields/field-table.ts';
import type { TabView } from '../tab/view.ts';
import { describeMembers } from './describe-members.ts';
import { Memberships } from '../ops/memberships.ts';
import { endOf, kindOf, shortNumber, summaryOf } from '../notation/naming.ts';
import type { Warning } from '../planning/planning.ts';
import { quoteShort } from '../notation/quote.ts';
import { stackPlace } from './stack-place.ts';

export type Description = {
  /** Ids of the elements that were asked to change: the others moved along. */
  readonly named: ReadonlySet<string>;
  readonly operationOf?: ReadonlyMap<string, number>;
  /** Why elements changed that nobody asked to change. */
  readonly reasons?: ReadonlyMap<string, string>;
  readonly warnings?: readonly Warning[];
  /** Where they were looked up before. */
  readonly memberships?: Memberships;
};

/** The results of the edits that lead from one tab to the other: one per edit, in their order, then members and warnings. */
export function describe(before: TabView, after: TabView, edits: readonly Edit[], description: Description): Result[] {
  const removed = new Set(edits.filter((edit) => edit.after === null).map(({ id }) => id));
  const tabs = { before, after };
  const results = edits.map((edit) => resultOf(edit, tabs, removed, description));
  return [
    ...results,
    ...describeMembers(tabs, description.memberships ?? new Memberships(tabs, edits, description.operationOf)),
    ...(description.warnings ?? []).map((warning) => warned(warning, tabs)),
  ];
}

/** How many elements the edits add, change and remove. */
export function countsOf(edits: readonly Edit[]): Counts {
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const { before, after } of edits) counts[before === null ? 'added' : after === null ? 'removed' : 'changed'] += 1;
  return counts;
}

type Tabs = { readonly before: TabView; readonly after: TabView };

function resultOf({ id, before, after }: Edit, tabs: Tabs, removed: ReadonlySet<string>, description: Description): Result {
  const element = after ?? before;
  if (element === null) throw new Error('An edit changes something.');
  const ref = (after === null ? tabs.before : tabs.after).refOf(id);
  const operation = description.operationOf?.get(id);
  const common = {
    id,
    ref,
    kind: kindOf(element),
    ...(element.label === undefined ? {} : { label: element.label }),
    ...(operation === undefined ? {} : { operation }),
  };
  if (before === null) return { mark: '+', ...common, line: `+ ${ref} ${summaryOf(element, tabs.after)}` };
  if (after === null) {
    const reason = description.named.has(id) ? null : reasonOf(before, removed, tabs.before);
    const line = `- ${ref} ${summaryOf(before, tabs.before, 'short')}${reason === null ? '' : ` (${reason})`}`;
    return { mark: '-', ...common, ...(reason === null ? {} : { reason }), line };
  }
  const changes = changesOf(before, after);
  const fields = Object.fromEntries(
    changes.map(({ name, from, to }): [string, [unknown, unknown]] => [name, [from ?? null, to ?? null]]),
  );
  const isNamed = description.named.has(id);
  const carried = !isNamed && changes.every(({ name }) => placeFields.has(name));
  const shown = changes.map(
    (change) => `${lineName(change.name)} ${show(change.name, change.from, tabs)}→${show(change.name, change.to, tabs)}`,
  );
  const mark = carried ? '»' : '~';
  const isRestacked = isNamed && after.z !== before.z;
  const reason = isRestacked ? stackPlace(after, tabs.after) : isNamed ? undefined : description.reasons?.get(id);
  const told = reason === undefined ? '' : ` (${reason})`;
  return {
    mark,
    ...common,
    fields,
    ...(reason === undefined ? {} : { reason }),
    line: `${mark} ${ref} ${shown.join(' ')}${told}`,
  };
}

/** The fields that coming along changes: of a box its place, of an arrow its way-points, of both their stacking. */
const placeFields: ReadonlySet<string> = new Set(['x', 'y', 'points', 'z']);

type FieldChange = { readonly name: string; readonly from: unknown; readonly to: unknown };

function changesOf(before: Element, after: Element): FieldChange[] {
  const [was, is] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))];
  const changes: FieldChange[] = [];
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [from, to] = [was.get(name), is.get(name)];
    if (!jsonEqual(from, to)) changes.push({ name, from, to });
  }
  if (changes.length < 2) return changes;
  return changes.toSorted((a, b) => fieldRank(after.type, a.name) - fieldRank(after.type, b.name) || 0);
}

function reasonOf(element: Element, removed: ReadonlySet<string>, tab: TabView): string | null {
  if (!isArrow(element)) return null;
  const gone = [element.from, element.to].flatMap((end) =>
    isPinned(end) && removed.has(end.element) ? [tab.refOf(end.element)] : [],
  );
  return gone.length === 0 ? null : `pinned to ${[...new Set(gone)].join(' and ')}`;
}

/** Fields whose values are free text: shown in quotes whatever they hold. */
const freeText: ReadonlySet<string> = new Set(['label', 'note', 'title', 'alt', 'link', 'url']);

function show(name: string, value: unknown, { before, after }: Tabs): string {
  if (value === undefined) return 'unset';
  if (typeof value === 'number') return shortNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return freeText.has(name) || !plainWord.test(value) ? quoteShort(value, 80) : value;
  if (name === 'from' || name === 'to') {
    const end = value as ArrowEnd;
    return endOf(end, isPinned(end) && after.get(end.element) === undefined ? before : after);
  }
  return quoteShort(JSON.stringify(value), 80);
}

const plainWord = /^[A-Za-z0-9_#~-]+$/;

function warned({ code, id, message, operation }: Warning, { before, after }: Tabs): Result {
  const element = id === null ? undefined : (after.get(id) ?? before.get(id));
  const ref = id === null ? '' : (after.get(id) === undefined ? before : after).refOf(id);
  return {
    mark: '!',
    id: id ?? '',
    ref,
    kind: element === undefined ? '' : kindOf(element),
    ...(element?.label === undefined ? {} : { label: element.label }),
    code,
    message,
    ...(operation === undefined ? {} : { operation }),
    line: ref === '' ? `! ${code}: ${message}` : `! ${code} ${ref}: ${message}`,
  };
}
