/**
 * recalculations: formulas that are calculated in the background, document by document, in turns of the event loop.
 *
 * RC1  A turn takes `limits.recalculationTurnMs`, is one document's, and is followed by a pause: requests have the event loop for at
 *      least half of the time. Documents take turns one after the other, however much each of them has to calculate.
 * RC2  A reader who was answered that values are pending gets a `sheet` event, `values`, for each such sheet once they are
 *      calculated.
 * RC3  A document is calculated for as long as requests ask for it, and `keptMs` beyond. Until then it is not dropped, and one whose
 *      shadow was dropped, as after a write that failed, is loaded again where a reader waits for an event.
 */
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
  /** Loads the shadow of a document; null when there is none. Throws what storage throws, Busy and Overloaded. */
  readonly load: (documentId: string) => Promise<Shadow | null>;
  /** Events of a document were written outside any write. */
  readonly onTold: (documentId: string) => void;
};

type Job = {
  readonly documentId: string;
  /** [RC2] Ids of sheets. */
  readonly announced: Set<string>;
  readonly waiting: Set<() => void>;
  /** [RC3] */
  until: number;
};

/** [RC3] */
const keptMs = 10 * 60_000;
const retryMs = 1_000;

export class Recalculations {
  readonly #options: RecalculationsOptions;
  readonly #jobs = new Map<string, Job>();
  /** Those whose turn it is, in order. */
  #queue: Job[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: RecalculationsOptions) {
    this.#options = options;
  }

  /** Resolves when nothing of the document is left to calculate, or after so long. Never rejects. */
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

  /** [RC2] */
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

  /** [RC1] */
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
    void this.#tell(job, workbook);
  }

  /** [RC3] */
  async #load(job: Job): Promise<void> {
    try {
      if (job.announced.size === 0 || (await this.#options.load(job.documentId)) === null) this.#drop(job);
      else this.#again(job);
    } catch (error) {
      this.#options.log.warn({ err: error, document: job.documentId }, 'a document could not be loaded to calculate its sheets');
      this.#later(job);
    }
  }

  /** [RC2] */
  async #tell(job: Job, workbook: Workbook): Promise<void> {
    const { storage, now, onTold, log } = this.#options;
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
        onTold(documentId);
      }
    } catch (error) {
      log.warn({ err: error, document: documentId }, 'it could not be told that values are calculated');
      for (const { id } of sheets) job.announced.add(id);
      return this.#later(job);
    }
    if (job.announced.size > 0 || job.waiting.size > 0) this.#again(job);
    else this.#drop(job);
  }

  #again(job: Job): void {
    if (this.#jobs.get(job.documentId) !== job) return;
    this.#queue.push(job);
    this.#schedule();
  }

  #later(job: Job): void {
    setTimeout(() => this.#again(job), retryMs).unref();
  }

  #drop(job: Job): void {
    for (const waiter of job.waiting) waiter();
    if (this.#jobs.get(job.documentId) === job) this.#jobs.delete(job.documentId);
  }
}
