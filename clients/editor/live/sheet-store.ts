/**
 * sheet-store: the calculated sheets of the open document.
 *
 * Nothing is read, and the engine is not loaded, before a sheet is shown. Formulas are calculated in short turns that do not
 * block the page. For the first `graceMs` of a calculation the page shows the last values, so that values do not flicker with
 * every key; after that, formulas without a value are shown as pending, and results appear now and then.
 */
import type * as Y from 'yjs';

import type { faceOf, SheetFace } from '#core/sheet/face.ts';
import type { SheetValues } from '#core/sheet/snapshot.ts';
import type { Workbook } from '#core/sheet/workbook.ts';
import { limits } from '#schema/limits.ts';
import { sheetSource } from '#schema/ydoc/sheet-source.ts';

import { Emitter } from '../state/emitter.ts';

/** Part of a frame, as other things happen in it too. */
const turnMs = 5;
const defaults = { graceMs: 300, showEveryMs: 1_000 };

type Engine = { readonly workbook: Workbook; readonly values: SheetValues; readonly faceOf: typeof faceOf };

export class SheetStore {
  readonly #doc: Y.Doc;
  readonly #listeners = new Emitter<[ReadonlySet<string>]>();
  readonly #faces = new Map<string, SheetFace | null>();
  /** Ids of sheets whose faces are out of date. */
  readonly #stale = new Set<string>();
  #engine: Engine | null = null;
  #isLoading = false;
  #run: Generator<void, void> | null = null;
  #turn: ReturnType<typeof setTimeout> | null = null;
  #hasEnded = false;
  readonly #tuning: typeof defaults;
  /** When the calculation began; null when there is nothing to calculate. */
  #busySince: number | null = null;
  /** The calculation takes so long that pending values are shown as such. */
  #isSlow = false;
  #shownAt = 0;

  constructor(doc: Y.Doc, tuning: Partial<typeof defaults> = {}) {
    this.#doc = doc;
    this.#tuning = { ...defaults, ...tuning };
  }

  /** Called with the ids of sheets that look different now. */
  subscribe(listener: (ids: ReadonlySet<string>) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** The shown part of a sheet; null until it is known, or if there is none. */
  face(id: string): SheetFace | null {
    const cached = this.#faces.get(id);
    if (cached !== undefined) return cached;
    this.#faces.set(id, null);
    if (this.#engine === null) void this.#load();
    else this.#wake([id]);
    return null;
  }

  /** The workbook, once a face was requested and the engine is loaded; null before. */
  get workbook(): Workbook | null {
    return this.#engine?.workbook ?? null;
  }

  /** The values that the page shows; null before there is a workbook. */
  get values(): SheetValues | null {
    return this.#engine?.values ?? null;
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
    const { workbook } = new SheetBook(source);
    const values: SheetValues = {
      get sheets() {
        return workbook.sheets;
      },
      value: (sheetId, key) => (this.#isSlow ? workbook.value(sheetId, key) : workbook.lastValue(sheetId, key)),
    };
    this.#engine = { workbook, values, faceOf: face.faceOf };
    // The book has its changes already: it is up to date here.
    source.watch((changes) => this.#wake(changes.keys()));
    this.#wake(this.#faces.keys());
  }

  #wake(ids: Iterable<string>): void {
    for (const id of ids) this.#stale.add(id);
    this.#run = null;
    this.#nextTurn();
  }

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

  *#work(engine: Engine): Generator<void, void> {
    const { workbook } = engine;
    while (!workbook.advance({ now: Date.now(), random: Math.random }, limits.recalculationStep)) {
      if (this.#isTimeToShow(workbook)) yield* this.#show(engine, this.#faces.keys());
      yield;
    }
    for (const id of workbook.takeChanged().keys()) this.#stale.add(id);
    this.#busySince = null;
    // What is pending now does not fit into memory, and stays pending.
    this.#isSlow = this.#faces.keys().some((id) => workbook.pendingOn(id) > 0);
    yield* this.#show(engine, this.#stale);
    this.#stale.clear();
  }

  #isTimeToShow(workbook: Workbook): boolean {
    const now = performance.now();
    this.#busySince ??= now;
    const { graceMs, showEveryMs } = this.#tuning;
    const isLate = now - this.#busySince >= graceMs && now - this.#shownAt >= showEveryMs;
    if (!isLate || !workbook.isArranged) return false;
    this.#isSlow = true;
    this.#shownAt = now;
    // All of them are shown again when everything is calculated.
    for (const id of this.#faces.keys()) this.#stale.add(id);
    return true;
  }

  *#show({ workbook, values, faceOf: face }: Engine, ids: Iterable<string>): Generator<void, void> {
    const faces = new Map<string, SheetFace | null>();
    for (const id of new Set(ids)) {
      const sheet = workbook.sheets.get(id);
      if (this.#faces.has(id)) faces.set(id, sheet === undefined ? null : yield* face(values, sheet));
    }
    for (const [id, seen] of faces) this.#faces.set(id, seen);
    if (faces.size > 0) this.#listeners.emit(new Set(faces.keys()));
  }
}
