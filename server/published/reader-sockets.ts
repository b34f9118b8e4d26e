/** The WebSocket of readers: upgrades at `/p/{secret}/live`, pings, draining (SPEC.md, PB10 to PB14). No cookie and no Origin is looked at. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import { WebSocketServer } from 'ws';

import { isProblem } from '#schema/problem.ts';
import { inWaves } from '#server/in-waves.ts';
import { refuseUpgrade, type UpgradeHandler } from '#server/upgrades.ts';

import type { Publications, ReaderPlace } from './publications.ts';
import { Reader, type ReaderEnd } from './reader.ts';
import { ReaderBudget, type ReaderLimits } from './reader-budget.ts';

export type ReaderSocketsOptions = {
  readonly publications: Publications;
  readonly limits: ReaderLimits;
  /** The number of proxies that add to X-Forwarded-For; false: none. */
  readonly trustProxy: number | false;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void };
  readonly onEnd?: (why: ReaderEnd) => void;
};

const pingMs = 25_000;
const tickMs = 1_000;
/** Readers that are pinged in one turn of the event loop, if they do not all have to be. */
const pingsPerTick = 200;

export class ReaderSockets {
  readonly #options: ReaderSocketsOptions;
  readonly #budget: ReaderBudget;
  readonly #readers = new Set<Reader>();
  /** A reader sends nothing: a message of one byte is read, and closes its socket. */
  readonly #webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: 1,
    perMessageDeflate: false,
    clientTracking: false,
  });
  readonly #ticker: NodeJS.Timeout;
  #draining = false;

  constructor(options: ReaderSocketsOptions) {
    this.#options = options;
    this.#budget = new ReaderBudget(options.limits, options.trustProxy, options.now);
    this.#ticker = setInterval(() => this.#tick(), tickMs);
    this.#ticker.unref();
  }

  get size(): number {
    return this.#readers.size;
  }

  readonly upgrades: UpgradeHandler = {
    takes: (path) => secretIn(path) !== null,
    upgrade: (request, stream, head) => void this.#upgrade(request, stream, head),
  };

  /** Asks all readers to reconnect, in waves. Resolves within `overMs`. */
  async drain(overMs: number): Promise<void> {
    this.#draining = true;
    clearInterval(this.#ticker);
    await inWaves([...this.#readers], { leastPerWave: 100, overMs }, (reader) => reader.end('restarting'));
  }

  async #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const { publications, log } = this.#options;
    if (this.#draining) return refuseUpgrade(stream, 503);
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const close = this.#budget.open(request);
    if (typeof close === 'string') return refuseUpgrade(stream, close === 'address' ? 429 : 503, retryLater);
    stream.once('close', close);
    try {
      const place = await publications.enter(secretIn(path) ?? '', new URLSearchParams(query).get('tab'));
      if (place === null) return refuseUpgrade(stream, 404);
      if (isProblem(place)) return refuseUpgrade(stream, 503, retryLater);
      if (stream.destroyed || this.#draining) {
        place.leave();
        return refuseUpgrade(stream, 503);
      }
      stream.once('close', place.leave);
      this.#accept(request, stream, head, place);
    } catch (error) {
      log.warn({ err: error }, 'a reader could not be admitted');
      refuseUpgrade(stream, 503, retryLater);
    }
  }

  #accept(request: IncomingMessage, stream: Duplex, head: Buffer, { publication }: ReaderPlace): void {
    this.#webSockets.handleUpgrade(request, stream, head, (webSocket) => {
      const reader = new Reader(webSocket, stream, {
        pingAt: performance.now() + pingMs,
        onEnd: (why) => {
          this.#readers.delete(reader);
          publication.leave(reader);
          this.#options.onEnd?.(why);
        },
      });
      this.#readers.add(reader);
      publication.join(reader);
    });
  }

  #tick(): void {
    const now = performance.now();
    let left = Math.max(pingsPerTick, Math.ceil((this.#readers.size * 2 * tickMs) / pingMs));
    for (const reader of this.#readers) {
      if (reader.pingAt > now) continue;
      reader.ping(now + pingMs);
      left -= 1;
      if (left === 0) return;
    }
  }
}

const secretIn = (path: string): string | null => /^\/p\/([^/]+)\/live$/.exec(path)?.[1] ?? null;
const retryLater = 'Retry-After: 10\r\n';
