/** Refuses an agent's changes to elements that other people have selected (SPEC.md). */
import { quoteShort } from '#core/notation/quote.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Edit, OperationError } from '#schema/changeset.ts';
import { type Actor, isProgram } from '#server/access/actor.ts';
import type { Holder } from '#server/live/holders.ts';

/** The people who have selected elements of a tab, in editors of all nodes. */
export type HoldersOf = (documentId: string, tabId: string) => Promise<readonly Holder[]>;

/** The refusal of a write with these edits, or null. `tab` is the tab before the edits. */
export function heldBy(
  holders: readonly Holder[],
  actor: Actor,
  edits: readonly Pick<Edit, 'id' | 'before'>[],
  tab: TabView,
): OperationError | null {
  if (!isProgram(actor)) return null;
  const held = new Map<string, Map<string, Holder>>();
  for (const holder of holders) {
    if (holder.userId === actor.userId) continue;
    for (const id of holder.elements) held.set(id, (held.get(id) ?? new Map<string, Holder>()).set(holder.userId, holder));
  }
  const elements = edits.flatMap(({ id, before }) => {
    const people = before === null ? undefined : held.get(id);
    if (people === undefined) return [];
    const by = [...people.values()].map(({ name, color }) => ({ name, color }));
    return [{ id, ref: tab.refOf(id), by: by.map(({ name }) => name).join(', '), holders: by }];
  });
  if (elements.length === 0) return null;
  const named = elements
    .slice(0, maxNamed)
    .map(({ ref, holders: people }) => `${ref} (${people.map(({ name }) => quoteShort(name, 80)).join(', ')})`);
  const more = elements.length > maxNamed ? ` and ${elements.length - maxNamed} more` : '';
  return {
    code: 'elements_held',
    message: `Selected in an editor: ${named.join(', ')}${more}.`,
    hint: 'Try again when they are free, or work elsewhere.',
    elements,
  };
}

/** The message names at most this many elements; `elements` lists them all. */
const maxNamed = 10;
