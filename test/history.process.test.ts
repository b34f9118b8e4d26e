/** History through REST, with open editors on the tab, and across a restart. */
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
import { addMember, addPerson, addToken, type TestAccount } from './harness/people.ts';
import { SeededRandom, seedOf } from './harness/random.ts';
import { TabCopies } from './harness/tab-copies.ts';
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
let ada: TestAccount;
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

describe('elements that people have selected', () => {
  test("are protected from an agent's changeset and revert, not from a person's, and free elements are not", async () => {
    const place = await api.createDocument();
    const [grace, vera] = [await Browser.signIn(node.url, storage, 'Grace'), await Browser.signIn(node.url, storage, 'Vera')];
    await addMember(storage, place.id, grace.userId, 'editor');
    await addMember(storage, place.id, vera.userId, 'viewer');
    const made = await api.changeset(place, 'add square id=a\nadd square id=b at:500,0');
    const ids = Object.fromEntries(made.body.results.map(({ id, ref }) => [ref, id]));
    const [a, b] = [ids['a']!, ids['b']!];

    // Selections of a token's connection, of a viewer and of the agent's owner do not count.
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
    // Grace's own agent can change what she has selected.
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

describe('edits of people', () => {
  test('are a conflict for an agent that has not read them, and the refusal has what it needs to continue', async () => {
    const place = await api.createDocument();
    const grace = await Browser.signIn(node.url, storage, 'Grace');
    await addMember(storage, place.id, grace.userId, 'editor');
    await api.changeset(place, 'add square id=a label="A"\nadd square id=b');
    const page = await open(place, await grace.ticket(place.id));
    page.put(place.tab, { ...page.element(place.tab, 'a')!, label: 'By hand' });
    await page.saved();
    expect((await api.changeset(place, 'set b fill=red', { baseRev: 1 })).body.changeset).toMatchObject({
      previousRev: 2,
      rebasedOver: 1,
    });
    const { status, body } = await api.changeset(place, 'set a fill=red', { baseRev: 1 });
    const refused = body as unknown as { code: string; rev: number; errors: { hint: string; elements: object[] }[] };
    expect([status, refused.code]).toEqual([409, 'changeset_conflict']);
    expect(refused.errors[0]!.elements).toMatchObject([{ ref: 'a', by: 'Grace', rev: 2, changeset: null, now: expect.stringContaining('"By hand"') }]); // prettier-ignore
    const [, rev] = /with baseRev (\d+)\.$/.exec(refused.errors[0]!.hint) ?? [];
    expect((await api.changeset(place, 'set a fill=red', { baseRev: Number(rev) })).status).toBe(201);
    expect(page.element(place.tab, 'a')?.label).toBe('By hand');
  });

  test("are in the difference since a revision and in an element's history, with their changes", async () => {
    const place = await api.createDocument();
    const grace = await Browser.signIn(node.url, storage, 'Grace');
    await addMember(storage, place.id, grace.userId, 'editor');
    await api.changeset(place, 'add square id=a label="A" at:0,0\nadd square id=b label="B" at:400,0\nconnect a -> b id=ab');
    const page = await open(place, await grace.ticket(place.id));
    const [a, b] = [page.element(place.tab, 'a')!, page.element(place.tab, 'b')!];
    const does = async (element: Element): Promise<void> => {
      page.put(place.tab, element);
      await page.saved();
    };
    await does({ ...a, label: 'AA' });
    await api.changeset(place, 'set a fill=red');
    await does({ ...page.element(place.tab, 'a')!, x: 20 } as Element);
    applyEdits(page.doc, place.tab, [{ id: b.id, before: b, after: null }]);
    await page.saved();
    const path = `/documents/${place.id}/tabs/${place.tab}`;
    const diff = (since: number) => api.call<string>('GET', `${path}?view=diff&since=${since}`);
    expect((await diff(1)).body).toBe('~ a label "A"→"AA" fill unset→red x 0→20\n- b square "B"\nrev 1→5');
    expect((await diff(3)).body).toBe('~ a x 0→20\n- b square "B"\nrev 3→5');
    expect((await diff(4)).body).toBe('- b square "B"\nrev 4→5');
    type Changes = { changes: { rev: number; changeset: string | null; author: { name: string }; results: { line: string }[] }[]; next: number | null }; // prettier-ignore
    const historyOf = async (element: string, query = ''): Promise<Changes> =>
      (await api.call<Changes>('GET', `${path}/elements/${encodeURIComponent(element)}/history${query}`)).body;
    const lines = ({ changes }: Changes) =>
      changes.map(({ rev, changeset, author, results }) => [rev, changeset === null, author.name, results.map(({ line }) => line).join()]); // prettier-ignore
    const whole = lines(await historyOf('a'));
    expect(whole).toEqual([
      [4, true, 'Grace', '~ a x 0→20'],
      [3, false, 'Ada', '~ a fill unset→red'],
      [2, true, 'Grace', '~ a label "A"→"AA"'],
      [1, false, 'Ada', expect.stringMatching(/^\+ a square "A" at 0,0 /)],
    ]);
    const first = await historyOf('a', '?limit=3');
    expect([lines(first), first.next]).toEqual([whole.slice(0, 3), 2]);
    const rest = await historyOf('a', `?limit=3&before=${first.next}`);
    expect([lines(rest), rest.next]).toEqual([whole.slice(3), null]);
    expect(lines(await historyOf('a', '?limit=1&before=3'))).toEqual([whole[2]]);
    expect(lines(await historyOf(b.id))[0]).toEqual([5, true, 'Grace', '- b square "B"']);
  });
});

describe('a notice', () => {
  test('is complete, follows its change, is grouped within 10 seconds, and its Undo reverts each changeset, newest first', async () => {
    const place = await api.createDocument();
    const grace = await Browser.signIn(node.url, storage, 'Grace');
    await addMember(storage, place.id, grace.userId, 'editor');
    await api.changeset(place, 'add square id=a label="A" at:0,0\nadd square id=b at:400,0');
    const page = await open(place, await grace.ticket(place.id));
    const before = copyOf(page, place);
    const made = [
      await api.changeset(place, 'set a fill=red\nrm b', { summary: 'first' }),
      await api.changeset(place, 'add square id=c\nset a fill=blue', { summary: 'second' }),
    ];
    await until(() => page.notices.length === 2, 5_000, 'no notices');
    // The change is there before its notice.
    expect([page.element(place.tab, 'a')?.fill, page.element(place.tab, 'b')]).toEqual(['blue', undefined]);
    const idOf = (slug: string): string => page.element(place.tab, slug)!.id;
    const { group: token } = page.notices[0] as { group: string };
    const common = {
      type: 'changeset',
      tab: place.tab,
      author: { name: 'Ada', color: expect.any(String) },
      agent: true,
      group: token,
    };
    const b = [...before.keys()].find((id) => id.startsWith('b~'))!;
    expect(page.notices).toEqual([
      { ...common, id: made[0]!.body.changeset!.id, rev: 2, counts: { added: 0, changed: 1, removed: 1 }, summary: 'first', added: [], changed: [idOf('a')], removed: [b], revertOf: null, at: expect.any(Number) },
      { ...common, id: made[1]!.body.changeset!.id, rev: 3, counts: { added: 1, changed: 1, removed: 0 }, summary: 'second', added: [idOf('c')], changed: [idOf('a')], removed: [], revertOf: null, at: expect.any(Number) },
    ]); // prettier-ignore
    // Another token of the same owner makes another group.
    await new Api(node.url, await addToken(storage, ada.id)).changeset(place, 'add text label="other" at:0,900');
    await until(() => page.notices.length === 3, 5_000, 'no third notice');
    const [third] = page.notices.splice(2) as { id: string; group: string }[];
    expect(third!.group).not.toBe(token);
    await grace.post<Reverted>(`/documents/${place.id}/changesets/${third!.id}/revert`);
    await until(() => page.notices.length === 3, 5_000, 'no notice of the revert');
    page.notices.splice(2);
    // Every reader sees the notice, so it has no token id.
    expect(JSON.stringify(page.notices)).not.toMatch(/tok_|user_/);
    const group = page.notices as { id: string; at: number; counts: object }[];
    expect(Math.abs(group[1]!.at - group[0]!.at)).toBeLessThan(10_000);
    // Neither the person's own selection nor another's prevents an Undo.
    select(page, place, [idOf('a')]);
    const other = await Browser.signIn(node.url, storage, 'Alan');
    await addMember(storage, place.id, other.userId, 'editor');
    select(await open(place, await other.ticket(place.id)), place, [idOf('a'), idOf('c')]);
    for (const { id } of group.toReversed()) {
      const undone = await grace.post<Reverted>(`/documents/${place.id}/changesets/${id}/revert`);
      expect([undone.status, undone.body.kept]).toEqual([201, []]);
    }
    await until(() => page.notices.length === 4, 5_000, 'no notices of the reverts');
    expect(page.notices.slice(2)).toMatchObject([
      { revertOf: group[1]!.id, author: { name: 'Grace' }, agent: false },
      { revertOf: group[0]!.id, author: { name: 'Grace' }, agent: false },
    ]);
    expect(copyOf(page, place)).toEqual(before);
  });
});

describe('reverts and differences with live editors', () => {
  test('in random histories with two editors and a restart, both equal those computed from full copies of the tab', async () => {
    const random = new SeededRandom(seedOf('history'));
    const place = await api.createDocument();
    let people = [await open(place, ada.token), await open(place, ada.token)];
    const copies = new TabCopies();
    const revisions: { id: string; before: Map<string, Element>; after: Map<string, Element> }[] = [];

    let rev = 0;
    const stored = async (): Promise<Map<string, Element>> => {
      const { body } = await api.call<{ tab: { rev: number }; elements: Element[] }>(
        'GET',
        `/documents/${place.id}/tabs/${place.tab}`,
      );
      ({ rev } = body.tab);
      return new Map(body.elements.map((element) => [element.id, element]));
    };
    /** Resolves when all edits are stored and in both editors. */
    const settled = async (): Promise<void> => {
      for (const person of people) await person.saved();
      const elements = await stored();
      const shows = (person: TestEditor): boolean => {
        const copy = copyOf(person, place);
        // A view has the side of an attached end, which the stored arrow leaves open.
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
      copies.note(rev, copyOf(people[0]!, place));
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
    /** All writers at once, on the same elements. */
    const allWork = async (): Promise<void> => {
      const shared = [...copyOf(people[0]!, place).values()].slice(0, 3);
      const work: Promise<unknown>[] = [];
      for (let round = 0; round < 6; round += 1) {
        for (const person of people) {
          const element = copyOf(person, place).get(random.pick(shared)?.id ?? '');
          if (element === undefined) continue;
          if (random.integer(0, 6) === 0) applyEdits(person.doc, place.tab, [{ id: element.id, before: element, after: null }]);
          else person.put(place.tab, { ...element, label: `${random.integer(1, 99)}`, ...(random.integer(0, 1) === 0 && { fill: random.pick(['red', 'teal']) }) });
        }
        const target = random.pick(shared);
        if (target !== undefined) work.push(api.changeset(place, `set ${target.id} fill=${random.pick(['blue', 'green'])} note="${round}"`));
        await new Promise((resolve) => setTimeout(resolve, random.integer(0, 12)));
      }
      await Promise.all(work);
      await settled();
    }; // prettier-ignore
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
        const what = random.integer(0, 7);
        await (what < 3 ? agentWorks() : what < 5 ? personWorks() : what < 7 ? allWork() : takesBack());
      }
      for (let step = 0; step < 5; step += 1) await takesBack();
      await copies.expectDiffs(api, place, copyOf(people[0]!, place));
    };

    await works(30);
    for (const person of people) person.destroy();
    await node.kill('SIGKILL');
    node = await startNodeProcess({ DATA_DIR: folder.path });
    api = new Api(node.url, ada.token);
    people = [await open(place, ada.token), await open(place, ada.token)];
    await copies.expectDiffs(api, place, copyOf(people[0]!, place));
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
