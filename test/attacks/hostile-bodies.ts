/** Bodies that are arranged to be expensive, by the path to which they are sent. */
import type { AttackedTab } from './stage.test-support.ts';

export type HostileBody = {
  readonly name: string;
  readonly method?: string;
  /** Under the API root; `/mcp` is the tool server. */
  readonly path: (place: AttackedTab) => string;
  readonly body: () => string | Uint8Array;
  readonly media?: string;
};

const members = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));
const listOf = <T>(count: number, entry: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => entry(at));
const json = (value: unknown) => (): string => JSON.stringify(value);
const mebibyte = 1024 * 1024;
const wide = 600_000;
const small = 80_000;

const dryRun = ({ id, tab }: AttackedTab): string => `/documents/${id}/tabs/${tab}/changesets?dryRun=1`;
const changeset = (name: string, operations: () => unknown): HostileBody => ({
  name: `a changeset: ${name}`,
  path: dryRun,
  body: () => JSON.stringify({ operations: operations() }),
});
const raw = (name: string, body: () => string | Uint8Array): HostileBody => ({
  name: `a changeset: ${name}`,
  path: dryRun,
  body,
});
const inDocument = (path: string, method = 'POST') => ({ path: ({ id }: AttackedTab) => `/documents/${id}${path}`, method });
const inTab = (path: string, method = 'POST') => ({
  path: ({ id, tab }: AttackedTab) => `/documents/${id}/tabs/${tab}${path}`,
  method,
});
const at = (path: string, method = 'POST') => ({ path: () => path, method });
const unknown = (name: string, call: Pick<HostileBody, 'path' | 'method'>, count = small, more: object = {}): HostileBody => ({
  name: `${name}: ${count} unknown members`,
  ...call,
  body: () => JSON.stringify({ ...more, ...members(count) }),
});
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const stroke = { type: 'draw', x: 0, y: 0, width: 10, height: 10 };

