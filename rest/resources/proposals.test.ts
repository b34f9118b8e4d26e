import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { limits } from '#schema/limits.ts';
import { sweepHistory } from '#storage/retention.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let cookie: string;
let doc: { readonly id: string; readonly tab: string };
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  cookie = await server.signIn(ada);
});
afterAll(() => server.close());
beforeEach(async () => {
  doc = await server.addDocument(ada.token, 'Plan');
});

const at = (path = ''): string => `/documents/${doc.id}${path}`;
const byToken = (method: string, path: string, body?: unknown): Promise<TestAnswer> =>
  server.call(method, at(path), { token: ada.token, ...(body !== undefined && { body }) });
const byPerson = (method: string, path: string, body?: unknown): Promise<TestAnswer> =>
  server.call(method, at(path), { cookie, ...(body !== undefined && { body }) });
const changesets = (query = ''): string => `/tabs/${doc.tab}/changesets${query}`;
const draw = (operations: string): Promise<TestAnswer> => byToken('POST', changesets(), { operations });
const propose = (operations: string): Promise<TestAnswer> => byToken('POST', changesets('?propose=1'), { operations });
const accept = (id: string, body: object = {}): Promise<TestAnswer> => byPerson('POST', `/proposals/${id}/accept`, body);
const reject = (id: string, body: object = {}): Promise<TestAnswer> => byPerson('POST', `/proposals/${id}/reject`, body);
const list = async (query = ''): Promise<{ id: string }[]> => (await byToken('GET', `/proposals${query}`)).json.proposals;
const read = async (): Promise<TestAnswer['json']> => (await byToken('GET', `/tabs/${doc.tab}`)).json;
const labels = async (): Promise<string[]> =>
  (await read()).elements.map(({ id, label }: { id: string; label?: string }) => label ?? id.split('~')[0]).toSorted();
function idOf(answer: TestAnswer): string {
  const id: unknown = answer.json?.proposal?.id;
  if (typeof id !== 'string') throw new Error(answer.text);
  return id;
}

