import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { longArticle } from '#core/articles/long-articles.test-support.ts';
import type { Element } from '#schema/element.ts';
import type { Page } from '#schema/tab.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let document: { readonly id: string; readonly tab: string };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
});
beforeEach(async () => {
  document = await server.addDocument(ada.token);
});
afterAll(() => server.close());

const tabPath = (): string => `/documents/${document.id}/tabs/${document.tab}`;
const illustrate = (body: object, token = ada.token): Promise<TestAnswer> =>
  server.call('POST', `${tabPath()}/illustrate`, { token, body });
const draw = async (...pages: object[]): Promise<Page[]> => {
  const { status, json } = await illustrate({ pages });
  expect([status, json.code]).toEqual([200, undefined]);
  return json.pages;
};
const apply = (operations: string): Promise<TestAnswer> =>
  server.call('POST', `${tabPath()}/changesets`, { token: ada.token, body: { operations } });
type Reading = { tab: { mode: string; rev: number }; elements: Element[]; pages: Page[] };
const read = async (): Promise<Reading> => (await server.call('GET', tabPath(), { token: ada.token })).json;
const revert = (id: string): Promise<TestAnswer> =>
  server.call('POST', `/documents/${document.id}/changesets/${id}/revert`, { token: ada.token });
const placeOf = async (slug: string): Promise<[number, number]> => {
  const element = (await read()).elements.find(({ id }) => id.startsWith(`${slug}~`));
  if (element === undefined || !('x' in element)) throw new Error(`no ${slug}`);
  return [element.x, element.y];
};
const names = (pages: readonly Page[]): string[] => pages.map(({ name }) => name);
const lefts = (pages: readonly Page[]): number[] => pages.map(({ rect }) => rect.x);

