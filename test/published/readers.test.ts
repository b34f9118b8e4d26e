/** Readers of published boards over real sockets: what they get and when, and how they end. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { BoardReader } from '#test/harness/board-reader.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { patience } from '#test/harness/patience.ts';

import { type PublishedStage, startPublishedStage } from './stage.test-support.ts';

let stage: PublishedStage;
beforeAll(async () => {
  stage = await startPublishedStage({ readers: { perLink: 3, perAddress: 6, perNode: 8 } });
});
afterAll(() => stage.close());
// The readers of the tests before are new for ten seconds.
beforeEach(async () => {
  stage.server.clock.offsetMs += 20_000;
  await expect.poll(() => stage.server.readers.size).toBe(0);
});

const opened: BoardReader[] = [];
const read = (secret: string, query = ''): Promise<BoardReader> => {
  const reader = new BoardReader(stage.server.origin, secret, query);
  opened.push(reader);
  return reader.opened();
};
afterEach(() => {
  for (const reader of opened.splice(0)) reader.close();
});
const box = (label: string, at = '2000,2000'): Promise<{ status: number }> =>
  stage.draw(stage.shown, `add square "${label}" at:${at}`);

/** The milliseconds until the condition holds. */
async function timeUntil(condition: () => boolean): Promise<number> {
  const startedAt = performance.now();
  await expect.poll(condition, { interval: 5, timeout: 20_000 }).toBe(true);
  return performance.now() - startedAt;
}

