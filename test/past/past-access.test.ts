/** Every way in to the past of a document, for those who read it and those who do not: what was deleted is in it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runCli } from '#clients/cli/cli.test-support.ts';
import { callTool, overHttp } from '#clients/mcp/client.test-support.ts';
import { cookieOf, type Sent, startTestServer, type TestServer } from '#rest/server.test-support.ts';

let server: TestServer;
let doc: string;
let tab: string;
let version: string;
/** Oldest first. */
const changesets: string[] = [];
/** By what they are to the document. */
let senders: Readonly<Record<string, Sent>>;

beforeAll(async () => {
  server = await startTestServer();
  const ada = await server.addPerson('Ada');
  ({ id: doc, tab } = await server.addDocument(ada.token, 'Plan'));
  const post = (path: string, body: object) => server.call('POST', `/documents/${doc}${path}`, { token: ada.token, body });
  for (const operations of ['add square "Kept" id=kept at:0,0\nadd square "Secret" id=secret at:400,0', 'set kept label="Secret plan"', 'rm secret\nset kept label="Public"'])
    changesets.push((await post(`/tabs/${tab}/changesets`, { operations })).json.changeset.id); // prettier-ignore
  version = (await post('/versions', { name: 'Reviewed' })).json.version.id;
  const memberOf = async (level: string): Promise<Sent> => {
    const { id, token } = await server.addPerson(level);
    await server.call('PUT', `/documents/${doc}/members/${id}`, { token: ada.token, body: { level } });
    return { token };
  };
  const owner = await server.signIn(ada);
  const guestOf = async (level: string, guests?: true): Promise<Sent> => {
    const link = { cookie: owner, body: { level, ...(guests && { guests }) } };
    const { json } = await server.call('POST', `/documents/${doc}/share-links`, link);
    const body = { secret: new URL(json.link.url).hash.slice(1), name: 'Gus' };
    return { cookie: cookieOf((await server.call('POST', '/share-links/open', { body })).headers) };
  };
  senders = {
    owner: { token: ada.token },
    editor: await memberOf('editor'),
    participant: await memberOf('participant'),
    viewer: await memberOf('viewer'),
    'guest of a link for participants': await guestOf('participant'),
    'guest of a link for viewers': await guestOf('viewer'),
    'guest of a link for editors': await guestOf('editor', true),
  };
});
afterAll(() => server.close());

const readers = ['owner', 'editor'];
const members = ['participant', 'viewer'];
const guests = ['guest of a link for participants', 'guest of a link for viewers', 'guest of a link for editors'];

const views = ['json', 'outline', 'lines', 'lint', 'comments'];
const moments = (): string[] => ['2', version, new Date().toISOString()];
const tabReads = (): string[] => [
  ...moments().flatMap((at) => [...views.map((view) => `?view=${view}&at=${at}`), `/render.svg?at=${at}`]),
  '?view=diff&since=1&until=2',
  '?view=diff&since=1',
  `?view=diff&since=${version}`,
  `?view=diff&since=${new Date().toISOString()}`,
];
const reads = (): string[] => [
  ...tabReads().map((query) => `/tabs/${tab}${query}`),
  `/tabs/${tab}/elements/kept/history`,
  '/versions',
  `/versions/${version}`,
];

