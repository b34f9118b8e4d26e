/**
 * describe: describes edits as results, each with its line of the answer.
 *
 * Lines begin with `+` for added, `~` for changed (each field as before→after), `-` for removed and `»` for moved without being
 * named. The reason of a removed arrow names the element that it was attached to. `<frame> +<member>` and `<frame> -<member>`
 * report changed memberships, `!` reports warnings. The input is edits, never operations, so a revert, an editor's change and a
 * changeset read alike. No line contains a line break, and user text is always quoted, so no label can imitate a line.
 */
import type { Counts, Edit, Result } from '#schema/changeset.ts';
import { type Arrow, type ArrowEnd, type Element, isArrow, isPinned } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { levelOf } from '../arranged/sequence-parts.ts';
import { fieldRank, lineName } from '../fields/field-table.ts';
import type { TabView } from '../tab/view.ts';
import { describeMembers } from './describe-members.ts';
import { Memberships } from '../ops/memberships.ts';
import { endOf, kindOf, shortNumber, summaryOf } from '../notation/naming.ts';
import type { Warning } from '../planning/planning.ts';
import { quoteShort } from '../notation/quote.ts';
import { stackPlace } from './stack-place.ts';

export type Description = {
  /** Ids of the elements that operations named; others changed along with them. */
  readonly named: ReadonlySet<string>;
  readonly operationOf?: ReadonlyMap<string, number>;
  /** Why elements changed that no operation named. */
  readonly reasons?: ReadonlyMap<string, string>;
  readonly warnings?: readonly Warning[];
  /** Memberships that were looked up before. */
  readonly memberships?: Memberships;
};

/** The results of the edits between the two tabs: one per edit, in their order, then memberships and warnings. */
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

/** The numbers of elements that the edits add, change and remove. */
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
  const fieldChanges = changes.map(
    (change) => `${lineName(change.name)} ${show(change.name, change.from, tabs)}→${show(change.name, change.to, tabs)}`,
  );
  const mark = carried ? '»' : '~';
  const isRestacked = isNamed && after.z !== before.z;
  const reason = isRestacked ? stackPlace(after, tabs.after) : isNamed ? undefined : description.reasons?.get(id);
  const suffix = reason === undefined ? '' : ` (${reason})`;
  return {
    mark,
    ...common,
    fields,
    ...(reason === undefined ? {} : { reason }),
    line: `${mark} ${ref} ${fieldChanges.join(' ')}${suffix}`,
  };
}

/**
 * The fields that change when an element comes along: the position of a box, the way-points of an arrow, the stacking key of
 * both; in a sequence also the level of a message, the lifeline of a participant, and where a block has its sections.
 */
const placeFields: ReadonlySet<string> = new Set(['x', 'y', 'points', 'z', 'level', 'lifeline', 'breaks']);

type FieldChange = { readonly name: string; readonly from: unknown; readonly to: unknown };

function changesOf(before: Element, after: Element): FieldChange[] {
  const [previousFields, currentFields] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  const changes: FieldChange[] = [];
  for (const name of new Set([...previousFields.keys(), ...currentFields.keys()])) {
    const [from, to] = [previousFields.get(name), currentFields.get(name)];
    if (!jsonEqual(from, to)) changes.push({ name, from, to });
  }
  const relevelled = isArrow(before) && isArrow(after) ? levelChange(before, after) : null;
  if (relevelled !== null) changes.splice(0, changes.length, ...changes.filter(({ name }) => !ends.has(name)), relevelled);
  if (changes.length < 2) return changes;
  const shown = changes.filter(({ name }) => name !== 'unplacedAt' && name !== 'origin');
  return shown.toSorted((a, b) => fieldRank(after.type, a.name) - fieldRank(after.type, b.name) || 0);
}

const ends: ReadonlySet<string> = new Set(['from', 'to']);

/** The change of a message that goes to another level of its sequence; null for any other arrow. */
function levelChange(before: Arrow, after: Arrow): FieldChange | null {
  const [from, to] = [levelOf(before), levelOf(after)];
  const isSame = (a: ArrowEnd, b: ArrowEnd): boolean => isPinned(a) && isPinned(b) && a.element === b.element;
  return to !== undefined && from !== to && isSame(before.from, after.from) && isSame(before.to, after.to)
    ? { name: 'level', from, to }
    : null;
}

function reasonOf(element: Element, removed: ReadonlySet<string>, tab: TabView): string | null {
  if (!isArrow(element)) return null;
  const missingEnds = [element.from, element.to].flatMap((end) =>
    isPinned(end) && removed.has(end.element) ? [tab.refOf(end.element)] : [],
  );
  return missingEnds.length === 0 ? null : `pinned to ${[...new Set(missingEnds)].join(' and ')}`;
}

/** Fields with free text, which is always quoted. */
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
  if (name === 'lifeline' && typeof value === 'object' && value !== null && 'length' in value) return String(value.length);
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
