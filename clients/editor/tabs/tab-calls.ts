/**
 * tab-calls: changes of the tabs of a document, made by the server, which checks access and locks. All throw CallRefused and
 * CallUnreachable.
 */
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import type { ArrowLine, TabLook, TabMode, TabSettings } from '#schema/tab.ts';
import { setTab } from '#schema/ydoc/write.ts';

import type { DocumentSession } from '../live/document-session.ts';
import type { TabStore } from '../live/tab-store.ts';
import { call } from '../api/call.ts';
import { copyElements } from './copy-elements.ts';
import { copyName, newTabName } from './tab-names.ts';

export type TabUpdate = {
  readonly name?: string;
  readonly locked?: boolean;
  readonly mode?: TabMode;
  readonly position?: number;
  readonly arrowLine?: ArrowLine;
  readonly look?: TabLook;
};

const paramsOf = (session: DocumentSession, tab: string) => ({ doc: session.documentId, tab });
const namesIn = (session: DocumentSession): readonly string[] => session.tabs.get().map(({ name }) => name);

export async function changeTab(session: DocumentSession, tabId: string, change: TabUpdate): Promise<void> {
  await call('PATCH /documents/:doc/tabs/:tab', { params: paramsOf(session, tabId), body: change });
}

export async function removeTab(session: DocumentSession, tabId: string): Promise<void> {
  await call('DELETE /documents/:doc/tabs/:tab', { params: paramsOf(session, tabId) });
}

/** Returns the new tab's id, once the document on this page has it. */
export async function addTab(session: DocumentSession, mode: TabMode): Promise<string> {
  return (await makeTab(session, { name: newTabName(namesIn(session)), mode, theme: 'auto' })).id;
}

/** Copies mode, theme, look, line of arrows, elements, pages and layers to a tab behind this one, without comments and history. */
export async function copyTab(session: DocumentSession, tabId: string): Promise<string> {
  const source = session.tab(tabId);
  if (source === null) throw new Error('the tab was deleted');
  const { name, mode, theme, look, arrowLine, layers, pages } = source.settings.get();
  const position = session.tabs.get().findIndex(({ id }) => id === tabId) + 1;
  const copyTitle = copyName(name, namesIn(session), limits.nameCharacters);
  const { id } = await makeTab(session, { name: copyTitle, mode, theme, position, ...(look !== undefined && { look }) });
  const rows = pages.map((page) => ({ ...page, id: newId('page') }));
  if (rows.length > 0) session.transact((doc) => setTab(doc, id, { pages: rows }));
  // The layers follow: if they are locked, elements could not be added to them.
  session.edit(id, copyElements(source.view.elements()));
  const body = { ...(layers.length > 0 && { layers }), ...(arrowLine !== undefined && { arrowLine }) };
  if (Object.keys(body).length > 0) await call('PATCH /documents/:doc/tabs/:tab', { params: paramsOf(session, id), body });
  return id;
}

/** Resolves once the document on this page has the tab. */
export async function makeTab(
  session: DocumentSession,
  body: Partial<Pick<TabSettings, 'theme' | 'look'>> & {
    readonly name: string;
    readonly mode: TabMode;
    readonly position?: number;
  },
): Promise<TabStore> {
  const { tab } = await call('POST /documents/:doc/tabs', { params: { doc: session.documentId }, body });
  return arrived(session, tab.id);
}

const arrivalMs = 10_000;

/** Resolves when the live protocol has delivered the tab, which can be before or after the answer. */
function arrived(session: DocumentSession, tabId: string): Promise<TabStore> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const tab = session.tabs.get().some(({ id }) => id === tabId) ? session.tab(tabId) : null;
      if (tab === null) return;
      end();
      resolve(tab);
    };
    const end = (): void => {
      clearTimeout(timer);
      unsubscribe();
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error('the new tab has not arrived'));
    }, arrivalMs);
    const unsubscribe = session.tabs.subscribe(look);
    look();
  });
}
