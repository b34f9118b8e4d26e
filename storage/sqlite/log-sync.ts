/**
 * Puts commits on disk beside the event loop: SQLite writes them to its log, and a thread of Node's pool syncs the log (SPEC.md).
 *
 * A sync covers everything that was written before it began, so commits that follow during a sync share the next one.
 */
import { closeSync, fdatasync, openSync } from 'node:fs';

import { CommitUnknown } from '../failures.ts';

export class LogSync {
  readonly #sync: () => Promise<void>;
  #running: Promise<void> | null = null;
  /** The sync after the running one. */
  #next: Promise<void> | null = null;

  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Resolves when everything that has been written is on disk; null if it already is. */
  get pending(): Promise<void> | null {
    return this.#next ?? this.#running;
  }

  /**
   * Called after each commit. Resolves when the commit is on disk. Throws CommitUnknown if the disk fails, and from then on always: the
   * operating system may have dropped what it could not write, so a later sync would succeed without it.
   */
  written(): Promise<void> {
    if (this.#running === null) return this.#start();
    this.#next ??= this.#running.then(() => this.#start());
    return this.#next;
  }

  #start(): Promise<void> {
    this.#next = null;
    const running = this.#sync().then(
      () => {
        this.#running = null;
      },
      (error: unknown) => {
        throw new CommitUnknown('The disk failed while a transaction was committed.', { cause: error });
      },
    );
    this.#running = running;
    return running;
  }
}

/** The log of a database. Only SQLite locks its other files, whose locks a handle of ours would release when it is closed. */
export class LogFile {
  readonly #path: string;
  #handle: number | null = null;

  constructor(database: string) {
    this.#path = `${database}-wal`;
  }

  sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#handle ??= openSync(this.#path, 'r+');
      fdatasync(this.#handle, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }
}
