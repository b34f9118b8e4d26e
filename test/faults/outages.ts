/** Measures how long each editor was without its server, from the loss of the connection to the next synchronization. */
import type { LoadEditor } from '#test/crash/load-editor.ts';

export class Outages {
  /** The lengths of the outages that are over, ms. */
  readonly over: number[] = [];
  readonly #since = new Map<LoadEditor, number>();

  constructor(editors: readonly LoadEditor[]) {
    for (const each of editors) {
      each.editor.provider.on('disconnect', () => {
        if (!this.#since.has(each)) this.#since.set(each, performance.now());
      });
      // The provider may claim to be synchronized throughout: only a message of the server ends an outage.
      each.editor.provider.on('unsyncedChanges', ({ number }: { number: number }) => {
        const since = this.#since.get(each);
        if (since === undefined || number > 0) return;
        this.#since.delete(each);
        this.over.push(performance.now() - since);
      });
    }
  }

  /** The number of editors that are without their server now. */
  get now(): number {
    return this.#since.size;
  }
}