describe('pages', () => {
  test('are added with the sizes of their kind, in a row, and change the mode of the tab, in one changeset', async () => {
    const { status, json } = await illustrate({
      pages: [
        { op: 'add', kind: 'slide' },
        { op: 'add', kind: 'infographic', orientation: 'landscape', background: ['#FFFFFF', '#dbeafe'], name: 'Map' },
        { op: 'add', kind: 'logo', size: 'wide', layout: 'title', at: 1 },
      ],
      summary: 'a deck',
    });
    expect(status).toBe(200);
    expect(json.changeset).toMatchObject({
      rev: 1,
      previousRev: 0,
      summary: 'a deck',
      counts: { added: 0, changed: 0, removed: 0 },
    });
    expect(json.pages).toMatchObject([
      { place: 1, kind: 'logo', name: 'Logo 1', size: 'wide', orientation: 'landscape', layout: 'title', background: null, rect: { x: 0, y: 0, width: 800, height: 400 } },
      { place: 2, kind: 'slide', name: 'Slide 1', size: '16:9', orientation: 'landscape', layout: 'blank', rect: { x: 880, y: 0, width: 1_280, height: 720 } },
      { place: 3, kind: 'infographic', name: 'Map', size: 'a4', orientation: 'landscape', background: ['#ffffff', '#dbeafe'], rect: { x: 2_240, y: 0, width: 1_123, height: 794 } },
    ]); // prettier-ignore
    const { tab, pages } = await read();
    expect([tab.mode, tab.rev, pages]).toEqual(['pages', 1, json.pages]);
    const { text } = await server.call('GET', `${tabPath()}/render.svg`, { token: ada.token });
    for (const drawn of ['Logo 1', 'Slide 1', 'Map', '<linearGradient', '#dbeafe']) expect(text).toContain(drawn);
  });

  test('can be named by id, place and name, and set, moved, duplicated and deleted', async () => {
    const [one] = await draw({ op: 'add', kind: 'slide', name: 'One' }, { op: 'add', kind: 'slide', name: 'Two' }, { op: 'add', kind: 'slide', name: 'Two' }); // prettier-ignore
    expect(names((await read()).pages)).toEqual(['One', 'Two', 'Two 2']);
    expect(names(await draw({ op: 'move', page: one!.id, at: 3 }))).toEqual(['Two', 'Two 2', 'One']);
    expect(names(await draw({ op: 'move', page: 'One', at: 1 }, { op: 'set', page: 2, name: 'Second', size: '4:3' }))).toEqual(['One', 'Second', 'Two 2']); // prettier-ignore
    const pages = await draw({ op: 'duplicate', page: 'Second' }, { op: 'delete', page: '1' });
    expect(names(pages)).toEqual(['Second', 'Second 2', 'Two 2']);
    expect(lefts(pages)).toEqual([0, 1_104, 2_208]);
    expect((await draw({ op: 'set', page: 1, orientation: 'portrait', background: '#112233' }))[0]).toMatchObject({
      size: '4:3',
      orientation: 'portrait',
      background: '#112233',
      rect: { width: 768, height: 1_024 },
    });
  });

  test('move with the elements on them, and without others', async () => {
    await apply('add square id=loose at:0,0');
    const [first] = await draw({ op: 'add', kind: 'slide' }, { op: 'add', kind: 'slide' });
    expect(first!.rect.y).toBeGreaterThanOrEqual(80);
    const { x, y } = first!.rect;
    await apply(`add square id=a at:${x + 100},${y + 100}\nadd square id=b at:${x + 500},${y + 100}\nconnect a -> b id=ab`);
    const before = await placeOf('a');
    await draw({ op: 'move', page: 1, at: 2 });
    expect(await placeOf('a')).toEqual([before[0] + 1_360, before[1]]);
    expect(await placeOf('loose')).toEqual([0, 0]);
    await apply('set a group=g\nset b group=g');
    const [, , copy] = await draw({ op: 'duplicate', page: 2 });
    expect(await placeOf('a-2')).toEqual([before[0] + 2 * 1_360, before[1]]);
    const { elements } = await read();
    const arrows = elements.filter(({ type }) => type === 'arrow');
    expect(arrows).toHaveLength(2);
    const groups = elements.map(({ id, group = '' }) => [id.slice(0, id.indexOf('~')), group] as const);
    expect(new Map(groups).get('a-2')).toMatch(/^g-[0-9a-z]{8}$/);
    expect(new Map(groups).get('b-2')).toBe(new Map(groups).get('a-2'));
    await draw({ op: 'delete', page: copy!.id });
    expect((await read()).elements.map(({ id }) => id).toSorted()).toEqual(elements.filter(({ id }) => !/^(a-2|b-2|ab-2)~/.test(id)).map(({ id }) => id).toSorted()); // prettier-ignore
  });

  test('a layout arranges the elements of the page', async () => {
    const [page] = await draw({ op: 'add', kind: 'slide' });
    const { x, y } = page!.rect;
    await apply(`add text id=title label="Title" text=lg at:${x + 700},${y + 300}\nadd square id=a at:${x + 10},${y + 600}\nadd square id=b at:${x + 1_000},${y + 600}`); // prettier-ignore
    await draw({ op: 'layout', page: 1, layout: 'two-columns' });
    const [title, a, b] = [await placeOf('title'), await placeOf('a'), await placeOf('b')];
    expect(title[1]).toBeLessThan(a[1]);
    expect([a[1] === b[1], a[0] < x + 640, b[0] > x + 640]).toEqual([true, true, true]);
  });

  test('APP41 are reverted as a whole, including the mode of the tab', async () => {
    await apply('add square id=a at:0,0');
    const before = await read();
    const { json } = await illustrate({
      pages: [
        { op: 'add', kind: 'slide' },
        { op: 'add', kind: 'logo' },
      ],
    });
    const made = await read();
    const { x, y } = made.pages[0]!.rect;
    await apply(`add square id=b at:${x + 100},${y + 100}`);
    const drawn = await read();
    const { json: changed } = await illustrate({
      pages: [{ op: 'move', page: 1, at: 2 }, { op: 'set', page: 'Logo 1', name: 'L' }, { op: 'duplicate', page: 'Slide 1' }, { op: 'delete', page: 'Slide 1' }], // prettier-ignore
    });
    const back = await revert(changed.changeset.id);
    expect([back.status, back.json.kept, back.json.reverted]).toEqual([201, [], 5]);
    const { tab, ...rest } = await read();
    expect([tab.rev, rest]).toEqual([5, { elements: drawn.elements, layers: [], pages: drawn.pages }]);
    const all = await revert(json.changeset.id);
    expect([all.json.kept, all.json.reverted]).toEqual([[], 2]);
    const after = await read();
    expect([after.tab.mode, after.pages, after.elements.length]).toEqual(['canvas', [], before.elements.length + 1]);
    // And a revert is reverted.
    await revert(all.json.changeset.id);
    expect((await read()).pages).toEqual(made.pages);
  });

  test('keep what others have changed since when they are reverted', async () => {
    const { json } = await illustrate({
      pages: [
        { op: 'add', kind: 'slide' },
        { op: 'add', kind: 'logo' },
      ],
    });
    await draw({ op: 'set', page: 1, name: 'Mine' });
    const { json: back } = await revert(json.changeset.id);
    expect(back.kept).toMatchObject([{ id: json.pages[0].id, reason: 'changed' }]);
    expect(names((await read()).pages)).toEqual(['Mine']);
    expect((await read()).tab.mode).toBe('pages');
  });

  test('APP41 refusals leave the tab unchanged', async () => {
    const storming = await server.call('POST', `/documents/${document.id}/tabs`, { token: ada.token, body: { name: 'S', mode: 'event-storming' } });
    await draw({ op: 'add', kind: 'slide' });
    const before = await read();
    const codeOf = async (body: object): Promise<[number, string]> => {
      const { status, json } = await illustrate(body);
      return [status, json.code];
    };
    const add = { op: 'add', kind: 'slide' };
    expect(await codeOf({})).toEqual([400, 'invalid_request']);
    expect(await codeOf({ pages: [add], article: { markdown: 'x' } })).toEqual([400, 'invalid_request']);
    expect(await codeOf({ pages: [] })).toEqual([400, 'invalid_request']);
    expect(await codeOf({ pages: [add, { op: 'set', page: 9, name: 'x' }] })).toEqual([404, 'page_not_found']);
    expect(await codeOf({ pages: [{ op: 'delete', page: 'nobody' }] })).toEqual([404, 'page_not_found']);
    expect(await codeOf({ pages: [{ op: 'add', kind: 'slide', size: 'a4' }] })).toEqual([400, 'invalid_request']);
    expect(await codeOf({ pages: [{ op: 'add', kind: 'poster' }] })).toEqual([400, 'invalid_request']);
    expect(await codeOf({ pages: [{ op: 'fold', page: 1 }] })).toEqual([400, 'invalid_request']);
    expect(await codeOf({ pages: [{ op: 'set', page: 1, background: 'url(x)' }] })).toEqual([400, 'invalid_request']);
    expect(await codeOf({ article: { markdown: ' \n' } })).toEqual([400, 'invalid_request']);
    expect(await codeOf({ article: { markdown: `${'> '.repeat(40)}x` } })).toEqual([413, 'too_large']);
    const many = await illustrate({ pages: Array.from({ length: 51 }, () => add) });
    expect([many.status, many.json.code, many.json.limit]).toEqual([413, 'too_large', 50]);
    expect(await codeOf({ pages: [add], baseRev: 9 })).toEqual([409, 'changeset_conflict']);
    expect(await codeOf({ pages: [add], expectedRev: 0 })).toEqual([409, 'changeset_conflict']);
    expect(await read()).toEqual(before);
    const board = await server.call('POST', `/documents/${document.id}/tabs/${storming.json.tab.id}/illustrate`, { token: ada.token, body: { pages: [add] } });
    expect([board.status, board.json.code]).toEqual([409, 'tab_mode_refused']);
    await server.call('PATCH', tabPath(), { token: ada.token, body: { locked: true } });
    expect(await codeOf({ pages: [add] })).toEqual([409, 'tab_locked']);
  }); // prettier-ignore

  test('APP43 locked elements are neither moved nor deleted, and changes since the base revision conflict', async () => {
    const [page] = await draw({ op: 'add', kind: 'slide' }, { op: 'add', kind: 'slide' });
    await apply(`add square id=a at:${page!.rect.x + 100},${page!.rect.y + 100}`);
    const { rev } = (await read()).tab;
    await apply('set a fill=red');
    const stale = await illustrate({ pages: [{ op: 'delete', page: 1 }], baseRev: rev });
    expect([stale.status, stale.json.code]).toEqual([409, 'changeset_conflict']);
    await draw({ op: 'set', page: 2, name: 'Other' });
    const renamed = await illustrate({ pages: [{ op: 'set', page: 2, name: 'Third' }], baseRev: rev });
    expect([renamed.status, renamed.json.code]).toEqual([409, 'changeset_conflict']);
    await apply('set a locked=true');
    for (const op of [
      { op: 'delete', page: 1 },
      { op: 'move', page: 1, at: 2 },
    ]) {
      const { status, json } = await illustrate({ pages: [op] });
      expect([status, json.code]).toEqual([409, 'element_locked']);
    }
  });

  test('of a full tab are changed by a worker, with the same result', async () => {
    const [page] = await draw({ op: 'add', kind: 'slide' }, { op: 'add', kind: 'slide' });
    const { x, y } = page!.rect;
    const elements = Array.from({ length: 300 }, (_, index) => `add square id=e${index} at:${x + (index % 30) * 40},${y + Math.floor(index / 30) * 60}`); // prettier-ignore
    await apply(elements.join('\n'));
    const pages = await draw({ op: 'duplicate', page: 1, name: 'Copy' }, { op: 'delete', page: 'Slide 2' });
    expect([names(pages), lefts(pages)]).toEqual([
      ['Slide 1', 'Copy'],
      [0, 1_360],
    ]);
    expect((await read()).elements).toHaveLength(600);
    const refused = await illustrate({ pages: [{ op: 'delete', page: 7 }, ...Array.from({ length: 9 }, () => ({ op: 'duplicate', page: 1 }))] }); // prettier-ignore
    expect([refused.status, refused.json.code]).toEqual([404, 'page_not_found']);
  });

  test('APP42 a call that changes nothing applies nothing', async () => {
    const [page] = await draw({ op: 'add', kind: 'slide' });
    const { json } = await illustrate({
      pages: [
        { op: 'set', page: 1, name: page!.name },
        { op: 'move', page: 1, at: 7 },
      ],
    });
    expect([json.changeset, json.pages]).toEqual([null, [page]]);
    expect((await read()).tab.rev).toBe(1);
  });

  test('a page is added once per Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    const sent = { token: ada.token, headers, body: { pages: [{ op: 'add', kind: 'slide' }] } };
    const first = await server.call('POST', `${tabPath()}/illustrate`, sent);
    const again = await server.call('POST', `${tabPath()}/illustrate`, sent);
    expect(again.json).toEqual(first.json);
    expect((await read()).pages).toHaveLength(1);
  });
});

