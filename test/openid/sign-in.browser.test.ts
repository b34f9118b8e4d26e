/** Signing in through an OpenID Connect provider, in a real browser, with a provider in this process. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

import Provider from 'oidc-provider';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { insertUser, listUsers, type StoredUser } from '#storage/users.ts';

import { type EditorStage, startStage } from '../editor/stage.ts';
import { freePort } from '../harness/free-port.ts';
import type { NodeEnvironment } from '../harness/node-process.ts';
import { startPostgres } from '../harness/postgres.ts';

const complaints = /ERR_NAME_NOT_RESOLVED|401 \(|favicon|Content Security Policy|404 \(/;

/** The claims of the provider's users, by name. It does not ask for passwords. */
const people = new Map<string, object>([
  ['ada', { email: 'Ada@example.org', email_verified: true, name: 'Ada Lovelace' }],
  ['grace', { email: 'grace@example.org', email_verified: true, name: 'Grace Hopper' }],
  // Claims Ada's address, which the provider has not verified.
  ['eve', { email: 'ada@example.org', email_verified: false, name: 'Eve' }],
]);

let stage: EditorStage;
let provider: Server;
let issuer: string;
let environmentOn: (port: number) => NodeEnvironment;
let secondPort: number;

beforeAll(async () => {
  const [port, otherPort, providerPort] = [await freePort(), await freePort(), await freePort()];
  const urlOf = (on: number): string => `http://127.0.0.1:${on}`;
  issuer = `http://127.0.0.1:${providerPort}`;
  const oidc = new Provider(issuer, {
    clients: [
      {
        client_id: 'atelier',
        client_secret: 'a secret',
        redirect_uris: [port, otherPort].map((on) => `${urlOf(on)}/sign-in/openid/return`),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    pkce: { required: () => true },
    cookies: { keys: ['of this test'] },
  });
  provider = createServer(oidc.callback()).listen(providerPort, '127.0.0.1');
  await once(provider, 'listening');
  environmentOn = (on) => ({
    PORT: String(on),
    PUBLIC_URL: urlOf(on),
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'atelier',
    OIDC_CLIENT_SECRET: 'a secret',
    OIDC_NAME: 'Example',
  });
  secondPort = otherPort;
  stage = await startStage('openid', environmentOn(port));
  stage.expectComplaints(complaints);
});
afterAll(async () => {
  await stage.stop();
  provider.closeAllConnections();
  provider.close();
});

/** A new browser that signs in through the provider as this person. */
async function signInAs(name: string, to = stage): Promise<Page> {
  const stranger = await to.stranger();
  const page = await stranger.open('/');
  await page.getByRole('button', { name: 'Sign in with Example' }).click();
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL((url) => url.port === new URL(to.node.url).port);
  return page;
}

const me = (page: Page): Promise<{ user: { id: string; name: string; email?: string } }> =>
  page.evaluate(`fetch('/api/v1/me').then((answer) => answer.json())`);

async function account(name: string, email: string): Promise<StoredUser> {
  const user = { id: newId('user'), name, color: '#0f766e', email, passwordHash: null, createdAt: Date.now() };
  await stage.storage.transact((tx) => insertUser(tx, user));
  return user;
}

describe('signing in through a provider', () => {
  test('APP81 leads to the account with the verified address, and still does after the address has changed', async () => {
    const ada = await account('Ada', 'ada@example.org');
    const page = await signInAs('ada');
    await page.getByRole('button', { name: 'Ada account menu' }).waitFor();
    expect((await me(page)).user.id).toBe(ada.id);
    expect(page.url()).toBe(`${stage.node.url}/`);
    people.set('ada', { email: 'ada@elsewhere.example', email_verified: true, name: 'Another name' });
    const again = await signInAs('ada');
    await expect.poll(async () => (await me(again)).user?.id).toBe(ada.id);
  });

  test('APP81 creates one account for a person without one, and an unverified address opens no existing account', async () => {
    const first = await signInAs('grace');
    await expect.poll(async () => (await me(first)).user?.name).toBe('Grace Hopper');
    const second = await signInAs('grace');
    await expect.poll(async () => (await me(second)).user?.id).toBe((await me(first)).user.id);
    const eve = await signInAs('eve');
    await expect.poll(async () => (await me(eve)).user?.name).toBe('Eve');
    expect((await me(eve)).user.email).toBeUndefined();
    const users = await listUsers(stage.storage.db);
    expect(users.map(({ name }) => name).sort()).toEqual(['Ada', 'Eve', 'Grace Hopper', 'Owner']);
  });

  test('an answer to another browser, a reused one and a refusal lead to the form, signed out', async () => {
    const stranger = await stage.stranger();
    const { context } = stranger;
    const page = await stranger.open('/');
    const hijacked = `${stage.node.url}/sign-in/openid/return?code=${'a'.repeat(43)}&state=${'b'.repeat(43)}&iss=${encodeURIComponent(issuer)}`;
    for (const address of [hijacked, `${stage.node.url}/sign-in/openid/return`]) {
      await page.goto(address);
      await page.getByText('That sign-in link didn’t work').waitFor();
      expect(new URL(page.url()).hash).toBe('');
    }
    // It starts signing in, and returns with another browser's answer.
    await page.goto(`${stage.node.url}/sign-in/openid`);
    expect(
      (await context.cookies(`${stage.node.url}/sign-in/openid/return`)).map(({ name, httpOnly }) => [name, httpOnly]),
    ).toEqual([['atelier_openid', true]]);
    await page.goto(hijacked);
    await page.getByText('That sign-in link didn’t work').waitFor();
    expect(await context.cookies(`${stage.node.url}/sign-in/openid/return`)).toEqual([]);
  });

  test('with PostgreSQL, too, it leads to the same account each time', async () => {
    const postgres = await startPostgres();
    const ground = { databaseUrl: await postgres.createDatabase(), nodes: 1 };
    const other = await startStage('openid-postgres', environmentOn(secondPort), ground);
    other.expectComplaints(complaints);
    const pages = [await signInAs('grace', other), await signInAs('grace', other)];
    for (const page of pages) await expect.poll(async () => (await me(page)).user?.name).toBe('Grace Hopper');
    const [one, two] = await Promise.all(pages.map(me));
    expect(one?.user.id).toBe(two?.user.id);
    expect((await listUsers(other.storage.db)).map(({ name }) => name).sort()).toEqual(['Grace Hopper', 'Owner']);
    await other.stop();
    await postgres.stop();
  });

  test('a node without a provider offers none, and has no such address', async () => {
    const other = await startStage('openid');
    expect(await (await fetch(`${other.node.url}/sign-in/ways`)).json()).toEqual({ openid: null });
    expect((await fetch(`${other.node.url}/sign-in/openid`)).status).toBe(404);
    await other.stop();
  });
});
