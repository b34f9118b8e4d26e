/**
 * inspect-update: judges an editor's update before it is applied, from its bytes and the document as it lies.
 *
 * G1  It changes nothing: not the document, not the update. What it accepts, Yjs applies whole and without throwing.
 * G2  Only the editors' roots, only the shapes and values of docs/document-model.md (model.ts, plain-value.ts).
 * G3  Everything that goes is found, also when only a delete set says so: each deleted range is looked up in the store.
 * G4  What the server vouches for stays: locks, modes, votes, comments, card keys.
 * G5  A person limited to some tabs touches no other.
 * G6  Nobody writes as another live session, and a connection brings few new client ids.
 * G7  Cost follows the update, never the document.
 *
 * A refusal must never meet honest work: an editor whose update is refused cannot go on, for its own copy holds it.
 */
import * as Y from 'yjs';

import { DocumentMap } from './document-map.ts';
import { type DecodedUpdate, decodeUpdate } from './decode.ts';
import { Effort } from './effort.ts';
import { UpdateInspector } from './update-inspector.ts';
import { StructPlacer } from './struct-placer.ts';
import { GuardRefusal } from './guard-refusal.ts';
import { stateOf } from './store.ts';
import type { GuardRules, GuardVerdict } from './verdict.ts';

export function inspectUpdate(update: Uint8Array, doc: Y.Doc, rules: GuardRules): GuardVerdict {
  try {
    const decoded = decodeUpdate(update);
    const clients = newOf(decoded, doc, rules);
    const effort = new Effort();
    const atlas = new DocumentMap(doc);
    const judge = new UpdateInspector(rules, decoded, atlas);
    const placing = new StructPlacer(doc, atlas, effort, judge.onPlaced);
    placing.place(decoded.sections);
    inspectDeletes(decoded, doc, placing, effort, judge);
    return { ...judge.conclude(), clients };
  } catch (error) {
    if (error instanceof GuardRefusal) return { ok: false, reason: error.reason };
    throw error;
  }
}

/** Clients that say something new. [G6] */
function newOf({ sections }: DecodedUpdate, doc: Y.Doc, rules: GuardRules): number[] {
  const clients: number[] = [];
  let unknown = 0;
  for (const { client, structs } of sections) {
    const last = structs.findLast(({ kind }) => kind !== 'gap');
    if (last === undefined || last.clock + last.length <= stateOf(doc, client)) continue;
    if (rules.foreignClients(client)) throw new GuardRefusal('forged_client');
    if (!rules.ownedClients.has(client)) unknown += 1;
    if (unknown > rules.newClients) throw new GuardRefusal('too_many_clients');
    clients.push(client);
  }
  return clients;
}

/** [G3] */
function inspectDeletes(
  { deletes }: DecodedUpdate,
  doc: Y.Doc,
  placing: StructPlacer,
  effort: Effort,
  judge: UpdateInspector,
): void {
  for (const [client, ranges] of deletes) {
    const end = placing.endOf(client);
    const structs = doc.store.clients.get(client);
    const known = stateOf(doc, client);
    for (const range of ranges) {
      if (range.end > end) throw new GuardRefusal('missing_parent');
      if (structs === undefined || range.clock >= known) continue;
      let found = false;
      for (let index = Y.findIndexSS(structs, range.clock); index < structs.length; index += 1) {
        const struct = structs[index];
        if (struct === undefined || struct.id.clock >= range.end) break;
        if (!(struct instanceof Y.Item) || struct.deleted) continue;
        judge.deleted(struct);
        found = true;
      }
      if (found) effort.moveStructs(doc, client);
    }
  }
}
