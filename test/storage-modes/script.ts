/**
 * Random calls on every resource, the same for any server: objects are named by kind and number.
 *
 * Half of the calls are aimed: as valid as can be known beforehand. The others are any that the routes' schemas
 * allow. `{{doc:0}}` is the first document that a server returned.
 */
import fc from 'fast-check';

import { paramsIn } from '#rest/params.ts';
import { resources } from '#rest/resources.ts';
import { arbitraryOf } from '#test/fuzz/arbitrary-of.test-support.ts';

export type ScriptedCaller = 'owner' | 'member' | 'viewer' | 'stranger' | 'nobody';
export type ScriptedCall = {
  readonly who: ScriptedCaller;
  readonly method: string;
  /** With placeholders, like the body. */
  readonly path: string;
  readonly body: string | null;
  readonly media: string;
  /** Null: without an Idempotency-Key. */
  readonly key: string | null;
};

/** Their answers are not plain text, never end, or contain data of one server only. */
const leftOut: ReadonlySet<string> = new Set([
  'followDocument',
  'describe',
  'renderTabPng',
  'readImage',
  'uploadImage',
  'createTicket',
]);

const routes = resources
  .flatMap(({ path, routes: all }) => all.map((route) => ({ path, route })))
  .filter(({ route }) => !leftOut.has(route.id));

const id = (kind: string): fc.Arbitrary<string> => fc.nat(3).map((number) => `{{${kind}:${number}}}`);
const first = (kind: string): string => `{{${kind}:0}}`;
const word = fc.constantFrom('Orders', 'Bank', 'é ü', 'pay "now"', '0', 'null', '👩‍🚀', '__proto__', 'x'.repeat(300));
const texts = fc.oneof(
  word,
  id('doc'),
  id('tab'),
  id('item'),
  id('sheet'),
  fc.constantFrom('a', 'b', 'all', 'viewer', 'light', 'open', ''),
);

const slug = fc.constantFrom('a', 'b', 'c', 'd');
const line = fc.oneof(
  fc.tuple(fc.constantFrom('square', 'circle', 'diamond', 'sticky', 'frame'), slug, word, fc.nat(40)).map(([kind, name, label, x]) => `add ${kind} id=${name} label=${JSON.stringify(label)} at:${x * 50},0`),
  fc.tuple(slug, slug).map(([from, to]) => `connect ${from} -> ${to}`),
  fc.tuple(slug, word).map(([name, note]) => `set ${name} note=${JSON.stringify(note)}`),
  slug.map((name) => `rm ${name}`),
  fc.tuple(slug, slug).map(([one, two]) => `move ${one} right-of:${two}`),
  fc.constantFrom('layout', 'wrap all as frame id=f label="All"', 'test a label=Orders', 'add nothing'),
); // prettier-ignore
const lines = fc.array(line, { minLength: 1, maxLength: 5 }).map((all) => all.join('\n'));

type Aimed = readonly [method: string, path: string, body?: unknown];
const tab = `/documents/${first('doc')}/tabs/${first('tab')}`;
const document = `/documents/${first('doc')}`;
const aimed: fc.Arbitrary<Aimed> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(lines, fc.constantFrom('', '', '?dryRun=1')).map(([operations, query]): Aimed => ['POST', `${tab}/changesets${query}`, { operations }]) },
  { weight: 2, arbitrary: fc.tuple(lines, fc.nat(4)).map(([operations, baseRev]): Aimed => ['POST', `${tab}/changesets`, { operations, baseRev }]) },
  lines.map((operations): Aimed => ['PUT', tab, { operations }]),
  { weight: 3, arbitrary: fc.constantFrom('', '?view=outline', '?view=lines', '?view=lint', '?view=json', '?view=comments', '?view=diff&since=0', '?view=diff&since=1').map((query): Aimed => ['GET', `${tab}${query}`]) },
  fc.constant<Aimed>(['GET', `${tab}/render.svg`]),
  slug.map((name): Aimed => ['GET', `${tab}/elements/${name}/history`]),
  { weight: 2, arbitrary: id('cs').map((changeset): Aimed => ['POST', `${document}/changesets/${changeset}/revert`]) },
  fc.constantFrom('', '?limit=2').map((query): Aimed => ['GET', `${document}/changesets${query}`]),
  id('cs').map((changeset): Aimed => ['GET', `${document}/changesets/${changeset}`]),
  { weight: 2, arbitrary: fc.tuple(slug, word).map(([elementId, text]): Aimed => ['POST', `${tab}/comments`, { elementId, text }]) },
  fc.tuple(id('cmt'), word).map(([comment, text]): Aimed => ['POST', `${tab}/comments/${comment}/reply`, { text }]),
  fc.tuple(id('cmt'), fc.constantFrom('resolve', 'reopen')).map(([comment, what]): Aimed => ['POST', `${tab}/comments/${comment}/${what}`]),
  fc.constantFrom('', '?status=all').map((query): Aimed => ['GET', `${document}/comments${query}`]),
  { weight: 2, arbitrary: word.map((title): Aimed => ['POST', `${document}/items`, { type: 'task', fields: { title } }]) },
  fc.array(word, { minLength: 1, maxLength: 3 }).map((titles): Aimed => ['POST', `${document}/items/bulk`, { items: titles.map((title) => ({ type: 'bug', fields: { title } })) }]),
  fc.tuple(id('item'), word).map(([item, title]): Aimed => ['POST', `${document}/items/${item}`, { fields: { title } }]),
  fc.constantFrom('items', 'plan', 'sheets', 'members', 'share-links', 'presence').map((list): Aimed => ['GET', `${document}/${list}`]),
  fc.constantFrom('/documents', '/images', '/images/usage', '/shape-libraries', '/custom-themes', '/me', `${document}`).map((path): Aimed => ['GET', path]),
  fc.tuple(word, fc.nat(6)).map(([title, rows]): Aimed => ['POST', `${document}/sheets`, { tabId: first('tab'), title, rows: rows + 1, cols: 2 }]),
  fc.constantFrom('1,2\n=A1+B1,x', 'a,b,c', '', '=SUM(A1:A3)\n2\n3').map((csv): Aimed => ['PUT', `${document}/sheets/${first('sheet')}.csv`, csv]),
  fc.constant<Aimed>(['GET', `${document}/sheets/${first('sheet')}.csv`]),
  word.map((name): Aimed => ['POST', `${document}/tabs`, { name }]),
  fc.tuple(id('tab'), word).map(([which, name]): Aimed => ['PATCH', `${document}/tabs/${which}`, { name }]),
  word.map((name): Aimed => ['POST', `${document}/copy`, { name }]),
  fc.constantFrom('editor', 'viewer', 'participant', 'owner').map((level): Aimed => ['PUT', `${document}/members/${first('user')}`, { level }]),
  fc.constantFrom('editor', 'viewer', 'participant').map((level): Aimed => ['POST', `${document}/share-links`, { level }]),
  word.map((name): Aimed => ['POST', '/shape-libraries', { name }]),
  word.map((name): Aimed => ['POST', '/custom-themes', { name, definition: {} }]),
  fc.tuple(word, fc.constantFrom('slides', 'article', 'logo')).map(([markdown, preset]): Aimed => ['POST', `${tab}/illustrate`, { action: preset, markdown: `# ${markdown}\n\ntext` }]),
  fc.constantFrom<Aimed>(['DELETE', document], ['POST', `${document}/restore`]),
); // prettier-ignore

