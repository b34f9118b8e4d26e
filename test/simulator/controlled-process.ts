/**
 * Puts time and randomness of this process under the control of the simulator, so that a seed replays a history.
 *
 * It must be called before anything loads Yjs or nanoid, which keep the source of randomness that they find.
 */
import { webcrypto } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import zlib from 'node:zlib';

import { SeededRandom } from '#test/harness/random.ts';

/** The time at which every history starts. */
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
    compressOnThisThread();
    syncBuiltinESMExports();
  }

  static take(): ControlledProcess {
    return new ControlledProcess();
  }

  /** Starts a new history: resets the clock and clears all timers. */
  begin(seed: number): void {
    this.#random = new SeededRandom(seed);
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: firstDay });
    // For code that has imported the timers by name.
    syncBuiltinESMExports();
  }

  advance(ms: number): void {
    mock.timers.tick(ms);
  }
}

/** Other threads end whenever the machine lets them; here a compression ends in the next turn of the event loop. */
function compressOnThisThread(): void {
  const onThisThread =
    (work: (bytes: zlib.InputType, options?: zlib.BrotliOptions) => NonSharedBuffer) =>
    (bytes: zlib.InputType, ...more: readonly unknown[]): void => {
      const done = more.at(-1) as zlib.CompressCallback;
      const options = more.length > 1 ? (more[0] as zlib.BrotliOptions) : undefined;
      const result = work(bytes, options);
      setImmediate(() => done(null, result));
    };
  Object.assign(zlib, {
    brotliCompress: onThisThread(zlib.brotliCompressSync),
    brotliDecompress: onThisThread(zlib.brotliDecompressSync),
  });
}
