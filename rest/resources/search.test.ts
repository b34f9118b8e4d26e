import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let ben: TestPerson;
let plans: { readonly id: string; readonly tab: string };
beforeAll(async () => {
  server = await startTestServer();
  server.context.searchIndexer.start();
  ada = await server.addPerson('Ada');
  ben = await server.addPerson('Ben');
  plans = await server.addDocument(ada.token, 'Harbour plans');
});
afterAll(() => server.close());

type Found = {
  type: string;
  document: { id: string; name: string };
  tab: string | null;
  ref: string;
  excerpt: string;
  url: string;
  rev: number | null;
};

/** After everything that was written is indexed. */
async function search(query: string, token = ada.token): Promise<TestAnswer> {
  await server.context.searchIndexer.settled();
  return server.call('GET', `/search?${query}`, { token });
}

async function found(query: string, token = ada.token): Promise<Found[]> {
  const { status, json } = await search(query, token);
  expect([status, json]).toEqual([200, json]);
  return json.results;
}

const refs = (results: readonly Found[]): string[] => results.map(({ type, ref }) => `${type} ${ref}`);

const draw = async (text: string, { id, tab } = plans): Promise<void> => {
  const headers = { 'Content-Type': 'text/plain' };
  const { status, json } = await server.call('POST', `/documents/${id}/tabs/${tab}/changesets`, {
    token: ada.token,
    body: text,
    headers,
  });
  expect([status, json]).toEqual([201, json]);
};

describe('what is found', () => {
  test('SE3 labels, notes, tables and names of pages and documents, by parts of words in any script', async () => {
    await draw(
      [
        'add square "Payment Service" id=pay note="Talks to the ledger in Zürich"',
        'add square "物流中心の倉庫" id=depot right-of:pay',
        'add table id=prices columns=["Ware","Preis"] rows=[["Kranführer","12"]] below:pay',
        'connect pay -> depot label="ships crates"',
      ].join('\n'),
    );
    expect(refs(await found('q=payment'))).toEqual(['element pay']);
    expect(refs(await found('q=AYMEN'))).toEqual(['element pay']);
    expect(refs(await found('q=zurich+service'))).toEqual(['element pay']);
    expect(refs(await found(`q=${encodeURIComponent('物流')}`))).toEqual(['element depot']);
    expect(refs(await found(`q=${encodeURIComponent('倉')}`))).toEqual(['element depot']);
    expect(refs(await found('q=kranf'))).toEqual(['element prices']);
    expect(refs(await found('q=crates'))).toHaveLength(1);
    expect(refs(await found('q=HARBOUR'))).toEqual([`document ${plans.id}`]);
    expect(await found('q=payments')).toEqual([]);
    const [hit] = await found('q=ledger');
    expect(hit).toEqual({
      type: 'element',
      document: { id: plans.id, name: 'Harbour plans' },
      tab: plans.tab,
      ref: 'pay',
      excerpt: 'Payment Service Talks to the ledger in Zürich',
      url: expect.stringMatching(new RegExp(`/d/${plans.id}/${plans.tab}#pay~[0-9a-z]{8}$`)),
      rev: 1,
    });
  });

  test('SE3 comments, cards and cells of sheets', async () => {
    const path = `/documents/${plans.id}`;
    const post = async (to: string, body: object) => {
      const { status, json } = await server.call('POST', `${path}${to}`, { token: ada.token, body });
      expect([status, json]).toEqual([status < 300 ? status : 200, json]);
      return json;
    };
    const { item } = await post('/items', { type: 'task', fields: { title: 'Grease the winch' } });
    await post(`/items/${item.id}/comments`, { text: 'Only with tallow' });
    await post(`/tabs/${plans.tab}/comments`, { elementId: 'pay', text: 'Is tallow billed here?' });
    const { sheet } = await post('/sheets', { tabId: plans.tab, title: 'Stores' });
    const cells = [{ r: sheet.layout.rows[1], c: sheet.layout.cols[1], i: { s: 'Hemp rope' } }];
    await post(`/sheets/${sheet.id}/writes`, { write: { kind: 'cells', cells } });
    expect(refs(await found('q=winch'))).toEqual([`card #${item.key}`]);
    expect(refs(await found('q=tallow')).toSorted()).toEqual([`comment #${item.key}`, 'comment pay']);
    expect(refs(await found('q=tallow&type=card,element'))).toEqual([]);
    expect(refs(await found('q=hemp&type=cell'))).toEqual(['cell Stores!B2']);
  });
});

