/**
 * A document as answers show it: its row, the caller's level and its tabs.
 *
 * Tabs are cached by journal position, so a list of documents loads only those that changed since the last list.
 */
import type { Level } from '#schema/access.ts';
import type { Document } from '#schema/document.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Tab, TabSettings } from '#schema/tab.ts';
import type { Call } from '#server/call.ts';
import type { Access } from '#server/access/actor.ts';
import type { RoomReading } from '#server/rooms/port.ts';
import type { ListedDocument } from '#storage/document-list.ts';
import { type DocumentMarks, marksOf, noMarks } from '#storage/document-marks.ts';
import { documentById, type StoredDocument } from '#storage/documents.ts';
import { CorruptJournal } from '#storage/failures.ts';

import { type Addresses, addressesFor } from './addresses.ts';
import type { AppContext } from './context.ts';

/** A tab without its address, which depends on the caller. */
export type AnsweredTab = Omit<Tab, 'url'>;

/** A few hundred bytes each. */
const cachedDocuments = 5_000;

export class DocumentView {
  readonly #context: AppContext;
  /** Least recently used first. */
  readonly #tabs = new Map<string, { readonly seq: number; readonly tabs: readonly AnsweredTab[] }>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** Errors: document_not_found. */
  async show(call: Call, documentId: string, { level, tabs: writable }: Access): Promise<Document | Problem> {
    const document = await documentById(this.#context.storage.db, documentId);
    if (document === null || document.deletedAt !== null) return problem('document_not_found');
    const tabs = await this.#tabsOf(document);
    if (isProblem(tabs)) return tabs;
    const addresses = addressesFor(this.#context, call);
    const { actor } = call;
    const marks = actor.kind === 'guest' ? noMarks : await marksOf(this.#context.storage.db, actor.userId, documentId);
    const shown = documentView(document, level, tabs, addresses, marks);
    return { ...shown, ...(writable !== null && { writableTabs: [...writable] }) };
  }

  /** A corrupt document is listed without tabs, so it does not hide the others. */
  async list(call: Call, documents: readonly ListedDocument[]): Promise<Document[]> {
    const addresses = addressesFor(this.#context, call);
    const views = documents.map(async (document) => {
      const tabs = await this.#tabsOf(document).catch(noTabsIfCorrupt);
      return documentView(document, document.level, isProblem(tabs) ? [] : tabs, addresses, document.marks);
    });
    return Promise.all(views);
  }

  /** `keptMs`: how long documents stay in the trash. Their tabs are not loaded. */
  trash(call: Call, documents: readonly ListedDocument[], keptMs: number): Document[] {
    const addresses = addressesFor(this.#context, call);
    return documents.map((document) => {
      const trashedAt = document.deletedAt ?? 0;
      return { ...documentView(document, document.level, [], addresses, document.marks), trashedAt, purgeAt: trashedAt + keptMs };
    });
  }

  async #tabsOf({ id, seq }: StoredDocument): Promise<readonly AnsweredTab[] | Problem> {
    const cached = this.#tabs.get(id);
    this.#tabs.delete(id);
    const tabs = cached?.seq === seq ? cached.tabs : await this.#context.rooms.read(id, readTabList);
    if (isProblem(tabs)) return tabs;
    this.#tabs.set(id, { seq, tabs });
    const [oldest] = this.#tabs.keys();
    if (this.#tabs.size > cachedDocuments && oldest !== undefined) this.#tabs.delete(oldest);
    return tabs;
  }
}

const readTabList = (reading: RoomReading): AnsweredTab[] => reading.tabs.map((settings) => shownTab(settings, reading));

/** A tab as answers show it. */
export function shownTab(settings: TabSettings, reading: Pick<RoomReading, 'rev' | 'counts'>): AnsweredTab {
  const { id, name, mode, locked, theme, arrowLine, look } = settings;
  const sparse = { ...(arrowLine !== undefined && { arrowLine }), ...(look !== undefined && { look }) };
  return { id, name, mode, rev: reading.rev(id), locked, theme, ...reading.counts(id), ...sparse };
}

function documentView(
  { id, name, owner, agents, createdAt, updatedAt }: StoredDocument,
  access: Level,
  tabs: readonly AnsweredTab[],
  addresses: Addresses,
  { starredAt, openedAt, folderId }: DocumentMarks,
): Document {
  const marks = {
    ...(starredAt !== null && { starred: true }),
    ...(folderId !== null && { folder: folderId }),
    ...(openedAt !== null && { openedAt }),
  };
  const document = { id, name, owner: { ...owner }, access, agents, createdAt, updatedAt, ...marks, tabs };
  return withAddresses(document, addresses);
}

type DocumentWithoutAddresses = Omit<Document, 'url' | 'tabs'> & { readonly tabs: readonly AnsweredTab[] };

export const withAddresses = ({ tabs, ...document }: DocumentWithoutAddresses, addresses: Addresses): Document => ({
  ...document,
  url: addresses.document(document.id),
  tabs: tabs.map((tab) => ({ ...tab, url: addresses.tab(document.id, tab.id) })),
});

function noTabsIfCorrupt(error: unknown): readonly AnsweredTab[] {
  if (error instanceof CorruptJournal) return [];
  throw error;
}
