/** mentions-button: the unread and last mentions of all documents, in a document's page; nothing for people without an account. */
import { Bell, CheckCheck } from 'lucide-react';
import { useState } from 'react';

import type { Mention } from '#schema/mention.ts';

import { useEditor } from '../state/editor.ts';
import { mentionsTexts } from '../strings/mentions.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { Loaded } from '../ui/screen.tsx';
import { usePending } from '../ui/use-pending.ts';
import { MentionRows } from './mention-rows.tsx';
import { type MentionStore, useMentionStore, useUnread } from './mention-store.ts';
import css from './mentions.module.css';
import { Badge } from './mentions-link.tsx';
import { useMentionList } from './use-mention-list.ts';

const shownMax = 6;

export function MentionsButton() {
  const store = useMentionStore();
  const unread = useUnread();
  const [open, setOpen] = useState(false);
  if (store === null) return null;
  return (
    <Popover
      title={mentionsTexts.mentions}
      titled
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          className={css['button']}
          label={mentionsTexts.withUnread(unread)}
          icon={
            <>
              <Bell />
              <Badge unread={unread} />
            </>
          }
        />
      }
    >
      <LastMentions store={store} onClose={() => setOpen(false)} />
    </Popover>
  );
}

function LastMentions({ store, onClose }: { readonly store: MentionStore; readonly onClose: () => void }) {
  const { navigate, selection } = useEditor();
  const unread = useUnread();
  const { request, readAll, opened } = useMentionList(store);
  const { busy, run } = usePending();
  const open = (mention: Mention): void => {
    opened(mention);
    // A link does not take a selection from a person at work, but this press asks for it.
    selection.clear();
    onClose();
  };
  return (
    <div className={css['popup']}>
      <Loaded request={request}>
        {({ mentions }) =>
          mentions.length === 0 ? (
            <p className={css['none']}>{mentionsTexts.noneAbout}</p>
          ) : (
            <MentionRows mentions={mentions.slice(0, shownMax)} navigate={navigate} onOpen={open} />
          )
        }
      </Loaded>
      <div className={css['foot']}>
        <Button size="sm" kind="quiet" onClick={() => navigate({ screen: 'mentions' })}>
          {mentionsTexts.seeAll}
        </Button>
        <Button
          size="sm"
          kind="quiet"
          icon={<CheckCheck />}
          disabled={unread === 0}
          busy={busy}
          onClick={() => void run(readAll)}
        >
          {mentionsTexts.markAllAsRead}
        </Button>
      </div>
    </div>
  );
}
