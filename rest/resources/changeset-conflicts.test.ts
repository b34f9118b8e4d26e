import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { sweepHistory } from '#storage/retention.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;
let document: { readonly id: string; readonly tab: string };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  bob = await server.addPerson('Bob "the\n- builder"');
});
beforeEach(async () => {
  server.clock.offsetMs = 0;
  document = await server.addDocument(ada.token);
  const path = `/documents/${document.id}/members/${bob.id}`;
  await server.call('PUT', path, { token: ada.token, body: { level: 'editor' } });
});
afterAll(() => server.close());

const tabPath = (): string => `/documents/${document.id}/tabs/${document.tab}`;
const send = (operations: string, more: object = {}, token = ada.token): Promise<TestAnswer> =>
  server.call('POST', `${tabPath()}/changesets`, { token, body: { operations, ...more } });

/** An agent that follows the hint of a refusal once, and knows nothing else. */
async function scriptedAgent(operations: string, base: object): Promise<TestAnswer[]> {
  const first = await send(operations, base);
  if (first.json.code !== 'changeset_conflict') return [first];
  const [, member, rev] = /(baseRev|expectedRev) (\d+)/.exec(first.json.errors[0].hint.split('. ').at(-1)) ?? [];
  return [first, await send(operations, { [member!]: Number(rev) })];
}