describe('the order and the pages of results', () => {
  test('SE9 documents that were changed last come first, and pages follow one another without gaps', async () => {
    const older = await server.addDocument(ada.token, 'Older');
    const newer = await server.addDocument(ada.token, 'Newer');
    const boxes = (name: string) =>
      Array.from({ length: 7 }, (_, n) => `add square "lantern ${name}" id=${name}-${n}`).join('\n');
    await draw(boxes('o'), older);
    await draw(boxes('n'), newer);
    const all = await found('q=lantern&limit=50');
    expect(all.map(({ document }) => document.name)).toEqual([...Array(7).fill('Newer'), ...Array(7).fill('Older')]);
    const pages: Found[] = [];
    for (let cursor = ''; ;) {
      const { json } = await search(`q=lantern&limit=3${cursor}`);
      pages.push(...json.results);
      // A document moves to the front while it is being read.
      if (pages.length === 6) await draw('set o-0 fill=teal', older);
      if (json.next === null) break;
      cursor = `&cursor=${json.next}`;
    }
    const names = pages.map(({ ref }) => ref);
    expect(new Set(names).size).toBe(names.length);
    expect(names.slice(0, 7)).toEqual(all.slice(0, 7).map(({ ref }) => ref));
    expect(refs(await found(`q=lantern&doc=${older.id}&limit=2`))).toEqual(['element o-0', 'element o-1']);
  });

  test('input that cannot be searched for is refused with a hint', async () => {
    for (const [query, pointer] of [
      ['q=%20', '/q'],
      ['', '/q'],
      ['q=%CC%81', '/q'],
      ['q=a&type=box', '/type'],
      ['q=a&limit=51', '/limit'],
      ['q=a&cursor=nonsense', '/cursor'],
      [`q=${'a'.repeat(201)}`, '/q'],
    ] as const) {
      const { status, json } = await search(query);
      expect([query, status, json.code, json.errors?.[0]?.pointer]).toEqual([query, 400, 'invalid_request', pointer]);
      expect(json.hint).toEqual(expect.any(String));
    }
    expect((await search('q=a&doc=doc_0000000000000000missing')).json.code).toBe('document_not_found');
    expect((await server.call('GET', '/search?q=a')).json.code).toBe('unauthenticated');
  });
});

