/** use-history: the history in pages from the server, and later changesets from notices. */
import { useCallback, useEffect, useState } from 'react';

import type { ChangesetRecord } from '#schema/changeset.ts';
import type { ElementChange, ElementHistory } from '#schema/history.ts';

import type { DocumentSession } from '../live/document-session.ts';
import { call, failureText } from '../api/call.ts';

type Changesets = {
  /** Newest first; null until they are loaded. */
  readonly records: readonly ChangesetRecord[] | null;
  /** Loads older ones; null if there are none. */
  readonly more: (() => void) | null;
  readonly failure: string | null;
};

const pageSize = 20;

/** Of one tab, or of all for null. */
export function useChangesets(session: DocumentSession, tabId: string | null): Changesets {
  const [records, setRecords] = useState<readonly ChangesetRecord[] | null>(null);
  const [isAll, setAll] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const ask = useCallback(
    async (before: string | undefined): Promise<void> => {
      const query = { limit: pageSize, ...(tabId !== null && { tab: tabId }), ...(before !== undefined && { before }) };
      try {
        const { changesets } = await call('GET /documents/:doc/changesets', { params: { doc: session.documentId }, query });
        setFailure(null);
        if (before !== undefined || changesets.length < pageSize) setAll(changesets.length < pageSize);
        setRecords((known) => merged(known ?? [], changesets));
      } catch (error) {
        setFailure(failureText(error));
      }
    },
    [session, tabId],
  );
  useEffect(() => {
    void ask(undefined);
    return session.onNotice((notice) => {
      if (tabId === null || notice.tab === tabId) void ask(undefined);
    });
  }, [ask, session, tabId]);
  const last = records?.at(-1);
  return { records, more: last === undefined || isAll ? null : () => void ask(last.id), failure };
}

function merged(known: readonly ChangesetRecord[], told: readonly ChangesetRecord[]): readonly ChangesetRecord[] {
  const byId = new Map([...known, ...told].map((record) => [record.id, record]));
  return [...byId.values()].toSorted((a, b) => b.createdAt - a.createdAt || b.rev - a.rev);
}

/** Keeps the older changes that are loaded, unless there is a gap between them and the newest page. */
export function withNewest(known: ElementHistory, newest: ElementHistory): ElementHistory {
  const last = newest.changes.at(-1)?.rev ?? 0;
  if (newest.next === null || !known.changes.some(({ rev }) => rev >= last)) return newest;
  const older = known.changes.filter(({ rev }) => rev < last);
  return { ...known, changes: [...newest.changes, ...older] };
}

type Changes = {
  readonly changes: readonly ElementChange[] | null;
  readonly more: (() => void) | null;
  readonly failure: string | null;
};

export function useElementHistory(session: DocumentSession, tabId: string, elementId: string): Changes {
  const [history, setHistory] = useState<ElementHistory | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const ask = useCallback(
    async (before: number | undefined): Promise<void> => {
      const params = { doc: session.documentId, tab: tabId, element: elementId };
      try {
        const answer = await call('GET /documents/:doc/tabs/:tab/elements/:element/history', {
          params,
          query: { limit: pageSize, before },
        });
        setFailure(null);
        setHistory((known) =>
          known === null
            ? answer
            : before === undefined
              ? withNewest(known, answer)
              : { ...answer, changes: [...known.changes, ...answer.changes] },
        );
      } catch (error) {
        setFailure(failureText(error));
      }
    },
    [session, tabId, elementId],
  );
  useEffect(() => {
    void ask(undefined);
    return session.onNotice(({ tab }) => {
      if (tab === tabId) void ask(undefined);
    });
  }, [ask, session, tabId]);
  const next = history?.next ?? null;
  return { changes: history?.changes ?? null, more: next === null ? null : () => void ask(next), failure };
}