export const hostileBodies: readonly HostileBody[] = [
  unknown('a changeset', { path: dryRun, method: 'POST' }, wide, { operations: 'add square' }),
  changeset('unknown members of an operation', () => [{ op: 'add', ...members(wide) }]),
  changeset('unknown fields of an operation', () => [{ op: 'set', target: 'a', fields: members(wide) }]),
  changeset('unknown members of an element', () => [{ op: 'add', element: { type: 'shape', ...members(wide) } }]),
  changeset('unknown members of 500 operations', () => listOf(500, () => ({ op: 'add', ...members(1_300) }))),
  changeset('unknown fields of 500 operations', () => listOf(500, () => ({ op: 'set', target: 'a', fields: members(1_300) }))),
  changeset('unknown members of 500 elements', () =>
    listOf(500, () => ({ op: 'add', element: { type: 'shape', ...members(1_300) } })),
  ),
  changeset('a million numbers as operations', () => listOf(1_000_000, () => 1)),
  changeset('700,000 points', () => [{ op: 'connect', points: listOf(700_000, () => [1, 2]) }]),
  changeset('500 strokes of 2,500 points', () =>
    listOf(500, () => ({ op: 'add', element: { ...stroke, points: listOf(2_500, () => [1, 2]) } })),
  ),
  changeset('500 tables of 4,000 cells', () =>
    listOf(500, () => ({ op: 'add', element: { type: 'table', rows: listOf(80, () => listOf(50, () => '1')) } })),
  ),
  changeset('500 lines of 16,000 characters', () => listOf(500, () => `add square ${'a=b '.repeat(4_000)}`).join('\n')),
  changeset('500 lines of unknown fields', () =>
    listOf(500, () => `set a ${listOf(2_300, (key) => `k${key}=`).join(' ')}`).join('\n'),
  ),
  changeset('500 lines of JSON', () =>
    listOf(500, () => JSON.stringify({ op: 'set', target: 'a', fields: members(1_300) })).join('\n'),
  ),
  changeset('500 lines of selectors', () => listOf(500, () => `rm ${'in:a '.repeat(3_200)}`).join('\n')),
  changeset('four million empty lines', () => 'x\n'.repeat(3_000_000)),
  changeset('a text of quotes', () => '"'.repeat(4 * mebibyte)),
  changeset('a text of backslashes', () => '\\'.repeat(4 * mebibyte)),
  changeset('references to 100,000 images', () => `add square ${'img_0123456789abcdef '.repeat(100_000)}`),
  raw('escapes of letters', () => `{"operations":"${'\\u0061'.repeat(1_400_000)}"}`),
  raw('a lone surrogate at the end', () => `{"operations":"${'x'.repeat(8 * mebibyte)}\\ud800"}`),
  raw('invalid UTF-8 at the end', () =>
    Buffer.concat([Buffer.from(`{"operations":"${'ü'.repeat(4 * mebibyte)}`), Buffer.of(0xff)]),
  ),
  raw('white space', () => `{"operations":${' '.repeat(8 * mebibyte)}""}`),
  raw('depth', () => `{"operations":${deep(1_000_000)}}`),
  raw('lists within the depth', () => `{"operations":[${`${deep(30)},`.repeat(140_000)}1]}`),
  raw('empty objects', () => `{"operations":[[${listOf(150, () => `[${'{},'.repeat(15_000)}{}]`).join()}]]}`),
  raw('long numbers', () => `{"operations":[${'1'.repeat(300)}${`,${'1'.repeat(300)}`.repeat(15_000)}]}`),
  raw('brackets that do not match', () => `{"operations":[${'[1],'.repeat(10_000)}}}`),
  raw('no end', () => `{"operations":[${'"x",'.repeat(2_000_000)}`),
  {
    name: 'a replacement: unknown fields',
    ...inTab('?dryRun=1', 'PUT'),
    body: json({ operations: [{ op: 'add', kind: 'square', fields: members(wide) }] }),
  },
  unknown('a document', at('/documents')),
  unknown('a document changed', inDocument('', 'PATCH')),
  unknown('a tab', inDocument('/tabs')),
  unknown('a tab changed', inTab('', 'PATCH')),
  unknown('a copy', inDocument('/copy')),
  unknown('a comment', inTab('/comments')),
  unknown('presence', inTab('/presence', 'PUT')),
  unknown('a card', inDocument('/items')),
  {
    name: 'cards: unknown members of 100',
    ...inDocument('/items/bulk'),
    body: json({ items: listOf(60, () => members(1_000)) }),
  },
  { name: 'a tally of 80,000 voters', ...inDocument('/items/tally'), body: json({ votes: members(small) }) },
  unknown('card types', inDocument('/item-types', 'PUT')),
  unknown('a sheet', inDocument('/sheets')),
  {
    name: 'a sheet: 400,000 cells as CSV',
    ...inDocument('/sheets/sheet_00000000000000000000.csv', 'PUT'),
    body: () => ','.repeat(400_000),
    media: 'text/csv',
  },
  unknown('a library', at('/shape-libraries'), wide, { name: 'a', items: [] }),
  {
    name: 'a library: elements',
    ...at('/shape-libraries'),
    body: json({ name: 'a', items: [{ name: 'b', elements: listOf(400, () => ({ type: 'shape', ...members(1_300) })) }] }),
  },
  {
    name: 'a library: strokes',
    ...at('/shape-libraries'),
    body: json({
      name: 'a',
      items: listOf(200, () => ({ name: 'b', elements: listOf(5, () => ({ ...stroke, points: listOf(1_000, () => [1, 2]) })) })),
    }),
  },
  unknown('a theme', at('/custom-themes')),
  unknown('a token', at('/tokens')),
  unknown('a share link', inDocument('/share-links')),
  unknown('an opened link', at('/share-links/open')),
  unknown('a sign-in', at('/session')),
  { name: 'an article: nested quotes', ...inTab('/illustrate'), body: json({ markdown: '> '.repeat(190_000) }) },
  { name: 'an article: emphasis', ...inTab('/illustrate'), body: json({ markdown: '_a_b'.repeat(95_000) }) },
  { name: 'an article: brackets', ...inTab('/illustrate'), body: json({ markdown: '[]('.repeat(130_000) }) },
  unknown('a call of a tool', at('/mcp'), wide, { jsonrpc: '2.0', id: 1, method: 'tools/call' }),
  {
    name: 'a call of a tool: a text of 13 MB',
    ...at('/mcp'),
    body: json({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'change_items', arguments: { text: 'x'.repeat(13 * mebibyte) } },
    }),
  },
];
