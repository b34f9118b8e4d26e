/**
 * controlled-process: time and chance of this process in the hands of the simulator, so that a seed replays a history.
 *
 * It must be taken before anything loads Yjs or nanoid: they keep the source of randomness that they find.
 */
import { webcrypto } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';

import { SeededRandom } from '#test/harness/random.ts';

/** The day on which every history begins. */
const firstDay = Date.UTC(2030, 0, 1);

export class ControlledProcess {
  #random = new SeededRandom(0);

  private constructor() {
    Math.random = () => this.#random.next();
    const getRandomValues = <T extends ArrayBufferView>(view: T): T => {
      const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = this.#random.integer(0, 255);
      return view;
    };
    Object.defineProperty(webcrypto, 'getRandomValues', { value: getRandomValues });
    performance.now = () => Date.now() - firstDay;
  }

  static take(): ControlledProcess {
    return new ControlledProcess();
  }

  /** A new history: the clock stands at the first day, and no timer of the one before is left. */
  begin(seed: number): void {
    this.#random = new SeededRandom(seed);
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: firstDay });
    // What has imported the timers by name gets these as well.
    syncBuiltinESMExports();
  }

  advance(ms: number): void {
    mock.timers.tick(ms);
  }
}
