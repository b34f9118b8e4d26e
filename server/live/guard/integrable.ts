/**
 * integrable: the part of an update that a document can take, without what builds on something that it does not have.
 *
 * An editor whose connection broke can hold edits of others that came before the ones they build on; a handshake hands them
 * over like all that it has. When their writer's node died, nobody else has what they wait for.
 *
 * I1  What is left out is what would wait in the document; what an editor wrote itself never does, since its own document
 *     had taken all that it builds on, and the same update brings that.
 * I2  Cost follows the update times the clients that it says something new of, which are few.
 */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';

import { stateOf } from './store.ts';

type Struct = Y.Item | Y.GC | Y.Skip;
type Section = { readonly client: number; readonly structs: readonly Struct[]; taken: number };

/** The update is one that decode.ts takes. Null when it says something new of too many clients. */
export function integrable(update: Uint8Array, doc: Y.Doc): Uint8Array | null {
  const { structs, ds } = Y.decodeUpdate(update);
  const sections = sectionsOf(structs);
  const ends = new Map<number, number>();
  const endOf = (client: number): number => ends.get(client) ?? stateOf(doc, client);
  const news = sections.filter(({ client, structs: own }) => endOfLast(own) > stateOf(doc, client));
  if (news.length > limits.clientIdsPerHandshake) return null;
  for (const section of sections) if (!news.includes(section)) section.taken = section.structs.length;
  for (let moved = true; moved;) {
    moved = false;
    for (const section of news) {
      const before = section.taken;
      for (let next = section.structs[section.taken]; next !== undefined && isTakeable(next, endOf); next = section.structs[section.taken]) {
        ends.set(section.client, Math.max(endOf(section.client), next.id.clock + next.length));
        section.taken += 1;
      } // prettier-ignore
      moved ||= section.taken > before;
    }
  }
  return encoded(sections, ds, endOf);
}

function sectionsOf(structs: readonly Struct[]): Section[] {
  const byClient = new Map<number, Struct[]>();
  for (const struct of structs) {
    const own = byClient.get(struct.id.client);
    if (own === undefined) byClient.set(struct.id.client, [struct]);
    else own.push(struct);
  }
  return Array.from(byClient, ([client, own]) => ({ client, structs: own, taken: 0 }));
}

const endOfLast = (structs: readonly Struct[]): number => {
  const last = structs.findLast((struct) => !(struct instanceof Y.Skip));
  return last === undefined ? 0 : last.id.clock + last.length;
};

function isTakeable(struct: Struct, endOf: (client: number) => number): boolean {
  const { client, clock } = struct.id;
  if (struct instanceof Y.Skip) return clock + struct.length <= endOf(client);
  if (clock > endOf(client)) return false;
  if (!(struct instanceof Y.Item)) return true;
  const { origin, rightOrigin, parent } = struct;
  return [origin, rightOrigin, parent instanceof Y.ID ? parent : null].every((id) => id === null || id.clock < endOf(id.client));
}

type Deletes = ReturnType<typeof Y.decodeUpdate>['ds'];

function encoded(sections: readonly Section[], ds: Deletes, endOf: (client: number) => number): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  const kept = sections.filter(({ taken }) => taken > 0);
  encoding.writeVarUint(encoder.restEncoder, kept.length);
  for (const { client, structs, taken } of kept) {
    encoding.writeVarUint(encoder.restEncoder, taken);
    encoder.writeClient(client);
    encoding.writeVarUint(encoder.restEncoder, structs[0]?.id.clock ?? 0);
    for (const struct of structs.slice(0, taken)) struct.write(encoder, 0);
  }
  const deletes = [...ds.clients]
    .map(([client, ranges]) => ({ client, ranges: ranges.flatMap(({ clock, len }) => cut(clock, len, endOf(client))) }))
    .filter(({ ranges }) => ranges.length > 0);
  encoding.writeVarUint(encoder.restEncoder, deletes.length);
  for (const { client, ranges } of deletes) {
    encoder.resetDsCurVal();
    encoding.writeVarUint(encoder.restEncoder, client);
    encoding.writeVarUint(encoder.restEncoder, ranges.length);
    for (const { clock, length } of ranges) {
      encoder.writeDsClock(clock);
      encoder.writeDsLen(length);
    }
  }
  return encoder.toUint8Array();
}

const cut = (clock: number, length: number, end: number): { readonly clock: number; readonly length: number }[] =>
  clock >= end ? [] : [{ clock, length: Math.min(length, end - clock) }];