describe('access to what is found', () => {
  test('SE10 members find what they can read at that moment, tokens what they are limited to, and the trash is not searched', async () => {
    const shared = await server.addDocument(ada.token, 'Shared');
    const hidden = await server.addDocument(ada.token, 'Hidden');
    for (const place of [shared, hidden]) await draw('add square "porcupine" id=p', place);
    const member = (method: string, level?: string) =>
      server.call(method, `/documents/${shared.id}/members/${ben.id}`, {
        token: ada.token,
        ...(level !== undefined && { body: { level } }),
      });
    const names = async (token: string, more = ''): Promise<string[]> =>
      (await found(`q=porcupine${more}`, token)).map(({ document }) => document.name).toSorted();
    const limited = await server.addToken(ada.id, { documents: [hidden.id] });
    const readOnly = await server.addToken(ada.id, { access: 'read' });
    expect(await names(ada.token)).toEqual(['Hidden', 'Shared']);
    expect(await names(readOnly)).toEqual(['Hidden', 'Shared']);
    expect(await names(limited)).toEqual(['Hidden']);
    expect(await names(ben.token)).toEqual([]);
    for (const level of ['viewer', 'participant', 'editor']) {
      await member('PUT', level);
      expect([level, await names(ben.token)]).toEqual([level, ['Shared']]);
    }
    const refused = async (id: string, token: string): Promise<string> => {
      const { status, json } = await server.call('GET', `/search?q=porcupine&doc=${id}`, { token });
      const { requestId: _, ...rest } = json;
      return `${status} ${JSON.stringify(rest)}`;
    };
    const missing = await refused('doc_0000000000000000missing', ben.token);
    expect(await refused(hidden.id, ben.token)).toBe(missing);
    expect(await refused(shared.id, limited)).toBe(missing);
    await member('DELETE');
    expect(await names(ben.token)).toEqual([]);
    expect(await refused(shared.id, ben.token)).toBe(missing);
    await server.call('DELETE', `/documents/${hidden.id}`, { token: ada.token });
    expect(await names(ada.token)).toEqual(['Shared']);
    expect(await refused(hidden.id, ada.token)).toBe(missing);
    await server.call('POST', `/documents/${hidden.id}/restore`, { token: ada.token });
    expect(await names(ada.token)).toEqual(['Hidden', 'Shared']);
    await draw('rm p', hidden);
    expect(await names(ada.token)).toEqual(['Shared']);
  });

  test('SE11 results, their order and the next page are the same with and without documents of others', async () => {
    const before = (await search('q=porcupine&limit=1')).json;
    const other = await server.addPerson('Other');
    const places = [await server.addDocument(other.token, 'porcupine'), await server.addDocument(other.token, 'porcupine')];
    expect(places).toHaveLength(2);
    const after = (await search('q=porcupine&limit=1')).json;
    expect(after).toEqual(before);
    expect(await found('q=porcupine', other.token)).toHaveLength(2);
  });
});

describe('an index that is lost or damaged', () => {
  const until = async (query: string, count: number): Promise<void> => {
    await expect
      .poll(async () => (await server.call('GET', `/search?${query}`, { token: ada.token })).json.results?.length, {
        timeout: 20_000,
      })
      .toBe(count);
  };

  test('SE5 it is made again while the node serves', async () => {
    const { searchIndexer } = server.context;
    await searchIndexer.settled();
    const count = (await found('q=lantern&limit=50')).length;
    expect(count).toBeGreaterThan(10);
    await searchIndexer.read((index) => index.transact((tx) => sql`drop table search_texts`.execute(tx)));
    await until('q=lantern&limit=50', count);
    expect(server.log.filter(({ message }) => message.startsWith('the search index is lost')).length).toBe(1);
  });

  test('SE5 documents that were not noted are found by a comparison', async () => {
    const { searchIndexer } = server.context;
    const count = (await found('q=lantern&limit=50')).length;
    await searchIndexer.read((index) =>
      index.transact(async (tx) => {
        await tx.deleteFrom('search_documents').execute();
        await tx.deleteFrom('search_texts').execute();
      }),
    );
    expect(await found('q=lantern')).toEqual([]);
    await searchIndexer.compare();
    await searchIndexer.settled();
    expect(await found('q=lantern&limit=50')).toHaveLength(count);
  });
});

test('SE7 a document that cannot be read is left out, and others are indexed', async () => {
  const broken = await server.addDocument(ada.token, 'Broken');
  const whole = await server.addDocument(ada.token, 'Whole');
  await server.context.searchIndexer.settled();
  await server.context.storage.transact((tx) =>
    tx.updateTable('journal').set({ checksum: 1 }).where('document_id', '=', broken.id).execute(),
  );
  await server.context.searchIndexer.read((index) =>
    index.transact((tx) => tx.deleteFrom('search_documents').where('document_id', 'in', [broken.id, whole.id]).execute()),
  );
  await server.context.searchIndexer.compare();
  await draw('add square "walrus"', whole);
  expect(await found('q=walrus')).toHaveLength(1);
  const warnings = () => server.log.filter(({ message }) => message === 'a document could not be indexed').length;
  expect(warnings()).toBe(1);
  await server.context.searchIndexer.compare();
  await server.context.searchIndexer.settled();
  expect(warnings()).toBe(1);
});
