import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { Api } from '#test/harness/api.ts';
import { until } from '#test/harness/editor.ts';
import { freePort } from '#test/harness/free-port.ts';
import { scaled } from '#test/harness/fuzz.ts';
import { type NodeProcess, startNodeProcess } from '#test/harness/node-process.ts';
import { addPerson } from '#test/harness/people.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openStorage } from '#storage/storage.ts';

import { type ColdJournal, type ColdTab, readColdAt } from './cold-journal.ts';
import { WriteHistory, answersOf } from './history.ts';
import { startAgent } from './agent.ts';
import { LoadEditor } from './load-editor.ts';
import type { LoadOptions } from './load.ts';
import { objections } from './objections.ts';
import { putOf } from './put.ts';

const chains = 2;
const roundsPerChain = scaled(25);
/** Several documents, as their commits are grouped; replaced after some rounds, so that rounds stay short. */
const documents = 3;
const roundsPerDocument = 6;

/** When to kill: in the tick of the nth acknowledgement of an agent or an editor, or some time after the first. */
type Moment = { readonly who: 'agent' | 'editor'; readonly after: number } | { readonly delayMs: number };

function momentOf(random: SeededRandom): Moment {
  const kind = random.pick(['agent', 'editor', 'any'] as const);
  return kind === 'any' ? { delayMs: random.next() * 120 } : { who: kind, after: random.integer(1, 12) };
}

type Written = { readonly place: ColdTab; readonly history: WriteHistory; cold: ColdJournal | null };

/** Lets two agents and an editor write to each document, and kills the node at a random moment. */
async function killUnderLoad(node: NodeProcess, token: string, round: number, written: readonly Written[], random: SeededRandom) {
  const moment = momentOf(random);
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
  const writers = written.flatMap(({ place, history }) => {
    const options = (): LoadOptions => ({ url: node.url, token, place, history, random: random.fork(), onAcknowledged });
    const editor = new LoadEditor(`e1r${round}`, options()).start();
    return [startAgent(`a1r${round}`, options()), startAgent(`a2r${round}`, options()), editor];
  });
  try {
    const said = (): string => written.map(({ history }) => answersOf(history)).join('; ');
    await until(() => isKilled, 20_000, `round ${round}: not enough is acknowledged: ${said()}; ${node.output()}`);
    await node.ended;
  } finally {
    await Promise.all(writers.map((writer) => writer.stop()));
    for (const writer of writers) if (writer instanceof LoadEditor) writer.destroy();
  }
}

/** Expects that the next node serves the content of the journal, and answers earlier calls by their keys. */
async function servesWhatIsThere(api: Api, { place, history, cold }: Written): Promise<void> {
  if (cold === null) return;
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
    if (known !== undefined) expect([answer.status, answer.body.changeset?.id]).toEqual([201, known]);
  }
}

async function chain(random: SeededRandom): Promise<{ rounds: number; applied: number; unknown: number }> {
  const folder = temporaryFolder('kill');
  const dataDir = folder.path;
  const storage = await openStorage({ dataDir });
  const ada = await addPerson(storage, 'Ada');
  await storage.close();
  const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  const totals = { rounds: 0, applied: 0, unknown: 0 };
  let written: Written[] = [];

  for (let round = 1; round <= roundsPerChain; round += 1) {
    const node = await startNodeProcess(environment);
    const api = new Api(node.url, ada.token);
    try {
      for (const each of written) await servesWhatIsThere(api, each);
      if (round % roundsPerDocument === 1) {
        written = [];
        for (let count = documents; count > 0; count -= 1)
          written.push({ place: await api.createDocument(), history: new WriteHistory(), cold: null });
      }
      await killUnderLoad(node, ada.token, round, written, random);
    } finally {
      await node.kill('SIGKILL');
    }
    for (const each of written) {
      each.cold = await readColdAt({ dataDir }, each.place);
      expect(objections(each.cold, each.history), `round ${round}`).toEqual([]);
    }
    totals.rounds += 1;
    if (round < roundsPerChain && round % roundsPerDocument !== 0) continue;
    for (const { history } of written) {
      totals.applied += history.outcomes('applied').length;
      totals.unknown += history.outcomes('unknown').length;
    }
  }
  folder.remove();
  return totals;
}

test('after each kill of the node under load, everything acknowledged is complete in the journal', async () => {
  const random = new SeededRandom(seedOf('kill-embedded'));
  const totals = await Promise.all(Array.from({ length: chains }, () => chain(random.fork())));
  process.stdout.write(`kill-embedded: ${JSON.stringify(totals)}\n`);
  for (const { rounds, applied } of totals) {
    expect(rounds).toBe(roundsPerChain);
    expect(applied).toBeGreaterThan(rounds);
  }
});

test('an editor that keeps writing while the node is down is admitted again, and everything it wrote is saved', async () => {
  const random = new SeededRandom(seedOf('kill-embedded, offline'));
  const folder = temporaryFolder('kill');
  const dataDir = folder.path;
  const storage = await openStorage({ dataDir });
  const ada = await addPerson(storage, 'Ada');
  await storage.close();
  const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  let node = await startNodeProcess(environment);
  const place = await new Api(node.url, ada.token).createDocument();
  const history = new WriteHistory();
  const editor = new LoadEditor('e1', { url: node.url, token: ada.token, place, history, random });
  await editor.editor.synced();
  for (let round = 1; round <= 5; round += 1) {
    // Some are saved, some are in transit when the node dies, some are written while it is down.
    for (let put = random.integer(1, 20); put > 0; put -= 1) editor.put();
    if (random.chance(0.5)) await sleep(random.integer(0, 30));
    const dead = node.kill('SIGKILL');
    for (let put = random.integer(0, 5); put > 0; put -= 1) editor.put();
    await dead;
    await editor.editor.closed();
    for (let put = random.integer(0, 5); put > 0; put -= 1) editor.put();
    node = await startNodeProcess(environment);
    const isWhole = async (): Promise<boolean> => {
      const { elements, hasHoles } = await readColdAt({ dataDir }, place);
      return !hasHoles && [...history.editorElements].every(([id, { put }]) => putOf(elements.get(id)) === put);
    };
    await until(
      isWhole,
      20_000,
      `round ${round}: what the editor wrote is not in the journal; it was closed with ${editor.editor.closeCodes.join(', ')}`,
    );
    await editor.editor.saved();
    expect(objections(await readColdAt({ dataDir }, place), history), `round ${round}`).toEqual([]);
    expect(editor.editor.closeCodes.filter((code) => code >= 4000)).toEqual([]);
  }
  editor.destroy();
  await node.kill('SIGTERM');
  expect(node.exitCode(), node.output()).toBe(0);
  folder.remove();
});
