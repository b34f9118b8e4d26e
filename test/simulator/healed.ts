/** The promises that are checked after the faults have ended: equal replicas [P3] and stored answers [P4]. */
import { isProblem } from '#schema/problem.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import type { Storage } from '#storage/storage.ts';
import { canonicalOf, type ColdTab, readCold } from '#test/crash/cold-journal.ts';
import type { WriteHistory } from '#test/crash/history.ts';
import type { SeededRandom } from '#test/harness/random.ts';

import type { SimAgent } from './sim-agent.ts';
import type { SimEditor } from './sim-editor.ts';
import type { SimNode } from './sim-node.ts';

export type HealedStage = {
  readonly storage: Storage;
  readonly place: ColdTab;
  readonly history: WriteHistory;
  readonly nodes: readonly SimNode[];
  readonly editors: readonly SimEditor[];
  readonly agents: readonly SimAgent[];
};

/** Compares editors, live documents and shadows with the journal. */
export async function apart({ storage, place, nodes, editors }: HealedStage): Promise<string[]> {
  const found: string[] = [];
  const cold = await readCold(storage, place);
  const journal = canonicalOf(cold);
  const ids = [...cold.elements.keys()].toSorted().join();
  for (const { name, doc } of editors) if (canonicalJson(doc) !== journal) found.push(`P3 ${name} is not what the journal is`);
  for (const { name, live, assembly } of nodes) {
    if (live !== null && canonicalJson(live) !== journal)
      found.push(`P3 the live document of ${name} is not what the journal is`);
    const read = await assembly.rooms.read(place.id, (reading) => {
      const elements = [...(reading.tab(place.tab)?.elements() ?? [])];
      return { rev: reading.rev(place.tab), ids: elements.map(({ id }) => id) };
    });
    if (isProblem(read)) found.push(`P3 ${name} does not read: ${read.detail}`);
    else if (read.rev !== cold.rev || read.ids.toSorted().join() !== ids)
      found.push(`P3 ${name} reads another tab than the journal has`);
  }
  return found;
}

/** Repeats every applied changeset, and sends another body with its key. */
export async function forgotten(
  { storage, place, history, nodes, agents }: HealedStage,
  random: SeededRandom,
): Promise<string[]> {
  const found: string[] = [];
  const before = (await readCold(storage, place)).seq;
  for (const agent of agents) {
    const sent = [...history.changesets.values()].filter(
      ({ key, applied }) => key.startsWith(`${agent.name}-`) && applied !== null,
    );
    for (const one of sent) {
      const id = await agent.again(random.pick(nodes), one);
      if (id !== one.applied?.id) found.push(`P4 ${one.key} was answered as ${one.applied?.id} and is now as ${id}`);
    }
    const [first] = sent;
    if (first === undefined) continue;
    const told = await agent.reuse(random.pick(nodes), first);
    if (!(isProblem(told) && told.code === 'idempotency_key_reused'))
      found.push(`P4 the key of ${first.key} is taken for another body`);
  }
  const { seq } = await readCold(storage, place);
  if (seq !== before) found.push(`P4 calls sent again moved the journal from ${before} to ${seq}`);
  return found;
}
