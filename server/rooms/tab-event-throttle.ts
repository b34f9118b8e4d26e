/**
 * Live events for editors' edits: `tab` with `rev`, for each tab at most once a second (SPEC.md).
 *
 * Nodes share the second: the node that emits claims it in the tab's row.
 */
import type { Author } from '#schema/access.ts';
import { lockDocument } from '#storage/journal.ts';
import { appendEvent } from '#storage/outbox.ts';
import type { Db, Storage } from '#storage/storage.ts';
import { claimTabEvent } from '#storage/tabs.ts';

export type TabEventThrottleOptions = {
  readonly documentId: string;
  readonly storage: Storage;
  readonly now: () => number;
  /** Called after events were committed. */
  readonly onEmitted: () => void;
};

/** `author` of edits not yet announced; null if there are none. */
type TabState = { readonly emittedAt: number; readonly author: Author | null };

const everyMs = 1_000;

export class TabEventThrottle {
  readonly #options: TabEventThrottleOptions;
  readonly #tabs = new Map<string, TabState>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: TabEventThrottleOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#tabs.size === 0;
  }

  /** Emits or keeps the event of a batch whose revision is raised already. The transaction has locked the document. */
  async batch(tx: Db, tabId: string, author: Author, at: number): Promise<void> {
    const emittedAt = this.#tabs.get(tabId)?.emittedAt ?? 0;
    const isEmitted = at - emittedAt >= everyMs && (await this.#emitTab(tx, tabId, author, at, everyMs));
    this.#tabs.set(tabId, isEmitted ? { emittedAt: at, author: null } : { emittedAt: emittedAt || at, author });
    this.#timer ??= setTimeout(() => void this.#later(), everyMs);
  }

  /** Emits all events that wait, whatever was emitted in this second. Throws what storage throws. */
  async emitAll(): Promise<void> {
    await this.#emit(0);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#tabs.clear();
  }

  async #later(): Promise<void> {
    try {
      await this.#emit(everyMs);
    } catch {
      // The database is unavailable: the events wait for another second.
    }
    this.#timer = this.#tabs.size === 0 ? null : setTimeout(() => void this.#later(), everyMs);
  }

  async #emit(everyMs: number): Promise<void> {
    const at = this.#options.now();
    const { documentId, storage } = this.#options;
    for (const [tabId, { emittedAt, author }] of this.#tabs)
      if (author === null && at - emittedAt >= everyMs) this.#tabs.delete(tabId);
    const waiting = [...this.#tabs].filter(([, { author }]) => author !== null);
    if (waiting.length === 0) return;
    const emitted = await storage.transact(async (tx) => {
      const tabs: [string, TabState][] = [];
      if ((await lockDocument(tx, documentId)) === null) return tabs;
      for (const [tabId, state] of waiting)
        if (state.author !== null && (await this.#emitTab(tx, tabId, state.author, at, everyMs))) tabs.push([tabId, state]);
      return tabs;
    });
    // A batch that came meanwhile has a state of its own.
    for (const [tabId, state] of emitted)
      if (this.#tabs.get(tabId) === state) this.#tabs.set(tabId, { emittedAt: at, author: null });
    if (emitted.length > 0) this.#options.onEmitted();
  }

  /** False if another node has emitted in this second. */
  async #emitTab(tx: Db, tabId: string, { name, color }: Author, at: number, withinMs: number): Promise<boolean> {
    const { documentId } = this.#options;
    const rev = await claimTabEvent(tx, { documentId, tabId, at, withinMs });
    if (rev === 'claimed') return false;
    const actor = { name, color, agent: false };
    if (rev !== 'gone') await appendEvent(tx, { documentId, type: 'tab', tabId, at, data: { change: 'edited', rev, actor } });
    return true;
  }
}