describe('the past of a document', () => {
  test.each(readers)('APP111 is open over REST to: %s', async (name) => {
    for (const path of reads())
      expect([path, (await server.call('GET', `/documents/${doc}${path}`, senders[name])).status]).toEqual([path, 200]);
    const blame = await server.call('GET', `/documents/${doc}/tabs/${tab}/elements/kept/history`, senders[name]);
    expect(blame.json.fields).toMatchObject({ label: { rev: 3 } });
    const shown = await server.call('GET', `/documents/${doc}/changesets/${changesets[2]}`, senders[name]);
    expect(shown.json.text).toContain('Secret');
    const restored = { ...senders[name], body: { at: 2 } };
    expect((await server.call('POST', `/documents/${doc}/tabs/${tab}/restore?dryRun=1`, restored)).status).toBe(200);
  });

  test.each([...members, ...guests])('APP111 is closed over REST to: %s', async (name) => {
    expect((await server.call('GET', `/documents/${doc}/tabs/${tab}`, senders[name])).status).toBe(200);
    const refused = async (method: string, path: string, body?: object): Promise<void> => {
      const { status, json, text } = await server.call(method, `/documents/${doc}${path}`, {
        ...senders[name],
        ...(body !== undefined && { body }),
      });
      expect([path, status, json.code]).toEqual([path, 403, 'access_denied']);
      expect(text).not.toContain('Secret');
    };
    for (const path of [...reads(), `/tabs/${tab}/render.png?at=2`]) await refused('GET', path);
    await refused('POST', `/tabs/${tab}/restore`, { at: 2 });
    await refused('POST', `/tabs/${tab}/restore?dryRun=1`, { at: 2 });
    await refused('POST', '/versions', { name: 'Mine' });
    await refused('DELETE', `/versions/${version}`);
  });

  test.each([...members, ...guests])('APP130 changesets show what is still there, and nothing that was, to: %s', async (name) => {
    const get = (path: string) => server.call('GET', `/documents/${doc}/changesets${path}`, senders[name]);
    const list = await get('');
    expect([list.status, list.json.changesets.length]).toEqual([200, 3]);
    expect(list.text).not.toMatch(/secret/i);
    for (const [index, mark] of ['+', '~', '~'].entries()) {
      const { status, json, text } = await get(`/${changesets[index]}`);
      expect(text).not.toMatch(/secret/i);
      expect([status, json.changeset.id]).toEqual([200, changesets[index]]);
      const kept = { mark, id: expect.stringMatching(/^kept~/), ref: 'kept', kind: 'square', label: 'Public', line: json.text };
      expect(json.results).toEqual([kept]);
      expect(json.text).toMatch(/^[+~] kept square "Public" at 0,0/);
    }
  });

  test.each([...readers, ...members])('APP111 tools of agents read it in the name of editors only: %s', async (name) => {
    const client = await overHttp({ origin: server.origin, token: senders[name]?.token ?? '' }, 'modern');
    const tools = [
      ...[...views, undefined].map((view) => ['read_tab', { at: '2', ...(view !== undefined && { view }) }] as const),
      ['diff_tab', { since: '1', until: '2' }] as const,
      ['diff_tab', { since: '1' }] as const,
    ];
    for (const [tool, values] of tools) {
      const reply = await callTool(client, tool, { document: doc, ...values });
      if (readers.includes(name)) expect([tool, values, reply.isError]).toEqual([tool, values, false]);
      else expect([tool, values, reply.problem]).toMatchObject([tool, values, { code: 'access_denied' }]);
    }
    if (!readers.includes(name))
      expect((await callTool(client, 'render_tab', { document: doc, at: '2' })).problem).toMatchObject({ code: 'access_denied' });
    await client.close();
  });

  test.each([...readers, ...members])('APP111 the command line reads it in the name of editors only: %s', async (name) => {
    const env = { ATELIER_URL: `${server.origin}/api/v1`, ATELIER_TOKEN: senders[name]?.token ?? '', HOME: '/nonexistent' };
    const commands = [
      ...['outline', 'lines', 'lint', 'comments'].map((view) => ['tab', 'show', doc, '--at', '2', '--view', view]),
      ['tab', 'render', doc, '--at', '2'],
      ['tab', 'diff', doc, '--since', '1', '--until', '2'],
      ['tab', 'diff', doc, '--since', '1'],
      ['tab', 'restore', doc, '--at', '2', '--dry-run'],
      ['version', 'ls', doc],
    ];
    for (const words of commands) {
      const { code, out, err } = await runCli(words, { env });
      if (readers.includes(name)) expect([words, code, err]).toEqual([words, 0, '']);
      else {
        expect([words, code]).not.toEqual([words, 0]);
        expect(err).toContain('access_denied');
        expect(out).toBe('');
      }
    }
  });
});
