/** Reverts and diffs on two nodes of one PostgreSQL that are connected by polling only. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import { readTab } from '#schema/ydoc/read.ts';
import { applyEdits } from '#schema/ydoc/write.ts';
import { Api } from '#test/harness/api.ts';
import { TestEditor, until } from '#test/harness/editor.ts';
import { startNodeProcess } from '#test/harness/node-process.ts';
import { startPostgres, type TestPostgres } from '#test/harness/postgres.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { TabCopies } from '#test/harness/tab-copies.ts';

import { type Cluster, soonMs, startCluster } from './stage.ts';

let postgres: TestPostgres;
let cluster: Cluster;
const editors: TestEditor[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  cluster = await startCluster(postgres, null);
});
afterAll(async () => {
  for (const editor of editors) editor.destroy();
  await cluster.stop();
  await postgres.stop();
});

type Place = { readonly id: string; readonly tab: string };
type Reverted = { readonly reverted: number; readonly kept: readonly { readonly ref: string; readonly reason: string }[] };
type Tab = { readonly tab: { readonly rev: number }; readonly elements: readonly Element[] };

const apiOf = (node: 0 | 1): Api => new Api(cluster.nodes[node].url, cluster.ada.token);
const copyOf = (editor: TestEditor, { tab }: Place): Map<string, Element> => new Map(readTab(editor.doc, tab)?.elements);
const read = async (api: Api, { id, tab }: Place): Promise<Tab> =>
  (await api.call<Tab>('GET', `/documents/${id}/tabs/${tab}`)).body;

async function open(node: 0 | 1, place: Place): Promise<TestEditor> {
  const editor = new TestEditor({ url: cluster.nodes[node].url, documentId: place.id, credential: cluster.ada.token });
  editors.push(editor);
  await editor.synced();
  return editor;
}

describe('two nodes', () => {
  test('a changeset of one node is reverted by the other, and by a third, new one, after editors edited, moved, removed and re-added', async () => {
    const [here, there] = [apiOf(0), apiOf(1)];
    const place = await here.createDocument();
    const operations = 'add square id=a label="A" at:0,0\nadd square id=b label="B" at:400,0\nadd square id=c label="C" at:800,0\nadd square id=d label="D" at:1200,0\nconnect c -> d id=cd\nwrap d in frame id=f'; // prettier-ignore
    await here.changeset(place, operations);
    const comments = `/documents/${place.id}/tabs/${place.tab}/comments`;
    expect((await there.call('POST', comments, { elementId: 'd', text: 'Keep me' })).status).toBe(201);
    const page = await open(1, place);
    const at = (slug: string): Element => page.element(place.tab, slug)!;
    const before = copyOf(page, place);
    const answer = await here.changeset(place, 'set a fill=red\nset b fill=red\nset c fill=red\nrm d');
    await until(() => page.element(place.tab, 'd') === undefined, soonMs, 'the change is not on the other node');
    // a is edited, b removed and re-added unchanged, c moved and moved back, d is still removed.
    page.put(place.tab, { ...at('a'), label: 'By hand' });
    const [b, c] = [at('b'), at('c')];
    applyEdits(page.doc, place.tab, [{ id: b.id, before: b, after: null }]);
    await page.saved();
    page.put(place.tab, b);
    page.put(place.tab, { ...c, x: 5 } as Element);
    await page.saved();
    page.put(place.tab, c);
    await page.saved();
    const id = answer.body.changeset?.id;
    const undone = await there.call<Reverted & { changeset: { id: string } }>('POST', `/documents/${place.id}/changesets/${id}/revert`);
    expect([undone.status, undone.body.kept.map(({ ref, reason }) => [ref, reason])]).toEqual([201, [['a', 'changed']]]);
    await until(() => page.element(place.tab, 'cd') !== undefined, soonMs, 'the revert is not seen');
    const expected = new Map(before);
    const a = before.get(at('a').id)!;
    expected.set(a.id, { ...a, fill: 'red', label: 'By hand' });
    expect(copyOf(page, place)).toEqual(expected);
    const threads = await here.call<{ threads: { ref: string }[] }>('GET', `/documents/${place.id}/comments`);
    expect(threads.body.threads.map(({ ref }) => ref)).toEqual(['d']);
    // A node that has just started works from the records only.
    const third = await startNodeProcess({ DATABASE_URL: cluster.databaseUrl });
    const fresh = new Api(third.url, cluster.ada.token);
    const path = `/documents/${place.id}/changesets/${undone.body.changeset.id}/revert`;
    expect((await fresh.call<Reverted>('POST', path)).body).toMatchObject({ reverted: 4, kept: [] });
    expect((await here.call<Reverted>('POST', path)).body).toMatchObject({ changeset: null, reverted: 0 });
    await third.kill('SIGTERM');
  }); // prettier-ignore

  test('a diff since a revision equals the difference of full copies, with an editor and an agent on each node', async () => {
    const random = new SeededRandom(seedOf('cluster-history'));
    const [here, there] = [apiOf(0), apiOf(1)];
    const place = await here.createDocument();
    await here.changeset(place, 'add square id=a\nadd square id=b\nadd square id=c');
    const people = [await open(0, place), await open(1, place)];
    const copies = new TabCopies();
    let now = new Map<string, Element>();
    const settled = async (): Promise<void> => {
      for (const person of people) await person.saved(soonMs);
      const { tab, elements } = await read(here, place);
      const ids = elements.map(({ id }) => id).toSorted();
      const textOf = (all: Iterable<Element>): string =>
        Array.from(all, ({ id, label, fill, note }) => JSON.stringify([id, label, fill, note])).toSorted().join();
      const shown = (person: TestEditor): string => textOf(copyOf(person, place).values());
      const stored = textOf(elements);
      await until(() => people.every((person) => shown(person) === stored), soonMs, 'a change is not on every screen');
      now = copyOf(people[0]!, place);
      expect([...now.keys()].toSorted()).toEqual(ids);
      copies.note(tab.rev, now);
    };
    await settled();
    for (let burst = 0; burst < 6; burst += 1) {
      const work: Promise<unknown>[] = [];
      for (let step = 0; step < 8; step += 1) {
        for (const person of people) {
          const element = random.pick([...copyOf(person, place).values()]);
          if (element === undefined) continue;
          if (random.integer(0, 9) === 0) applyEdits(person.doc, place.tab, [{ id: element.id, before: element, after: null }]);
          else person.put(place.tab, { ...element, label: `${random.integer(1, 99)}`, fill: random.pick(['red', 'teal']) });
        }
        const line = `set type:shape note="${burst}${step}" fill=${random.pick(['blue', 'green'])} all\nadd square label="${step}"`;
        work.push(random.pick([here, there]).changeset(place, line));
        await new Promise((resolve) => setTimeout(resolve, random.integer(0, 15)));
      }
      await Promise.all(work);
      await settled();
    }
    for (const api of [here, there]) await copies.expectDiffs(api, place, now);
  }); // prettier-ignore
});
