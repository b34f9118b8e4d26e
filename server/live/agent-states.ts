/**
 * Shows agents to the editors of this node, as awareness states under client ids that no editor has (SPEC.md, LV34 to LV36). The database has
 * the presence of agents; it is read when a document is opened, when a change is notified, when the next presence ends, and by a poll.
 */
import { createHmac } from 'node:crypto';

import type { Document } from '@hocuspocus/server';

import { rootMap } from '#schema/ydoc/roots.ts';
import type { ShownAgent } from '#storage/agent-presence.ts';

import { clockOf, putStates } from './put-states.ts';

export type AgentStatesOptions = {
  /** The agents that are present in these documents. */
  readonly agentsAmong: (documentIds: readonly string[]) => Promise<readonly ShownAgent[]>;
  /** True if other processes write presence, too: then every open document is polled, not only those that show an agent. */
  readonly isShared: boolean;
  /** The installation's key, from which client ids are derived. */
  readonly key: string;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void };
};

const pollMs = 1_500;
/** The minimum time between reads of a document: every changeset of a busy agent renews its presence. */
const readIntervalMs = 100;
/** Editors drop states that are silent for 30 s. */
const renewMs = 10_000;
/** Client ids of editors have 32 bits. */
const firstAgentId = 2 ** 32;
const origin = { source: 'local' } as const;

type ShownAgentState = { readonly state: object; readonly text: string; readonly expiresAt: number };
type OpenDocument = {
  readonly document: Document;
  shownAgents: Map<number, ShownAgentState>;
  isReading: boolean;
  /** Something changed while it was being read. */
  isStale: boolean;
  readAt: number;
  /** Starts the next read, if it must wait. */
  rereadTimer: NodeJS.Timeout | null;
  /** Fires when the next presence ends. */
  timer: NodeJS.Timeout | null;
};

export class AgentStates {
  readonly #options: AgentStatesOptions;
  readonly #open = new Map<string, OpenDocument>();
  readonly #poll: NodeJS.Timeout;
  #renewedAt = performance.now();

  constructor(options: AgentStatesOptions) {
    this.#options = options;
    this.#poll = setInterval(() => this.poll(), pollMs);
    this.#poll.unref();
  }

  /** Call when a document is loaded for editors of this node. */
  opened(document: Document): void {
    const open: OpenDocument = {
      document,
      shownAgents: new Map(),
      isReading: false,
      isStale: false,
      readAt: Number.NEGATIVE_INFINITY,
      rereadTimer: null,
      timer: null,
    };
    this.#open.set(document.name, open);
    document.once('destroy', () => {
      stopTimers(open);
      if (this.#open.get(document.name) === open) this.#open.delete(document.name);
    });
    this.onChange(document.name);
  }

  /** Call when the agents of a document may have changed. Never throws. */
  onChange(documentId: string): void {
    const open = this.#open.get(documentId);
    if (open === undefined) return;
    open.isStale = true;
    if (open.isReading || open.rereadTimer !== null) return;
    const waitMs = open.readAt + readIntervalMs - performance.now();
    if (waitMs <= 0) return void this.#read([open]);
    open.rereadTimer = setTimeout(() => {
      open.rereadTimer = null;
      this.onChange(documentId);
    }, waitMs);
  }

  poll(): void {
    const renews = performance.now() - this.#renewedAt >= renewMs;
    if (renews) this.#renewedAt = performance.now();
    const due = [...this.#open.values()].filter((open) => this.#options.isShared || open.shownAgents.size > 0);
    if (renews) for (const open of due) this.#put(open, open.shownAgents);
    const idle = due.filter((open) => !open.isReading);
    if (idle.length > 0) void this.#read(idle);
  }

  close(): void {
    clearInterval(this.#poll);
    for (const open of this.#open.values()) stopTimers(open);
    this.#open.clear();
  }

  async #read(opens: readonly OpenDocument[]): Promise<void> {
    for (const open of opens) {
      open.isReading = true;
      open.isStale = false;
      open.readAt = performance.now();
    }
    try {
      const byDocument = new Map<string, ShownAgent[]>(opens.map(({ document }) => [document.name, []]));
      for (const agent of await this.#options.agentsAmong([...byDocument.keys()])) byDocument.get(agent.documentId)?.push(agent);
      for (const open of opens) this.#show(open, byDocument.get(open.document.name) ?? []);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the presence of agents could not be read');
      for (const open of opens) this.#showUnexpired(open);
    }
    for (const open of opens) open.isReading = false;
    for (const open of opens) if (open.isStale && this.#open.get(open.document.name) === open) this.onChange(open.document.name);
  }

  #show(open: OpenDocument, agents: readonly ShownAgent[]): void {
    const tabs = rootMap(open.document, 'tabs');
    const shown = new Map<number, ShownAgentState>();
    for (const agent of agents) {
      if (tabs?.has(agent.tabId) !== true) continue;
      const state = stateOf(agent);
      shown.set(this.#clientIdOf(agent), { state, text: JSON.stringify(state), expiresAt: agent.expiresAt });
    }
    this.#change(open, shown);
  }

  /** Removes expired agents without the database. */
  #showUnexpired(open: OpenDocument): void {
    const now = this.#options.now();
    this.#change(open, new Map([...open.shownAgents].filter(([, { expiresAt }]) => expiresAt > now)));
  }

  #change(open: OpenDocument, shown: Map<number, ShownAgentState>): void {
    const before = open.shownAgents;
    open.shownAgents = shown;
    if (open.timer !== null) clearTimeout(open.timer);
    open.timer = null;
    if (this.#open.get(open.document.name) !== open) return;
    const changed = new Map<number, ShownAgentState | null>(
      [...shown].filter(([client, { text }]) => before.get(client)?.text !== text),
    );
    for (const client of before.keys()) if (!shown.has(client)) changed.set(client, null);
    this.#put(open, changed);
    if (shown.size === 0) return;
    const endsAt = Math.min(...[...shown.values()].map(({ expiresAt }) => expiresAt));
    open.timer = setTimeout(() => this.onChange(open.document.name), Math.max(20, endsAt - this.#options.now()));
    open.timer.unref();
  }

  #put({ document: { awareness } }: OpenDocument, states: ReadonlyMap<number, ShownAgentState | null>): void {
    const now = Math.max(0, Math.floor(this.#options.now()));
    const entries = [...states].map(([client, shown]) => ({
      client,
      clock: Math.max(clockOf(awareness, client) + 1, now),
      state: shown?.state ?? null,
    }));
    putStates(awareness, entries, origin);
  }

  /** 48 bits above the ids of editors, the same on every node; they do not reveal the token. */
  #clientIdOf({ documentId, tokenId, tabId }: ShownAgent): number {
    const digest = createHmac('sha256', this.#options.key).update(`agent\n${documentId}\n${tokenId}\n${tabId}`).digest();
    return firstAgentId + digest.readUIntBE(0, 6);
  }
}

function stopTimers({ rereadTimer, timer }: OpenDocument): void {
  if (rereadTimer !== null) clearTimeout(rereadTimer);
  if (timer !== null) clearTimeout(timer);
}

function stateOf({ user, tabId, status, focus, expiresAt, setAt }: ShownAgent): object {
  return { user, tab: tabId, agent: { ...(status !== null && { status }), focus, expiresAt, setAt } };
}
