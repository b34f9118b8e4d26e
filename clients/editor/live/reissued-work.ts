/**
 * reissued-work: work that the server refused because its client id is also another page's, under a new client id.
 *
 * Two copies of a page have one client id when a machine is cloned while the page is open. Yjs takes structs of the same id and clock for
 * the same, so the server refuses those of the page that is later.
 *
 * RW1  What the page wrote after the two parted is the same work, with the same effect, under a new client id.
 * RW2  What both have is not written again, nor is anything of other clients changed.
 * RW3  Work that cannot be applied to the server's state is not written: it remains for the person to save.
 */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';

import { jsonEqual } from '#schema/json-equal.ts';
import { type ClockRange, clockOf, hasWaiting, type StoredStruct, structAt, type StructId } from '#schema/ydoc/struct-store.ts';

/** A refused copy of a document. The server has acknowledged what it wrote before `savedClock`. */
export type RefusedCopy = { readonly doc: Y.Doc; readonly savedClock: number };

/** Writes the refused work to `doc`, which has the server's state. False if nothing was written. */
export function reissue(refused: RefusedCopy, doc: Y.Doc): boolean {
  const update = reissuedWork(refused, doc);
  if (update === null) return false;
  doc.transact((transaction) => {
    Y.applyUpdate(doc, update);
    // Yjs takes the transaction for another's, but this is work of the page that is not saved yet.
    transaction.local = true;
  });
  return true;
}

function reissuedWork({ doc: mine, savedClock }: RefusedCopy, theirs: Y.Doc): Uint8Array | null {
  const { clientID: client } = mine;
  const from = partingClock(mine, theirs, { client, clock: savedClock });
  const known = Y.decodeStateVector(Y.encodeStateVector(theirs)).set(client, from);
  const update = withNewClient(Y.encodeStateAsUpdate(mine, Y.encodeStateVector(known)), Y.createID(client, from));
  const trial = new Y.Doc();
  Y.applyUpdate(trial, Y.encodeStateAsUpdate(theirs));
  let isNew = false;
  trial.once('update', () => {
    isNew = true;
  });
  Y.applyUpdate(trial, update);
  return isNew && !hasWaiting(trial) ? update : null;
}

/** [RW2] The first clock of a client, from a clock on, at which two documents differ or that one of them does not have. */
function partingClock(mine: Y.Doc, theirs: Y.Doc, { client, clock: savedClock }: StructId): number {
  const end = Math.min(clockOf(mine, client), clockOf(theirs, client));
  let clock = savedClock;
  while (clock < end && isSameAt(structAt(mine, { client, clock }), structAt(theirs, { client, clock }), clock)) clock += 1;
  return clock;
}

/** What was deleted has no content to compare: it counts as different. */
function isSameAt(a: StoredStruct | undefined, b: StoredStruct | undefined, clock: number): boolean {
  if (!(a instanceof Y.Item) || !(b instanceof Y.Item) || a.deleted || b.deleted) return false;
  const [aLeft, bLeft] = [leftOf(a, clock), leftOf(b, clock)];
  if (!Y.compareIDs(aLeft, bLeft) || (aLeft === null && a.parentSub !== b.parentSub)) return false;
  if (a.content.constructor !== b.content.constructor) return false;
  return !(a.content instanceof Y.ContentAny) || jsonEqual(valueAt(a, clock), valueAt(b, clock));
}

const leftOf = ({ id, origin }: Y.Item, clock: number): Y.ID | null =>
  clock > id.clock ? Y.createID(id.client, clock - 1) : origin;
const valueAt = ({ id, content }: Y.Item, clock: number): unknown => content.getContent()[clock - id.clock] as unknown;

/** [RW1] The update with everything that a client wrote from a clock on under a new client id, from clock 0 on. */
function withNewClient(update: Uint8Array, old: Y.ID): Uint8Array {
  const { clientID: client } = new Y.Doc();
  const renamed = (id: Y.ID): Y.ID =>
    id.client === old.client && id.clock >= old.clock ? Y.createID(client, id.clock - old.clock) : id;
  const { structs, ds } = Y.decodeUpdate(update);
  const sections = new Map<number, { readonly clock: number; readonly encoder: Y.UpdateEncoderV1; count: number }>();
  for (const struct of structs) {
    struct.id = renamed(struct.id);
    if (struct instanceof Y.Item) {
      struct.origin = struct.origin && renamed(struct.origin);
      struct.rightOrigin = struct.rightOrigin && renamed(struct.rightOrigin);
      if (struct.parent instanceof Y.ID) struct.parent = renamed(struct.parent);
    }
    const section = sections.get(struct.id.client) ?? { clock: struct.id.clock, encoder: new Y.UpdateEncoderV1(), count: 0 };
    sections.set(struct.id.client, section);
    struct.write(section.encoder, 0);
    section.count += 1;
  }
  const encoder = encoding.createEncoder();
  // Yjs expects clients in descending order.
  const ordered = [...sections].toSorted(([a], [b]) => b - a);
  encoding.writeVarUint(encoder, ordered.length);
  for (const [of, section] of ordered) {
    for (const part of [section.count, of, section.clock]) encoding.writeVarUint(encoder, part);
    encoding.writeUint8Array(encoder, section.encoder.toUint8Array());
  }
  const deletions = [...ds.clients].flatMap(([of, ranges]) =>
    ranges.flatMap(({ clock, len }) => parts({ client: of, clock, len }, old)),
  );
  encoding.writeVarUint(encoder, deletions.length);
  for (const { client: of, clock, len } of deletions) {
    const id = renamed(Y.createID(of, clock));
    for (const part of [id.client, 1, id.clock, len]) encoding.writeVarUint(encoder, part);
  }
  return encoding.toUint8Array(encoder);
}

/** A range, divided at an id. */
function parts(range: ClockRange, { client, clock }: Y.ID): ClockRange[] {
  const before = clock - range.clock;
  if (range.client !== client || before <= 0 || before >= range.len) return [range];
  return [
    { ...range, len: before },
    { client, clock, len: range.len - before },
  ];
}
