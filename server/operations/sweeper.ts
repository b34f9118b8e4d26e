/** Deletes expired rows and images, on one node at a time (storage/retention-schedule.ts). */
import type { Storage } from '#storage/storage.ts';
import { sweepPast } from '#storage/past/sweep-past.ts';
import { sweepHistory, sweepShortLived, type SweepCounts } from '#storage/retention.ts';
import { sweepMarginMs, takeSweepTurn } from '#storage/retention-schedule.ts';

export type SweeperOptions = {
  readonly storage: Storage;
  readonly now: () => number;
  /** How many days each moment of a document can be read. */
  readonly pastDays: number;
  /** Deletes the uploaded images that were no longer needed before that time (ms). */
  readonly images: (before: number) => Promise<SweepCounts>;
  readonly log: { info(data: object, message: string): void; warn(data: object, message: string): void };
};

const dayMs = 24 * 60 * 60 * 1_000;
const intervalMs = 60 * 60 * 1_000;
/** Leaves time for the node to start. */
const firstDelayMs = 60 * 1_000;

export class Sweeper {
  readonly #options: SweeperOptions;
  #timer: NodeJS.Timeout;

  constructor(options: SweeperOptions) {
    this.#options = options;
    this.#timer = this.#schedule(firstDelayMs);
  }

  /** Sweeps if it is this node's turn. Throws what storage throws; deletions up to then remain. */
  async sweepIfDue(): Promise<void> {
    const { storage, now, log, pastDays, images } = this.#options;
    const turn = await takeSweepTurn(storage, now());
    if ('disagree' in turn) {
      log.warn({ ms: turn.disagree }, "this node sweeps nothing: its clock differs from the database's");
      return;
    }
    const swept = {
      ...(turn.hourly && (await sweepShortLived(storage, turn.at))),
      ...(turn.nightly && (await sweepHistory(storage, turn.at - sweepMarginMs))),
      ...(turn.nightly && { past: await sweepPast(storage, turn.at - sweepMarginMs - pastDays * dayMs) }),
      ...(turn.nightly && (await images(turn.at - sweepMarginMs))),
    };
    if (Object.values(swept).some((count) => count > 0)) log.info({ swept }, 'expired data was deleted');
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #schedule(ms: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timer = this.#schedule(intervalMs);
      this.sweepIfDue().catch((error: unknown) => this.#options.log.warn({ err: error }, 'expired data could not be deleted'));
    }, ms);
    return timer.unref();
  }
}
