/**
 * The control for all attacks: six people edit at random with the real provider, go offline and return, reload their pages, undo and redo, while
 * an agent writes, locks and unlocks, and the node is killed and restarted. No honest editor is refused, and all end with the content of the
 * journal.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { readTab, readTabs } from '#schema/ydoc/read.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import { HonestEditor, type RandomSource, randomOf } from '#server/live/guard/honest-editor.test-support.ts';
import { addsLock } from '#server/live/new-locks.ts';
import { loadState } from '#storage/snapshots.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { scaled, seedOr } from '#test/harness/fuzz.ts';

import { Api } from '../harness/api.ts';
import { TestEditor, until } from '../harness/editor.ts';
import { freePort } from '../harness/free-port.ts';
import { type NodeEnvironment, type NodeProcess, startNodeProcess } from '../harness/node-process.ts';
import { addMember, addPerson, type TestAccount } from '../harness/people.ts';
import { RawEditor, updateBy } from '../harness/raw-editor.ts';
import { temporaryFolder, type TemporaryFolder } from '../harness/temporary-folder.ts';

let folder: TemporaryFolder;
let storage: Storage;
let environment: NodeEnvironment;
let node: NodeProcess;
let people: readonly TestAccount[];

beforeAll(async () => {
  folder = temporaryFolder('honest');
  storage = await openStorage({ dataDir: folder.path });
  people = await Promise.all(['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn'].map((name) => addPerson(storage, name)));
  environment = { DATA_DIR: folder.path, PORT: String(await freePort()) };
  node = await startNodeProcess(environment);
});
afterAll(async () => {
  await node.kill('SIGTERM');
  await storage.close();
  folder.remove();
});

/** A person's editor: the honest editor of the guard's tests, connected by the real provider. */
class Page {
  readonly honest: HonestEditor;
  readonly #blame: string[] = [];
  editor: TestEditor;
  online = true;
  readonly #documentId: string;
  readonly #person: TestAccount;

  constructor(documentId: string, person: TestAccount, random: RandomSource) {
    this.#documentId = documentId;
    this.#person = person;
    this.honest = new HonestEditor(random);
    this.editor = this.#open();
  }

