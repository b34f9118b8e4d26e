/** History through REST, with people's editors open on the tab, and across a restart. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { canonical, naiveRevert } from '#core/history/history.test-support.ts';
import { type Element, isArrow, isPinned } from '#schema/element.ts';
import { newElementSuffix } from '#schema/ids.ts';
import { readTab } from '#schema/ydoc/read.ts';
import { applyEdits } from '#schema/ydoc/write.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

import { Api } from './harness/api.ts';
import { Browser } from './harness/browser.ts';
import { TestEditor, until } from './harness/editor.ts';
import { type NodeProcess, startNodeProcess } from './harness/node-process.ts';
import { addMember, addPerson, addToken, type Somebody } from './harness/people.ts';
import { Random, seedOf } from './harness/random.ts';
import { temporaryFolder, type TemporaryFolder } from './harness/temporary-folder.ts';

type Place = { readonly id: string; readonly tab: string };
type Reverted = {
  readonly changeset: { readonly id: string; readonly rev: number; readonly agent: boolean } | null;
  readonly reverted: number;
  readonly kept: readonly { readonly id: string; readonly reason: string }[];
  readonly code?: string;
  readonly errors?: readonly { readonly elements: readonly { readonly ref: string; readonly by: string }[] }[];
};

let folder: TemporaryFolder;
let storage: Storage;
let node: NodeProcess;
let ada: Somebody;
let api: Api;
const editors: TestEditor[] = [];

beforeAll(async () => {
  folder = temporaryFolder('history');
  storage = await openStorage({ dataDir: folder.path });
  ada = await addPerson(storage, 'Ada');
  node = await startNodeProcess({ DATA_DIR: folder.path });
  api = new Api(node.url, ada.token);
});

afterAll(async () => {
  for (const editor of editors) editor.destroy();
  await node.kill('SIGTERM');
  await storage.close();
  folder.remove();
});

async function open(place: Place, credential: string): Promise<TestEditor> {
  const editor = new TestEditor({ url: node.url, documentId: place.id, credential });
  editors.push(editor);
  await editor.synced();
  return editor;
}

const revert = (place: Place, id: string | undefined): Promise<{ status: number; body: Reverted }> =>
  api.call<Reverted>('POST', `/documents/${place.id}/changesets/${id}/revert`);
const copyOf = (editor: TestEditor, place: Place): Map<string, Element> => new Map(readTab(editor.doc, place.tab)?.elements);
const select = (editor: TestEditor, place: Place, ids: readonly string[]): void =>
  editor.provider.awareness?.setLocalState({ tab: place.tab, selection: ids });

describe('elements that people hold', () => {
  test("an agent's changeset and revert wait for them; a person's does not, and a free element never", async () => {
    const place = await api.createDocument();
    const [grace, vera] = [await Browser.signIn(node.url, storage, 'Grace'), await Browser.signIn(node.url, storage, 'Vera')];
    await addMember(storage, place.id, grace.userId, 'editor');
    await addMember(storage, place.id, vera.userId, 'viewer');
    const made = await api.changeset(place, 'add square id=a\nadd square id=b at:500,0');
    const ids = Object.fromEntries(made.body.results.map(({ id, ref }) => [ref, id]));
    const [a, b] = [ids['a']!, ids['b']!];

    // An API token's connection, a viewer and the owner themselves hold nothing.
    const [asToken, viewer] = [
      await open(place, await addToken(storage, grace.userId)),
      await open(place, await vera.ticket(place.id)),
    ];
    select(asToken, place, [a, b]);
    select(viewer, place, [a, b]);
    const witness = await open(place, ada.token);
    const selections = (): number =>
      [...(witness.provider.awareness?.getStates().values() ?? [])].filter(({ selection }) => Array.isArray(selection)).length;
    await until(() => selections() === 2, 5_000, 'the selections are not seen');
    const red = await api.changeset(place, 'set a fill=red');
    expect(red.status).toBe(201);

    const page = await open(place, await grace.ticket(place.id));
    select(page, place, [a]);
    await until(() => selections() === 3, 5_000, 'the selection is not seen');
    for (const query of ['', '?dryRun=1']) {
      const { status, body } = await api.changeset(place, 'set b fill=red\nset a fill=blue', {}, query);
      expect([query, status, body]).toMatchObject([
        query,
        409,
        {
          code: 'elements_held',
          rev: 2,
          errors: [{ elements: [{ id: a, ref: 'a', by: 'Grace', holders: [{ name: 'Grace' }] }] }],
        },
      ]);
    }
    const blue = await api.changeset(place, 'set b fill=blue\nconnect a -> b');
    expect(blue.status).toBe(201);
    const refused = await revert(place, red.body.changeset?.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'elements_held']);
    expect((await api.call<{ tab: { rev: number } }>('GET', `/documents/${place.id}/tabs/${place.tab}`)).body.tab.rev).toBe(3);
    expect((await revert(place, blue.body.changeset?.id)).status).toBe(201);
    // Grace's own agent works on what she has selected.
    const herAgent = new Api(node.url, await addToken(storage, grace.userId));
    expect((await herAgent.changeset(place, 'set a note="mine"')).status).toBe(201);
    // A person's Undo is never refused.
    const asPerson = await Browser.signIn(node.url, storage, 'Alan');
    await addMember(storage, place.id, asPerson.userId, 'editor');
    const green = await herAgent.changeset(place, 'set a fill=green');
    const undone = await asPerson.post<Reverted>(`/documents/${place.id}/changesets/${green.body.changeset?.id}/revert`);
    expect([undone.status, undone.body.changeset?.agent, undone.body.reverted]).toEqual([201, false, 1]);

    select(page, place, []);
    await until(async () => (await api.changeset(place, 'set a note="one"')).status === 201, 5_000, 'it is not released');
    select(page, place, [a]);
    await until(async () => (await api.changeset(place, 'set a note="?"', {}, '?dryRun=1')).status === 409, 5_000, 'not held');
    page.destroy();
    await until(async () => (await api.changeset(place, 'set a note="two"')).status === 201, 5_000, 'it is not released');
  });
});

describe('reverts beside live editors', () => {
  test('in random histories with two editors and a restart a revert is that of full copies of the tab', async () => {
    const random = new Random(seedOf('history'));
    const place = await api.createDocument();
    let people = [await open(place, ada.token), await open(place, ada.token)];
    const revisions: { id: string; before: Map<string, Element>; after: Map<string, Element> }[] = [];

    const stored = async (): Promise<Map<string, Element>> => {
      const { body } = await api.call<{ elements: Element[] }>('GET', `/documents/${place.id}/tabs/${place.tab}`);
      return new Map(body.elements.map((element) => [element.id, element]));
    };
    /** Resolves when everything that was written is stored and on both screens. */
    const settled = async (): Promise<void> => {
      for (const person of people) await person.saved();
      const elements = await stored();
      const shows = (person: TestEditor): boolean => {
        const copy = copyOf(person, place);
        // A view shows the side of a pinned end that the stored arrow leaves open.
        const isShown = (value: unknown, view: unknown): boolean =>
          canonical(
            typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...(view as object), ...value } : value,
          ) === canonical(view);
        return copy.size === elements.size && Array.from(copy.values()).every((element) => {
          const view = elements.get(element.id);
          return view !== undefined && Object.entries(element).every(([name, value]) => isShown(value, (view as Record<string, unknown>)[name]));
        }); // prettier-ignore
      };
      await until(() => people.every(shows), 5_000, 'a change is not on every screen');
    };
    const agentWorks = async (): Promise<void> => {
      const ids = [...(await stored()).keys()];
      const one = (): string => (ids.length === 0 ? '"nothing"' : random.pick(ids));
      const line = random.pick([
        () => `add square label="${random.integer(1, 99)}"`,
        () => `set ${one()} fill=${random.pick(['red', 'blue', 'green'])}`,
        () => `rm ${one()}`,
        () => `connect ${one()} -> ${one()} again`,
        () => `order ${one()} ${random.pick(['front', 'back'])}`,
      ]);
      const before = copyOf(people[0]!, place);
      const { status, body } = await api.changeset(place, `${line()}\nadd sticky label="${random.integer(1, 99)}"`);
      if (status !== 201 || body.changeset === null) return;
      await settled();
      revisions.push({ id: body.changeset.id, before, after: copyOf(people[0]!, place) });
    };
    const personWorks = async (): Promise<void> => {
      const person = random.pick(people);
      const elements = [...copyOf(person, place).values()];
      const element = elements.length === 0 ? undefined : random.pick(elements);
      const gone = revisions.flatMap(({ before }) => [...before.values()]).filter(({ id }) => !copyOf(person, place).has(id));
      const how = random.integer(0, 3);
      if (how === 0 && gone.length > 0) person.put(place.tab, random.pick(gone));
      else if (element !== undefined && how === 1)
        applyEdits(person.doc, place.tab, [{ id: element.id, before: element, after: null }]);
      else if (element !== undefined && how === 2)
        person.put(place.tab, { ...element, label: `by hand ${random.integer(1, 99)}` });
      else person.put(place.tab, box(`hand~${newElementSuffix()}`, random.integer(-500, 500)));
      await settled();
    };
    const takesBack = async (): Promise<void> => {
      if (revisions.length === 0) return;
      const revision = random.pick(revisions);
      const now = copyOf(people[0]!, place);
      const expected = naiveRevert(revision, now);
      const { status, body } = await revert(place, revision.id);
      expect(status, JSON.stringify(body)).toBe(body.changeset === null ? 200 : 201);
      if (body.changeset !== null) await settled();
      const after = copyOf(people[0]!, place);
      expect(new Map(body.kept.map(({ id, reason }) => [id, reason]))).toEqual(expected.kept);
      expect([...after.keys()].toSorted()).toEqual([...expected.elements.keys()].toSorted());
      for (const [id, element] of after) {
        const hung = [expected.elements.get(id)!].filter(isArrow).flatMap(({ from, to }) => [from, to]);
        const freed = hung.some((end) => isPinned(end) && now.has(end.element) && !after.has(end.element));
        if (!freed) expect(element).toEqual(expected.elements.get(id));
      }
      if (body.changeset !== null) revisions.push({ id: body.changeset.id, before: now, after });
      const again = await revert(place, revision.id);
      expect([again.status, again.body.changeset, again.body.reverted]).toEqual([200, null, 0]);
    };
    const works = async (steps: number): Promise<void> => {
      for (let step = 0; step < steps; step += 1) {
        const what = random.integer(0, 5);
        await (what < 3 ? agentWorks() : what < 5 ? personWorks() : takesBack());
      }
      for (let step = 0; step < 5; step += 1) await takesBack();
    };

    await works(30);
    for (const person of people) person.destroy();
    await node.kill('SIGKILL');
    node = await startNodeProcess({ DATA_DIR: folder.path });
    api = new Api(node.url, ada.token);
    people = [await open(place, ada.token), await open(place, ada.token)];
    await works(20);
  });
});

const box = (id: string, x: number): Element => ({
  type: 'shape',
  shape: 'square',
  id,
  z: 'a0',
  x,
  y: 0,
  width: 100,
  height: 60,
});
