/** use-linked-comment: a comment on the screen: brought into view if a link names it, and read if it mentions the person. */
import { type RefObject, useEffect, useRef } from 'react';

import type { Comment } from '#schema/comment.ts';

import type { Editor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { useMentionStore, useUnread } from './mention-store.ts';

type LinkedComment<E extends HTMLElement> = { readonly ref: RefObject<E | null>; readonly isLinked: boolean };

/** `isOpen`: its thread is the one that the person looks at. */
export function useLinkedComment<E extends HTMLElement>(
  { canvas, self }: Editor,
  { id, mentions }: Comment,
  isOpen: boolean,
): LinkedComment<E> {
  const ref = useRef<E>(null);
  const isLinked = useValue(canvas.linkedComment) === id;
  const store = useMentionStore();
  const unread = useUnread();
  const me = useValue(self)?.id;
  const isForMe = me !== undefined && mentions?.some((person) => person.id === me) === true;
  useEffect(() => {
    if (!isLinked) return;
    ref.current?.scrollIntoView({ block: 'nearest' });
    ref.current?.focus({ preventScroll: true });
  }, [isLinked]);
  useEffect(() => {
    if (isForMe && (isOpen || isLinked)) store?.seen(id);
  }, [store, unread, id, isForMe, isOpen, isLinked]);
  return { ref, isLinked };
}
