/** Queues tasks again whose lease has lapsed, on whichever node finds them first (SPEC.md, IN9, IN10). */
import { systemActor } from '#schema/event.ts';
import { limits } from '#schema/limits.ts';
import { isProblem } from '#schema/problem.ts';
import type { DocumentRooms } from '#server/rooms/rooms.ts';
import type { Db } from '#storage/storage.ts';
import { changeTask, lapsedTasks, taskById } from '#storage/tasks.ts';

import { announceTask } from './task-event.ts';

export type LapsesOptions = {
  readonly db: Db;
  readonly rooms: Pick<DocumentRooms, 'write'>;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void };
  /** Called after the commit. */
  readonly onLapsed: (documentId: string) => void;
};

const pollMs = 1_000;
const tasksPerTurn = 100;

export class Lapses {
  readonly #options: LapsesOptions;
  #timer: NodeJS.Timeout | null = null;
  #turn: Promise<void> | null = null;

  constructor(options: LapsesOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.poll(), pollMs);
    this.#timer.unref();
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** Never rejects. A task whose document cannot be written is tried again at the next poll. */
  poll(): Promise<void> {
    this.#turn ??= this.#takeTurn()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'lapsed tasks could not be read'))
      .finally(() => {
        this.#turn = null;
      });
    return this.#turn;
  }

  async #takeTurn(): Promise<void> {
    const { db, now, log } = this.#options;
    for (const { id, documentId } of await lapsedTasks(db, now(), tasksPerTurn)) {
      try {
        await this.#lapse(id, documentId);
      } catch (error) {
        log.warn({ err: error, task: id, document: documentId }, 'a lapsed task could not be queued again');
      }
    }
  }

  async #lapse(id: string, documentId: string): Promise<void> {
    const { rooms, now, log, onLapsed } = this.#options;
    const call = { actor: null, requestId: 'lapse', key: null, replayed: false };
    const refusal = await rooms.write<null>(call, documentId, async (room) => {
      const at = now();
      const task = await taskById(room.tx, id, at);
      if (task === null || task.leaseUntil === null || task.leaseUntil > at) return null;
      const lapses = task.lapses + 1;
      const state = lapses >= limits.taskLapses ? 'stale' : 'queued';
      await changeTask(room.tx, id, { state, leaseUntil: null, lapses, progress: null, updatedAt: at });
      announceTask(room, { ...task, state }, { change: 'lapsed', actor: systemActor }, at);
      room.afterCommit(() => onLapsed(documentId));
      return null;
    });
    if (isProblem(refusal))
      log.warn({ code: refusal.code, task: id, document: documentId }, 'a lapsed task could not be queued again');
  }
}
