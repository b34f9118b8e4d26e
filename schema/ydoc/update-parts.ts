/**
 * Splits a Yjs update (version 1) into smaller updates that can be applied one after the other, so that applying a large document need not
 * stop the event loop.
 *
 * The structs of a client are cut between structs and copied as bytes. A part contains everything that its structs refer to, unless an earlier
 * part does: parts follow the order in which Yjs would integrate the update (integrateStructs in Yjs's encoding.js), so none of them waits.
 */
import { StructScanner } from './struct-scanner.ts';

/** A part this large takes Yjs about a millisecond. */
const maxStructs = 1_000;
const maxBytes = 64 * 1024;
const maxDeletions = 5_000;
/** How many structs are looked at between two yields. */
const scannedAtOnce = 4_000;

/** The structs of one client that are in no part yet. */
type Section = {
  readonly client: number;
  /** The clock of the next struct, its place in the bytes, and how many are left. */
  clock: number;
  at: number;
  left: number;
  /** What the next part has of it. */
  part: { readonly clock: number; readonly from: number; count: number } | null;
  isWaiting: boolean;
};

/** Yields the parts, and null where a caller can pause. What cannot be split is one part. */
export function* updateParts(update: Uint8Array, structs = maxStructs): Generator<Uint8Array | null> {
  const scanner = new StructScanner(update);
  const found = yield* sectionsOf(scanner);
  if (found === null) {
    yield update;
    return;
  }
  const splitter = new Splitter(scanner, found.sections, structs);
  yield* splitter.parts();
  yield* deletionParts(new StructScanner(update, found.end));
}

/** Null if structs are missing from the update, or in a form that is not known. */
function* sectionsOf(scanner: StructScanner): Generator<null, { sections: Section[]; end: number } | null> {
  const sections: Section[] = [];
  let scanned = 0;
  for (let clients = scanner.uint(); clients > 0; clients -= 1) {
    const left = scanner.uint();
    const client = scanner.uint();
    const clock = scanner.uint();
    sections.push({ client, clock, at: scanner.at, left, part: null, isWaiting: false });
    for (let count = left; count > 0; count -= 1) {
      if (!scanner.next()) return null;
      scanned += 1;
      if (scanned % scannedAtOnce === 0) yield null;
    }
  }
  return { sections, end: scanner.at };
}

class Splitter {
  readonly #scanner: StructScanner;
  readonly #sections: readonly Section[];
  readonly #byClient: ReadonlyMap<number, Section>;
  readonly #maxStructs: number;
  /** The sections that the next part has structs of. */
  #inPart: Section[] = [];
  #structs = 0;
  #bytes = 0;

  constructor(scanner: StructScanner, sections: readonly Section[], structs: number) {
    this.#scanner = scanner;
    this.#sections = sections;
    this.#byClient = new Map(sections.map((section) => [section.client, section]));
    this.#maxStructs = structs;
  }

  *parts(): Generator<Uint8Array> {
    for (const first of this.#sections) yield* this.#all(first);
    if (this.#structs > 0) yield this.#cut();
  }

  /** Takes all structs of a section, and before each one those of other sections that it refers to. */
  *#all(first: Section): Generator<Uint8Array> {
    const stack: { readonly section: Section; readonly until: number }[] = [{ section: first, until: Infinity }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { section, until } = top;
      if (section.left === 0 || section.clock > until) {
        section.isWaiting = false;
        stack.pop();
        continue;
      }
      this.#scanner.at = section.at;
      this.#scanner.next();
      const needed = this.#missing(section);
      if (needed === null) {
        this.#take(section);
        if (this.#structs >= this.#maxStructs || this.#bytes >= maxBytes) yield this.#cut();
      } else {
        section.isWaiting = true;
        stack.push(needed);
      }
    }
  }

  /**
   * The first thing that the scanned struct refers to and that is in no part yet. What the update does not have is in an earlier update, and
   * two structs never need each other: Yjs decides about bytes for which that is not true.
   */
  #missing(section: Section): { readonly section: Section; readonly until: number } | null {
    for (let index = 0; index < this.#scanner.references; index += 1) {
      const client = this.#scanner.clientOf(index);
      const clock = this.#scanner.clockOf(index);
      const other = client === section.client ? undefined : this.#byClient.get(client);
      if (other !== undefined && clock >= other.clock && other.left > 0 && !other.isWaiting)
        return { section: other, until: clock };
    }
    return null;
  }

  #take(section: Section): void {
    const { at, length } = this.#scanner;
    if (section.part === null) {
      section.part = { clock: section.clock, from: section.at, count: 0 };
      this.#inPart.push(section);
    }
    section.part.count += 1;
    this.#structs += 1;
    this.#bytes += at - section.at;
    section.clock += length;
    section.at = at;
    section.left -= 1;
  }

  #cut(): Uint8Array {
    const pieces: Uint8Array[] = [uintBytes(this.#inPart.length)];
    for (const section of this.#inPart) {
      const { part, client, at } = section;
      if (part === null) continue;
      pieces.push(uintBytes(part.count, client, part.clock), this.#scanner.bytes.subarray(part.from, at));
      section.part = null;
    }
    this.#inPart = [];
    this.#structs = 0;
    this.#bytes = 0;
    return joined([...pieces, uintBytes(0)]);
  }
}

/** What is deleted, once all structs are there. */
function* deletionParts(scanner: StructScanner): Generator<Uint8Array> {
  for (let clients = scanner.uint(); clients > 0; clients -= 1) {
    const client = scanner.uint();
    let left = scanner.uint();
    while (left > 0) {
      const count = Math.min(left, maxDeletions);
      const from = scanner.at;
      for (let index = 0; index < 2 * count; index += 1) scanner.uint();
      left -= count;
      yield joined([uintBytes(0, 1, client, count), scanner.bytes.subarray(from, scanner.at)]);
    }
  }
}

/** Variable-length unsigned integers, as lib0 writes them. */
function uintBytes(...values: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (let value of values) {
    for (; value > 0x7f; value = Math.floor(value / 128)) bytes.push((value % 128) | 0x80);
    bytes.push(value);
  }
  return Uint8Array.from(bytes);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
