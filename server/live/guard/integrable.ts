/**
 * Extracts the part of an update that a document can integrate, without structs that build on something the document lacks (SPEC.md, GD23 to GD25).
 *
 * An editor whose connection broke may have received edits of others before the edits those build on, and its handshake contains them. If the
 * node of their author died, no other node has what they wait for. An editor's own edits never wait, as its document had what they build on.
 */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { clockOf, holderOf, structsIn } from '#schema/ydoc/struct-store.ts';

type Struct = Y.Item | Y.GC | Y.Skip;
/** `kept`: the number of structs, from the first one, that are kept. */
type Section = { readonly client: number; readonly structs: readonly Struct[]; kept: number };

/** The update must be one that decode.ts accepts. Null if it has new structs of too many clients: the cost grows with their number. */
export function integrable(update: Uint8Array, doc: Y.Doc): Uint8Array | null {
  const { structs, ds } = Y.decodeUpdate(update);
  const sections = sectionsOf(structs);
  const ends = new Map<number, number>();
  const endOf = (client: number): number => ends.get(client) ?? clockOf(doc, client);
  const newSections = sections.filter(({ client, structs: own }) => endOfLast(own) > clockOf(doc, client));
  if (newSections.length > limits.clientIdsPerHandshake) return null;
  for (const section of sections) if (!newSections.includes(section)) section.kept = section.structs.length;
  for (let hasMoved = true; hasMoved;) {
    hasMoved = false;
    for (const section of newSections) {
      const before = section.kept;
      for (let next = section.structs[section.kept]; next !== undefined && isIntegrable(next, endOf); next = section.structs[section.kept]) {
        ends.set(section.client, Math.max(endOf(section.client), next.id.clock + next.length));
        section.kept += 1;
      } // prettier-ignore
      hasMoved ||= section.kept > before;
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
  return Array.from(byClient, ([client, own]) => ({ client, structs: own, kept: 0 }));
}

const endOfLast = (structs: readonly Struct[]): number => {
  const last = structs.findLast((struct) => !(struct instanceof Y.Skip));
  return last === undefined ? 0 : last.id.clock + last.length;
};

function isIntegrable(struct: Struct, endOf: (client: number) => number): boolean {
  const { client, clock } = struct.id;
  if (struct instanceof Y.Skip) return clock + struct.length <= endOf(client);
  if (clock > endOf(client)) return false;
  if (!(struct instanceof Y.Item)) return true;
  const { origin, rightOrigin, parent } = struct;
  return [origin, rightOrigin, parent instanceof Y.ID ? parent : null].every((id) => id === null || id.clock < endOf(id.client));
}

type Range = { readonly clock: number; readonly length: number };
type DeleteSet = ReturnType<typeof Y.decodeUpdate>['ds'];

/**
 * The deletions to keep. Yjs applies a deletion at once even if the structs that came with it have to wait, so values that would be replaced by
 * something left out must be spared.
 */
class Deletes {
  readonly #doc: Y.Doc;
  /** Clocks of what would be replaced by something left out, by client. */
  readonly #replaced = new Map<number, Set<number>>();

  constructor(doc: Y.Doc, sections: readonly Section[]) {
    this.#doc = doc;
    for (const { structs, kept } of sections) for (const struct of structs.slice(kept)) this.#spare(struct);
  }

  /** The parts of a deletion that are kept. */
  *keptParts(client: number, clock: number, end: number): Generator<Range> {
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
    const state = clockOf(this.#doc, client);
    for (const struct of structsIn(this.#doc, { client, clock, len: end - clock })) {
      const from = Math.max(clock, struct.id.clock);
      const until = Math.min(end, struct.id.clock + struct.length);
      if (struct instanceof Y.Item && this.#isSpared(struct)) yield { clock: from, length: until - from };
    }
    const inUpdate = [...(this.#replaced.get(client) ?? [])].filter(
      (replaced) => replaced >= Math.max(clock, state) && replaced < end,
    );
    for (const replaced of inUpdate.toSorted((a, b) => a - b)) yield { clock: replaced, length: 1 };
  }

  /** True if the item or one of its parents is spared. */
  #isSpared(item: Y.Item): boolean {
    for (let at: Y.Item | null = item; at !== null; at = holderOf(at)) {
      if (this.#replaced.get(at.id.client)?.has(at.id.clock + at.length - 1) === true) return true;
    }
    return false;
  }
}

function encoded(sections: readonly Section[], deletions: Deletes, ds: DeleteSet, endOf: (client: number) => number): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  const written = sections.filter(({ kept }) => kept > 0);
  encoding.writeVarUint(encoder.restEncoder, written.length);
  for (const { client, structs, kept } of written) {
    encoding.writeVarUint(encoder.restEncoder, kept);
    encoder.writeClient(client);
    encoding.writeVarUint(encoder.restEncoder, structs[0]?.id.clock ?? 0);
    for (const struct of structs.slice(0, kept)) struct.write(encoder, 0);
  }
  const deletes = [...ds.clients]
    .map(([client, ranges]) => ({
      client,
      ranges: ranges.flatMap(({ clock, len }) => [...deletions.keptParts(client, clock, Math.min(clock + len, endOf(client)))]),
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
