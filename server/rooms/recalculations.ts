/** Evaluates formulas in the background, document by document, in turns of the event loop (SPEC.md). */
import type { Workbook } from '#core/sheet/workbook.ts';
import { systemActor } from '#schema/event.ts';
import { limits } from '#schema/limits.ts';
import { lockDocument } from '#storage/journal.ts';
import { appendEvent } from '#storage/outbox.ts';
import { sheetRevs } from '#storage/sheets.ts';
import type { Storage } from '#storage/storage.ts';

import type { LoadedRooms } from './loaded-rooms.ts';
import type { Shadow } from './shadow.ts';

export type RecalculationsOptions = {
  readonly storage: Storage;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void };
  readonly rooms: LoadedRooms;
  /** Loads the shadow of a document; null if there is none. Throws what storage throws, Busy and Overloaded. */
  readonly load: (documentId: string) => Promise<Shadow | null>;
  /** Called after events of a document were committed outside any write. */
  readonly onEmitted: (documentId: string) => void;
};

type Job = {
  readonly documentId: string;
  /** Ids of the sheets that get an event. */
  readonly announced: Set<string>;
  readonly waiting: Set<() => void>;
  /** When the job is dropped unless a request uses it. */
  until: number;
};

/** How long a document is evaluated after the last request. */
const keptMs = 10 * 60_000;
const retryMs = 1_000;

export class Recalculations {
  readonly #options: RecalculationsOptions;
  readonly #jobs = new Map<string, Job>();
  /** In the order of their turns. */
  #queue: Job[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: RecalculationsOptions) {
    this.#options = options;
  }

  /** Resolves when no formula of the document is pending, or after `waitMs`. Never rejects. */
  finished(documentId: string, waitMs: number): Promise<void> {
    const job = this.#job(documentId);
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(), waitMs);
      const end = (): void => {
        clearTimeout(timer);
        job.waiting.delete(end);
        resolve();
      };
      job.waiting.add(end);
      if (this.#isClosed) end();
    });
  }

  /** Requests an event for each of these sheets once it is evaluated. */
  announce(documentId: string, sheetIds: Iterable<string>): void {
    const { announced } = this.#job(documentId);
    for (const id of sheetIds) announced.add(id);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const { waiting } of this.#jobs.values()) for (const end of waiting) end();
    this.#jobs.clear();
    this.#queue = [];
  }

  #job(documentId: string): Job {
    let job = this.#jobs.get(documentId);
    const until = this.#options.now() + keptMs;
    if (job === undefined) {
      job = { documentId, announced: new Set(), waiting: new Set(), until };
      this.#jobs.set(documentId, job);
      this.#queue.push(job);
    }
    job.until = until;
    this.#schedule();
    return job;
  }

  #schedule(): void {
    if (this.#isClosed || this.#queue.length === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      const job = this.#queue.shift();
      if (job !== undefined) this.#turn(job);
      this.#schedule();
    }, limits.recalculationPeriodMs - limits.recalculationTurnMs);
  }

  #turn(job: Job): void {
    const { now, rooms } = this.#options;
    const room = rooms.get(job.documentId);
    if (now() > job.until) return this.#drop(job);
    if (room === undefined || room.shadow === null) return void this.#load(job);
    rooms.used(room);
    const { workbook } = room.shadow;
    const end = performance.now() + limits.recalculationTurnMs;
    let isDone = workbook.isDone;
    while (!isDone && performance.now() < end)
      isDone = workbook.advance({ now: now(), random: Math.random }, limits.recalculationStep);
    if (!isDone) return void this.#queue.push(job);
    for (const waiter of job.waiting) waiter();
    void this.#emit(job, workbook);
  }

  /** Loads the shadow again if it was dropped, as after a failed write, and a sheet still needs an event. */
  async #load(job: Job): Promise<void> {
    try {
      if (job.announced.size === 0 || (await this.#options.load(job.documentId)) === null) this.#drop(job);
      else this.#requeue(job);
    } catch (error) {
      this.#options.log.warn({ err: error, document: job.documentId }, 'a document could not be loaded to evaluate its sheets');
      this.#retryLater(job);
    }
  }

  async #emit(job: Job, workbook: Workbook): Promise<void> {
    const { storage, now, onEmitted, log } = this.#options;
    const { documentId } = job;
    const sheets = [...job.announced].flatMap((id) => workbook.sheets.get(id) ?? []);
    job.announced.clear();
    try {
      if (sheets.length > 0) {
        await storage.transact(async (tx) => {
          if ((await lockDocument(tx, documentId)) === null) return;
          const revs = await sheetRevs(tx, documentId);
          for (const { id, tabId, title } of sheets) {
            const data = { sheet: id, title, change: 'values', rev: revs.get(id) ?? 0, actor: systemActor };
            await appendEvent(tx, { documentId, type: 'sheet', tabId, at: now(), data });
          }
        });
        onEmitted(documentId);
      }
    } catch (error) {
      log.warn({ err: error, document: documentId }, 'the event for evaluated values could not be emitted');
      for (const { id } of sheets) job.announced.add(id);
      return this.#retryLater(job);
    }
    if (job.announced.size > 0 || job.waiting.size > 0) this.#requeue(job);
    else this.#drop(job);
  }

  #requeue(job: Job): void {
    if (this.#jobs.get(job.documentId) !== job) return;
    this.#queue.push(job);
    this.#schedule();
  }

  #retryLater(job: Job): void {
    setTimeout(() => this.#requeue(job), retryMs).unref();
  }

  #drop(job: Job): void {
    for (const waiter of job.waiting) waiter();
    if (this.#jobs.get(job.documentId) === job) this.#jobs.delete(job.documentId);
  }
}