describe('a reader', () => {
  test('PB7 sees what an agent writes within a second, also of several changesets at once', async () => {
    const { secret } = await stage.publish();
    const reader = await read(secret);
    expect(reader.messages.map(({ type }) => type)).toEqual(['board']);
    for (const label of ['First', 'Second', 'Third']) {
      expect((await box(label)).status).toBeLessThan(300);
      expect(await timeUntil(() => reader.labels().includes(label))).toBeLessThan(patience * 1_000);
    }
    await Promise.all(['Fourth', 'Fifth', 'Sixth'].map((label) => box(label)));
    expect(await timeUntil(() => ['Fourth', 'Fifth', 'Sixth'].every((label) => reader.labels().includes(label)))).toBeLessThan(
      patience * 1_000,
    );
  });

  test('PB8 gets the first board without a query if there is another one', async () => {
    const { secret } = await stage.publish();
    const [first] = [await read(secret)];
    const { storage } = stage.server.context;
    let queries = 0;
    const executor = storage.db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (query) => {
      queries += 1;
      return execute(query);
    };
    const [second, third] = [await read(secret), await read(secret, `?tab=${stage.shown}`)];
    executor.executeQuery = execute;
    expect([second?.board, third?.board]).toEqual([first?.board, first?.board]);
    expect(queries).toBe(0);
  });

  test('PB9 gets combined changes, at least 100 ms apart', async () => {
    const { secret } = await stage.publish();
    const reader = await read(secret);
    const before = reader.messages.length;
    const startedAt = performance.now();
    for (let index = 0; index < 30; index += 1) await box(`Many ${index}`);
    await timeUntil(() => reader.labels().includes('Many 29'));
    // Messages arrive late on a busy machine, one more than the next: only all gaps together are at least as long as they were sent.
    const gaps = reader.messages.length - before - 1;
    expect(performance.now() - startedAt).toBeGreaterThan(gaps * 99);
  });

  test('PB14 PB4 is closed within a second when the link is revoked, and the next request is answered with 404', async () => {
    const { id, secret } = await stage.publish();
    const reader = await read(secret);
    await stage.revoke(id);
    expect((await fetch(`${stage.server.origin}/p/${secret}.svg`)).status).toBe(404);
    expect(await timeUntil(() => reader.closeCode !== null)).toBeLessThan(patience * 1_000);
    expect(reader.closeCode).toBe(4404);
    expect((await read(secret)).refusedWith).toBe(404);
  });

  test('PB14 is closed when the link expires, and when its tab is removed', async () => {
    const { json } = await stage.server.call('POST', `/documents/${stage.doc}/tabs`, {
      token: stage.ada.token,
      body: { name: 'Short' },
    });
    const { secret } = await stage.publish({ tabs: [json.tab.id] });
    const reader = await read(secret);
    await stage.server.call('DELETE', `/documents/${stage.doc}/tabs/${json.tab.id}`, { token: stage.ada.token });
    await timeUntil(() => reader.closeCode !== null);
    expect(reader.closeCode).toBe(4404);
    const brief = await stage.publish({ expiresAt: Date.now() + stage.server.clock.offsetMs + 300 });
    const expiring = await read(brief.secret);
    expect(expiring.board).not.toBeNull();
    expect(await timeUntil(() => expiring.closeCode !== null)).toBeLessThan(patience * 5_000);
    expect(expiring.closeCode).toBe(4404);
  });

  test.each([
    ['a text', 1008, (reader: BoardReader) => reader.socket.send('x')],
    ['a longer text', 1009, (reader: BoardReader) => reader.socket.send('hello')],
    ['bytes', 1008, (reader: BoardReader) => reader.socket.send(new Uint8Array(1))],
    ['a ping', 1008, (reader: BoardReader) => reader.socket.ping()],
    ['a pong that nobody asked for', 1008, (reader: BoardReader) => reader.socket.pong()],
  ] as const)('PB10 is closed if it sends %s', async (_what, code, send) => {
    const { secret } = await stage.publish();
    const reader = await read(secret);
    send(reader);
    await timeUntil(() => reader.closeCode !== null);
    expect(reader.closeCode).toBe(code);
  });

  test('PB13 PB15 counts for its link, and is refused when there are too many', async () => {
    const { id, secret } = await stage.publish();
    const other = await stage.publish();
    const counted = async (): Promise<number> => {
      const { json } = await stage.server.call('GET', `/documents/${stage.doc}/share-links`, { cookie: stage.cookie });
      return json.links.find((link: { id: string }) => link.id === id).readers;
    };
    expect(await counted()).toBe(0);
    const readers = [await read(secret), await read(secret), await read(secret)];
    expect(await counted()).toBe(3);
    expect((await read(secret)).refusedWith).toBe(503);
    readers.push(await read(other.secret), await read(other.secret));
    expect((await read(other.secret)).refusedWith).toBe(429);
    for (const reader of readers) reader.close();
    await expect.poll(counted).toBe(0);
    await stage.revoke(other.id);
  });

  test('PB7 any Origin may read, and no cookie is looked at', async () => {
    const { secret } = await stage.publish();
    const headers = { Origin: 'https://blog.example.org', Cookie: 'atelier_session=wrong' };
    const reader = await new BoardReader(stage.server.origin, secret, '', headers).opened();
    expect(reader.board?.name).toBe('Payments');
    reader.close();
  });
});

test('PB3 tokens, guests and other levels cannot publish, and owners see what they have published', async () => {
  const path = `/documents/${stage.doc}/share-links`;
  const send = (as: object, body: object) => stage.server.call('POST', path, { ...as, body: { publish: true, ...body } });
  const token = await send({ token: stage.ada.token }, { level: 'viewer' });
  expect([token.status, token.json.code, token.json.hint]).toEqual([
    403,
    'session_required',
    expect.stringContaining('share dialog'),
  ]);
  const { cookie } = stage;
  for (const level of ['participant', 'editor']) {
    const { status, json } = await send({ cookie }, { level });
    expect([status, json.code, json.errors[0].pointer]).toEqual([400, 'invalid_request', '/publish']);
  }
  expect((await send({ cookie: await stage.server.signIn(stage.bob) }, { level: 'viewer' })).json.code).toBe('access_denied');
  const { json } = await send({ cookie }, { level: 'viewer' });
  const secret = String(json.link.url).split('/p/')[1] ?? '';
  const { origin } = stage.server;
  expect(json.link).toMatchObject({
    publish: true,
    url: `${origin}/p/${secret}`,
    embedUrl: `${origin}/embed/${secret}`,
    readers: 0,
  });
  const ordinary = await stage.server.call('POST', path, { cookie, body: { level: 'viewer', publish: false } });
  expect(ordinary.json.link).toMatchObject({ publish: false, url: expect.stringContaining('/share#') });
  expect(ordinary.json.link).not.toHaveProperty('readers');
});

