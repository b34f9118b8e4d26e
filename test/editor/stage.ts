/**
 * A node and a real browser for the tests of the editor: signed-in people, their pages, and an agent.
 *
 * Messages on the console of a page, exceptions, and violations of its policy fail the test that calls `stop`.
 */
import { type Browser as Chromium, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

import { openStorage, type Storage } from '#storage/storage.ts';

import { Api } from '../harness/api.ts';
import { Browser } from '../harness/browser.ts';
import { startChromium } from '../harness/chromium.ts';
import { type NodeEnvironment, type NodeProcess, startNodeProcess } from '../harness/node-process.ts';
import { addMember, addToken } from '../harness/people.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

/** A person with a browser of their own. */
export type BrowserVisitor = {
  readonly name: string;
  readonly userId: string;
  /** The cookies and storage of their browser, shared by their pages. */
  readonly context: BrowserContext;
  /** Calls with their token, as their agent. */
  readonly agent: Api;
  /** Opens a new page at this path. */
  open(path: string): Promise<Page>;
};

export type EditorStage = {
  readonly node: NodeProcess;
  /** All nodes, `node` first. */
  readonly nodes: readonly NodeProcess[];
  readonly storage: Storage;
  readonly chromium: Chromium;
  /** A signed-in person with an account. `on`: the index of their node, 0 by default. */
  person(
    name: string,
    options?: BrowserContextOptions & { readonly color?: string; readonly on?: number },
  ): Promise<BrowserVisitor>;
  /** A browser without a session. */
  stranger(options?: BrowserContextOptions): Promise<{ readonly context: BrowserContext; open(path: string): Promise<Page> }>;
  /** A document of the visitor's, and its first tab. */
  document(owner: BrowserVisitor, name?: string): Promise<{ readonly id: string; readonly tab: string }>;
  /** Gives a person access to a document. */
  invite(documentId: string, visitor: BrowserVisitor, level: 'viewer' | 'participant' | 'editor' | 'owner'): Promise<void>;
  /** Allows messages that a test causes on purpose, such as failing calls while a page is offline. */
  expectComplaints(pattern: RegExp): void;
  stop(): Promise<void>;
};

/** What several nodes share. */
export type StageGround = { readonly databaseUrl: string; readonly redisUrl?: string; readonly nodes: number };

/** One node with a folder of its own, or several with the given database. */
export async function startStage(name: string, environment: NodeEnvironment = {}, ground?: StageGround): Promise<EditorStage> {
  const folder = temporaryFolder(name);
  const storage = await openStorage(ground ?? { dataDir: folder.path });
  const shared =
    ground === undefined
      ? {}
      : { DATABASE_URL: ground.databaseUrl, ...(ground.redisUrl !== undefined && { REDIS_URL: ground.redisUrl }) };
  const started = Array.from({ length: ground?.nodes ?? 1 }, () =>
    startNodeProcess({ DATA_DIR: folder.path, ...shared, ...environment }),
  );
  const [node, ...others] = await Promise.all(started);
  if (node === undefined) throw new Error('a stage has a node at least');
  const nodes = [node, ...others];
  const chromium = await startChromium();
  const messages: string[] = [];
  // Chromium reports that it looked for a newer service worker and had no network.
  const allowed: RegExp[] = [/An unknown error occurred when fetching the script/];

  const newContext = async (options: BrowserContextOptions = {}, url = node.url) => {
    const context = await chromium.newContext({ baseURL: url, viewport: { width: 1280, height: 800 }, ...options });
    // A slow machine must not fail a test.
    context.setDefaultTimeout(60_000);
    const open = async (path: string): Promise<Page> => {
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        messages.push(`${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => messages.push(String(error.stack ?? error)));
      await page.goto(path);
      return page;
    };
    return { context, open };
  };

  return {
    node,
    nodes,
    storage,
    chromium,
    async person(who, { color, on = 0, ...options } = {}) {
      const { url } = nodes[on] ?? node;
      const { context, open } = await newContext(options, url);
      const { userId, cookie } = await Browser.signIn(url, storage, who, color);
      const cookies = cookie.split('; ').map((pair) => {
        const [key = '', value = ''] = pair.split('=');
        return { name: key, value, url, httpOnly: true, sameSite: 'Lax' as const };
      });
      await context.addCookies(cookies);
      return { name: who, userId, context, agent: new Api(url, await addToken(storage, userId)), open };
    },
    stranger: (options) => newContext(options),
    document: (owner, called = 'Plans') => owner.agent.createDocument(called),
    invite: (documentId, visitor, level) => addMember(storage, documentId, visitor.userId, level),
    expectComplaints: (pattern) => void allowed.push(pattern),
    async stop() {
      await chromium.close();
      await Promise.all(nodes.map((each) => each.kill('SIGTERM')));
      await storage.close();
      folder.remove();
      const unexpected = messages.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      if (unexpected.length > 0) throw new Error(`The pages complained:\n${unexpected.join('\n')}`);
    },
  };
}

/** For scripts of `page.evaluate`: the editor of the shown tab (document/editor.ts), found through React's tree. */
export const theEditor = `(() => {
  const screen = document.querySelector('.document-screen');
  let fiber = screen?.[Object.keys(screen).find((key) => key.startsWith('__reactFiber$'))];
  while (fiber && fiber.memoizedProps?.value?.session === undefined) fiber = fiber.return;
  return fiber?.memoizedProps.value;
})()`;

/** For scripts of `page.evaluate`: from now on each frame of the page is a tenth of a second late, as on a busy machine. */
export const lateFrames = `(() => {
  const soon = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (then) => window.setTimeout(() => soon(then), 100);
})()`;
