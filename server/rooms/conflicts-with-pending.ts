/**
 * Whether an update from elsewhere, which precedes the pending edits in the journal, touches the same elements.
 *
 * Whatever it writes and deletes counts, even without a visible effect here: a value that loses against a pending one, or an edit of an
 * element that a pending edit removed, is what the journal has before the pending edits. The answer may be wrong only in one
 * direction: content that Yjs has collected counts as a conflict. The cost depends on the update, not on the document.
 */
import * as Y from 'yjs';

import { itemOf, structAt, structsIn } from '#schema/ydoc/struct-store.ts';

/** Whether an element matches; with `id` null, whether any element of the tab matches. */
export type ElementFilter = (tabId: string, id: string | null) => boolean;

/** `doc` must not contain the update yet. */
export function conflictsWithPending(doc: Y.Doc, update: Uint8Array, matches: ElementFilter): boolean {
  const { structs, ds } = Y.decodeUpdate(update);
  for (const struct of structs) {
    if (struct instanceof Y.Item) {
      if (isIn(doc, slotOf(doc, struct), matches)) return true;
    } else if (struct instanceof Y.GC) return true;
  }
  for (const [client, ranges] of ds.clients) {
    for (const { clock, len } of ranges) {
      for (const struct of structsIn(doc, { client, clock, len })) {
        if (!(struct instanceof Y.Item)) return true;
        if (isIn(doc, { parent: struct.parent, key: struct.parentSub }, matches)) return true;
      }
    }
  }
  return false;
}

/** The place of an item: a key in a type of the document. Null if the update itself creates that type. */
type KeySlot = { readonly parent: unknown; readonly key: string | null } | 'collected' | null;

function slotOf(doc: Y.Doc, { parent, parentSub, origin, rightOrigin }: Y.Item): KeySlot {
  if (typeof parent === 'string') return { parent, key: parentSub };
  if (parent instanceof Y.ID) {
    const holder = structAt(doc, parent);
    if (holder === undefined) return null;
    return holder instanceof Y.Item && holder.content instanceof Y.ContentType
      ? { parent: holder.content.type, key: parentSub }
      : 'collected';
  }
  // The item is next to another one, in the same place.
  const adjacent = origin ?? rightOrigin;
  const neighbour = adjacent === null ? undefined : structAt(doc, adjacent);
  if (neighbour === undefined) return null;
  return neighbour instanceof Y.Item ? { parent: neighbour.parent, key: neighbour.parentSub } : 'collected';
}

const itemAround = (type: unknown): Y.Item | null => (type instanceof Y.AbstractType ? itemOf(type) : null);

function isIn(doc: Y.Doc, slot: KeySlot, matches: ElementFilter): boolean {
  if (slot === null) return false;
  if (slot === 'collected') return true;
  const path = [slot.key];
  let type = slot.parent;
  for (let item = itemAround(type); item !== null; item = itemAround(type)) {
    path.unshift(item.parentSub);
    type = item.parent;
  }
  if (type !== 'tabs' && type !== doc.share.get('tabs')) return false;
  const [tabId, container, id] = path;
  if (typeof tabId !== 'string') return true;
  if (container === undefined) return matches(tabId, null);
  return container === 'elements' && matches(tabId, id ?? null);
}
