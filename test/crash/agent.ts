/**
 * Writes changesets to one tab until it is stopped, and records the answers in a history. A changeset adds elements, connects them, and changes
 * or removes some of the agent's earlier ones.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { Api } from '#test/harness/api.ts';
import type { SeededRandom } from '#test/harness/random.ts';

import type { SentChangeset } from './history.ts';
import type { LoadOptions, LoadWriter } from './load.ts';

/**
 * `name`: one lowercase letter and digits, unique among the agents of a history. `count`: the number of changesets, each of which is
 * repeated until it is answered otherwise than by a 503; by default it stops when told, and gives half of such changesets up.
 */
export function startAgent(
  name: string,
  options: LoadOptions,
  count: number | null = null,
): LoadWriter & { readonly done: Promise<void> } {
  const { url, token, place, history, random } = options;
  const api = new Api(url, token);
  let isStopped = false;
  /** Elements of applied changesets that were not removed. */
  const own: string[] = [];

  const send = async (sent: SentChangeset): Promise<void> => {
    for (;;) {
      sent.attempt();
      try {
        const headers = { 'Idempotency-Key': sent.key };
        sent.answered(await api.changeset(place, sent.operations, { summary: sent.key }, '', headers));
      } catch {
        // The connection broke before an answer: the outcome is unknown.
      }
      if (sent.applied !== null) {
        options.onAcknowledged?.('agent');
        return;
      }
      // After a 503 or a broken connection.
      await sleep(random.integer(5, 50));
      if (isStopped || (count === null && random.chance(0.5))) return;
    }
  };
  const run = async (): Promise<void> => {
    for (let serial = 1; serial <= (count ?? Infinity) && !isStopped; serial += 1) {
      const key = `${name}-${serial}`;
      const slugs = Array.from({ length: random.integer(1, 4) }, (_, index) => `${key}-${index}`);
      const changed = own.length > 0 && random.chance(0.6) ? random.pick(own) : null;
      const removed = own.length > 4 && random.chance(0.3) ? own.splice(random.integer(0, own.length - 1), 1) : [];
      const shared = options.shared !== undefined && random.chance(0.5) ? random.pick(options.shared) : null;
      const operations = [...operationsOf(key, slugs, changed, removed, random), ...sharedOperations(key, slugs[0]!, shared)];
      await send(history.sent(key, operations.join('\n')));
      if (history.changesets.get(key)?.outcome === 'applied') own.push(...slugs);
      else if (removed.length > 0 && history.changesets.get(key)?.outcome === 'refused') own.push(...removed);
      // An element whose removal has an unknown outcome is left alone.
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

function operationsOf(
  key: string,
  made: readonly string[],
  changed: string | null,
  removed: readonly string[],
  random: SeededRandom,
): string[] {
  // Far apart, as what lint finds in a crowd would take most of the time.
  const kinds = ['square', 'circle', 'diamond', 'sticky'];
  const lines = made.map(
    (id) => `add ${random.pick(kinds)} id=${id} label="${id}" at:${random.integer(0, 40_000)},${random.integer(0, 40_000)}`,
  );
  for (const [index, id] of made.slice(1).entries()) lines.push(`connect ${made[index]} -> ${id} id=${key}-c${index}`);
  if (changed !== null && !removed.includes(changed))
    lines.push(`set ${changed} note="${key}" fill=${random.pick(['blue', 'teal'])}`);
  for (const id of removed) lines.push(`rm ${id}`);
  return lines;
}

const sharedOperations = (key: string, made: string, shared: string | null): string[] =>
  shared === null ? [] : [`set ${shared} note="${key}"`, `connect ${made} -> ${shared} id=${key}-s`];
