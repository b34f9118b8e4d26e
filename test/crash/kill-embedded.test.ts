import { expect, test } from 'vitest';

import { Api } from '#test/harness/api.ts';
import { until } from '#test/harness/editor.ts';
import { freePort } from '#test/harness/free-port.ts';
import { type NodeProcess, startNodeProcess } from '#test/harness/node-process.ts';
import { addPerson } from '#test/harness/people.ts';
import { Random, seedOf } from '#test/harness/random.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import type { ChangesetAnswer } from '#schema/changeset.ts';
import { openStorage } from '#storage/storage.ts';

import { type ColdJournal, type Place, readColdAt } from './cold-journal.ts';
import { History, told } from './history.ts';
import { type LoadOptions, LoadEditor, startAgent } from './load.ts';
import { objections } from './objections.ts';

const chains = 2;
const roundsPerChain = 25;
/** A new document every so many rounds, so that rounds stay short. */
const roundsPerDocument = 6;

/** When to kill: in the tick of the n-th acknowledgement of an agent or an editor, or at some moment after the first. */
type Moment = { readonly who: 'agent' | 'editor'; readonly after: number } | { readonly delayMs: number };

function momentOf(random: Random): Moment {
  const kind = random.pick(['agent', 'editor', 'any'] as const);
  return kind === 'any' ? { delayMs: random.next() * 120 } : { who: kind, after: random.integer(1, 8) };
}

/** Lets agents and editors write and kills the node at the moment. */
async function killUnderLoad(node: NodeProcess, options: LoadOptions, round: string, moment: Moment): Promise<void> {
  const counts = { agent: 0, editor: 0 };
  let isKilled = false;
  const kill = (): void => {
    if (isKilled) return;
    isKilled = true;
    void node.kill('SIGKILL');
  };
  const onAcknowledged = (who: 'agent' | 'editor'): void => {
    counts[who] += 1;
    if ('delayMs' in moment) {
      if (counts.agent + counts.editor === 1) setTimeout(kill, moment.delayMs);
    } else if (who === moment.who && counts[who] >= moment.after) kill();
  };
  const load = { ...options, onAcknowledged };
  const fork = (): LoadOptions => ({ ...load, random: options.random.fork() });
  const agents = [1, 2, 3].map((index) => startAgent(`a${index}r${round}`, fork()));
  const editors = [1, 2].map((index) => new LoadEditor(`e${index}r${round}`, fork()).start());
  try {
    await until(() => isKilled, 20_000, `round ${round}: nothing is acknowledged; ${told(options.history)}; ${node.output()}`);
    await node.ended;
  } finally {
    await Promise.all([...agents, ...editors].map((writer) => writer.stop()));
    for (const editor of editors) editor.destroy();
  }
}

/** The node that starts next serves what is in the journal, and answers calls of before by their keys. */
async function servesWhatIsThere(api: Api, place: Place, cold: ColdJournal, history: History): Promise<void> {
  const { body } = await api.call<{ elements: { id: string }[]; tab: { rev: number } }>(
    'GET',
    `/documents/${place.id}/tabs/${place.tab}`,
  );
  expect(body.tab.rev).toBe(cold.rev);
  expect(body.elements.map(({ id }) => id).toSorted()).toEqual([...cold.elements.keys()].toSorted());
  const again = [...history.outcomes('unknown').slice(-2), ...history.outcomes('applied').slice(-1)];
  for (const sent of again) {
    const known = cold.records.find(({ summary }) => summary === sent.key)?.id;
    sent.attempt();
    const answer = await api.changeset(place, sent.operations, { summary: sent.key }, '', { 'Idempotency-Key': sent.key });
    sent.answered(answer);
    if (known !== undefined) expect([answer.status, idOf(answer.body)]).toEqual([201, known]);
  }
}

const idOf = (answer: ChangesetAnswer): string | undefined => answer.changeset?.id;

async function chain(random: Random): Promise<{ rounds: number; applied: number; unknown: number }> {
  const folder = temporaryFolder('kill');
  const dataDir = folder.path;
  const storage = await openStorage({ dataDir });
  const ada = await addPerson(storage, 'Ada');
  await storage.close();
  const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  const totals = { rounds: 0, applied: 0, unknown: 0 };
  let history = new History();
  let place: Place | null = null;
  let cold: ColdJournal | null = null;

  for (let round = 1; round <= roundsPerChain; round += 1) {
    const node = await startNodeProcess(environment);
    const api = new Api(node.url, ada.token);
    try {
      if (place !== null && cold !== null) await servesWhatIsThere(api, place, cold, history);
      if (place === null || round % roundsPerDocument === 1) {
        place = await api.createDocument();
        history = new History();
      }
      const options = { url: node.url, token: ada.token, place, history, random };
      await killUnderLoad(node, options, String(round), momentOf(random));
    } finally {
      await node.kill('SIGKILL');
    }
    cold = await readColdAt({ dataDir }, place);
    expect(objections(cold, history), `round ${round}`).toEqual([]);
    totals.rounds += 1;
    if (round === roundsPerChain || round % roundsPerDocument === 0) {
      totals.applied += history.outcomes('applied').length;
      totals.unknown += history.outcomes('unknown').length;
    }
  }
  folder.remove();
  return totals;
}

test('50 times the node is killed while agents and editors write: what was acknowledged is in the journal, whole', async () => {
  const random = new Random(seedOf('kill-embedded'));
  const totals = await Promise.all(Array.from({ length: chains }, () => chain(random.fork())));
  process.stdout.write(`kill-embedded: ${JSON.stringify(totals)}\n`);
  for (const { rounds, applied } of totals) {
    expect(rounds).toBe(roundsPerChain);
    expect(applied).toBeGreaterThan(rounds);
  }
});