describe('a conflict', () => {
  test('APP19 names the current elements, the author and changeset of their last change, and what to do next', async () => {
    await send('add square id=a label="A" at:0,0\nadd square id=b label="B" at:400,0');
    await send('set a label="Mine"');
    const theirs = (await send('set a label="Theirs"\nset b fill=red', {}, bob.token)).json.changeset;
    const { status, json } = await send('set a fill=blue', { baseRev: 1 });
    expect([status, json.code, json.rev]).toEqual([409, 'changeset_conflict', 3]);
    const by = 'Bob "the\n- builder"';
    expect(json.errors).toEqual([
      {
        code: 'changeset_conflict',
        message: 'Changed since rev 1: a ("Bob \\"the\\n- builder\\"", rev 3).',
        hint: 'view=diff&since=1 shows what changed. To build on it, send the changeset again with baseRev 3.',
        elements: [
          { id: expect.stringMatching(/^a~/), ref: 'a', rev: 3, at: theirs.createdAt, by, changeset: theirs.id, now: expect.stringMatching(/^square "Theirs" at 0,0 \d+×\d+$/) },
        ],
      },
    ]); // prettier-ignore
  });

  test('APP19 names the targets that were removed since, with the author, revision and time of their removal', async () => {
    await send('add square id=a label="Pay" at:0,0\nadd square id=b label="Ship" at:400,0\nconnect a -> b id=e label="then"');
    const theirs = (await send('rm a', {}, bob.token)).json.changeset;
    const gone = { rev: 2, at: theirs.createdAt, by: 'Bob "the\n- builder"', changeset: theirs.id };
    for (const [line, refs] of [
      ['set a fill=red', ['a']],
      ['rm "pay"', ['a']],
      ['move label~pa at:0,600', ['a']],
      ['set a->b line=angled', ['e']],
      ['rewire e to=b', ['e']],
      ['insert square "Pack" between a b', ['e']],
      ['wrap a b in frame', ['a']],
      ['set type:shape label~Pay fill=red all', ['a']],
    ] as const) {
      for (const dryRun of ['', '?dryRun=1']) {
        const body = { operations: `add sticky "new"\n${line}`, baseRev: 1 };
        const { status, json } = await server.call('POST', `${tabPath()}/changesets${dryRun}`, { token: ada.token, body });
        expect([line, status, json.code, json.rev]).toEqual([line, 409, 'changeset_conflict', 2]);
        expect(json.errors).toMatchObject([
          { operation: 1, line: 2, hint: expect.stringMatching(/^view=diff&since=1 .*baseRev 2\.$/) },
        ]);
        expect([line, json.errors[0].elements]).toEqual([
          line,
          refs.map((ref) => ({ id: expect.stringMatching(new RegExp(`^${ref}~`)), ref, ...gone })),
        ]);
        expect(json.detail).toContain(`${refs[0]} (removed by "Bob \\"the\\n- builder\\"", rev 2)`);
      }
    }
  });

  test('APP87 a target that no longer matches because it was renamed is a conflict that shows it as it is', async () => {
    await send('add square id=a label="Pay" at:0,0');
    await send('set a label="Charge"', {}, bob.token);
    const { status, json } = await send('set "Pay" fill=red', { baseRev: 1 });
    expect([status, json.code]).toEqual([409, 'changeset_conflict']);
    expect(json.errors[0].elements).toMatchObject([{ ref: 'a', rev: 2, now: expect.stringContaining('"Charge"') }]);
  });

  test('APP87 an end or a reference that was removed is not found, and the refusal says by whom', async () => {
    await send('add square id=a at:0,0\nadd square id=b at:400,0\nadd square id=c at:800,0');
    await send('rm b', {}, bob.token);
    for (const line of ['connect a -> b.left', 'add square right-of:b', 'move c below:b', 'rm in:b all', 'test b fill=red']) {
      const { status, json } = await send(line, { baseRev: 1 });
      expect([line, status, json.code]).toEqual([line, 400, 'target_not_found']);
      expect(json.detail).toMatch(/Changed since rev 1: b \(removed by "Bob .*, rev 2\)\.$/);
    }
  });

  test('APP87 what was never there, was removed before the base, or is named without one, is not found', async () => {
    await send('add square id=a at:0,0\nadd square id=b at:400,0');
    await send('rm b', {}, bob.token);
    await send('set a fill=red', {}, bob.token);
    for (const [line, base] of [
      ['set c fill=red', { baseRev: 1 }],
      ['set b fill=red', { baseRev: 2 }],
      ['set b fill=red', {}],
    ] as const) {
      const { status, json } = await send(line, base);
      expect([line, base, status, json.code]).toEqual([line, base, 400, 'target_not_found']);
      expect(json.detail).not.toContain('Bob');
    }
  });

  test('APP20 concerns only targets: changes to other elements, and to those that something is placed next to, do not conflict', async () => {
    await send('add square id=a at:0,0\nadd square id=b at:400,0');
    await send('set b fill=red', {}, bob.token);
    const { status, json } = await send('set a fill=blue\nadd square id=c right-of:b', { baseRev: 1 });
    expect([status, json.changeset.previousRev, json.changeset.rebasedOver, json.changeset.rev]).toEqual([201, 2, 1, 3]);
    // The agent's own changes count, and a revert is a change.
    expect((await send('set a fill=green', { baseRev: 2 })).json.code).toBe('changeset_conflict');
    await server.call('POST', `/documents/${document.id}/changesets/${json.changeset.id}/revert`, { token: ada.token });
    expect((await send('set a fill=green', { baseRev: 3 })).json.errors[0].elements).toMatchObject([{ ref: 'a', rev: 4 }]);
  });

  test('APP21 an agent that follows the hint succeeds with one more call, whatever the conflict', async () => {
    await send('add square id=a at:0,0');
    await send('set a note="two"', {}, bob.token);
    await send('set a note="three"', {}, bob.token);
    for (const base of [
      { baseRev: 1 },
      { expectedRev: 1 },
      { baseRev: 99 },
      { expectedRev: 99 },
      { baseRev: 1, expectedRev: 2 },
    ]) {
      const [first, second] = await scriptedAgent('set a fill=blue\nset a fill=red', base);
      expect([base, first!.status, first!.json.code]).toEqual([base, 409, 'changeset_conflict']);
      expect([base, second!.status]).toEqual([base, 201]);
      await send('set a fill=green', {}, bob.token);
    }
    // The history is no longer kept.
    server.clock.offsetMs = 40 * 86_400_000;
    await sweepHistory(server.context.storage, Date.now() + server.clock.offsetMs);
    const [first, second] = await scriptedAgent('set a fill=red', { baseRev: 1 });
    expect([first!.status, first!.json.errors[0].message]).toEqual([409, 'What changed since rev 1 is no longer known.']);
    expect(second!.status).toBe(201);
  });

  test('with many elements names some of them and lists all', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `e${index}`);
    await send(ids.map((id) => `add square id=${id}`).join('\n'));
    await send('set type:shape fill=red all', {}, bob.token);
    const { json } = await send('set type:shape fill=blue all', { baseRev: 1 });
    expect(json.errors[0].elements).toHaveLength(30);
    expect(json.detail).toMatch(/ and 20 more\.$/);
  });
});

