/**
 * sweeper: what has expired is deleted, by one node at a time (storage/retention-schedule.ts).
 */
import type { Storage } from '#storage/storage.ts';
import { sweepHistory, sweepShortLived, type SweepCounts } from '#storage/retention.ts';
import { sweepMarginMs, takeSweepTurn } from '#storage/retention-schedule.ts';

export type SweeperOptions = {
  readonly storage: Storage;
  readonly now: () => number;
  /** Sweeps uploaded images that were no longer needed before that time. */
  readonly images: (before: number) => Promise<SweepCounts>;
  readonly log: { info(data: object, message: string): void; warn(data: object, message: string): void };
};

const lookEveryMs = 60 * 60 * 1_000;
/** The first look comes when the start is over. */
const firstLookMs = 60 * 1_000;

export class Sweeper {
  readonly #options: SweeperOptions;
  #timer: NodeJS.Timeout;

  constructor(options: SweeperOptions) {
    this.#options = options;
    this.#timer = this.#in(firstLookMs);
  }

  /** Takes the turn that is due, if any. Throws what storage throws; what was done until then stays done. */
  async look(): Promise<void> {
    const { storage, now, log, images } = this.#options;
    const turn = await takeSweepTurn(storage, now());
    if ('disagree' in turn) {
      log.warn({ ms: turn.disagree }, "nothing is swept: this node's clock is not the database's");
      return;
    }
    const swept = {
      ...(turn.hourly && (await sweepShortLived(storage, turn.at))),
      ...(turn.nightly && (await sweepHistory(storage, turn.at - sweepMarginMs))),
      ...(turn.nightly && (await images(turn.at - sweepMarginMs))),
    };
    if (Object.values(swept).some((count) => count > 0)) log.info({ swept }, 'what has expired was swept');
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #in(ms: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timer = this.#in(lookEveryMs);
      this.look().catch((error: unknown) => this.#options.log.warn({ err: error }, 'what has expired could not be swept'));
    }, ms);
    return timer.unref();
  }
}