const filled = (path: string): fc.Arbitrary<string> =>
  fc.tuple(...paramsIn(path).map((name) => fc.tuple(fc.constant(name), valueOf(name)))).map((values) =>
    values.reduce((whole, [name, value]) => whole.replace(`:${name}`, value), path),
  ); // prettier-ignore

const kinds: Readonly<Record<string, string>> = { doc: 'doc', tab: 'tab', changeset: 'cs', comment: 'cmt', item: 'item', sheet: 'sheet', token: 'tok', image: 'img', link: 'link', user: 'user' }; // prettier-ignore
function valueOf(name: string): fc.Arbitrary<string> {
  const kind = kinds[name];
  if (kind !== undefined) return fc.oneof({ weight: 3, arbitrary: fc.constant(first(kind)) }, id(kind));
  if (name === 'element') return slug;
  if (name === 'library') return fc.constant('6f9619ff-8b86-4011-b42d-00c04fc964ff');
  return name === 'theme' ? fc.constant('custom:x') : fc.constant('invalid_request');
}

const queryOf = (value: unknown): string =>
  Object.entries((value ?? {}) as Record<string, unknown>).map(([name, member]) => `${name}=${encodeURIComponent(String(member).toWellFormed())}`).join('&'); // prettier-ignore

const anyCall: fc.Arbitrary<Aimed> = fc
  .constantFrom(...routes)
  .chain(({ path, route }) =>
    fc
      .tuple(
        filled(path),
        route.query === undefined ? fc.constant('') : fc.oneof(fc.constant(''), arbitraryOf(route.query, texts).map(queryOf)),
        route.body === undefined ? fc.constant(undefined) : arbitraryOf(route.body, texts),
      )
      .map(([at, query, body]): Aimed => [route.method.toUpperCase(), query === '' ? at : `${at}?${query}`, body]),
  );

const call: fc.Arbitrary<ScriptedCall> = fc
  .record({
    made: fc.oneof({ weight: 3, arbitrary: aimed }, { weight: 2, arbitrary: anyCall }),
    who: fc.oneof(
      { weight: 8, arbitrary: fc.constant<ScriptedCaller>('owner') },
      fc.constantFrom<ScriptedCaller>('member', 'viewer', 'stranger', 'nobody'),
    ),
    key: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom('k1', 'k2')),
  })
  .map(({ made: [method, path, body], who, key }) => {
    const isText = path.endsWith('.csv');
    const text = body === undefined || method === 'GET' ? null : isText && typeof body === 'string' ? body : JSON.stringify(body);
    return { who, method, path, body: text, media: isText ? 'text/csv' : 'application/json', key };
  });

const plain = { who: 'owner', media: 'application/json', key: null } as const;
/** A document with a tab that the member may edit and the viewer may read. */
const opening: readonly ScriptedCall[] = [
  { ...plain, method: 'POST', path: '/documents', body: '{"name":"Plans"}' },
  { ...plain, method: 'PUT', path: `${document}/members/{{user:1}}`, body: '{"level":"editor"}' },
  { ...plain, method: 'PUT', path: `${document}/members/{{user:2}}`, body: '{"level":"viewer"}' },
];

/** `count` scripts of a seed; each starts with a document of its own. */
export const scriptsOf = (seed: number, count: number): readonly (readonly ScriptedCall[])[] =>
  fc.sample(fc.array(call, { minLength: 12, maxLength: 18 }), { seed, numRuns: count }).map((calls) => [...opening, ...calls]);
