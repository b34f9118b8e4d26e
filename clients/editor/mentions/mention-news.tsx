/** mention-news: reports a comment in the open document that mentions the person while it is being written. */
import { useEffect } from 'react';
import type * as Y from 'yjs';

import { rootMap } from '#schema/ydoc/roots.ts';
import { readThread } from '#schema/ydoc/threads.ts';
import type { Thread } from '#schema/comment.ts';

import { useEditor } from '../state/editor.ts';
import { mentionsTexts } from '../strings/mentions.ts';
import { useMentionStore } from './mention-store.ts';

type Comment = Thread['comments'][number];

/** Comments that are older have been missed, not seen: the bell counts them. */
const freshMs = 60_000;

export function MentionNews() {
  const { session, tab, selection, panel, self, tell, announce, navigate } = useEditor();
  const store = useMentionStore();
  useEffect(() => {
    const threads = rootMap(session.doc, 'threads');
    if (store === null || threads === null) return undefined;
    const take = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]): void => {
      const me = self.get()?.id;
      const fresh = events.flatMap((event) => addedComments(session.doc, event)).filter((comment) => isFor(comment, me));
      if (fresh.length === 0) return;
      void store.refresh();
      for (const { id, authorName, text, createdAt } of fresh) {
        if (createdAt < Date.now() - freshMs) continue;
        if (panel.get() === 'comments') {
          announce(mentionsTexts.mentionedYou(authorName));
          continue;
        }
        const show = (): void => {
          selection.clear();
          navigate({ screen: 'document', document: session.documentId, tab: tab.id, target: id });
        };
        tell({
          id: `mention ${id}`,
          text: mentionsTexts.mentionedYou(authorName),
          detail: text,
          kind: 'info',
          action: { label: mentionsTexts.show, run: show },
        });
      }
    };
    threads.observeDeep(take);
    return () => threads.unobserveDeep(take);
  }, [session, tab, selection, panel, self, store, tell, announce, navigate]);
  return null;
}

const isFor = ({ mentions, authorId }: Comment, me: string | undefined): boolean =>
  authorId !== me && mentions?.some(({ id }) => id === me) === true;

/** Those that a change of the threads has added, whether their thread is new or not. */
function addedComments(doc: Y.Doc, event: Y.YEvent<Y.AbstractType<unknown>>): readonly Comment[] {
  const added = [...event.changes.keys].filter(([, { action }]) => action === 'add').map(([key]) => key);
  if (event.path.length === 0) return added.flatMap((id) => readThread(doc, id)?.comments ?? []);
  const comments = readThread(doc, String(event.path[0]))?.comments ?? [];
  return comments.filter(({ id }) => added.includes(id));
}
