/** What a published link gives away, and what it does not, by a list of requests of someone who has its address. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BoardReader } from '#test/harness/board-reader.ts';

import { type PublishedStage, secretWords, startPublishedStage } from './stage.test-support.ts';

let stage: PublishedStage;
let secret: string;
let linkId: string;
beforeAll(async () => {
  stage = await startPublishedStage();
  ({ secret, id: linkId } = await stage.publish());
});
afterAll(() => stage.close());

const request = (method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: string) =>
  fetch(`${stage.server.origin}${path}`, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) });

async function expectNothing(response: Response): Promise<string> {
  const text = await response.text();
  const headers = JSON.stringify([...response.headers]);
  for (const word of secretWords) expect(`${headers}\n${text}`).not.toContain(word);
  for (const id of [stage.bob.id, stage.ada.id, stage.other, stage.images.other]) expect(text).not.toContain(id);
  expect(response.headers.getSetCookie()).toEqual([]);
  return text;
}

type Probe = readonly [what: string, method: string, path: () => string, status: number];

const page = (rest = ''): string => `/p/${secret}${rest}`;
const api = (rest: string): string => `/api/v1/documents/${stage.doc}${rest}`;
const tab = (rest: string): string => api(`/tabs/${stage.shown}${rest}`);

/** All without a credential. */
const probes: readonly Probe[] = [
  ['another tab', 'GET', () => page(`?tab=${stage.other}`), 404],
  ['a tab that does not exist', 'GET', () => page('?tab=tab_none'), 404],
  ['another tab in a frame', 'GET', () => `/embed/${secret}?tab=${stage.other}`, 404],
  ['a picture', 'GET', () => page('.svg'), 200],
  ['a picture of all elements', 'GET', () => page('.svg?elements=gateway,board'), 200],
  ['a picture of another tab', 'GET', () => page(`.svg?tab=${stage.other}`), 404],
  ['a PNG of another tab', 'GET', () => page(`.png?tab=${stage.other}`), 404],
  ['a picture of an element of another tab', 'GET', () => page('.svg?elements=plan'), 400],
  ['a picture of a hidden element', 'GET', () => page('.svg?elements=draft'), 400],
  ['a picture of the past', 'GET', () => page('.svg?at=1'), 400],
  ['a PNG of the past', 'GET', () => page(`.png?at=${stage.version}`), 400],
  ['a picture of a proposal', 'GET', () => page('.svg?proposal=prop_1'), 400],
  ['a picture with a theme of a person', 'GET', () => page('.svg?theme=custom:mine'), 400],
  ['an unknown parameter', 'GET', () => page('.svg?view=outline'), 400],
  ['a picture as PDF', 'GET', () => page('.pdf'), 404],
  ['a picture as JSON', 'GET', () => page('.json'), 404],
  ['an image that is shown', 'GET', () => page(`/images/${stage.images.shown}`), 200],
  ['an image of another tab', 'GET', () => page(`/images/${stage.images.other}`), 404],
  ['an image that is not placed', 'GET', () => page(`/images/${stage.images.unplaced}`), 404],
  ['an image through the API', 'GET', () => `/api/v1/images/${stage.images.shown}?document=${stage.doc}`, 401],
  ['the images of the link', 'GET', () => page('/images'), 404],
  ['an address below the page', 'GET', () => page('/comments'), 404],
  ['the live address without an upgrade', 'GET', () => page('/live'), 404],
  ['a path above', 'GET', () => page('/images/..%2f..%2fapi'), 404],
  ['writing to the page', 'POST', () => page(), 405],
  ['deleting the page', 'DELETE', () => page(), 405],
  ['writing to a picture', 'PUT', () => page('.svg'), 405],
  ['writing an image', 'POST', () => page(`/images/${stage.images.shown}`), 405],
  ['the secret as the id of a document', 'GET', () => `/api/v1/documents/${secret}`, 401],
  ['the document', 'GET', () => api(''), 401],
  ['its members', 'GET', () => api('/members'), 401],
  ['its share links', 'GET', () => api('/share-links'), 401],
  ['its comments', 'GET', () => api('/comments'), 401],
  ['its activity', 'GET', () => api('/activity'), 401],
  ['its events', 'GET', () => api('/events'), 401],
  ['its presence', 'GET', () => api('/presence'), 401],
  ['its cards', 'GET', () => api('/items'), 401],
  ['its plan', 'GET', () => api('/plan'), 401],
  ['its sheets', 'GET', () => api('/sheets'), 401],
  ['its versions', 'GET', () => api('/versions'), 401],
  ['its proposals', 'GET', () => api('/proposals'), 401],
  ['its changesets', 'GET', () => api('/changesets'), 401],
  ['one changeset', 'GET', () => api(`/changesets/${stage.changeset}`), 401],
  ['its webhooks', 'GET', () => api('/webhooks'), 401],
  ['its tasks', 'GET', () => api('/tasks'), 401],
  ['the tab', 'GET', () => tab(''), 401],
  ['its picture through the API', 'GET', () => tab('/render.svg'), 401],
  ['an export of the tab', 'GET', () => tab('/export?format=drawio'), 401],
  ['a search', 'GET', () => '/api/v1/search?q=SECRET', 401],
  ['the tokens', 'GET', () => '/api/v1/tokens', 401],
  ['the person', 'GET', () => '/api/v1/me', 401],
  ['a changeset', 'POST', () => tab('/changesets'), 401],
  ['a new card', 'POST', () => api('/items'), 401],
  ['a ticket', 'POST', () => api('/tickets'), 401],
  [
    'oEmbed of another tab',
    'GET',
    () => `/oembed?url=${encodeURIComponent(`${stage.server.origin}/p/${secret}?tab=${stage.other}`)}`,
    404,
  ],
  ['oEmbed of the document', 'GET', () => `/oembed?url=${encodeURIComponent(`${stage.server.origin}/d/${stage.doc}`)}`, 404],
  ['oEmbed of an address elsewhere', 'GET', () => `/oembed?url=${encodeURIComponent(`https://example.org/p/${secret}`)}`, 404],
];

describe('someone with the address of a published board', () => {
  test.each(probes)('PB4 PB5 PB6 asks for %s', async (_what, method, path, status) => {
    const response = await request(method, path());
    await expectNothing(response);
    expect([path(), response.status]).toEqual([path(), status]);
  });

  test('PB4 gets nothing with the secret as a credential', async () => {
    const credentials: Readonly<Record<string, string>>[] = [
      { Authorization: `Bearer ${secret}` },
      { Cookie: `atelier_session=${secret}` },
      { Cookie: `atelier_guest_${stage.doc}=${secret}` },
    ];
    for (const headers of credentials)
      for (const path of [api(''), tab(''), api('/members'), '/api/v1/me', tab('/render.svg'), api('/comments')]) {
        const response = await request('GET', path, headers);
        await expectNothing(response);
        expect([path, response.status]).toEqual([path, 401]);
      }
  });

  test('PB4 PB17 cannot open it as a share link, with or without an account, and becomes no guest', async () => {
    const { call } = stage.server;
    const eve = await stage.server.addPerson('Eve');
    for (const sent of [{}, { token: eve.token }, { cookie: await stage.server.signIn(eve) }]) {
      const { status, json, headers } = await call('POST', '/share-links/open', { ...sent, body: { secret, name: 'Eve' } });
      expect([status, json.code, headers.getSetCookie()]).toEqual([404, 'link_not_found', []]);
    }
    expect((await call('GET', `/documents/${stage.doc}`, { token: eve.token })).status).toBe(404);
  });

  test('PB4 an ordinary share link shows no board', async () => {
    const { json } = await stage.server.call('POST', `/documents/${stage.doc}/share-links`, {
      cookie: stage.cookie,
      body: { level: 'viewer' },
    });
    const ordinary = String(json.link.url).split('#')[1] ?? '';
    for (const path of [
      `/p/${ordinary}`,
      `/p/${ordinary}.svg`,
      `/embed/${ordinary}`,
      `/p/${ordinary}/images/${stage.images.shown}`,
    ])
      expect((await request('GET', path)).status).toBe(404);
    expect((await new BoardReader(stage.server.origin, ordinary).opened()).refusedWith).toBe(404);
  });

  test('PB4 what does not exist, has ended or is not shown has one answer', async () => {
    const revoked = await stage.publish();
    await stage.revoke(revoked.id);
    const expired = await stage.publish({ expiresAt: Date.now() + stage.server.clock.offsetMs + 50 });
    await new Promise((resolve) => setTimeout(resolve, 60));
    // A page is answered with the page that says so where it is built, everything else with a problem.
    const texts = { pages: new Set<string>(), others: new Set<string>() };
    const note = async (response: Response): Promise<void> => {
      const text = await response.text();
      if (text.startsWith('<')) texts.pages.add(text);
      else texts.others.add(JSON.stringify({ ...(JSON.parse(text) as object), requestId: '' }));
    };
    for (const one of ['x'.repeat(32), 'short', revoked.secret, expired.secret])
      for (const path of [`/p/${one}`, `/embed/${one}`, `/p/${one}.svg`, `/p/${one}.png?scale=2`, `/p/${one}/images/img_1`]) {
        const response = await request('GET', path);
        expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
        await note(response);
      }
    for (const path of [page(`.svg?tab=${stage.other}`), page(`/images/${stage.images.other}`), page('?tab=tab_none')])
      await note(await request('GET', path));
    expect(texts.pages.size).toBeLessThanOrEqual(1);
    expect(texts.others.size).toBe(1);
  });

  test('PB2 PB5 PB6 reads only what is drawn, in a socket', async () => {
    const reader = await new BoardReader(stage.server.origin, secret).opened();
    await stage.draw(stage.shown, 'add square "Ledger" at:0,700 note="NOTESECRET"');
    await stage.draw(stage.shown, 'connect gateway -> draft label="HIDDENSECRET"');
    await stage.draw(stage.other, 'add square "OTHERLABELSECRET 2" at:0,700');
    await expect.poll(() => reader.labels()).toContain('Ledger');
    expect(reader.labels()).toEqual(['', 'Gateway', 'Ledger', 'Work']);
    expect(reader.board?.tabs).toEqual([{ id: stage.shown, name: expect.any(String) }]);
    expect(Object.values(reader.board?.cards ?? {}).flat()).toMatchObject([{ title: 'Pay out', assignee: null, comments: 0 }]);
    for (const word of [...secretWords, stage.bob.id, stage.ada.id, stage.other, 'draft'])
      expect(reader.received).not.toContain(word);
    reader.close();
  });

  test.each([
    ['another tab', () => [secret, `?tab=${stage.other}`]],
    ['a tab that does not exist', () => [secret, '?tab=tab_none']],
    ['an unknown secret', () => ['y'.repeat(32), '']],
    ['something else', () => ['a', '']],
  ] as const)('PB4 PB5 gets no socket of %s', async (_what, place) => {
    const [with_, query] = place();
    const reader = await new BoardReader(stage.server.origin, with_ ?? '', query).opened();
    expect([reader.refusedWith, reader.board]).toEqual([404, null]);
  });

  test('PB4 gets no editor with the secret', async () => {
    // The test server has no editors at all; where it has, the ticket is checked (LV3): test/attacks.
    const response = await request('POST', api('/tickets'), { Authorization: `Bearer ${secret}` });
    expect(response.status).toBe(401);
    await expectNothing(response);
  });

  test('PB18 the log of all of this names neither the secret nor an address', () => {
    const log = JSON.stringify(stage.server.log);
    expect(log).toContain('publishedPicture');
    expect(log).not.toContain(secret);
    expect(log).not.toContain('/p/');
    expect(linkId).toMatch(/^link_/);
  });

  test('at least forty things were asked for', () => {
    expect(probes.length).toBeGreaterThanOrEqual(40);
  });
});
