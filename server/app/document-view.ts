/**
 * A document as answers show it: its row, the caller's level and its tabs.
 *
 * Tabs are cached by journal position, so a list of documents loads only those that changed since the last list.
 */
import type { Level } from '#schema/access.ts';
import type { Document } from '#schema/document.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Tab, TabSettings } from '#schema/tab.ts';
import type { Access } from '#server/access/actor.ts';
import type { RoomReading } from '#server/rooms/port.ts';
import type { ListedDocument } from '#storage/document-list.ts';
import { documentById, type StoredDocument } from '#storage/documents.ts';
import { CorruptJournal } from '#storage/failures.ts';

import type { AppContext } from './context.ts';

/** A few hundred bytes each. */
const cachedDocuments = 5_000;

export class DocumentView {
  readonly #context: AppContext;
  /** Least recently used first. */
  readonly #tabs = new Map<string, { readonly seq: number; readonly tabs: readonly Tab[] }>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** Errors: document_not_found. */
  async show(documentId: string, { level, tabs: writable }: Access): Promise<Document | Problem> {
    const document = await documentById(this.#context.storage.db, documentId);
    if (document === null || document.deletedAt !== null) return problem('document_not_found');
    const tabs = await this.#tabsOf(document);
    if (isProblem(tabs)) return tabs;
    return { ...documentView(document, level, tabs), ...(writable !== null && { writableTabs: [...writable] }) };
  }

  /** A corrupt document is listed without tabs, so it does not hide the others. */
  async list(documents: readonly ListedDocument[]): Promise<Document[]> {
    const views = documents.map(async (document) => {
      const tabs = await this.#tabsOf(document).catch(noTabsIfCorrupt);
      return documentView(document, document.level, isProblem(tabs) ? [] : tabs);
    });
    return Promise.all(views);
  }

  async #tabsOf({ id, seq }: StoredDocument): Promise<readonly Tab[] | Problem> {
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

const readTabList = (reading: RoomReading): Tab[] => reading.tabs.map((settings) => shownTab(settings, reading));

/** A tab as answers show it. */
export function shownTab(settings: TabSettings, reading: Pick<RoomReading, 'rev' | 'counts'>): Tab {
  const { id, name, mode, locked, theme, arrowLine } = settings;
  const line = arrowLine === undefined ? {} : { arrowLine };
  return { id, name, mode, rev: reading.rev(id), locked, theme, ...reading.counts(id), ...line };
}

function documentView({ id, name, owner, createdAt, updatedAt }: StoredDocument, access: Level, tabs: readonly Tab[]): Document {
  return { id, name, owner: { ...owner }, access, createdAt, updatedAt, tabs: [...tabs] };
}

function noTabsIfCorrupt(error: unknown): readonly Tab[] {
  if (error instanceof CorruptJournal) return [];
  throw error;
}
