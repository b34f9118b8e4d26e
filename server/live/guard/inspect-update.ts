/**
 * Inspects an editor's update before it is applied, from its bytes and the current document (SPEC.md).
 *
 * Honest work must never be refused: an editor cannot continue after a refusal, because its own copy contains the update.
 */
import * as Y from 'yjs';

import { clockOf, structsIn } from '#schema/ydoc/struct-store.ts';

import { DocumentMap } from './document-map.ts';
import { type DecodedUpdate, decodeUpdate } from './decode.ts';
import { Effort } from './effort.ts';
import { UpdateInspector } from './update-inspector.ts';
import { reusesClocks } from './reused-clients.ts';
import { StructPlacer } from './struct-placer.ts';
import { GuardRefusal } from './guard-refusal.ts';
import type { GuardRules, GuardVerdict } from './verdict.ts';

export function inspectUpdate(update: Uint8Array, doc: Y.Doc, rules: GuardRules): GuardVerdict {
  try {
    const decoded = decodeUpdate(update);
    if (reusesClocks(decoded, doc)) throw new GuardRefusal('forged_client');
    const clients = newClients(decoded, doc, rules);
    const effort = new Effort();
    const documentMap = new DocumentMap(doc);
    const inspector = new UpdateInspector(rules, decoded, documentMap);
    const placer = new StructPlacer(doc, documentMap, effort, inspector.onPlaced);
    placer.place(decoded.sections);
    inspectDeletes(decoded, doc, placer, effort, inspector);
    return { ...inspector.conclude(), clients };
  } catch (error) {
    if (error instanceof GuardRefusal) return { ok: false, reason: error.reason };
    throw error;
  }
}

/** The clients with new structs in this update [GD19]. */
function newClients({ sections }: DecodedUpdate, doc: Y.Doc, rules: GuardRules): number[] {
  const clients: number[] = [];
  let unknown = 0;
  for (const { client, structs } of sections) {
    const last = structs.findLast(({ kind }) => kind !== 'gap');
    if (last === undefined || last.clock + last.length <= clockOf(doc, client)) continue;
    if (rules.foreignClients(client)) throw new GuardRefusal('forged_client');
    if (!rules.ownedClients.has(client)) unknown += 1;
    if (unknown > rules.newClients) throw new GuardRefusal('too_many_clients');
    clients.push(client);
  }
  return clients;
}

/** Looks up each deleted range in the document's store [GD10]. */
function inspectDeletes(
  { deletes }: DecodedUpdate,
  doc: Y.Doc,
  placer: StructPlacer,
  effort: Effort,
  inspector: UpdateInspector,
): void {
  for (const [client, ranges] of deletes) {
    const end = placer.endOf(client);
    for (const range of ranges) {
      if (range.end > end) throw new GuardRefusal('missing_parent');
      let hasDeleted = false;
      for (const struct of structsIn(doc, { client, clock: range.clock, len: range.end - range.clock })) {
        if (!(struct instanceof Y.Item) || struct.deleted) continue;
        inspector.deleted(struct);
        hasDeleted = true;
      }
      if (hasDeleted) effort.moveStructs(doc, client);
    }
  }
}
