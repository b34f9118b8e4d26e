/**
 * The browser flow of the official MCP client: without a stored token it registers, or names its document, and sends the person to the
 * consent page, which a real browser drives.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { seriousFaults } from './axe.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let program: Program;
beforeAll(async () => {
  stage = await startStage('consent', { OUTBOUND_ALLOW: '127.0.0.1' });
  stage.expectComplaints(/status of (400|401)/);
  ada = await stage.person('Ada');
  program = await Program.start();
});
afterAll(async () => {
  program.stop();
  await stage.stop();
});

/** A program on the computer of a person: it listens for the browser that comes back, and serves its document. */
class Program {
  readonly #server: Server;
  readonly url: string;
  readonly returned: URL[] = [];

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      const url = new URL(request.url ?? '', this.url);
      if (url.pathname === '/callback') this.returned.push(url);
      const document = { client_id: `${this.url}/client.json`, client_name: 'Planner', redirect_uris: [`${this.url}/callback`] };
      const isDocument = url.pathname === '/client.json';
      response.setHeader('Content-Type', isDocument ? 'application/json' : 'text/html');
      response.end(isDocument ? JSON.stringify(document) : '<!doctype html><title>Back</title><h1>Back in the program</h1>');
    });
  }

  static async start(): Promise<Program> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Program(server);
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** What a client keeps between its calls: nothing at the start. */
class Keeper implements OAuthClientProvider {
  readonly clientMetadata: OAuthClientMetadata;
  readonly clientMetadataUrl?: string;
  sentTo: URL | null = null;
  kept: { client?: StoredOAuthClientInformation; tokens?: StoredOAuthTokens; verifier?: string } = {};

  constructor(options: { readonly documentUrl?: string } = {}) {
    this.clientMetadata = { client_name: 'Scripted planner', redirect_uris: [`${program.url}/callback`] };
    if (options.documentUrl !== undefined) this.kept.client = { client_id: options.documentUrl };
  }

  get redirectUrl(): string {
    return `${program.url}/callback`;
  }
  state(): string {
    return 'remembered';
  }
  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.kept.client;
  }
  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.kept.client = client;
  }
  tokens(): StoredOAuthTokens | undefined {
    return this.kept.tokens;
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    this.kept.tokens = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.sentTo = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.kept.verifier = verifier;
  }
  codeVerifier(): string {
    return this.kept.verifier ?? '';
  }
}

const transportOf = (keeper: Keeper): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL(`${stage.node.url}/mcp`), { authProvider: keeper });
const newClient = (): Client => new Client({ name: 'scripted', version: '1' });