describe('records', () => {
  test("show a token's id only to the author of the changeset, and distinguish agents from people", async () => {
    const made = await send('add square id=a', { summary: 'a box' });
    const { id } = made.json.changeset;
    const eve = await server.addPerson('Eve');
    await server.call('PUT', `/documents/${document.id}/members/${eve.id}`, { token: ada.token, body: { level: 'editor' } });
    const cookie = await server.signIn(eve);
    const path = `/documents/${document.id}/changesets`;
    const [mine, theirs, inSession] = [
      await server.call('GET', `${path}/${id}`, { token: ada.token }),
      await server.call('GET', `${path}/${id}`, { token: bob.token }),
      await server.call('GET', `${path}/${id}`, { cookie }),
    ];
    const url = `${server.origin}/d/${document.id}/${document.tab}#${id}`;
    expect(mine.json.changeset).toEqual({
      id,
      tabId: document.tab,
      url,
      rev: 1,
      author: { name: 'Ada', color: expect.any(String) },
      agent: true,
      summary: 'a box',
      counts: { added: 1, changed: 0, removed: 0 },
      revertOf: null,
      createdAt: expect.any(Number),
      tokenId: expect.stringMatching(/^tok_/),
    });
    const { tokenId: _, ...visible } = mine.json.changeset;
    expect([theirs.json.changeset, inSession.json.changeset]).toEqual([visible, visible]);
    expect([mine.json.results, mine.json.text]).toEqual([made.json.results, made.json.text]);
    expect(made.json.text.split('\n')).toContain(`page: ${url}`);
    const undone = await server.call('POST', `${path}/${id}/revert`, { cookie });
    expect(undone.json.changeset).toMatchObject({ agent: false, revertOf: id, counts: { removed: 1 }, author: { name: 'Eve' } });
    expect(undone.json.changeset.tokenId).toBeUndefined();
    const listed = await server.call('GET', path, { token: bob.token });
    expect(listed.json.changesets.map(({ id: one, tokenId }: { id: string; tokenId?: string }) => [one, tokenId])).toEqual([
      [undone.json.changeset.id, undefined],
      [id, undefined],
    ]);
  }); // prettier-ignore

  test('are listed newest first, by tab, page by page, for 30 days', async () => {
    const path = `/documents/${document.id}/changesets`;
    const list = async (query: string): Promise<{ ids: string[]; next: string | null }> => {
      const { json } = await server.call('GET', `${path}${query}`, { token: ada.token });
      return { ids: json.changesets.map(({ id }: { id: string }) => id), next: json.next };
    };
    const other = await server.call('POST', `/documents/${document.id}/tabs`, { token: ada.token, body: { name: 'Two', operations: 'add square' } }); // prettier-ignore
    const made: string[] = [other.json.changeset.id];
    server.clock.offsetMs = 60_000;
    for (let index = 0; index < 22; index += 1) made.unshift((await send('add square')).json.changeset.id);
    expect(await list('')).toEqual({ ids: made.slice(0, 20), next: made[19] });
    expect(await list(`?before=${made[19]}`)).toEqual({ ids: made.slice(20), next: null });
    expect(await list(`?tab=${other.json.tab.id}`)).toEqual({ ids: made.slice(-1), next: null });
    expect((await list('?limit=1')).ids).toEqual(made.slice(0, 1));
    for (const limit of ['0', '101', '1.5', 'x']) {
      const { status } = await server.call('GET', `${path}?limit=${limit}`, { token: ada.token });
      expect(status).toBe(400);
    }
    server.clock.offsetMs = 30 * 86_400_000;
    expect((await list('?limit=100')).ids).toEqual(made.slice(0, 22));
    server.clock.offsetMs = 31 * 86_400_000;
    expect((await list('')).ids).toEqual([]);
    expect((await server.call('GET', `${path}/${made[0]}`, { token: ada.token })).json.code).toBe('changeset_not_found');
    // The change itself stays.
    expect((await server.call('GET', tabPath(), { token: ada.token })).json.elements).toHaveLength(22);
  });
});
