/**
 * The published links that have readers on this node. A link is found in the database for its first reader; the access watch says when
 * it ends. So further readers cost no query (SPEC.md, PB8).
 */
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { AccessWatch } from '#server/access/access-watch.ts';
import { journalPositions } from '#storage/journal.ts';

import { Publication } from './publication.ts';
import { type LinkFinder, type PublishedLink, publishedLink } from './published-link.ts';
import { type BoardSource, readBoard, readShownTabs } from './read-board.ts';

export type PublicationsOptions = LinkFinder &
  BoardSource & {
    readonly watch: AccessWatch;
    readonly log: { warn(data: object, message: string): void };
    /** Readers of one link on this node; null: no limit. */
    readonly perLink: number | null;
  };

/** A place among the readers of a tab, which is freed with `leave`. */
export type ReaderPlace = { readonly publication: Publication; readonly leave: () => void };

type OpenLink = {
  readonly link: PublishedLink;
  /** The key of the watch. */
  readonly visitor: { readonly documentId: string; readonly linkId: string };
  /** By tab id. */
  readonly tabs: Map<string, { readonly publication: Publication; places: number }>;
  places: number;
  isOver: boolean;
};

/** Other nodes write without a notification if there is no Redis, or if it loses one. */
const pollMs = 1_000;

export class Publications {
  readonly #options: PublicationsOptions;
  /** By secret. */
  readonly #links = new Map<string, OpenLink>();
  readonly #byDocument = new Map<string, Set<OpenLink>>();
  /** The journal positions of the last poll. */
  #positions: ReadonlyMap<string, number> = new Map();
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;
  /** Messages to readers since the node started. */
  sent = 0;

  constructor(options: PublicationsOptions) {
    this.#options = options;
  }

  /** Polls from now on. */
  start(): void {
    this.#timer = setInterval(() => void this.poll(), pollMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** `tab` null: the first that is shown. Returns null if the secret does not show it. Problems: room_unavailable. Throws what storage throws. */
  async enter(secret: string, tab: string | null): Promise<ReaderPlace | null | Problem> {
    const open = await this.#open(secret);
    if (open === null) return null;
    const { perLink } = this.#options;
    if (perLink !== null && open.places >= perLink) return full;
    open.places += 1;
    let leaveTab = (): void => undefined;
    const leave = (): void => {
      leaveTab();
      leaveTab = () => undefined;
      open.places -= 1;
      if (open.places === 0) this.#drop(secret, open);
    };
    try {
      const tabId = tab ?? (await this.#firstTab(open));
      if (isProblem(tabId)) return refused(leave, tabId);
      const entry = this.#tab(open, tabId);
      entry.places += 1;
      leaveTab = () => {
        entry.places -= 1;
        if (entry.places > 0) return;
        entry.publication.end();
        if (open.tabs.get(tabId) === entry) open.tabs.delete(tabId);
      };
      const failed = await entry.publication.open();
      if (failed !== null) return refused(leave, failed);
      if (open.isOver) return refused(leave, null);
      return { publication: entry.publication, leave };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Call when a document may have changed, here or on another node. */
  wake(documentId: string): void {
    for (const { tabs } of this.#byDocument.get(documentId) ?? [])
      for (const { publication } of tabs.values()) publication.wake();
  }

  /** Looks for writes without a notification. Never rejects. */
  async poll(): Promise<void> {
    if (this.#isPolling || this.#byDocument.size === 0) return;
    this.#isPolling = true;
    try {
      const positions = await journalPositions(this.#options.storage.db, [...this.#byDocument.keys()]);
      for (const [documentId, seq] of positions) if (this.#positions.get(documentId) !== seq) this.wake(documentId);
      this.#positions = positions;
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isPolling = false;
    }
  }

  /** By link: its document and its readers on this node. */
  readers(): ReadonlyMap<string, { readonly documentId: string; readonly readers: number }> {
    const readers = new Map<string, { documentId: string; readers: number }>();
    for (const { link, tabs } of this.#links.values()) {
      let count = 0;
      for (const { publication } of tabs.values()) count += publication.readers;
      readers.set(link.id, { documentId: link.documentId, readers: count });
    }
    return readers;
  }

  async #open(secret: string): Promise<OpenLink | null> {
    const current = this.#links.get(secret);
    if (current !== undefined) return current;
    const { watch } = this.#options;
    const { version } = watch;
    const link = await publishedLink(this.#options, secret);
    const opened = this.#links.get(secret);
    if (opened !== undefined || link === null) return opened ?? null;
    const visitor = { documentId: link.documentId, linkId: link.id };
    const open: OpenLink = { link, visitor, tabs: new Map(), places: 0, isOver: false };
    this.#links.set(secret, open);
    const ofDocument = this.#byDocument.get(link.documentId) ?? new Set();
    this.#byDocument.set(link.documentId, ofDocument.add(open));
    watch.enter(visitor, { version, until: link.expiresAt }, (access) => {
      if (typeof access === 'string') this.#over(secret, open);
    });
    return open;
  }

  #tab(open: OpenLink, tabId: string): { readonly publication: Publication; places: number } {
    const current = open.tabs.get(tabId);
    if (current !== undefined) return current;
    const publication = new Publication({
      read: () => readBoard(this.#options, open.link, tabId),
      onFailed: (error) => this.#failed(error),
      onSent: (messages) => {
        this.sent += messages;
      },
    });
    const entry = { publication, places: 0 };
    open.tabs.set(tabId, entry);
    return entry;
  }

  async #firstTab({ link, tabs }: OpenLink): Promise<string | Problem> {
    for (const { publication } of tabs.values()) {
      const [first] = publication.board?.tabs ?? [];
      if (first !== undefined) return first.id;
    }
    const shown = await readShownTabs(this.#options, link);
    return isProblem(shown) ? shown : (shown[0]?.id ?? '');
  }

  /** Access has ended: the next reader is looked up again. */
  #over(secret: string, open: OpenLink): void {
    open.isOver = true;
    this.#drop(secret, open);
    for (const { publication } of open.tabs.values()) publication.endReaders('gone');
  }

  #drop(secret: string, open: OpenLink): void {
    this.#options.watch.leave(open.visitor);
    if (this.#links.get(secret) === open) this.#links.delete(secret);
    const { documentId } = open.link;
    const ofDocument = this.#byDocument.get(documentId);
    ofDocument?.delete(open);
    if (ofDocument?.size === 0) this.#byDocument.delete(documentId);
  }

  #failed(error: unknown): void {
    this.#options.log.warn({ err: error }, 'a published board could not be read yet');
  }
}

const full = problem('room_unavailable', { detail: 'The board has as many readers as this server allows.', retryAfter: 10 });

/** What is not shown is no problem of its own. */
function refused(leave: () => void, refusal: Problem | null): null | Problem {
  leave();
  return refusal === null || refusal.status === 404 ? null : refusal;
}
