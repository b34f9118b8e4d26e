/** mentions-link: the bell of Home, with the number of unread mentions. */
import { Bell } from 'lucide-react';

import type { Navigate } from '../state/routes.ts';
import { mentionsTexts } from '../strings/mentions.ts';
import { RouteLink } from '../ui/route-link.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { useUnread } from './mention-store.ts';
import css from './mentions.module.css';

export function MentionsLink({ isShown, navigate }: { readonly isShown: boolean; readonly navigate: Navigate }) {
  const unread = useUnread();
  return (
    <Tooltip label={mentionsTexts.mentions}>
      <RouteLink
        className={css['bell']}
        to={{ screen: 'mentions' }}
        navigate={navigate}
        aria-label={mentionsTexts.withUnread(unread)}
        aria-current={isShown ? 'page' : undefined}
      >
        <Bell aria-hidden />
        <Badge unread={unread} />
      </RouteLink>
    </Tooltip>
  );
}

/** Its number is in the name of its control. */
export function Badge({ unread }: { readonly unread: number }) {
  return unread === 0 ? null : (
    <span className={css['badge']} aria-hidden>
      {mentionsTexts.badge(unread)}
    </span>
  );
}
