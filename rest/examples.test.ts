/** Every example of a body, as the description shows it, sent to a server where the things exist that its ids stand for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { totpCode, totpStep } from '#server/access/totp.ts';
import { setAdministrator } from '#storage/people.ts';

import { examples } from './examples.ts';
import { params } from './params.ts';
import { agentOf, claimTask, handTask } from './resources/task-stage.test-support.ts';
import { resources } from './resources.ts';
import { startTestServer, type TestPerson, type TestServer } from './server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let grace: TestPerson;
let cookie: string;
let agent: Awaited<ReturnType<typeof agentOf>>;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  grace = await server.addPerson('Grace');
  cookie = await server.signIn(ada);
  agent = await agentOf(server, cookie, 'planner');
  await server.context.storage.transact((tx) => setAdministrator(tx, ada.id, true));
});
afterAll(() => server.close());

/** Calls that make the things which examples build on; the answer of each has what follows. */
async function make(path: string, body: unknown) {
  const { status, text, json } = await server.call('POST', path, { cookie, body });
  expect(status, text).toBe(201);
  return json;
}

/** Turns the second factor on, or begins to: with a code of 30 seconds ago, so that the next one is accepted. Returns the next code. */
async function withSecondFactor(isConfirmed: boolean): Promise<string> {
  const { secret } = (await server.call('POST', '/me/second-factor', { cookie })).json;
  const step = totpStep(server.context.now());
  const body = { code: totpCode(secret, step - 1), currentPassword: ada.password };
  if (isConfirmed) await server.call('POST', '/me/second-factor/confirm', { cookie, body });
  return totpCode(secret, step);
}

/** The ids in the examples, each with a real one: a document of its own, with everything that an example may name. */
async function realIds({ isDrawn }: { readonly isDrawn: boolean }): Promise<ReadonlyMap<string, string>> {
  const doc = await make('/documents', { name: 'Checkout plans' });
  const [tab] = doc.tabs;
  const at = `/documents/${doc.id}`;
  const ids = new Map<string, string>([
    [params.doc.example, doc.id],
    [params.tab.example, tab.id],
    [params.user.example, grace.id],
    ['ada@example.org', ada.email],
  ]);
  if (isDrawn) {
    await make(`${at}/tabs/${tab.id}/changesets`, {
      operations: 'add cylinder id=orders\nadd plan-board id=board right-of:orders',
    });
    const { elements } = (await server.call('GET', `${at}/tabs/${tab.id}`, { cookie })).json;
    const named = (slug: string) => elements.find(({ id }: { readonly id: string }) => id.startsWith(`${slug}~`));
    const [orders, board] = [named('orders'), named('board')];
    ids.set(params.element.example, orders.id).set('doing~4k2mzq9a', board.planBoard.columns[1].status);
    const comment = await make(`${at}/tabs/${tab.id}/comments`, { elementId: orders.id, text: 'Why?' });
    ids.set(params.comment.example, comment.id);
    const proposing = { cookie, body: { operations: 'set orders fill=green' } };
    const { json } = await server.call('POST', `${at}/tabs/${tab.id}/changesets?propose=1`, proposing);
    ids.set(params.proposal.example, json.proposal.id);
  }
  ids.set(params.token.example, agent.tokenId);
  const task = await handTask(server, { person: ada, cookie, doc: doc.id, tab: tab.id, ...agent });
  const lease = await claimTask(server, agent, task);
  ids.set(params.task.example, task).set('lease_0mi9k2fd3s6hn8c1x4zb', lease);
  const { item } = await make(`${at}/items`, { type: 'task', fields: { title: 'Ship', priority: 'low' } });
  ids.set(params.item.example, item.id);
  const { sheet } = await make(`${at}/sheets`, { tabId: tab.id, title: 'Costs', rows: 2, cols: 2 });
  ids.set(params.sheet.example, sheet.id).set('row_0mi9k2h1a4cv7m3s9x2b', sheet.layout.rows[0]);
  ids.set('col_0mi9k2h1b8dw1n6t5z7c', sheet.layout.cols[0]);
  const registered = await fetch(`${server.origin}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ redirect_uris: ['http://localhost:3000/cb'] }),
  });
  ids.set('client_4k2mzq9a7f1d2c3b8x5w', ((await registered.json()) as { client_id: string }).client_id);
  const link = await make(`${at}/share-links`, { level: 'viewer', expiresAt: null });
  ids.set('share_4k2mzq9a7f1d2c3b', /#(?:.*=)?(.+)$/.exec(link.link.url)?.[1] ?? '');
  return ids;
}

const calls = resources.flatMap(({ path, routes }) =>
  routes.flatMap((route) => {
    const { json, text } = examples[route.id] ?? {};
    return [json, text].flatMap((body) => (body === undefined ? [] : [{ path, route, body }]));
  }),
);
describe('the examples of the description', () => {
  test.each(calls.map((call) => [`${call.route.id}${typeof call.body === 'string' ? ' as text' : ''}`, call] as const))(
    '%s is answered as the description says',
    async (_name, { path, route, body }) => {
      const ids = new Map(await realIds({ isDrawn: !/createTab|replaceTab|applyChangeset/.test(route.id) }));
      if (path.includes(':library')) {
        const { library } = await make('/shape-libraries', { name: 'Shapes', items: [] });
        ids.set(params.library.example, library.id);
      }
      if (path.includes('/folder')) {
        const { folder } = await make('/folders', { name: 'Shops' });
        ids.set(params.folder.example, folder.id);
      }
      if (path.startsWith('/me/second-factor/')) ids.set('287082', await withSecondFactor(route.id !== 'confirmSecondFactor'));
      if (path.includes(':theme')) await make('/custom-themes', examples.createTheme?.json);
      const real = (text: string): string => [...ids].reduce((all, [shown, id]) => all.replaceAll(shown, id), text);
      const parts = path.replaceAll(/:([a-z]+)/g, (_whole, name: keyof typeof params) => params[name].example);
      // In the bodies of libraries the example of an id is that of an item.
      const sent = typeof body === 'string' ? body : path.includes('librar') ? body : JSON.parse(real(JSON.stringify(body)));
      const media = typeof body === 'string' ? { 'Content-Type': route.textBody?.media ?? 'text/plain' } : undefined;
      const { token } = agent;
      const isAgents = route.id === 'setPresence' || path.startsWith('/inbox');
      const credential = isAgents ? { token } : { cookie };
      if (route.id === 'handTaskAgain') {
        const lease = ids.get('lease_0mi9k2fd3s6hn8c1x4zb');
        await server.call('POST', real(`/inbox/${params.task.example}/complete`), { token, body: { lease } });
      }
      if (route.id === 'placeVotes') await server.call('POST', real(parts.replace('/mine', '')), { cookie, body: {} });
      const answer = await server.call(route.method.toUpperCase(), real(parts), {
        ...credential,
        body: sent,
        ...(media !== undefined && { headers: media }),
      });
      expect(Object.keys(route.replies), `${answer.status} ${answer.text}`).toContain(String(answer.status));
      if (path.startsWith('/me/second-factor/'))
        await server.call('POST', '/me/second-factor/end', { cookie, body: examples.endSecondFactor?.json });
      if (path === '/custom-themes' || path.includes(':theme'))
        await server.call('DELETE', `/custom-themes/${params.theme.example}`, { cookie });
    },
  );

  test('are all sent', () => {
    expect(calls.length).toBeGreaterThanOrEqual(Object.keys(examples).length);
  });
});
