/** use-tab-bar: what is done with the tabs of the document, and which of them is being renamed or deleted. */
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';

import { reaches } from '#schema/access.ts';
import type { TabMode, TabSettings } from '#schema/tab.ts';

import { useEditor } from '../state/editor.ts';
import { neighborIn } from '../state/neighbor-in.ts';
import { useValue } from '../state/signal.ts';
import { tabsTexts } from '../strings/tabs.ts';
import { usePending } from '../ui/use-pending.ts';
import { addTab, changeTab, copyTab, removeTab } from './tab-calls.ts';
import { tabKeyAction } from './tab-keys.ts';
import type { TabActions } from './tab-menu.tsx';

export type TabBarModel = {
  readonly tabs: readonly TabSettings[];
  readonly mayEdit: boolean;
  readonly busy: boolean;
  /** The id of the tab whose name is being edited. */
  readonly naming: string | null;
  readonly setNaming: (id: string | null) => void;
  /** The tab whose deletion the person has to confirm. */
  readonly removing: TabSettings | null;
  readonly setRemoving: (tab: TabSettings | null) => void;
  readonly add: (mode: TabMode) => void;
  readonly move: (id: string, position: number) => void;
  readonly remove: (tab: TabSettings) => void;
  readonly actionsOf: (tab: TabSettings) => TabActions;
  readonly onKeyDown: (event: KeyboardEvent, tab: TabSettings) => void;
  /** Ends the editing of a name; null leaves it. */
  readonly rename: (tab: TabSettings, name: string | null, byKeyboard: boolean) => void;
};

/** `items`: the elements of the tabs, by their ids. */
export function useTabBar(items: ReadonlyMap<string, HTMLElement>): TabBarModel {
  const { session, tab: shown, showTab, dialog, announce } = useEditor();
  const tabs = useValue(session.tabs);
  const mayEdit = reaches(useValue(session.level), 'editor');
  // Several presses in a row each do their work.
  const task = usePending({ inTurn: true });
  const [naming, setNaming] = useState<string | null>(null);
  const [removing, setRemoving] = useState<TabSettings | null>(null);

  const focusTab = (id: string | undefined): void => {
    if (id !== undefined) items.get(id)?.querySelector('a')?.focus();
  };
  const move = (id: string, position: number): void => {
    const name = tabs.find((tab) => tab.id === id)?.name ?? '';
    void task
      .run(() => changeTab(session, id, { position }))
      .then((done) => done && announce(tabsTexts.movedToPositionOf(name, position + 1, tabs.length)));
  };
  const remove = (tab: TabSettings): void =>
    void task.run(async () => {
      const next = neighborIn(tabs, tab.id);
      await removeTab(session, tab.id);
      setRemoving(null);
      if (tab.id === shown.id && next !== undefined) showTab(next.id);
    });
  const askRemove = (tab: TabSettings): void => {
    if (tabs.length > 1 && !tab.locked) setRemoving(tab);
  };
  const onKeyDown = (event: KeyboardEvent, tab: TabSettings): void => {
    const action = tabKeyAction(event, { tabs, id: tab.id, mayEdit });
    if (action === null) return;
    if (action.kind === 'focus') focusTab(action.id);
    else if (action.kind === 'move') move(tab.id, action.position);
    else if (action.kind === 'rename') setNaming(tab.id);
    else askRemove(tab);
    event.preventDefault();
    event.stopPropagation();
  };
  const rename = (tab: TabSettings, name: string | null, byKeyboard: boolean): void => {
    flushSync(() => setNaming(null));
    if (name !== null) void task.run(() => changeTab(session, tab.id, { name }));
    if (byKeyboard) focusTab(tab.id);
  };
  const actionsOf = (tab: TabSettings): TabActions => ({
    rename: () => setNaming(tab.id),
    copy: () => void task.run(async () => showTab(await copyTab(session, tab.id))),
    change: (change) => void task.run(() => changeTab(session, tab.id, change)),
    move: (position) => move(tab.id, position),
    theme: () => {
      showTab(tab.id);
      dialog.set('theme');
    },
    remove: () => askRemove(tab),
  });
  const add = (mode: TabMode): void => void task.run(async () => showTab(await addTab(session, mode)));
  return { tabs, mayEdit, busy: task.busy, naming, setNaming, removing, setRemoving, add, move, remove, actionsOf, onKeyDown, rename }; // prettier-ignore
}
