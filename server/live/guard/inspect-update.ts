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

import { Atlas } from './atlas.ts';
import { type Decoded, decodeUpdate } from './decode.ts';
import { Effort } from './effort.ts';
import { Judge } from './judge.ts';
import { Placing } from './placing.ts';
import { Refused } from './refused.ts';
import { stateOf } from './store.ts';
import type { GuardRules, GuardVerdict } from './verdict.ts';

export function inspectUpdate(update: Uint8Array, doc: Y.Doc, rules: GuardRules): GuardVerdict {
  try {
    const decoded = decodeUpdate(update);
    const clients = newOf(decoded, doc, rules);
    const effort = new Effort();
    const atlas = new Atlas(doc);
    const judge = new Judge(rules, decoded, atlas);
    const placing = new Placing(doc, atlas, effort, judge.written);
    placing.place(decoded.sections);
    inspectDeletes(decoded, doc, placing, effort, judge);
    return { ...judge.conclude(), clients };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason };
    throw error;
  }
}

/** Clients that say something new. [G6] */
function newOf({ sections }: Decoded, doc: Y.Doc, rules: GuardRules): number[] {
  const clients: number[] = [];
  let unknown = 0;
  for (const { client, structs } of sections) {
    const last = structs.findLast(({ kind }) => kind !== 'gap');
    if (last === undefined || last.clock + last.length <= stateOf(doc, client)) continue;
    if (rules.foreignClients(client)) throw new Refused('forged_client');
    if (!rules.ownedClients.has(client)) unknown += 1;
    if (unknown > rules.newClients) throw new Refused('too_many_clients');
    clients.push(client);
  }
  return clients;
}

/** [G3] */
function inspectDeletes({ deletes }: Decoded, doc: Y.Doc, placing: Placing, effort: Effort, judge: Judge): void {
  for (const [client, ranges] of deletes) {
    const end = placing.endOf(client);
    const structs = doc.store.clients.get(client);
    const known = stateOf(doc, client);
    for (const range of ranges) {
      if (range.end > end) throw new Refused('missing_parent');
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
