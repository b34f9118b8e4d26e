/**
 * Reads stored journal rows and snapshots in the background and checks their checksums, so that damage is found before the document
 * is opened (SPEC.md). Rows are read one at a time, with pauses that bound the load on the database and the event loop.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { historyKeys, type HistoryTable, isRowIntact, type RowKey } from '#storage/history.ts';
import { takeDailyTurn } from '#storage/settings.ts';
import type { Storage } from '#storage/storage.ts';

export type VerifierOptions = {
  readonly storage: Storage;
  readonly now: () => number;
  readonly log: {
    info(data: object, message: string): void;
    warn(data: object, message: string): void;
    error(data: object, message: string): void;
  };
  /** Called when a pass over all rows ends, and for damaged rows as they are found. */
  readonly onDamaged: (rows: number) => void;
  readonly bytesPerSecond?: number;
};

export type Verified = { readonly rows: number; readonly damaged: number };

const turnMs = 10 * 60_000;
const keysPerRead = 500;
/** A damaged disk may damage every row. */
const loggedPerPass = 20;
const tables: readonly HistoryTable[] = ['snapshots', 'journal', 'journal_packs', 'past_snapshots'];

export class Verifier {
  readonly #options: VerifierOptions;
  #timer: NodeJS.Timeout | undefined;
  readonly #stopped = new AbortController();
  #running: Promise<Verified | null> | null = null;

  constructor(options: VerifierOptions) {
    this.#options = options;
  }

  /** Begins a pass every day, if no other node has. */
  start(): void {
    const { log } = this.#options;
    this.#timer = setInterval(() => {
      this.passIfDue().catch((error: unknown) => {
        if (!this.#stopped.signal.aborted) log.warn({ err: error }, 'stored rows could not be verified');
      });
    }, turnMs);
    this.#timer.unref();
  }

  async passIfDue(): Promise<Verified | null> {
    const { storage, now } = this.#options;
    return (await storage.transact((tx) => takeDailyTurn(tx, 'verified', now()))) ? this.pass() : null;
  }

  /** Reads everything once; joins a pass that is running. Null if it was stopped. Throws what storage throws. */
  pass(): Promise<Verified | null> {
    this.#running ??= this.#pass().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#stopped.abort();
  }

  async #pass(): Promise<Verified | null> {
    const { storage, log, onDamaged, bytesPerSecond = 4 * 2 ** 20 } = this.#options;
    let [rows, damaged] = [0, 0];
    for (const table of tables) {
      let after: RowKey = { documentId: '', seq: 0 };
      for (;;) {
        const keys = await historyKeys(storage.db, table, after, keysPerRead);
        const last = keys.at(-1);
        if (last === undefined) break;
        after = last;
        let unpaused = 0;
        for (const { documentId, seq, size } of keys) {
          rows += 1;
          if (!(await isRowIntact(storage.db, table, { documentId, seq }))) {
            damaged += 1;
            if (damaged <= loggedPerPass) log.error({ document: documentId, table, seq }, 'a stored row is damaged');
            onDamaged(damaged);
          }
          unpaused += size;
          if (unpaused > bytesPerSecond / 50 && !(await this.#pause((unpaused / bytesPerSecond) * 1_000))) return null;
          if (unpaused > bytesPerSecond / 50) unpaused = 0;
        }
        if (!(await this.#pause(20 + (unpaused / bytesPerSecond) * 1_000))) return null;
      }
    }
    onDamaged(damaged);
    if (damaged > 0) log.error({ damaged, rows }, 'stored rows are damaged: see admin document salvage');
    else log.info({ rows }, 'stored rows were verified');
    return { rows, damaged };
  }

  /** False if the verifier was stopped. */
  async #pause(ms: number): Promise<boolean> {
    const { signal } = this.#stopped;
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
    return !signal.aborted;
  }
}
