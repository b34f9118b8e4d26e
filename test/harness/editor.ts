/** An editor's side of the live protocol, with real parts: a Y.Doc and the Hocuspocus provider over a WebSocket. */
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import type { Element } from '#schema/element.ts';
import { applyEdits } from '#schema/ydoc/write.ts';
import { readTab } from '#schema/ydoc/read.ts';

export type EditorOptions = {
  readonly url: string;
  readonly documentId: string;
  readonly credential: string | (() => Promise<string>);
  readonly doc?: Y.Doc;
};

export class TestEditor {
  readonly doc: Y.Doc;
  readonly provider: HocuspocusProvider;
  readonly #socket: HocuspocusProviderWebsocket;
  /** Close codes of the server, oldest first. */
  readonly closeCodes: number[] = [];
  /** The reasons of those closes. */
  readonly closeReasons: string[] = [];
  readonly notices: Record<string, unknown>[] = [];

  constructor({ url, documentId, credential, doc = new Y.Doc() }: EditorOptions) {
    this.doc = doc;
    this.#socket = new HocuspocusProviderWebsocket({
      url: `${url.replace(/^http/, 'ws')}/collab`,
      delay: 50,
      minDelay: 50,
      maxDelay: 500,
      messageReconnectTimeout: limits.serverSilentMs,
      onClose: ({ event }) => {
        this.closeCodes.push(event.code);
        this.closeReasons.push(event.reason);
      },
    });
    this.provider = new HocuspocusProvider({
      websocketProvider: this.#socket,
      name: documentId,
      document: doc,
      token: credential,
      onStateless: ({ payload }) => void this.notices.push(JSON.parse(payload) as Record<string, unknown>),
    });
    this.provider.attach();
  }

  /** Resolves when the server's state has arrived. */
  synced(timeoutMs = 60_000): Promise<void> {
    return until(() => this.provider.synced, timeoutMs, 'the editor does not sync');
  }

  /** Resolves when the server has acknowledged everything written here. */
  saved(timeoutMs = 60_000): Promise<void> {
    return until(() => this.provider.synced && !this.provider.hasUnsyncedChanges, timeoutMs, 'the editor is not saved');
  }

  closed(timeoutMs = 60_000): Promise<void> {
    return until(() => this.closeCodes.length > 0, timeoutMs, 'the socket is not closed');
  }

  element(tabId: string, slug: string): Element | undefined {
    return [...(readTab(this.doc, tabId)?.elements.values() ?? [])].find(({ id }) => id.startsWith(`${slug}~`));
  }

  put(tabId: string, element: Element): void {
    const before = readTab(this.doc, tabId)?.elements.get(element.id) ?? null;
    applyEdits(this.doc, tabId, [{ id: element.id, before, after: element }]);
  }

  offline(): void {
    this.#socket.disconnect();
  }

  async online(): Promise<void> {
    // The provider does not connect while the last connection is closing, and would stay offline afterwards.
    const isClosing = this.#socket.webSocket?.readyState === WebSocket.CLOSING;
    if (isClosing) await until(() => this.#socket.status !== 'connected', 30_000, 'the last connection does not end');
    await this.#socket.connect();
  }

  destroy(): void {
    this.provider.destroy();
    this.#socket.destroy();
  }
}

export async function until(condition: () => boolean | Promise<boolean>, timeoutMs: number, failure: string): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${failure} within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
