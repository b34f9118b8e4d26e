/** use-mention-list: the mentions of the signed-in person, page by page, with those read here marked at once. */
import { useCallback } from 'react';

import type { Mention, MentionList } from '#schema/mention.ts';

import { call } from '../api/call.ts';
import { type Request, useAnswer } from '../ui/use-answer.ts';
import type { MentionStore } from './mention-store.ts';

export type MentionListModel = {
  readonly request: Request<MentionList>;
  /** Throws CallRefused and CallUnreachable. */
  readonly more: () => Promise<void>;
  /** Those that are listed, and all before them. Throws CallRefused and CallUnreachable. */
  readonly readAll: () => Promise<void>;
  readonly opened: (mention: Mention) => void;
};

export function useMentionList(store: MentionStore): MentionListModel {
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const list = await call('GET /me/mentions', { signal });
      store.set(list.unread);
      return list;
    },
    [store],
  );
  const request = useAnswer<MentionList>(ask);
  const { answer, change } = request;
  const list = answer.state === 'here' ? answer.value : null;
  const mark = (isRead: (mention: Mention) => boolean): void =>
    change((shown) => ({
      ...shown,
      mentions: shown.mentions.map((mention) => (isRead(mention) ? { ...mention, read: true } : mention)),
    }));
  return {
    request,
    async more() {
      if (list === null || list.next === null) return;
      const page = await call('GET /me/mentions', { query: { cursor: list.next } });
      store.set(page.unread);
      change((shown) => ({ ...page, mentions: [...shown.mentions, ...page.mentions] }));
    },
    async readAll() {
      const newest = list?.mentions[0]?.comment.id;
      if (newest === undefined) return;
      await store.read(newest, true);
      mark(() => true);
    },
    opened({ comment: { id }, read }) {
      if (read) return;
      // Opening it shows the comment in any case.
      store.read(id).catch(() => undefined);
      mark(({ comment }) => comment.id === id);
    },
  };
}