  #open(): TestEditor {
    const { doc } = this.honest;
    // The document model requires that editors clear their undo steps when a lock is added.
    doc.on('afterTransaction', (transaction) => {
      if (!transaction.local && addsLock(doc, transaction)) this.honest.undo.clear();
    });
    return new TestEditor({ url: node.url, documentId: this.#documentId, credential: this.#person.token, doc });
  }

  show(random: RandomSource): void {
    const [tab] = readTabs(this.honest.doc);
    const ids = [...(tab === undefined ? [] : (readTab(this.honest.doc, tab.id)?.elements.keys() ?? []))];
    this.editor.provider.awareness?.setLocalState({
      user: { id: this.#person.id, name: this.#person.name, color: this.#person.color },
      tab: tab?.id ?? null,
      selection: ids.filter(() => random.int(4) === 0).slice(0, 100),
      cursor: random.int(5) === 0 ? null : { x: random.int(900), y: -0.5 },
      viewport: { x: 0, y: 0, width: 1_600, height: 900 },
    });
  }

  async toggle(): Promise<void> {
    this.online = !this.online;
    if (this.online) await this.editor.online();
    else this.editor.offline();
  }

  reload(): void {
    this.close();
    this.honest.reload();
    this.online = true;
    this.editor = this.#open();
  }

  close(): void {
    this.#blame.push(...blameOf(this.editor));
    this.editor.destroy();
  }

  /** The refusals that the editor got. */
  get blame(): string[] {
    return this.#blame;
  }
}

const harmless: ReadonlySet<number> = new Set([1000, 1001, 1005, 1006, 1012]);
const blameOf = ({ closeCodes, closeReasons }: TestEditor): string[] =>
  closeCodes.map((code, at) => `${code} ${closeReasons[at]}`).filter((_, at) => !harmless.has(closeCodes[at]!));

/** One call of an agent. Refusals (a lock, a selector that no longer matches) do not matter. */
async function agentActs(api: Api, documentId: string, random: RandomSource, tabs: readonly string[]): Promise<void> {
  const tab = random.pick(tabs) ?? '';
  const place = { id: documentId, tab };
  const chance = random.int(8);
  const statuses = [200, 201, 400, 404, 409];
  const settings = `/documents/${documentId}/tabs/${tab}`;
  const { status } =
    chance === 0
      ? await api.call('PATCH', settings, { locked: random.int(3) === 0 })
      : chance === 1
        ? await api.call('PATCH', settings, { layers: ['one', 'two'].map((id) => ({ id, name: id, locked: random.int(2) === 0, hidden: false })) }) // prettier-ignore
        : chance === 2
          ? await api.changeset(place, `set type:shape locked=${random.int(4) === 0 ? 'true' : ''} all`)
          : chance === 3
            ? await api.changeset(place, `set type:shape fill=${random.pick(['blue', 'green', 'red'])} all`)
            : chance === 4
              ? await api.call('POST', `${settings}/illustrate`, {
                  pages: [random.pick(pageChanges)!, random.pick(pageChanges)!],
                })
              : chance === 5
                ? await api.call('POST', `${settings}/illustrate`, {
                    article: { markdown: `# Title\n\n${'Some words. '.repeat(random.int(400))}` },
                  })
                : await api.changeset(place, `add square label="Agent ${random.int(1_000)}"\nadd circle label="Twin"`);
  expect(statuses, node.output()).toContain(status);
}

const pageChanges = [
  { op: 'add', kind: 'slide', at: 1 },
  { op: 'set', page: 1, size: '4:3' },
  { op: 'layout', page: 1, layout: 'grid' },
  { op: 'move', page: 1, at: 3 },
  { op: 'duplicate', page: 2 },
  { op: 'delete', page: 2 },
];

const seeds = Array.from({ length: 2 + scaled(1) }, (_, at) => seedOr(1) + at);
const steps = 700;

describe('honest editing', () => {
  test.each(seeds)('no editor is refused and all converge with the journal (seed %i)', async (seed) => {
    const random = randomOf(seed);
    const api = new Api(node.url, people[0]!.token);
    const { id, tab } = await api.createDocument(`Seed ${seed}`);
    for (const { id: userId } of people.slice(1)) await addMember(storage, id, userId, 'editor');
    const pages = people.map((person) => new Page(id, person, random));
    for (const page of pages) await page.editor.synced();

    let restarting: Promise<void> | null = null;
    for (let step = 0; step < steps; step += 1) {
      const page = random.pick(pages)!;
      const chance = random.int(100);
      if (chance < 70) page.honest.act();
      else if (chance < 85) page.show(random);
      else if (chance < 89) await page.toggle();
      else if (chance < 91) page.reload();
      else if (restarting === null) await agentActs(api, id, random, [tab, ...readTabs(page.honest.doc).map((each) => each.id)]);
      if (step === Math.floor(steps / 2))
        restarting = (async () => {
          await node.kill('SIGKILL');
          node = await startNodeProcess(environment);
        })();
      if (step === Math.floor((3 * steps) / 4)) {
        await restarting;
        restarting = null;
      }
      await new Promise((resolve) => setTimeout(resolve, random.int(8)));
    }

    for (const page of pages) if (!page.online) await page.toggle();
    for (const page of pages) await page.editor.saved(20_000);
    const cold = async (): Promise<string> => canonicalJson(await coldDocument(id));
    const agree = async (): Promise<boolean> => {
      const text = await cold();
      return pages.every(({ honest }) => canonicalJson(honest.doc) === text);
    };
    await until(agree, 20_000, 'the pages and the journal do not converge');
    for (const page of pages) page.close();
    expect(pages.map(({ blame }) => blame)).toEqual(pages.map(() => []));
    expect(node.isRunning()).toBe(true);
    expect(readTabs(pages[0]!.honest.doc).length).toBeGreaterThan(0);
  });
});

/** A document read from the journal only. */
async function coldDocument(documentId: string): Promise<Y.Doc> {
  const state = await loadState(storage.db, documentId);
  const doc = new Y.Doc();
  if (state?.snapshot) Y.applyUpdate(doc, state.snapshot.bytes);
  for (const row of state?.rows ?? []) Y.applyUpdate(doc, row.bytes);
  return doc;
}

describe('locks that editors could not know of', () => {
  const box = (x: number): Y.Map<unknown> =>
    new Y.Map<unknown>([
      ['type', 'shape'],
      ['shape', 'square'],
      ['z', 'a0'],
      ['at', [x, x]],
      ['size', [9, 9]],
    ]);

  test('[LV37] what an offline editor did to locked elements is restored, and the rest stays', async () => {
    const api = new Api(node.url, people[0]!.token);
    const place = await api.createDocument();
    await addMember(storage, place.id, people[1]!.id, 'editor');
    await api.changeset(
      place,
      'add square id=held label="Held"\nadd square id=free label="Free"\nadd square id=deep label="Deep"',
    );
    const away = new TestEditor({ url: node.url, documentId: place.id, credential: people[1]!.token });
    const here = new TestEditor({ url: node.url, documentId: place.id, credential: people[0]!.token });
    await Promise.all([away.synced(), here.synced()]);
    const elements = (editor: TestEditor): Y.Map<unknown> => mapIn(mapIn(rootMap(editor.doc, 'tabs'), place.tab), 'elements')!;
    const idOf = (slug: string): string => here.element(place.tab, slug)!.id;
    const [held, free, deep] = [idOf('held'), idOf('free'), idOf('deep')];
    away.offline();
    (elements(away).get(held) as Y.Map<unknown>).set('at', [7_000, 7_000]);
    (elements(away).get(free) as Y.Map<unknown>).set('at', [8_000, 8_000]);
    elements(away).delete(deep);
    await api.changeset(place, 'set held locked=true\nset deep locked=true');
    const before = await api.call<{ elements: { id: string }[] }>('GET', `/documents/${place.id}/tabs/${place.tab}`);
    await away.online();
    await away.saved();
    // It continues to move its selection, like an editor that has not received the lock yet.
    for (let x = 1; x <= 30; x += 1) {
      const element = elements(away).get(held);
      if (element instanceof Y.Map) element.set('at', [7_000 + x, 7_000]);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    await away.saved();
    const after = async (): Promise<unknown[]> => {
      const { body } = await api.call<{ elements: { id: string }[] }>('GET', `/documents/${place.id}/tabs/${place.tab}`);
      return body.elements.filter(({ id }) => id !== free);
    };
    const expected = before.body.elements.filter(({ id }) => id !== free);
    await until(
      async () => JSON.stringify(await after()) === JSON.stringify(expected),
      5_000,
      'the locked elements are not restored',
    );
    await until(() => canonicalJson(away.doc) === canonicalJson(here.doc), 5_000, 'they do not converge');
    expect(here.element(place.tab, 'free')).toMatchObject({ x: 8_000, y: 8_000 });
    expect(here.element(place.tab, 'deep')).toMatchObject({ label: 'Deep', locked: true });
    expect(away.closeCodes.filter((code) => code > 1006)).toEqual([]);
    for (const editor of [away, here]) editor.destroy();
  });

  test('[LV16] work that arrives in several answers gets the allowances for offline work in each of them', async () => {
    const api = new Api(node.url, people[0]!.token);
    const place = await api.createDocument();
    await addMember(storage, place.id, people[1]!.id, 'editor');
    const count = limits.massDeleteElements + 10;
    const lines = Array.from({ length: count }, (_, at) => `add square id=box${at} at:${at * 200},0`);
    for (let at = 0; at < count; at += 300) await api.changeset(place, lines.slice(at, at + 300).join('\n'));
    await api.changeset(place, 'add square id=held label="Held" at:0,500');
    const here = await new RawEditor(node.url).synced(place.id, people[0]!.token);
    const away = new Y.Doc();
    Y.applyUpdate(away, Y.encodeStateAsUpdate(here.doc));
    const elementsOf = (doc: Y.Doc): Y.Map<unknown> => mapIn(mapIn(rootMap(doc, 'tabs'), place.tab), 'elements')!;
    const elements = elementsOf(away);
    const held = [...elements.keys()].find((id) => id.startsWith('held~'))!;
    const pieces: Uint8Array[] = [];
    away.on('update', (update: Uint8Array) => void pieces.push(update));
    elements.set('mine~00000001', box(1));
    (elements.get(held) as Y.Map<unknown>).set('at', [7_000, 7_000]);
    away.transact(() => {
      for (const id of elements.keys()) if (id.startsWith('box')) elements.delete(id);
    });
    await api.changeset(place, 'set held locked=true');

    const back = await new RawEditor(node.url).admitted(place.id, people[1]!.token);
    back.step1(place.id, Y.encodeStateVector(away));
    for (const piece of pieces) back.step2(place.id, piece);
    await until(() => back.statuses.length === 3 || back.closeCode !== null, 10_000, 'the pieces are not answered');
    expect([back.statuses, back.closeCode, back.closeReason]).toEqual([[1, 1, 1], null, '']);
    const isRestored = (): boolean => (elementsOf(here.doc).get(held) as Y.Map<unknown>).get('at')?.toString() === '0,500';
    await until(() => elementsOf(here.doc).size === 2 && isRestored(), 10_000, 'the locked elements are not restored');
    expect(elementsOf(here.doc).has('mine~00000001')).toBe(true);
    for (const editor of [here, back]) editor.end();
  });

  type Edit = (held: Y.Map<unknown>, elements: Y.Map<unknown>, id: string) => unknown;
  const deep = { id: 'deep~00000000', name: 'Deep', locked: true, hidden: false };
  test.each<[what: string, away: Edit, meanwhile: Edit]>([
    ['replaced', (_held, elements, id) => elements.set(id, box(1)), (_held, elements, id) => elements.set(id, box(2))],
    ['taken off its layer', (held) => held.delete('layer'), (held) => held.set('at', [7_000, 7_000])],
  ])(
    '[LV38] what an offline editor has %s is unlocked until it is restored, and an edit of it meanwhile is not refused',
    async (_what, edit, meanwhile) => {
      const api = new Api(node.url, people[0]!.token);
      const place = await api.createDocument();
      await addMember(storage, place.id, people[1]!.id, 'editor');
      const settings = `/documents/${place.id}/tabs/${place.tab}`;
      await api.call('PATCH', settings, { layers: [{ ...deep, locked: false }] });
      await api.changeset(place, `add square id=held label="Held" layer=${deep.id}`);
      const away = new TestEditor({ url: node.url, documentId: place.id, credential: people[1]!.token });
      await away.synced();
      const { id } = away.element(place.tab, 'held')!;
      const elementsOf = (doc: Y.Doc): Y.Map<unknown> => mapIn(mapIn(rootMap(doc, 'tabs'), place.tab), 'elements')!;
      const act = (doc: Y.Doc, by: Edit): unknown => by(elementsOf(doc).get(id) as Y.Map<unknown>, elementsOf(doc), id);
      away.offline();
      act(away.doc, edit);
      await api.changeset(place, 'set held locked=true');
      await api.call('PATCH', settings, { layers: [deep] });
      // To the restarted node no lock is new.
      await node.kill('SIGKILL');
      node = await startNodeProcess(environment);
      const here = await new RawEditor(node.url).synced(place.id, people[0]!.token);
      const before = canonicalJson(here.doc);
      // The document on every screen between the edit and its restoration.
      const unrestored = new Y.Doc();
      for (const doc of [here.doc, away.doc]) Y.applyUpdate(unrestored, Y.encodeStateAsUpdate(doc));
      expect(canonicalJson(unrestored)).not.toBe(before);
      let updates = 0;
      here.doc.on('update', () => (updates += 1));
      await away.online();
      await away.saved();
      await until(() => updates > 0 && canonicalJson(here.doc) === before, 10_000, 'it is not restored');
      here.update(
        place.id,
        updateBy(unrestored, (doc) => void act(doc, meanwhile), here.doc.clientID),
      );
      await until(() => here.statuses.length > 1 || here.closeCode !== null, 10_000, 'the edit is not answered');
      expect([here.closeCode, here.closeReason]).toEqual([null, '']);
      await until(async () => canonicalJson(await coldDocument(place.id)) === before, 10_000, 'it is not restored again');
      away.destroy();
      here.end();
    },
  );

  test.each(['layer', 'tab'] as const)('[LV37] what an offline editor did on a locked %s is restored', async (locked) => {
    const api = new Api(node.url, people[0]!.token);
    const place = await api.createDocument();
    await addMember(storage, place.id, people[1]!.id, 'editor');
    const address = `/documents/${place.id}/tabs/${place.tab}`;
    const layer = { id: 'deep~00000000', name: 'Deep', locked: false, hidden: false };
    await api.call('PATCH', address, { layers: [layer] });
    await api.changeset(place, 'add square id=held label="Held" layer=deep~00000000\nadd square id=gone layer=deep~00000000');
    const away = new TestEditor({ url: node.url, documentId: place.id, credential: people[1]!.token });
    const here = new TestEditor({ url: node.url, documentId: place.id, credential: people[0]!.token });
    await Promise.all([away.synced(), here.synced()]);
    away.offline();
    const tab = mapIn(rootMap(away.doc, 'tabs'), place.tab)!;
    const elements = mapIn(tab, 'elements')!;
    (elements.get(here.element(place.tab, 'held')!.id) as Y.Map<unknown>).set('at', [7_000, 7_000]);
    elements.delete(here.element(place.tab, 'gone')!.id);
    mapIn(tab, 'layers')!.set(layer.id, { ...layer, name: 'Mine', order: 'a0' });
    if (locked === 'tab') tab.set('name', 'Mine');
    const patch = locked === 'tab' ? { locked: true } : { layers: [{ ...layer, locked: true }] };
    expect((await api.call('PATCH', address, patch)).status).toBe(200);
    await until(() => JSON.stringify(rootMap(here.doc, 'tabs')).includes('"locked":true'), 5_000, 'the lock does not arrive');
    const before = canonicalJson(here.doc);
    await away.online();
    await away.saved();
    await until(() => canonicalJson(away.doc) === before, 5_000, 'it is not restored');
    await until(() => canonicalJson(here.doc) === before, 5_000, 'it is not restored for the others');
    expect(canonicalJson(await coldDocument(place.id))).toBe(before);
    expect(away.closeCodes.filter((code) => code > 1006)).toEqual([]);
    for (const editor of [away, here]) editor.destroy();
  });
});
