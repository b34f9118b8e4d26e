import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startTestServer, type TestPerson, type TestServer } from '#rest/server.test-support.ts';
import { startProxy, type TcpProxy, type Verdict } from '#test/harness/tcp-proxy.ts';

import { findTab } from './find-tab.ts';
import { follow, type LiveEvent } from './follow.ts';
import { ServiceRefusal, ServiceUnreachable } from './service-refusal.ts';
import { Service } from './service.ts';

let server: TestServer;
let ada: TestPerson;
let proxy: TcpProxy;
let service: Service;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(server.origin).port) });
  service = new Service({ url: `http://127.0.0.1:${proxy.port}/api/v1`, token: ada.token });
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});
beforeEach(() => proxy.judge(() => 'pass'));

/** Applies the verdict to the first piece of a call of this method. */
function once(method: string, verdict: Verdict): void {
  let isOver = false;
  proxy.judge((chunk) => {
    if (isOver || !chunk.toString('latin1').startsWith(method)) return 'pass';
    isOver = true;
    return verdict;
  });
}
const names = async (): Promise<string[]> =>
  (await service.json('GET /documents', { query: { limit: 100 } })).documents.map(({ name }) => name);

describe('service', () => {
  test('SVC1 SVC2 a POST whose answer is lost is sent again under its key: it is applied once, and answered', async () => {
    once('POST', 'cut-after');
    const created = await service.json('POST /documents', { body: { name: 'Once' } });
    expect(created.name).toBe('Once');
    expect((await names()).filter((name) => name === 'Once')).toEqual(['Once']);
  });

  test('SVC2 a GET is sent again, a PATCH is not: it may have been applied', async () => {
    const { id } = await server.addDocument(ada.token, 'Before');
    once('GET', 'cut');
    expect(await service.json('GET /documents/:doc', { params: { doc: id } })).toMatchObject({ name: 'Before' });
    once('PATCH', 'cut');
    await expect(service.json('PATCH /documents/:doc', { params: { doc: id }, body: { name: 'After' } })).rejects.toThrow(
      ServiceUnreachable,
    );
    expect(await service.json('GET /documents/:doc', { params: { doc: id } })).toMatchObject({ name: 'Before' });
  });

  test('SVC2 a server that is shutting down is asked once more', async () => {
    server.clock.draining = true;
    setTimeout(() => (server.clock.draining = false), 300);
    expect(await service.json('GET /me')).toMatchObject({ user: { name: 'Ada' } });
  });

  test('SVC3 a refusal is thrown unchanged; a server that is not Atelier, and none at all, are unreachable', async () => {
    const refused = await service
      .json('GET /documents/:doc', { params: { doc: 'doc_0000000000000000' } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ServiceRefusal);
    expect((refused as ServiceRefusal).problem).toMatchObject({ code: 'document_not_found', status: 404 });
    const wrong = new Service({ url: 'http://127.0.0.1:1/api/v1', token: null });
    await expect(wrong.json('POST /documents', { body: {} })).rejects.toThrow(ServiceUnreachable);
    // fetch refuses port 1 by itself, and the reason says so.
    await expect(wrong.json('GET /me')).rejects.toThrow('http://127.0.0.1:1/api/v1 (bad port).');
  });
});

describe('a tab', () => {
  test('is found by its id, its name or the address of its page, with a document in the path or not', async () => {
    const { id, tab } = await server.addDocument(ada.token);
    const address = `https://draw.example/d/${id}/${tab}?theme=dark#top`;
    for (const name of [undefined, tab, 'Tab 1', 'tab 1', address])
      expect([name, await findTab(service, id, name)]).toEqual([name, tab]);
    await expect(findTab(service, id, `https://draw.example/d/${id}`)).rejects.toMatchObject({
      problem: { code: 'tab_not_found' },
    });
  });
});

describe('follow', () => {
  test('SVC4 each event arrives once, in order, however often the connection breaks', async () => {
    const place = await server.addDocument(ada.token);
    const end = new AbortController();
    const seen: LiveEvent[] = [];
    let opened = (): void => undefined;
    const open = new Promise<void>((resolve) => (opened = resolve));
    const reading = (async () => {
      for await (const event of follow(service, place.id, { types: 'changeset', signal: end.signal, onOpen: opened })) {
        seen.push(event);
        if (seen.length === 12) end.abort();
      }
    })();
    await open;
    for (let rev = 1; rev <= 12; rev += 1) {
      const path = `/documents/${place.id}/tabs/${place.tab}/changesets`;
      await server.call('POST', path, { token: ada.token, body: { operations: 'add square' } });
      if (rev % 4 === 2) proxy.cutAll();
    }
    await reading;
    expect(seen.map(({ data }) => data['rev'])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(12);
  });

  test('SVC5 an unreachable server is retried, and reported when patience ends', async () => {
    const away = new Service({ url: 'http://127.0.0.1:1/api/v1', token: null });
    const { signal } = new AbortController();
    const started = performance.now();
    await expect(follow(away, 'doc_0000000000000000', { signal, patienceMs: 0 }).next()).rejects.toThrow(ServiceUnreachable);
    // The second attempt comes after the default pace of a second.
    expect(performance.now() - started).toBeGreaterThan(900);
  });

  test('SVC6 a document that the caller may not read is refused', async () => {
    const { signal } = new AbortController();
    await expect(follow(service, 'doc_0000000000000000', { signal }).next()).rejects.toThrow(ServiceRefusal);
  });
});