describe('an article', () => {
  test('is laid out on pages of its own, replaced, appended to and reverted', async () => {
    const [cover] = await draw({ op: 'add', kind: 'slide', name: 'Cover' });
    const { status, json } = await illustrate({ article: { markdown: longArticle('whale', 2) } });
    expect([status, json.article.name]).toEqual([200, 'article']);
    expect(json.changeset).toMatchObject({ rev: 2, counts: { added: json.article.elements } });
    const [first, ...own] = json.pages as Page[];
    expect(first).toEqual(cover);
    expect(own.map(({ id }) => id)).toEqual(json.article.pages);
    expect(own.every(({ article, size }) => article === 'article' && size === 'a4')).toBe(true);
    const whole = await read();

    const { json: more } = await illustrate({ article: { markdown: 'One **more** thing.', mode: 'append' } });
    expect([more.article.elements, more.article.pages]).toEqual([1, json.article.pages]);
    await revert(more.changeset.id);
    expect((await read()).elements).toEqual(whole.elements);

    const { json: short } = await illustrate({ article: { markdown: '# Short\n\nNothing else.', size: '16:9' } });
    expect(short.article.pages).toEqual([own[0]!.id]);
    expect(short.pages).toMatchObject([cover!, { id: own[0]!.id, kind: 'slide', size: '16:9' }]);
    expect((await read()).elements.map(({ label }) => label)).toEqual(['Short', 'Nothing else.']);
    await revert(short.changeset.id);
    const { elements, pages } = await read();
    expect([elements, pages]).toEqual([whole.elements, whole.pages]);

    const { json: other } = await illustrate({ article: { markdown: 'Another.', article: 'Notes' } });
    expect(other.pages).toHaveLength(whole.pages.length + 1);
    expect(other.pages.at(-1)).toMatchObject({ article: 'Notes', name: 'Notes 1' });
  });

  test('that is too long is refused with the limit', async () => {
    const { status, json } = await illustrate({ article: { markdown: 'x'.repeat(400_001) } });
    expect([status, json.code, json.limit]).toEqual([413, 'too_large', 400_000]);
  });
});
