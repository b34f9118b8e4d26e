/**
 * server-clock: the time of the server, for what ends at the same moment on all devices.
 *
 * The `Date` of each answer, in whole seconds, tells how far the clock of this device is off. Small differences count as none, since an
 * answer does not say more exactly when it was made.
 */
const leastSkewMs = 2_000;

export class ServerClock {
  #skewMs = 0;

  /** The time of the server in ms since the Unix epoch, by the clock of this device (ms). */
  now(here = Date.now()): number {
    return here + this.#skewMs;
  }

  /** Takes the `Date` of an answer to a call that was sent and answered at these times of this device (ms). */
  take(date: string | null, sentAt: number, answeredAt: number): void {
    const at = date === null ? Number.NaN : Date.parse(date);
    if (Number.isNaN(at)) return;
    // In the middle of its second, and of the call.
    const skewMs = at + 500 - (sentAt + answeredAt) / 2;
    const unknownMs = (answeredAt - sentAt) / 2;
    this.#skewMs = Math.abs(skewMs) < leastSkewMs + unknownMs ? 0 : skewMs;
  }
}

/** One for each page, as there is one server. */
export const serverClock = new ServerClock();
