/**
 * held: what people have selected in editors and an agent would therefore change under their hands.
 *
 * E1  A token's write that changes or removes an element which somebody else holds is refused (elements_held): with the
 *     elements and who holds them.
 * E2  What the token's owner holds themselves holds nothing; a person's own write is never refused.
 */
import { quoteShort } from '#core/notation/quote.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Edit, OperationError } from '#schema/changeset.ts';
import type { Actor } from '#server/access/actor.ts';
import type { Holder } from '#server/live/holders.ts';

/** Who holds what on a tab, in editors of every node that is known of. */
export type HoldersOf = (documentId: string, tabId: string) => Promise<readonly Holder[]>;

/** The refusal of a write with these edits; null when nobody is in its way. `tab` is as it was before them. */
export function heldBy(
  holders: readonly Holder[],
  actor: Actor,
  edits: readonly Pick<Edit, 'id' | 'before'>[],
  tab: TabView,
): OperationError | null {
  if (actor.kind !== 'agent') return null;
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
    .slice(0, listed)
    .map(({ ref, holders: people }) => `${ref} (${people.map(({ name }) => quoteShort(name, 80)).join(', ')})`);
  const more = elements.length > listed ? ` and ${elements.length - listed} more` : '';
  return {
    code: 'elements_held',
    message: `Selected in an editor: ${named.join(', ')}${more}.`,
    hint: 'Try again when they are free, or work elsewhere.',
    elements,
  };
}

/** More elements than these are not named in the message. */
const listed = 10;
