/**
 * Collects garbage once the node has nothing to do (SPEC.md). V8 collects while something allocates, so what a busy time left behind would
 * otherwise stay resident until the next one.
 */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const sampleMs = 10_000;
/** The share of time that the event loop of a node without load works is below 0.01. */
const idleUtilization = 0.05;
/** Idle samples in a row after which it collects: half a minute; and later, when rooms have dropped their unused copies. */
const collectAfter: readonly number[] = [3, 9];

export class IdleCollection {
  readonly #collect: () => void;
  #idleSamples = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(collect: () => void = collectGarbage()) {
    this.#collect = collect;
  }

  start(): void {
    let before = performance.eventLoopUtilization();
    this.#timer = setInterval(() => {
      const now = performance.eventLoopUtilization();
      this.observe(performance.eventLoopUtilization(now, before).utilization);
      before = now;
    }, sampleMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Called every 10 s with the share of that time in which the event loop worked. */
  observe(utilization: number): void {
    this.#idleSamples = utilization < idleUtilization ? this.#idleSamples + 1 : 0;
    if (collectAfter.includes(this.#idleSamples)) this.#collect();
  }
}

/** V8's own collection of everything, without a flag on the command line. It stops the thread, for about 1 ms per MB that is in use. */
function collectGarbage(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
