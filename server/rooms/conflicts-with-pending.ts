/**
 * conflicts-with-pending: whether somebody else's update touches elements that pending edits touched, which it comes before in the journal.
 *
 * O1  What it writes and deletes counts whether or not that shows here: a value that loses against a pending one, or is written
 *     into an element that a pending edit removed, is what the journal has before them.
 * O2  It never says no when it should say yes; what can no longer be told (collected by Yjs) is a yes.
 * O3  It costs what the update holds, not what the document does.
 */
import * as Y from 'yjs';

import { itemOf, structAt, structsIn } from '#schema/ydoc/struct-store.ts';

/** True for an element of a tab; `id` null: is any element of the tab meant. */
export type ElementFilter = (tabId: string, id: string | null) => boolean;

/** `doc` does not have the update yet. */
export function conflictsWithPending(doc: Y.Doc, update: Uint8Array, isMeant: ElementFilter): boolean {
  const { structs, ds } = Y.decodeUpdate(update);
  for (const struct of structs) {
    if (struct instanceof Y.Item) {
      if (isIn(doc, slotOf(doc, struct), isMeant)) return true;
    } else if (struct instanceof Y.GC) return true;
  }
  for (const [client, ranges] of ds.clients) {
    for (const { clock, len } of ranges) {
      for (const struct of structsIn(doc, { client, clock, len })) {
        if (!(struct instanceof Y.Item)) return true;
        if (isIn(doc, { parent: struct.parent, key: struct.parentSub }, isMeant)) return true;
      }
    }
  }
  return false;
}

/** Where an item is put: a key of a type of the document. Null: within something that the update itself makes. */
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
  // It stands beside another item, in the same place.
  const beside = origin ?? rightOrigin;
  const neighbour = beside === null ? undefined : structAt(doc, beside);
  if (neighbour === undefined) return null;
  return neighbour instanceof Y.Item ? { parent: neighbour.parent, key: neighbour.parentSub } : 'collected';
}

const itemAround = (type: unknown): Y.Item | null => (type instanceof Y.AbstractType ? itemOf(type) : null);

function isIn(doc: Y.Doc, slot: KeySlot, isMeant: ElementFilter): boolean {
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
  if (container === undefined) return isMeant(tabId, null);
  return container === 'elements' && isMeant(tabId, id ?? null);
}
