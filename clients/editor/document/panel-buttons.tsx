/** panel-buttons: opens and closes the panels at the right; on a narrow screen, from one menu. A dot says that there are unread mentions. */
import { PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';

import { reaches } from '#schema/access.ts';

import { useIsGuest } from '../api/guest.ts';
import { useValue } from '../state/signal.ts';
import { useUnread } from '../mentions/mention-store.ts';
import { mentionsTexts } from '../strings/mentions.ts';
import { documentTexts } from '../strings/document.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { useEditor } from '../state/editor.ts';
import type { Panel } from './panels.ts';

export function PanelButtons({ panels: all }: { readonly panels: readonly Panel[] }) {
  const editor = useEditor();
  const { panel, session } = editor;
  const guest = useIsGuest(editor);
  const ownLevel = useValue(session.level);
  const panels = all.filter(({ level = 'viewer', isForMembers = false }) => reaches(ownLevel, level) && !(isForMembers && guest));
  const open = useValue(panel);
  const unread = useUnread();
  const news = (icon: ReactNode): ReactNode =>
    unread === 0 ? (
      icon
    ) : (
      <>
        {icon}
        <span className="news" aria-hidden />
      </>
    );
  const toggle = (name: string) => (): void => panel.set(name === open ? null : name);
  return (
    <>
      <div className="panel-buttons">
        {panels.map(({ name, title, icon: Icon }) => (
          <IconButton
            key={name}
            label={title}
            icon={name === 'comments' ? news(<Icon />) : <Icon />}
            pressed={name === open}
            onClick={toggle(name)}
            {...(name === 'comments' && unread > 0 && { 'aria-description': mentionsTexts.unreadCount(unread) })}
          />
        ))}
      </div>
      <div className="panel-menu">
        <Menu
          align="end"
          items={panels.map(({ name, title, icon: Icon }) => ({ label: title, icon: <Icon />, onSelect: toggle(name) }))}
          trigger={
            <IconButton
              label={documentTexts.panels}
              icon={news(<PanelRight />)}
              pressed={open !== null}
              {...(unread > 0 && { 'aria-description': mentionsTexts.unreadCount(unread) })}
            />
          }
        />
      </div>
    </>
  );
}
