/**
 * The reference host of MCP Apps: the official bridge in a page of its own, the board in a sandboxed frame of another origin, under the
 * policy that the specification derives from the resource. The official client, here in Node, makes the calls that the bridge passes on.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { getToolUiResourceUri, isToolVisibilityAppOnly, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { build } from 'vite';

type Csp = { readonly connectDomains?: readonly string[]; readonly resourceDomains?: readonly string[] };

/** The policy of the frame (SEP-1865, "Content Security Policy Enforcement"). */
function policyOf({ connectDomains = [], resourceDomains = [] }: Csp): string {
  const [connect, resources] = [connectDomains.join(' '), resourceDomains.join(' ')];
  return [
    "default-src 'none'",
    `script-src 'self' 'unsafe-inline' ${resources}`,
    `style-src 'self' 'unsafe-inline' ${resources}`,
    `img-src 'self' data: ${resources}`,
    `font-src 'self' ${resources}`,
    `media-src 'self' data: ${resources}`,
    `connect-src ${connect === '' ? "'none'" : connect}`,
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'self'",
  ].join('; ');
}

export type ShownBoard = { readonly page: Page; readonly frame: Frame; readonly result: CallToolResult };

export class ReferenceHost {
  readonly client: Client;
  readonly #page: Server;
  readonly #view: Server;
  /** What the board asked the host for. */
  readonly calls: { readonly name: string; readonly arguments?: Record<string, unknown> }[] = [];
  readonly links: string[] = [];
  readonly contexts: string[] = [];
  #html = '';
  #policy = '';

  private constructor(client: Client, page: Server, view: Server) {
    this.client = client;
    this.#page = page;
    this.#view = view;
  }

  static async start(origin: string, token: string): Promise<ReferenceHost> {
    const client = new Client(
      { name: 'Reference host', version: '1' },
      {
        capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [RESOURCE_MIME_TYPE] } } },
        versionNegotiation: { mode: { pin: '2026-07-28' } },
      },
    );
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
    const script = await hostScript();
    const page = await listening((_path) => ({ type: 'text/html', body: `<!doctype html><html lang="en"><title>Chat</title><style>body{margin:0;font:14px sans-serif}iframe{width:100%;border:0}</style><p>Chat</p><iframe title="Board"></iframe><script type="module">${script}</script>` })); // prettier-ignore
    const host: { it: ReferenceHost | null } = { it: null };
    const view = await listening(() => ({
      type: 'text/html',
      body: host.it?.requireHtml() ?? '',
      policy: host.it?.policy ?? '',
    }));
    host.it = new ReferenceHost(client, page, view);
    return host.it;
  }

  requireHtml(): string {
    return this.#html;
  }

  get policy(): string {
    return this.#policy;
  }

  /** Calls a tool as the model does, and shows the board that the tool names beside its answer. */
  async show(
    context: BrowserContext,
    name: string,
    args: Record<string, unknown>,
    { theme = 'light' }: { readonly theme?: 'light' | 'dark' } = {},
  ): Promise<ShownBoard> {
    const { tools } = await this.client.listTools();
    const tool = tools.find((one) => one.name === name);
    const uri = tool === undefined ? undefined : getToolUiResourceUri(tool);
    if (uri === undefined) throw new Error(`${name} shows no board`);
    const { contents } = await this.client.readResource({ uri });
    const [resource] = contents;
    if (resource === undefined || !('text' in resource) || resource.mimeType !== RESOURCE_MIME_TYPE)
      throw new Error('no page of MCP Apps');
    this.#html = resource.text;
    this.#policy = policyOf((resource._meta?.['ui'] as { readonly csp?: Csp } | undefined)?.csp ?? {});
    const result = await this.client.callTool({ name, arguments: args });
    const page = await context.newPage();
    await page.exposeFunction('callTool', async (params: { name: string; arguments?: Record<string, unknown> }) => {
      const called = tools.find((one) => one.name === params.name);
      // A host passes on only what the server offers to boards.
      if (called === undefined || !isToolVisibilityAppOnly(called)) throw new Error(`${params.name} is not for boards`);
      this.calls.push(params);
      return this.client.callTool(params);
    });
    await page.exposeFunction('openLink', (url: string) => void this.links.push(url));
    await page.exposeFunction('modelContext', (text: string) => void this.contexts.push(text));
    await page.goto(addressOf(this.#page));
    const given = { view: addressOf(this.#view), theme, args, result };
    await page.evaluate((shown) => (globalThis as unknown as HostPage).showBoard(shown), given);
    const element = await page.waitForSelector('iframe');
    const frame = await element.contentFrame();
    if (frame === null) throw new Error('the board has no frame');
    return { page, frame, result };
  }

  async stop(): Promise<void> {
    await this.client.close();
    for (const server of [this.#page, this.#view]) {
      server.close();
      server.closeAllConnections();
    }
  }
}

type HostPage = { showBoard(shown: object): Promise<void> };

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

async function listening(
  answer: (path: string) => { readonly type: string; readonly body: string; readonly policy?: string },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') return void response.writeHead(204).end();
    const { type, body, policy } = answer(request.url ?? '/');
    if (policy !== undefined) response.setHeader('Content-Security-Policy', policy);
    return void response.setHeader('Content-Type', type).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** The page with the official bridge, as one script. */
async function hostScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      rolldownOptions: {
        input: fileURLToPath(new URL('../../clients/editor/chat/host-page.test-support.ts', import.meta.url)),
        output: { codeSplitting: false },
      },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
  if (chunk === undefined) throw new Error('the page of the host was not built');
  return chunk.code.replaceAll('</script', '<\\/script');
}
