/**
 * load: agents and editors that write to one tab until they are stopped, and note in a history what they are told.
 *
 * L1  An agent's changeset makes elements, connects them, and changes or removes some of its own earlier ones.
 * L2  After a 503 or a broken connection an agent gives up or sends the same call with the same key again.
 * L3  An editor puts one edit after the other, and now and then waits until it is told that all of them are saved. It puts only
 *     while it is connected: what it is told of edits that its provider queued offline is not exact.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { newElementSuffix } from '#schema/ids.ts';
import { readElementOf } from '#schema/ydoc/read.ts';
import { applyEdits } from '#schema/ydoc/write.ts';
import { Api } from '#test/harness/api.ts';
import { TestEditor } from '#test/harness/editor.ts';
import type { Random } from '#test/harness/random.ts';

import type { Place } from './cold-journal.ts';
import type { History, SentChangeset } from './history.ts';
import { elementOfPut } from './put.ts';

export type LoadOptions = {
  readonly url: string;
  readonly token: string;
  readonly place: Place;
  readonly history: History;
  readonly random: Random;
  /** Elements of the history's `contested` that agents change and connect to, and editors move. */
  readonly shared?: readonly string[];
  /** Called in the tick in which a client learns that something of its own is durable. */
  readonly onAcknowledged?: (who: 'agent' | 'editor') => void;
};

export type Writer = {
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
};

/** `name`: one lowercase letter and digits, of its own among the agents of a history. `count`: stops by itself after so many. */
export function startAgent(name: string, options: LoadOptions, count = Infinity): Writer & { readonly done: Promise<void> } {
  const { url, token, place, history, random } = options;
  const api = new Api(url, token);
  let isStopped = false;
  /** Elements of applied changesets that are still there. */
  const own: string[] = [];

  const send = async (sent: SentChangeset): Promise<void> => {
    for (;;) {
      sent.attempt();
      try {
        const headers = { 'Idempotency-Key': sent.key };
        sent.answered(await api.changeset(place, sent.operations, { summary: sent.key }, '', headers));
      } catch {
        // Broken before an answer: its outcome stays unknown.
      }
      if (sent.applied !== null) {
        options.onAcknowledged?.('agent');
        return;
      }
      // [L2]
      await sleep(random.integer(5, 50));
      if (isStopped || random.chance(0.5)) return;
    }
  };
  const run = async (): Promise<void> => {
    for (let serial = 1; serial <= count && !isStopped; serial += 1) {
      const key = `${name}-${serial}`;
      const made = Array.from({ length: random.integer(1, 4) }, (_, index) => `${key}-${index}`);
      const changed = own.length > 0 && random.chance(0.6) ? random.pick(own) : null;
      const removed = own.length > 4 && random.chance(0.3) ? own.splice(random.integer(0, own.length - 1), 1) : [];
      const shared = options.shared !== undefined && random.chance(0.5) ? random.pick(options.shared) : null;
      const operations = [...operationsOf(key, made, changed, removed, random), ...sharedOperations(key, made[0]!, shared)];
      await send(history.sent(key, operations.join('\n')));
      if (history.changesets.get(key)?.outcome === 'applied') own.push(...made);
      else if (removed.length > 0 && history.changesets.get(key)?.outcome === 'refused') own.push(...removed);
      // One whose removal is of unknown outcome is left alone.
    }
  };
  const done = run();
  return {
    done,
    async stop() {
      isStopped = true;
      await done;
    },
  };
}

/** [L1] */
function operationsOf(
  key: string,
  made: readonly string[],
  changed: string | null,
  removed: readonly string[],
  random: Random,
): string[] {
  const kinds = ['square', 'circle', 'diamond', 'sticky'];
  const lines = made.map(
    (id) => `add ${random.pick(kinds)} id=${id} label="${id}" at:${random.integer(0, 4_000)},${random.integer(0, 4_000)}`,
  );
  for (const [index, id] of made.slice(1).entries()) lines.push(`connect ${made[index]} -> ${id} id=${key}-c${index}`);
  if (changed !== null && !removed.includes(changed))
    lines.push(`set ${changed} note="${key}" fill=${random.pick(['blue', 'teal'])}`);
  for (const id of removed) lines.push(`rm ${id}`);
  return lines;
}

const sharedOperations = (key: string, made: string, shared: string | null): string[] =>
  shared === null ? [] : [`set ${shared} note="${key}"`, `connect ${made} -> ${shared} id=${key}-s`];

/** `name`: as of an agent. */
export class LoadEditor implements Writer {
  readonly editor: TestEditor;
  readonly #options: LoadOptions;
  readonly #name: string;
  /** Ids of its pairs of elements. */
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

  /** Starts to put. */
  start(): this {
    this.#done = this.#run();
    return this;
  }

  /** What it wrote so far is acknowledged or not; it puts no more. */
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
      // [L3]
      const { provider } = this.editor;
      if (provider.synced && random.chance(0.8)) this.put();
      else if (provider.synced) this.#moveShared();
      const pauses = random.chance(0.5) ? 100 : 1;
      for (let pause = 0; pause < pauses && !this.#isStopped; pause += 1) {
        await sleep(random.integer(5, 20));
        if (!provider.hasUnsyncedChanges) break;
      }
    }
  }

  /** Makes a pair of elements, or moves one of its own. */
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
