/**
 * The pictures of published boards that were drawn last (SPEC.md, PB16). A picture is valid at one position of its document's journal. Callers
 * that want the same one at the same time wait for one drawing.
 */
import { createHash } from 'node:crypto';

import { isProblem, type Problem } from '#schema/problem.ts';

export type CachedPicture = {
  readonly bytes: Buffer;
  /** Identifies the bytes. */
  readonly tag: string;
};
/** `lastsMs`: for how long it may be answered at the same position. */
export type DrawnPicture = { readonly bytes: Buffer; readonly lastsMs: number };

type Entry = CachedPicture & { readonly seq: number; readonly until: number };

export class PictureCache {
  readonly #bytesMax: number;
  readonly #now: () => number;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #drawing = new Map<string, Promise<CachedPicture | Problem>>();
  #bytes = 0;

  constructor(bytesMax: number, now: () => number) {
    this.#bytesMax = bytesMax;
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The picture, if it is known. */
  find(key: string, seq: number): CachedPicture | null {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.seq !== seq || entry.until <= this.#now()) return null;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** Problems, and exceptions: those of `draw`. */
  get(key: string, seq: number, draw: () => Promise<DrawnPicture | Problem>): Promise<CachedPicture | Problem> {
    const known = this.find(key, seq);
    if (known !== null) return Promise.resolve(known);
    const name = `${seq} ${key}`;
    const current = this.#drawing.get(name);
    if (current !== undefined) return current;
    const drawing = this.#draw(key, seq, draw).finally(() => this.#drawing.delete(name));
    this.#drawing.set(name, drawing);
    return drawing;
  }

  async #draw(key: string, seq: number, draw: () => Promise<DrawnPicture | Problem>): Promise<CachedPicture | Problem> {
    const drawn = await draw();
    if (isProblem(drawn)) return drawn;
    const { bytes, lastsMs } = drawn;
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
    this.#keep(key, { bytes, tag, seq, until: this.#now() + lastsMs });
    return { bytes, tag };
  }

  #keep(key: string, entry: Entry): void {
    this.#forget(key);
    if (entry.bytes.length > this.#bytesMax / 4) return;
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes.length ?? 0;
    this.#entries.delete(key);
  }
}
