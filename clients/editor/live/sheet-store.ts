/**
 * sheet-store: the sheets of the open document worked out, for what shows them.
 *
 * H1  Nothing is read, nor is the engine loaded, before somebody asks for a sheet.
 * H2  Formulas are worked out in short turns, so that nothing on the page waits for them.
 * H3  Until a sheet has been worked out for the first time there is nothing of it; then what was worked out last, until the
 *     next is done.
 */
import type * as Y from 'yjs';

import type { faceOf, SheetFace } from '#core/sheet/face.ts';
import type { Workbook } from '#core/sheet/workbook.ts';
import { limits } from '#schema/limits.ts';
import { sheetSource } from '#schema/ydoc/sheet-source.ts';

import { Emitter } from '../state/emitter.ts';

/** Of a frame, for other things happen in it too. */
const turnMs = 5;

type Engine = { readonly workbook: Workbook; readonly faceOf: typeof faceOf };

export class SheetStore {
  readonly #doc: Y.Doc;
  readonly #listeners = new Emitter<[ReadonlySet<string>]>();
  readonly #faces = new Map<string, SheetFace | null>();
  /** Ids of sheets whose faces are not as their sheets are. */
  readonly #stale = new Set<string>();
  #engine: Engine | null = null;
  #isLoading = false;
  #run: Generator<void, void> | null = null;
  #turn: ReturnType<typeof setTimeout> | null = null;
  #hasEnded = false;

  constructor(doc: Y.Doc) {
    this.#doc = doc;
  }

  /** Told the ids of sheets that look different now. */
  subscribe(listener: (ids: ReadonlySet<string>) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** What is seen of a sheet; null while it is not known, or when there is none. */
  face(id: string): SheetFace | null {
    const known = this.#faces.get(id);
    if (known !== undefined) return known;
    this.#faces.set(id, null);
    if (this.#engine === null) void this.#load();
    else this.#wake([id]);
    return null;
  }

  /** The workbook, once somebody has asked for a face and the engine is there; null before. */
  get workbook(): Workbook | null {
    return this.#engine?.workbook ?? null;
  }

  end(): void {
    this.#hasEnded = true;
    if (this.#turn !== null) clearTimeout(this.#turn);
  }

  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const [{ SheetBook }, face] = await Promise.all([import('#core/sheet/sheet-book.ts'), import('#core/sheet/face.ts')]);
    if (this.#hasEnded) return;
    const source = sheetSource(this.#doc);
    const book = new SheetBook(source);
    this.#engine = { workbook: book.workbook, faceOf: face.faceOf };
    // The book was told before: it is up to date here.
    source.watch((changes) => this.#wake(changes.keys()));
    this.#wake(this.#faces.keys());
  }

  #wake(ids: Iterable<string>): void {
    for (const id of ids) this.#stale.add(id);
    this.#run = null;
    this.#nextTurn();
  }

  /** [H2] */
  #nextTurn(): void {
    if (this.#hasEnded) return;
    this.#turn ??= setTimeout(() => {
      this.#turn = null;
      if (this.#engine === null) return;
      this.#run ??= this.#work(this.#engine);
      const end = performance.now() + turnMs;
      while (performance.now() < end) if (this.#run.next().done === true) return void (this.#run = null);
      this.#nextTurn();
    }, 0);
  }

  *#work({ workbook, faceOf: face }: Engine): Generator<void, void> {
    while (!workbook.advance({ now: Date.now(), random: Math.random }, limits.recalculationStep)) yield;
    for (const id of workbook.takeChanged().keys()) this.#stale.add(id);
    const faces = new Map<string, SheetFace | null>();
    for (const id of this.#stale) {
      const sheet = workbook.sheets.get(id);
      if (this.#faces.has(id)) faces.set(id, sheet === undefined ? null : yield* face(workbook, sheet));
    }
    this.#stale.clear();
    for (const [id, seen] of faces) this.#faces.set(id, seen);
    if (faces.size > 0) this.#listeners.emit(new Set(faces.keys()));
  }
}
