/**
 * An editor that puts elements on one tab until it is stopped, and records in a history what is acknowledged. Now and then it waits until all of
 * its edits are saved.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { newElementSuffix } from '#schema/ids.ts';
import { readElementOf } from '#schema/ydoc/read.ts';
import { applyEdits } from '#schema/ydoc/write.ts';
import { TestEditor } from '#test/harness/editor.ts';

import type { LoadOptions, LoadWriter } from './load.ts';
import { elementOfPut } from './put.ts';

/** `name`: a lowercase letter and digits, unique among the editors of a history. */
export class LoadEditor implements LoadWriter {
  readonly editor: TestEditor;
  readonly #options: LoadOptions;
  readonly #name: string;
  /** The ids of its pairs of elements. */
  readonly #pairs: [string, string][] = [];
  #puts = 0;
  #isStopped = false;
  #done: Promise<void> = Promise.resolve();

  constructor(name: string, options: LoadOptions) {
    this.#name = name;
    this.#options = options;
    const { url, token, place } = options;
    this.editor = new TestEditor({ url, documentId: place.id, credential: token });
    this.editor.provider.on('unsyncedChanges', ({ number }: { number: number }) => {
      if (number > 0 || this.#puts === 0) return;
      options.history.acknowledged(this.#pairs.flat());
      options.onAcknowledged?.('editor');
    });
  }

  /** Starts writing. */
  start(): this {
    this.#done = this.#run();
    return this;
  }

  /** Stops writing; what it wrote so far may or may not be acknowledged. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
  }

  destroy(): void {
    this.#isStopped = true;
    this.editor.destroy();
  }

  async #run(): Promise<void> {
    const { random } = this.#options;
    while (!this.#isStopped) {
      // Only while connected: acknowledgements of edits that the provider queued offline are not exact.
      const { provider } = this.editor;
      if (provider.synced && random.chance(0.8)) this.put();
      else if (provider.synced) this.#moveShared();
      const pauses = random.chance(0.5) ? 100 : 1;
      for (let pause = 0; pause < pauses && !this.#isStopped; pause += 1) {
        await sleep(random.integer(5, 20));
        if (!provider.hasUnsyncedChanges) break;
      }
      const { paceMs = 0 } = this.#options;
      for (let left = paceMs * random.next() * 2; left > 0 && !this.#isStopped; left -= 100) await sleep(100);
    }
  }

  /** Adds a pair of elements, or moves one of its own. */
  put(): void {
    const { history, place, random } = this.#options;
    this.#puts += 1;
    const id = `${this.#name}-${this.#puts}`;
    const isNew = this.#pairs.length === 0 || random.chance(0.4);
    const pair: [string, string] = isNew
      ? [`${id}-a~${newElementSuffix()}`, `${id}-b~${newElementSuffix()}`]
      : random.pick(this.#pairs);
    if (isNew) this.#pairs.push(pair);
    history.put(pair, this.#puts);
    const edits = pair.map((element, index) => ({
      id: element,
      before: readElementOf(this.editor.doc, place.tab, element),
      after: elementOfPut(element, this.#puts, index),
    }));
    applyEdits(this.editor.doc, place.tab, edits);
  }

  #moveShared(): void {
    const { history, place, random } = this.#options;
    if (history.contested.size === 0) return;
    const id = random.pick([...history.contested]);
    const before = readElementOf(this.editor.doc, place.tab, id);
    if (before?.type !== 'shape') return;
    const after = { ...before, x: random.integer(0, 4_000), y: random.integer(0, 4_000) };
    applyEdits(this.editor.doc, place.tab, [{ id, before, after }]);
  }
}
