/** The revisions that a journal row raises: in the notices of a changeset's row, and beside an editors' row. */
import type { JournalKind } from '../journal.ts';

/** By tab. */
export type RaisedRevs = Readonly<Record<string, number>>;

type StoredActor = { readonly revs?: RaisedRevs } | readonly Partial<Notice>[] | null;
type Notice = { readonly type: string; readonly tab: string; readonly rev: number };

/** `actor`: as the journal stores it. Null for an editors' row of a release that did not record them. */
export function raisedRevs({ kind, actor }: { readonly kind: JournalKind; readonly actor: unknown }): RaisedRevs | null {
  const stored = actor as StoredActor;
  if (kind === 'editors') return stored === null || !('revs' in stored) ? null : (stored.revs ?? null);
  const raised: Record<string, number> = {};
  for (const { type, tab, rev } of Array.isArray(stored) ? (stored as readonly Partial<Notice>[]) : [])
    if (type === 'changeset' && tab !== undefined && rev !== undefined) raised[tab] = rev;
  return raised;
}
