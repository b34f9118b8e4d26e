/**
 * tab-bar: the tabs of the document: shown, added, renamed, arranged, copied, locked, deleted.
 *
 * B1  Each tab is a link with an address of its own. The arrow keys go from one to the next, F2 names, Delete deletes,
 *     Alt with Shift and an arrow key moves.
 * B2  A drag arranges, as does the menu; a finger scrolls the row, and drags the tab that it has rested on for a moment.
 * B3  The last tab is not deleted. What the server refuses (a lock, a limit to some tabs) is told, and nothing has changed.
 */
import { Plus, Presentation, Square, StickyNote } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { reaches } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';
import type { TabMode, TabSettings } from '#schema/tab.ts';

import { useEditor } from '../state/editor.ts';
import { useTask } from '../ui/use-task.ts';
import { useValue } from '../state/signal.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { useRowDrag } from '../ui/use-row-drag.ts';
import css from './tab-bar.module.css';
import { addTab, changeTab, copyTab, removeTab } from './tab-calls.ts';
import { TabItem } from './tab-item.tsx';
import { tabMarks } from './tab-marks.ts';
import { tabMenu } from './tab-menu.tsx';
import { tabsTexts } from '../strings/tabs.ts';

export function TabBar() {
  const editor = useEditor();
  const { session, tab: shown, showTab, navigate, announce } = editor;
  const tabs = useValue(session.tabs);
  const mayEdit = reaches(useValue(session.level), 'editor');
  // Presses on several tabs, or on one in several ways, each do their work.
  const task = useTask({ inTurn: true });
  const [naming, setNaming] = useState<string | null>(null);
  const [removing, setRemoving] = useState<TabSettings | null>(null);
  const row = useRef<HTMLUListElement>(null);
  const [items] = useState(() => new Map<string, HTMLLIElement>());

  const move = (id: string, position: number): void => {
    const name = tabs.find((tab) => tab.id === id)?.name ?? '';
    void task
      .run(() => changeTab(session, id, { position }))
      .then((done) => done && announce(tabsTexts.movedToPositionOf(name, position + 1, tabs.length)));
  };
  const drag = useRowDrag({ row, ids: tabs.map(({ id }) => id), items, enabled: mayEdit, onDrop: move });

  useEffect(() => {
    items.get(shown.id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [items, shown.id, tabs.length]);

  const focusTab = (id: string | undefined): void => {
    if (id !== undefined) items.get(id)?.querySelector('a')?.focus();
  };
  const add = (mode: TabMode): void => void task.run(async () => showTab(await addTab(session, mode)));
  const remove = (tab: TabSettings): void =>
    void task.run(async () => {
      const place = tabs.findIndex(({ id }) => id === tab.id);
      const next = tabs[place + 1] ?? tabs[place - 1];
      await removeTab(session, tab.id);
      setRemoving(null);
      if (tab.id === shown.id && next !== undefined) showTab(next.id);
    });
  const askRemove = (tab: TabSettings): void => {
    if (tabs.length > 1 && !tab.locked) setRemoving(tab);
  };
  const onKeyDown = (event: KeyboardEvent, tab: TabSettings): void => {
    const place = tabs.findIndex(({ id }) => id === tab.id);
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const arranges = event.altKey && event.shiftKey;
    if (step !== 0 && arranges && mayEdit && tabs[place + step] !== undefined) move(tab.id, place + step);
    else if (step !== 0 && !arranges) focusTab(tabs[place + step]?.id);
    else if (event.key === 'Home') focusTab(tabs[0]?.id);
    else if (event.key === 'End') focusTab(tabs.at(-1)?.id);
    else if (event.key === 'F2' && mayEdit) setNaming(tab.id);
    else if (event.key === 'Delete' && mayEdit) askRemove(tab);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const named = (tab: TabSettings, name: string | null, byKeyboard: boolean): void => {
    flushSync(() => setNaming(null));
    if (name !== null) void task.run(() => changeTab(session, tab.id, { name }));
    if (byKeyboard) focusTab(tab.id);
  };

  return (
    <nav className={css['bar']} aria-label={tabsTexts.documentTabs}>
      <ul ref={row} className={css['row']} onWheel={scrollAcross}>
        {tabs.map((tab, place) => (
          <TabItem
            key={tab.id}
            ref={(item) => {
              if (item === null) items.delete(tab.id);
              else items.set(tab.id, item);
            }}
            documentId={session.documentId}
            tab={tab}
            isShown={tab.id === shown.id}
            isNamed={naming === tab.id}
            drag={drag.of(tab.id)}
            marks={tabMarks}
            navigate={navigate}
            items={
              mayEdit
                ? tabMenu(tab, place, tabs.length, {
                    rename: () => setNaming(tab.id),
                    copy: () => void task.run(async () => showTab(await copyTab(session, tab.id))),
                    change: (change) => void task.run(() => changeTab(session, tab.id, change)),
                    move: (position) => move(tab.id, position),
                    theme: () => {
                      showTab(tab.id);
                      editor.dialog.set('theme');
                    },
                    remove: () => askRemove(tab),
                  })
                : []
            }
            onNamed={(name, byKeyboard) => named(tab, name, byKeyboard)}
            onName={() => {
              if (mayEdit) setNaming(tab.id);
            }}
            onKeyDown={(event) => onKeyDown(event, tab)}
            onMenu={drag.end}
            onPointerDown={(event) => drag.begin(tab.id, event)}
          />
        ))}
      </ul>
      {mayEdit && (
        <Menu
          side="top"
          trigger={
            <IconButton
              size="sm"
              label={tabsTexts.addTab}
              icon={<Plus />}
              disabled={tabs.length >= limits.tabsPerDocument}
              side="top"
            />
          }
          items={[
            { label: tabsTexts.canvas, icon: <Square />, onSelect: () => add('canvas') },
            { label: tabsTexts.pages, icon: <Presentation />, onSelect: () => add('pages') },
            { label: tabsTexts.eventStorming, icon: <StickyNote />, onSelect: () => add('event-storming') },
          ]}
        />
      )}
      {removing !== null && (
        <AlertDialog
          open
          onOpenChange={() => setRemoving(null)}
          title={tabsTexts.deleteQuestion(removing.name)}
          description={tabsTexts.deleteAbout}
          confirm={tabsTexts.delete}
          busy={task.busy}
          onConfirm={() => remove(removing)}
        />
      )}
    </nav>
  );
}

/** A wheel has one direction: it moves the row along. */
function scrollAcross(event: { readonly deltaX: number; readonly deltaY: number; readonly currentTarget: HTMLElement }): void {
  if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
}