describe('a proposal', () => {
  test('APP140 is planned and linted as a write, stored, and writes nothing', async () => {
    await draw('add square "API" id=api at:0,0');
    const before = await read();
    const proposed = await propose('add square "DB" id=db at:400,0\nconnect api -> db "reads"\nset api fill=red');
    expect([proposed.status, proposed.json.proposal.state, proposed.json.proposal.rev]).toEqual([202, 'open', 1]);
    expect(proposed.json.text).toMatch(/\nproposed pr_[0-9a-z]{20} · rev 1 · lint [^\n]+$/);
    expect(proposed.json.results.map(({ mark }: { mark: string }) => mark)).toEqual(['+', '+', '~', '!']);
    expect(proposed.headers.get('location')).toContain(`/proposals/${idOf(proposed)}`);
    expect(await read()).toEqual(before);
    const parts = proposed.json.proposal.parts.map(
      ({ change, state }: { change: string; state: string }) => `${change} ${state}`,
    );
    expect(parts.toSorted()).toEqual(['added open', 'added open', 'changed open']);
  });

  test('APP140 is refused as the write would be, and one that would change nothing is none', async () => {
    await draw('add square "API" id=api at:0,0');
    expect((await propose('rm nothing')).json.code).toBe('target_not_found');
    expect((await propose('set api label="API"')).json).toMatchObject({ proposal: null });
    expect((await byToken('POST', changesets('?propose=1&dryRun=1'), { operations: 'rm api' })).json.dryRun).toBe(true);
    expect(await list()).toEqual([]);
  });

  test('APP141 accepted with nothing in between, it equals the direct write', async () => {
    const lines = [
      '{"op":"add","element":{"type":"frame","id":"core","label":"Core","x":0,"y":0,"width":600,"height":400}}',
      'add square "API" id=api inside:core',
      'add cylinder "DB" id=db right-of:api',
      'connect api -> db "reads"',
    ].join('\n');
    const other = await server.addDocument(ada.token, 'Other');
    const direct = `/documents/${other.id}/tabs/${other.tab}`;
    for (const operations of [lines, 'set api fill=red\nmove db below:api\nwrap api db in frame "Inner"', 'rm db\nlayout all']) {
      await server.call('POST', `${direct}/changesets`, { token: ada.token, body: { operations } });
      const accepted = await accept(idOf(await propose(operations)));
      expect([accepted.status, accepted.json.kept]).toEqual([200, []]);
      const [one, two] = [await read(), (await server.call('GET', direct, { token: ada.token })).json];
      const plain = (value: unknown): string => JSON.stringify(value).replaceAll(/~[0-9a-z]{8}/g, '~');
      expect(plain(one.elements)).toBe(plain(two.elements));
      expect(one.tab.rev).toBe(two.tab.rev);
    }
  });

  test('APP142 accepted on a later revision, it keeps what others have changed since', async () => {
    await draw('add square "A" id=a at:0,0\nadd square "B" id=b at:400,0\nadd square "C" id=c at:800,0');
    const id = idOf(await propose('set a label="A2"\nset b fill=red\nrm c\nadd square "D" id=d at:0,400\nconnect d -> b'));
    await draw('set b fill=blue\nrm c');
    const { json } = await accept(id);
    expect(json.kept.map(({ ref, reason }: { ref: string; reason: string }) => [ref.split('~')[0], reason])).toEqual([['b', 'changed'], ['c', 'gone']]); // prettier-ignore
    expect(await labels()).toEqual(['A2', 'B', 'D', expect.stringContaining('')]);
    expect(json.proposal).toMatchObject({ state: 'accepted', changesets: [json.changeset.id] });
    expect((await accept(id)).json.code).toBe('proposal_decided');
    const undone = await byPerson('POST', `/changesets/${json.changeset.id}/revert`);
    expect(undone.status).toBe(201);
    expect(await labels()).toEqual(['A', 'B']);
  });

  test('APP143 an accepted part takes what it depends on with it; the others stay open', async () => {
    const { json } = await propose(
      'add square "A" id=a at:0,0\nadd square "B" id=b at:400,0\nconnect a -> b\nadd square "C" id=c at:800,0',
    );
    const { parts, id } = json.proposal;
    const named = (slug: string): string => parts.find((part: { id: string }) => part.id.startsWith(`${slug}~`))?.id;
    const arrow = parts.find((part: { id: string }) => !['a', 'b', 'c'].includes(part.id.split('~')[0] ?? '')).id;
    const one = await accept(id, { elements: [arrow] });
    expect(new Set(one.json.accepted)).toEqual(new Set([named('a'), named('b'), arrow]));
    expect(one.json.proposal.state).toBe('open');
    const two = await reject(id, { elements: ['c'], reason: 'too many' });
    expect(two.json).toMatchObject({ state: 'accepted', reason: 'too many' });
    expect((await labels()).slice(0, 2)).toEqual(['A', 'B']);
  });

  test('APP143 an accept that can apply nothing decides nothing', async () => {
    await draw('add square "A" id=a at:0,0');
    const id = idOf(await propose('set a label="A2"'));
    await draw('rm a');
    const { json } = await accept(id);
    expect([json.changeset, json.accepted, json.kept.length, json.proposal.state]).toEqual([null, [], 1, 'open']);
    expect((await accept(id, { elements: ['b'] })).json.code).toBe('target_not_found');
  });

  test('APP144 the reason of a rejection is in the proposal, and in the next reads of the tab by its token', async () => {
    await draw('add square "A" id=a at:0,0');
    const id = idOf(await propose('set a label="B"'));
    const line = `! ${id} was rejected by "Ada": "keep \\"A\\"\\nplease"`;
    await reject(id, { reason: 'keep "A"\nplease' });
    const outline = async (token: string): Promise<string> =>
      (await server.call('GET', at(`/tabs/${doc.tab}?view=outline`), { token })).text;
    expect((await outline(ada.token)).split('\n')[1]).toBe(`# ${line}`);
    expect((await read()).decisions).toEqual([line]);
    expect((await byToken('GET', `/tabs/${doc.tab}?view=lines`)).text).toContain(`# ${line}\n`);
    expect(await outline(await server.addToken(ada.id))).not.toContain(id);
    expect((await byPerson('GET', `/tabs/${doc.tab}`)).json.decisions).toBeUndefined();
    const shown = await byToken('GET', `/proposals/${id}`);
    expect(shown.json).toMatchObject({ proposal: { state: 'rejected', decidedBy: { name: 'Ada' } } });
    expect(shown.json.text.endsWith(line)).toBe(true);
    await propose('set a label="C"');
    expect(await outline(ada.token)).not.toContain(id);
  });

  test('APP145 two proposals that change the same name each other', async () => {
    await draw('add square "A" id=a at:0,0');
    const first = idOf(await propose('set a label="B"'));
    const second = await propose('set a label="C"\nadd square "D"');
    expect(second.json.text).toContain(`! ${first} proposes changes of a too`);
    const overlaps = (await byToken('GET', `/proposals/${first}`)).json.proposal.overlaps;
    expect(overlaps).toEqual([{ proposal: idOf(second), parts: [expect.stringMatching(/^a~/)] }]);
    await accept(first);
    expect((await byToken('GET', `/proposals/${idOf(second)}`)).json.proposal.overlaps).toEqual([]);
    expect((await accept(idOf(second))).json.kept).toMatchObject([{ reason: 'changed' }]);
  });

  test('APP146 only a session accepts and rejects; a token withdraws its own, a person any', async () => {
    const id = idOf(await propose('add square "A"'));
    for (const verb of ['accept', 'reject'])
      expect((await byToken('POST', `/proposals/${id}/${verb}`, {})).json.code).toBe('session_required');
    const token = await server.addToken(ada.id);
    expect((await server.call('DELETE', at(`/proposals/${id}`), { token })).json.code).toBe('access_denied');
    expect((await byToken('DELETE', `/proposals/${id}`)).status).toBe(204);
    expect((await accept(id)).json.code).toBe('proposal_not_found');
    expect((await byPerson('DELETE', `/proposals/${idOf(await propose('add square "A"'))}`)).status).toBe(204);
  });

  test('APP152 each change of a proposal is counted when it is committed, and a refused one is not', async () => {
    const counted = vi.spyOn(server.context, 'proposalChanged');
    const [first, second, third] = [await propose('add square'), await propose('add circle'), await propose('add star')];
    await accept(idOf(first));
    await reject(idOf(second));
    await byToken('DELETE', `/proposals/${idOf(third)}`);
    expect((await accept(idOf(third))).status).toBe(404);
    expect(counted.mock.calls.flat()).toEqual(['made', 'made', 'made', 'accepted', 'rejected', 'withdrawn']);
  });

  test('APP146 only editors read proposals', async () => {
    const id = idOf(await propose('add square "A"'));
    const ben = await server.addPerson('Ben');
    await byPerson('PUT', `/members/${ben.id}`, { level: 'viewer' });
    for (const path of ['/proposals', `/proposals/${id}`, `/tabs/${doc.tab}/render.svg?proposal=${id}`])
      expect((await server.call('GET', at(path), { token: ben.token })).json.code).toBe('access_denied');
  });

  test('APP147 lapses after 30 days, and is then deleted', async () => {
    const id = idOf(await propose('add square "A"'));
    server.clock.offsetMs = limits.proposalRetentionDays * 86_400_000 + 1_000;
    try {
      expect((await byToken('GET', `/proposals/${id}`)).json.code).toBe('proposal_not_found');
      expect(await list('?status=all')).toEqual([]);
      await sweepHistory(server.context.storage, server.context.now());
    } finally {
      server.clock.offsetMs = 0;
    }
    expect(await list('?status=all')).toEqual([]);
  });

  test('APP148 pictures show the tab with what is open of it', async () => {
    await draw('add square "Present" id=a at:0,0');
    const id = idOf(await propose('add square "Proposed" at:400,0'));
    const svg = (query: string): Promise<TestAnswer> => byToken('GET', `/tabs/${doc.tab}/render.svg${query}`);
    expect((await svg(`?proposal=${id}`)).text).toContain('Proposed');
    expect((await svg('')).text).not.toContain('Proposed');
    expect((await svg(`?proposal=${id}&at=1`)).json.code).toBe('invalid_request');
    expect((await svg('?proposal=pr_0mi9k2fbq7mn4k9t1g5x')).json.code).toBe('proposal_not_found');
  });
});

