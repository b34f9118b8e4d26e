/**
 * tab-event-throttle: live events that tell of editors' edits: `tab` with `rev`, for each tab at most once a second.
 *
 * N1  The first batch is told in its own transaction, and so is each that comes a second after what was told last.
 * N2  What came in between is told at the end of that second, with the revision that the tab has then: the last batch is
 *     always told of.
 * N3  Nodes share the second: whoever tells claims it in the tab's row.
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
  /** Events were committed. */
  readonly onTold: () => void;
};

/** `author`: whose edits are not told yet; null: all is told. */
type News = { readonly toldAt: number; readonly author: Author | null };

const everyMs = 1_000;

export class TabEventThrottle {
  readonly #options: TabEventThrottleOptions;
  readonly #tabs = new Map<string, News>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: TabEventThrottleOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#tabs.size === 0;
  }

  /** [N1] A batch that is being written, with its revision raised already. The transaction has locked the document. */
  async batch(tx: Db, tabId: string, author: Author, at: number): Promise<void> {
    const toldAt = this.#tabs.get(tabId)?.toldAt ?? 0;
    const isTold = at - toldAt >= everyMs && (await this.#tellOf(tx, tabId, author, at, everyMs));
    this.#tabs.set(tabId, isTold ? { toldAt: at, author: null } : { toldAt: toldAt || at, author });
    this.#timer ??= setTimeout(() => void this.#later(), everyMs);
  }

  /** [N2] Tells all that is not told, whatever was told in this second. Throws what storage throws. */
  async tellAll(): Promise<void> {
    await this.#tell(0);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#tabs.clear();
  }

  async #later(): Promise<void> {
    try {
      await this.#tell(everyMs);
    } catch {
      // The database is away; what is untold stays so until the next second.
    }
    this.#timer = this.#tabs.size === 0 ? null : setTimeout(() => void this.#later(), everyMs);
  }

  async #tell(everyMs: number): Promise<void> {
    const at = this.#options.now();
    const { documentId, storage } = this.#options;
    for (const [tabId, { toldAt, author }] of this.#tabs) if (author === null && at - toldAt >= everyMs) this.#tabs.delete(tabId);
    const untold = [...this.#tabs].filter(([, { author }]) => author !== null);
    if (untold.length === 0) return;
    const told = await storage.transact(async (tx) => {
      const tabs: [string, News][] = [];
      if ((await lockDocument(tx, documentId)) === null) return tabs;
      for (const [tabId, news] of untold)
        if (news.author !== null && (await this.#tellOf(tx, tabId, news.author, at, everyMs))) tabs.push([tabId, news]);
      return tabs;
    });
    // A batch that came meanwhile has news of its own.
    for (const [tabId, news] of told) if (this.#tabs.get(tabId) === news) this.#tabs.set(tabId, { toldAt: at, author: null });
    if (told.length > 0) this.#options.onTold();
  }

  /** [N3] False when another node has told in this second. */
  async #tellOf(tx: Db, tabId: string, { name, color }: Author, at: number, withinMs: number): Promise<boolean> {
    const { documentId } = this.#options;
    const rev = await claimTabEvent(tx, { documentId, tabId, at, withinMs });
    if (rev === 'claimed') return false;
    const actor = { name, color, agent: false };
    if (rev !== 'gone') await appendEvent(tx, { documentId, type: 'tab', tabId, at, data: { change: 'edited', rev, actor } });
    return true;
  }
}
