/**
 * integrable: the part of an update that a document can take, without what builds on something that it does not have.
 *
 * An editor whose connection broke can hold edits of others that came before the ones they build on; a handshake hands them
 * over like all that it has. When their writer's node died, nobody else has what they wait for.
 *
 * I1  What is left out is what would wait in the document; what an editor wrote itself never does, since its own document
 *     had taken all that it builds on, and the same update brings that.
 * I2  What a struct that is left out would replace stays: Yjs takes a deletion at once, also when what came with it has to wait.
 * I3  Cost follows the update times the clients that it says something new of, which are few.
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
  return encoded(sections, new Deletes(doc, sections), ds, endOf);
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

type Range = { readonly clock: number; readonly length: number };
type DeleteSet = ReturnType<typeof Y.decodeUpdate>['ds'];

/** [I2] */
class Deletes {
  readonly #doc: Y.Doc;
  /** What is replaced by something that is left out, by client. */
  readonly #replaced = new Map<number, Set<number>>();

  constructor(doc: Y.Doc, sections: readonly Section[]) {
    this.#doc = doc;
    for (const { structs, taken } of sections) for (const struct of structs.slice(taken)) this.#spare(struct);
  }

  /** The parts of a deletion that are taken. */
  *taken(client: number, clock: number, end: number): Generator<Range> {
    if (clock >= end) return;
    if (this.#replaced.size === 0) return yield { clock, length: end - clock };
    let from = clock;
    for (const spared of this.#sparedIn(client, clock, end)) {
      if (spared.clock > from) yield { clock: from, length: spared.clock - from };
      from = spared.clock + spared.length;
    }
    if (from < end) yield { clock: from, length: end - from };
  }

  #spare(struct: Struct): void {
    if (!(struct instanceof Y.Item) || struct.origin === null) return;
    const { client, clock } = struct.origin;
    const clocks = this.#replaced.get(client) ?? new Set<number>();
    this.#replaced.set(client, clocks.add(clock));
  }

  /** In the order of their clocks. */
  *#sparedIn(client: number, clock: number, end: number): Generator<Range> {
    const known = stateOf(this.#doc, client);
    const structs = this.#doc.store.clients.get(client) ?? [];
    for (let at = clock < known ? Y.findIndexSS(structs, clock) : structs.length; at < structs.length; at += 1) {
      const struct = structs[at];
      if (struct === undefined || struct.id.clock >= end) break;
      const from = Math.max(clock, struct.id.clock);
      const until = Math.min(end, struct.id.clock + struct.length);
      if (struct instanceof Y.Item && this.#isSpared(struct)) yield { clock: from, length: until - from };
    }
    const fresh = [...(this.#replaced.get(client) ?? [])].filter(
      (replaced) => replaced >= Math.max(clock, known) && replaced < end,
    );
    for (const replaced of fresh.toSorted((a, b) => a - b)) yield { clock: replaced, length: 1 };
  }

  /** With all that is in it. */
  #isSpared(item: Y.Item): boolean {
    for (let at: Y.Item | null = item; at !== null; at = at.parent instanceof Y.AbstractType ? at.parent._item : null) {
      if (this.#replaced.get(at.id.client)?.has(at.id.clock + at.length - 1) === true) return true;
    }
    return false;
  }
}

function encoded(sections: readonly Section[], deletions: Deletes, ds: DeleteSet, endOf: (client: number) => number): Uint8Array {
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
    .map(([client, ranges]) => ({
      client,
      ranges: ranges.flatMap(({ clock, len }) => [...deletions.taken(client, clock, Math.min(clock + len, endOf(client)))]),
    }))
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
