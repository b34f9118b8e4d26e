/** mentions-screen: the comments of all documents that mention the person. */
import { AtSign, CheckCheck } from 'lucide-react';

import type { Navigate } from '../state/routes.ts';
import { mentionsTexts } from '../strings/mentions.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded, Screen } from '../ui/screen.tsx';
import { usePending } from '../ui/use-pending.ts';
import { MentionRows } from './mention-rows.tsx';
import { type MentionStore, useMentionStore, useUnread } from './mention-store.ts';
import css from './mentions.module.css';
import { useMentionList } from './use-mention-list.ts';

type Props = { readonly navigate: Navigate };

export function MentionsScreen(props: Props) {
  const store = useMentionStore();
  return store === null ? null : <List {...props} store={store} />;
}

function List({ navigate, store }: Props & { readonly store: MentionStore }) {
  const { request, more, readAll, opened } = useMentionList(store);
  const unread = useUnread();
  const reading = usePending();
  const loading = usePending();
  return (
    <Screen
      title={mentionsTexts.mentions}
      lead={mentionsTexts.about}
      actions={
        <Button icon={<CheckCheck />} disabled={unread === 0} busy={reading.busy} onClick={() => void reading.run(readAll)}>
          {mentionsTexts.markAllAsRead}
        </Button>
      }
    >
      <Loaded request={request}>
        {({ mentions, next }) =>
          mentions.length === 0 ? (
            <EmptyState icon={<AtSign />} title={mentionsTexts.none}>
              {mentionsTexts.noneAbout}
            </EmptyState>
          ) : (
            <>
              <div className={css['card']}>
                <MentionRows mentions={mentions} navigate={navigate} onOpen={opened} />
              </div>
              {next !== null && (
                <div className={css['more']}>
                  <Button busy={loading.busy} onClick={() => void loading.run(more)}>
                    {mentionsTexts.showMore}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}
