/**
 * tab-bar: the tabs of the document: shown, added, renamed, moved, duplicated, locked, deleted.
 *
 * Each tab is a link with an address of its own. Tabs are moved by dragging or from their menu; a finger scrolls the row, and drags
 * a tab that it has held for a moment. The last tab is not deleted. What the server refuses (a lock, a limit of the person to
 * some tabs) is reported and changes nothing.
 */
import { Plus, Presentation, Square, StickyNote } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { limits } from '#schema/limits.ts';

import { useEditor } from '../state/editor.ts';
import { tabsTexts } from '../strings/tabs.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { useRowDrag } from '../ui/use-row-drag.ts';
import css from './tab-bar.module.css';
import { TabItem } from './tab-item.tsx';
import { tabMarks } from './tab-marks.ts';
import { tabMenu } from './tab-menu.tsx';
import { type TabBarModel, useTabBar } from './use-tab-bar.ts';

export function TabBar() {
  const { session, tab: shown, navigate } = useEditor();
  const row = useRef<HTMLUListElement>(null);
  const [items] = useState(() => new Map<string, HTMLLIElement>());
  const bar = useTabBar(items);
  const { tabs, mayEdit, naming, setNaming } = bar;
  const drag = useRowDrag({ row, ids: tabs.map(({ id }) => id), items, enabled: mayEdit, onDrop: bar.move });
  useEffect(() => {
    items.get(shown.id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [items, shown.id, tabs.length]);
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
            items={mayEdit ? tabMenu(tab, place, tabs.length, bar.actionsOf(tab)) : []}
            onNamed={(name, byKeyboard) => bar.rename(tab, name, byKeyboard)}
            onName={() => mayEdit && setNaming(tab.id)}
            onKeyDown={(event) => bar.onKeyDown(event, tab)}
            onMenu={drag.end}
            onPointerDown={(event) => drag.begin(tab.id, event)}
          />
        ))}
      </ul>
      {mayEdit && <AddTab count={tabs.length} onAdd={bar.add} />}
      <Confirmation bar={bar} />
    </nav>
  );
}

function AddTab({ count, onAdd }: { readonly count: number; readonly onAdd: TabBarModel['add'] }) {
  const isFull = count >= limits.tabsPerDocument;
  return (
    <Menu
      side="top"
      trigger={<IconButton size="sm" label={tabsTexts.addTab} icon={<Plus />} disabled={isFull} side="top" />}
      items={[
        { label: tabsTexts.canvas, icon: <Square />, onSelect: () => onAdd('canvas') },
        { label: tabsTexts.pages, icon: <Presentation />, onSelect: () => onAdd('pages') },
        { label: tabsTexts.eventStorming, icon: <StickyNote />, onSelect: () => onAdd('event-storming') },
      ]}
    />
  );
}

function Confirmation({ bar: { removing, setRemoving, remove, busy } }: { readonly bar: TabBarModel }) {
  if (removing === null) return null;
  return (
    <AlertDialog
      open
      onOpenChange={() => setRemoving(null)}
      title={tabsTexts.deleteQuestion(removing.name)}
      description={tabsTexts.deleteAbout}
      confirm={tabsTexts.delete}
      busy={busy}
      onConfirm={() => remove(removing)}
    />
  );
}

/** A vertical wheel scrolls the row sideways. */
function scrollAcross(event: { readonly deltaX: number; readonly deltaY: number; readonly currentTarget: HTMLElement }): void {
  if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
}
