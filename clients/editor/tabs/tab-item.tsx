/** tab-item: a tab in the bar: a link to it, with a menu if it is shown; its name is edited in place. */
import { ChevronUp, Lock, Presentation, StickyNote } from 'lucide-react';
import type { ComponentType, KeyboardEvent, PointerEvent, ReactNode, Ref } from 'react';

import type { TabMode, TabSettings } from '#schema/tab.ts';

import { InPlaceName } from '../ui/in-place-name.tsx';
import { RouteLink } from '../ui/route-link.tsx';
import type { Navigate } from '../state/routes.ts';
import { classNames } from '../ui/class-names.ts';
import { ContextMenu } from '../ui/context-menu.tsx';
import type { MenuEntry } from '../ui/menu-items.tsx';
import { Menu } from '../ui/menu.tsx';
import css from './tab-bar.module.css';
import { tabsTexts } from '../strings/tabs.ts';

type TabItemProps = {
  readonly documentId: string;
  readonly tab: TabSettings;
  readonly isShown: boolean;
  readonly isNamed: boolean;
  /** How far it is dragged, in window pixels; null while it is not. */
  readonly drag: number | null;
  readonly items: readonly MenuEntry[];
  readonly marks: readonly ComponentType<{ readonly tabId: string }>[];
  readonly navigate: Navigate;
  readonly onNamed: (name: string | null, byKeyboard: boolean) => void;
  readonly onName: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Its menu opens. */
  readonly onMenu: () => void;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly ref: Ref<HTMLLIElement>;
};

const signs: Readonly<Record<TabMode, ReactNode>> = {
  canvas: null,
  pages: <Presentation aria-label={tabsTexts.pages} />,
  'event-storming': <StickyNote aria-label={tabsTexts.eventStorming} />,
};

export function TabItem(props: TabItemProps) {
  const { documentId, tab, isShown, isNamed, drag, items, marks, navigate, ref } = props;
  const className = classNames(css['item'], isShown && css['shown'], drag !== null && css['dragged']);
  const style = drag === null ? undefined : { transform: `translateX(${drag}px)` };
  if (isNamed) {
    return (
      <li ref={ref} className={className}>
        <InPlaceName label={tabsTexts.tabName} name={tab.name} className={css['field']} onDone={props.onNamed} />
      </li>
    );
  }
  const link = (
    <RouteLink
      className={css['link']}
      to={{ screen: 'document', document: documentId, tab: tab.id }}
      navigate={navigate}
      aria-current={isShown ? 'page' : undefined}
      draggable={false}
      title={tab.name}
      onKeyDown={props.onKeyDown}
      onPointerDown={props.onPointerDown}
      onDoubleClick={props.onName}
    >
      {tab.locked ? <Lock aria-label={tabsTexts.locked} /> : signs[tab.mode]}
      <span className={css['name']}>{tab.name}</span>
      {marks.map((Mark, place) => (
        // eslint-disable-next-line react/no-array-index-key -- the list never changes
        <Mark key={place} tabId={tab.id} />
      ))}
    </RouteLink>
  );
  const trigger = (
    <button type="button" className={css['menu']} aria-label={tabsTexts.actionsFor(tab.name)}>
      <ChevronUp aria-hidden />
    </button>
  );
  return (
    <li ref={ref} className={className} style={style} data-held={drag === null ? undefined : ''}>
      {items.length === 0 ? (
        link
      ) : (
        <ContextMenu items={items} onOpenChange={(open) => open && props.onMenu()}>
          {link}
        </ContextMenu>
      )}
      {isShown && items.length > 0 && <Menu side="top" items={items} trigger={trigger} />}
    </li>
  );
}