/** Connects without a token, which ends at the consent page. */
async function sentToConsent(
  keeper: Keeper,
): Promise<{ readonly path: string; readonly transport: StreamableHTTPClientTransport }> {
  const transport = transportOf(keeper);
  await expect(newClient().connect(transport)).rejects.toThrow(UnauthorizedError);
  const { sentTo } = keeper;
  if (sentTo === null) throw new Error('the client sent the person nowhere');
  return { path: `${sentTo.pathname}${sentTo.search}`, transport };
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

describe('the official MCP client', () => {
  test('connects without a stored token: it registers, the person signs in and allows, and it draws', async () => {
    const keeper = new Keeper();
    const { path, transport } = await sentToConsent(keeper);
    const page = await (await stage.stranger()).open(path);
    await page.getByLabel('Email').fill(`${ada.userId}@example.org`);
    await page.getByLabel('Password').fill('correct horse battery staple');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Give Scripted planner access?' }).waitFor();
    await page.getByText('The program chose its name itself.').waitFor();
    await page.getByText(`This computer (${new URL(program.url).host})`).waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Back in the program' }).waitFor();

    const returned = program.returned.at(-1)?.searchParams ?? new URLSearchParams();
    expect([returned.get('state'), returned.get('iss')]).toEqual(['remembered', stage.node.url]);
    await transport.finishAuth(returned.get('code') ?? '', returned.get('iss') ?? undefined);
    const client = newClient();
    await client.connect(transportOf(keeper));
    const answer = await client.callTool({
      name: 'create_document',
      arguments: { name: 'Drawn by a grant', operations: 'add square id=a label="A"' },
    });
    expect(answer.isError ?? false, JSON.stringify(answer.content)).toBe(false);
    await client.close();
  });

  test('names its document, and gets reading of one document for a day; the person revokes it under Agents', async () => {
    const chosen = await stage.document(ada, 'Chosen plans');
    await stage.document(ada, 'Hidden plans');
    const keeper = new Keeper({ documentUrl: `${program.url}/client.json` });
    const { path, transport } = await sentToConsent(keeper);
    const page = await ada.open(path);
    await page.getByRole('heading', { name: 'Give Planner access?' }).waitFor();
    await page.getByText('Any program on this computer can ask under this name.').waitFor();
    await choose(page, 'Access', 'Read only');
    await choose(page, 'Documents', 'Selected documents');
    await page.getByRole('checkbox', { name: 'Chosen plans' }).check();
    await choose(page, 'Ends after', '1 day');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Back in the program' }).waitFor();
    await transport.finishAuth(program.returned.at(-1)?.searchParams.get('code') ?? '', stage.node.url);
    const client = newClient();
    await client.connect(transportOf(keeper));
    const listed = JSON.stringify((await client.callTool({ name: 'list_documents', arguments: {} })).content);
    expect([listed.includes(chosen.id), listed.includes('Hidden plans')]).toEqual([true, false]);

    await page.goto('/tokens');
    const row = page
      .getByRole('listitem')
      .filter({ hasText: `via OAuth · ${new URL(program.url).host}` })
      .first();
    await row.getByText('Read only').waitFor();
    await row.getByText('1 document').waitFor();
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
    await expect.poll(() => page.getByText('Planner', { exact: true }).count()).toBe(0);
    await expect(client.callTool({ name: 'list_documents', arguments: {} })).rejects.toThrow();
    expect(keeper.sentTo).not.toBeNull();
  });

  test('OA12 gets access within the fence that the person chose', async () => {
    const place = await stage.document(ada, 'Fenced plans');
    const keeper = new Keeper();
    const { path, transport } = await sentToConsent(keeper);
    const page = await ada.open(path);
    await choose(page, 'Documents', 'Selected documents');
    await page.getByRole('checkbox', { name: 'Fenced plans' }).check();
    await page.getByText('More limits').click();
    await page.getByRole('group', { name: 'Tabs it changes' }).getByRole('checkbox').check();
    await choose(page, 'Changes', 'Drawing and comments');
    await page.getByLabel('Calls a minute').fill('60');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFaults(page)).toEqual([]);
      await shoot(page, `consent-fence-${colorScheme}`, { fullPage: true });
    }
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Back in the program' }).waitFor();
    await transport.finishAuth(program.returned.at(-1)?.searchParams.get('code') ?? '', stage.node.url);
    const client = newClient();
    await client.connect(transportOf(keeper));
    const drawn = await client.callTool({
      name: 'update_document',
      arguments: { document: place.id, operations: 'add square "A"' },
    });
    expect(drawn.isError ?? false).toBe(false);
    const renamed = await client.callTool({
      name: 'change_tab',
      arguments: { document: place.id, tab: place.tab, name: 'Mine' },
    });
    expect(renamed.isError).toBe(true);
    expect(JSON.stringify(renamed._meta)).toContain('token_fenced');
    await client.close();
  });

  test('learns that the person denied access', async () => {
    const { path } = await sentToConsent(new Keeper());
    const page = await ada.open(path);
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('heading', { name: 'Back in the program' }).waitFor();
    const returned = program.returned.at(-1)?.searchParams;
    expect([returned?.get('error'), returned?.get('state'), returned?.has('code')]).toEqual([
      'access_denied',
      'remembered',
      false,
    ]);
  });
});

describe('the consent page', () => {
  test('shows why a request is refused, and sends only a known client back', async () => {
    const { path } = await sentToConsent(new Keeper());
    const page = await ada.open(path.replace('S256', 'plain'));
    await page.getByRole('heading', { name: 'Access can’t be given' }).waitFor();
    await page.getByText('the code_challenge_method must be S256').waitFor();
    await page.getByRole('button', { name: 'Return to the program' }).click();
    await page.getByRole('heading', { name: 'Back in the program' }).waitFor();
    expect(program.returned.at(-1)?.searchParams.get('error')).toBe('invalid_request');

    await page.goto(path.replace(/client_id=[^&]+/, 'client_id=client_unknown'));
    await page.getByText('no client registered under this id').waitFor();
    expect(await page.getByRole('button', { name: 'Return to the program' }).count()).toBe(0);
  });

  test.each(['light', 'dark'] as const)('is readable in the %s appearance and on a phone', async (colorScheme) => {
    const { path } = await sentToConsent(new Keeper());
    for (const [name, viewport] of Object.entries({
      desktop: { width: 1280, height: 900 },
      phone: { width: 375, height: 740 },
    })) {
      const page = await ada.open(path);
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await page.getByRole('button', { name: 'Allow' }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
      await shoot(page, `consent-${name}-${colorScheme}`);
      await page.getByText('More limits').click();
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
      await shoot(page, `consent-limits-${name}-${colorScheme}`, { fullPage: true });
      await page.close();
    }
  });
});