/** Lines that add, change, move and remove boxes, arrows and notes, on both tabs. */
const anyLine = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(9), fc.nat(900), fc.nat(900)).map(([id, x, y]) => `add square "Box ${id}" id=b${id} at:${x},${y}`),
  },
  { weight: 2, arbitrary: fc.tuple(fc.nat(9), fc.nat(99)).map(([id, mark]) => `set b${id} label="Named ${mark}"`) },
  { weight: 2, arbitrary: fc.tuple(fc.nat(9), fc.nat(99)).map(([id, mark]) => `set b${id} note="Noted ${mark}"`) },
  { weight: 2, arbitrary: fc.nat(9).map((id) => `rm b${id}`) },
  { weight: 2, arbitrary: fc.tuple(fc.nat(9), fc.nat(9)).map(([from, to]) => `connect b${from} -> b${to}`) },
  { weight: 1, arbitrary: fc.nat(9).map((id) => `set b${id} layer=drafts`) },
);

test('PB1 after any history the board of a reader is that of a new one', async () => {
  const wide = await startPublishedStage();
  try {
    const { secret } = await wide.publish();
    const reader = await new BoardReader(wide.server.origin, secret).opened();
    await fc.assert(
      fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 12 }), fc.boolean(), async (lines, elsewhere) => {
        let applied = 0;
        for (const line of lines) applied += (await wide.draw(elsewhere ? wide.other : wide.shown, line)).status < 300 ? 1 : 0;
        const mark = `Mark ${Math.random()}`;
        await wide.draw(wide.shown, `add square "${mark}" at:0,3000`);
        await expect.poll(() => reader.labels()).toContain(mark);
        const fresh = await new BoardReader(wide.server.origin, secret).opened();
        expect(reader.board).toEqual(fresh.board);
        fresh.close();
        return applied >= 0;
      }),
      fuzz(100),
    );
    reader.close();
  } finally {
    await wide.close();
  }
});

test('PB11 a reader that does not read is closed, and the others get everything', async () => {
  const wide = await startPublishedStage();
  try {
    const { secret } = await wide.publish();
    const [slow, quick] = [
      await new BoardReader(wide.server.origin, secret).opened(),
      await new BoardReader(wide.server.origin, secret).opened(),
    ];
    slow.socket.pause();
    const ids = Array.from({ length: 300 }, (_, place) => `large-${place}`);
    const drawn = await wide.draw(
      wide.shown,
      ids.map((id, place) => `add square "x" id=${id} at:0,${5_000 + 200 * place}`).join('\n'),
    );
    expect(drawn.status).toBeLessThan(300);
    for (let index = 0; index < 40 && wide.server.readers.size === 2; index += 1) {
      const link = `https://example.org/${String(index).padEnd(2_000, 'x')}`;
      const { status, text } = await wide.draw(
        wide.shown,
        ids.map((id) => ({ op: 'set', target: id, fields: { link } })),
      );
      if (status >= 300) throw new Error(text.slice(0, 500));
      await timeUntil(() => quick.board?.elements.values().some((one) => one.link === link) === true);
    }
    expect(wide.server.readers.size).toBe(1);
    expect(quick.closeCode).toBeNull();
    slow.socket.resume();
    await timeUntil(() => slow.closeCode !== null);
    quick.close();
  } finally {
    await wide.close();
  }
});