describe('every write that takes propose=1', () => {
  test('APP140 replacements, imports, articles, restores and reverts are proposed and accepted', async () => {
    await draw('add square "A" id=a at:0,0');
    const drawn = await draw('set a label="B"');
    const writes: [string, string, unknown, () => Promise<unknown>, unknown][] = [
      ['POST', `/changesets/${drawn.json.changeset.id}/revert`, undefined, labels, ['A']],
      ['POST', `/tabs/${doc.tab}/restore`, { at: 2 }, labels, ['B']],
      ['PUT', `/tabs/${doc.tab}`, { operations: 'add square "New" id=n' }, labels, ['New']],
      ['POST', `/tabs/${doc.tab}/illustrate`, { pages: [{ op: 'add', kind: 'slide', name: 'Cover' }] }, async () => (await read()).pages.length, 1],
    ]; // prettier-ignore
    for (const [method, path, body, state, after] of writes) {
      const before = await state();
      const proposed = await byToken(method, `${path}?propose=1`, body);
      expect([proposed.status, await state()], path).toEqual([202, before]);
      const id = idOf(proposed);
      const accepted = await accept(id);
      expect([accepted.status, await state()], `${path} ${accepted.text}`).toEqual([200, after]);
    }
    const imported = await server.call('POST', at(`/tabs/${doc.tab}/import?propose=1`), {
      token: ada.token,
      body: 'graph LR\n  x[Ex] --> y[Why]',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect([imported.status, imported.json.report.made]).toEqual([202, 3]);
    expect((await accept(idOf(imported))).json.accepted).toHaveLength(3);
  });

  test('APP149 cards are proposed and accepted, whole or card by card, and rebased', async () => {
    const card = (title: string): object => ({ type: 'task', fields: { title } });
    const proposed = await byToken('POST', '/items/bulk?propose=1', { items: [card('One'), card('Two')] });
    expect([proposed.status, proposed.json.proposal.tabId]).toEqual([202, null]);
    const titles = async (): Promise<string[]> =>
      (await byToken('GET', '/items')).json.items.map(({ title }: { title: string }) => title);
    expect(await titles()).toEqual([]);
    const [one, two] = proposed.json.proposal.parts.map(({ id }: { id: string }) => id);
    expect((await accept(idOf(proposed), { elements: [one] })).json.accepted).toEqual([one]);
    expect(await titles()).toEqual(['One']);
    expect((await accept(idOf(proposed))).json.accepted).toEqual([two]);
    const change = await byToken('POST', `/items/${one}?propose=1`, { set: { title: 'First', priority: 'high' } });
    const removal = await byToken('DELETE', `/items/${two}?propose=1`);
    const move = await byToken('POST', `/items/${one}/move?propose=1`, { set: { estimate: 3 } });
    await byToken('POST', `/items/${one}`, { set: { title: 'Uno' } });
    expect((await accept(idOf(change))).json.kept).toEqual([{ id: one, ref: 'First', reason: 'changed' }]);
    expect((await accept(idOf(move))).json.accepted).toEqual([one]);
    expect((await accept(idOf(removal))).json.accepted).toEqual([two]);
    expect(await titles()).toEqual(['Uno']);
  });

  test('APP150 sheets are proposed and accepted, and cells that others wrote since are kept', async () => {
    const added = await byToken('POST', '/sheets?propose=1', { tabId: doc.tab, title: 'Costs', rows: 3, cols: 2 });
    const sheets = async (): Promise<TestAnswer['json'][]> => (await byToken('GET', '/sheets?a1=1')).json.sheets;
    expect([added.status, (await sheets()).length]).toEqual([202, 0]);
    await accept(idOf(added));
    const [sheet] = await sheets();
    const [r1, r2] = sheet.layout.rows;
    const [c1] = sheet.layout.cols;
    const write = (query: string, cells: object[]): Promise<TestAnswer> =>
      byToken('POST', `/sheets/${sheet.id}/writes${query}`, { write: { kind: 'cells', cells } });
    const proposed = await write('?propose=1', [{ r: r1, c: c1, i: { n: 1 } }, { r: r2, c: c1, i: { s: '=A1+1' } }]); // prettier-ignore
    expect(proposed.status).toBe(202);
    await write('', [{ r: r1, c: c1, i: { n: 7 } }]);
    const { json } = await accept(idOf(proposed));
    expect(json.kept).toEqual([{ id: `${r1}:${c1}`, ref: 'A1', reason: 'changed' }]);
    const values = (await sheets())[0].cells.map(({ a1, i, v }: TestAnswer['json']) => [a1, (v ?? i).n]);
    expect(values).toEqual([['A1', 7], ['A2', 8]]); // prettier-ignore
    const title = await byToken('POST', `/sheets/${sheet.id}/writes?propose=1`, { write: { kind: 'title', title: 'Fees' } });
    expect((await accept(idOf(title))).json.accepted).toEqual([sheet.id]);
    const csv = await server.call('PUT', at(`/sheets/${sheet.id}.csv?propose=1`), { token: ada.token, body: 'a,b\nc,d', headers: { 'Content-Type': 'text/csv' } }); // prettier-ignore
    expect((await accept(idOf(csv))).json.kept).toEqual([]);
    const removal = await byToken('DELETE', `/sheets/${sheet.id}?propose=1`);
    await write('', [{ r: r1, c: c1, i: { n: 9 } }]);
    expect((await accept(idOf(removal))).json.kept).toMatchObject([{ reason: 'changed' }]);
    await accept(idOf(await byToken('DELETE', `/sheets/${sheet.id}?propose=1`)));
    expect(await sheets()).toEqual([]);
  });
});
