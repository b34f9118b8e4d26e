/**
 * One write to a document: its place in the queue, its transaction, the caller's access, the stored answer of its key, its row in
 * the audit log (SPEC.md).
 *
 * A write with a plan has a form of its own. Only this file knows whether the plan is made inside the transaction or outside.
 */
import type { TabView } from '#core/tab/view.ts';
import type { Level } from '#schema/access.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Access } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import type { PlanAttempt } from '#server/planner/planner.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import type { StoredReply } from '#storage/idempotency.ts';
import type { Db } from '#storage/storage.ts';
import { tabRev, type TabRev } from '#storage/tabs.ts';

import { earlierAnswer, recordCall, replyTo } from './commit.ts';
import type { AppContext } from './context.ts';
import { PlanAttempts } from './plan-attempts.ts';

/** What a write needs and leaves behind. */
export type DocumentWrite<T> = {
  /** For the audit log: `<noun>.<verb>`. */
  readonly action: string;
  readonly access: RequiredAccess;
  /** Id of what was written, for the audit log; undefined if that is the document itself. */
  readonly subject?: (answer: T) => string | undefined;
  /** False if the call changed nothing: it is neither audited nor stored. */
  readonly applied?: (answer: T) => boolean;
};

type RequiredAccess = {
  readonly level: Level;
  /** A token that only reads is refused; default: above viewer. */
  readonly write?: true;
  /** The tab that is written to. */
  readonly tab?: string;
  /** The write concerns the document as a whole: its name, its list of tabs, its card types. */
  readonly wholeDocument?: boolean;
  /** The tab that the write is about, although members who are limited to other tabs may do it. */
  readonly fencedTab?: string;
  /** The write stores a proposal, and changes nothing in the document. */
  readonly proposes?: boolean;
};

/** A document under its lock, and the caller's access to it. */
export type WriteScope = {
  readonly room: RoomWrite;
  readonly call: Call;
  readonly documentId: string;
  readonly access: Access;
};

export type PlannedScope = WriteScope & TabRev & { readonly tab: TabView };

/** A write that is planned on one tab. */
export type PlannedWrite<T, O> = DocumentWrite<T> & {
  readonly tabId: string;
  /** The tab to plan on, if the write creates it. */
  readonly newTab?: TabView;
  readonly plan: (scope: PlannedScope) => PlanAttempt<O | Problem>;
  readonly apply: (scope: PlannedScope, outcome: O) => T | Problem | Promise<T | Problem>;
  /** How long a plan may keep other writes to the document waiting. */
  readonly holdMs?: number;
};

type WriteContext = Pick<AppContext, 'storage' | 'rooms' | 'now'>;

/** Errors: those of work, document_not_found, token_read_only, access_denied, room_unavailable, idempotency_key_reused. */
export function documentWrite<T>(
  context: WriteContext,
  call: Call,
  documentId: string,
  write: DocumentWrite<T>,
  work: (scope: WriteScope) => T | Problem | Promise<T | Problem>,
): Promise<T | Problem> {
  return inTransaction<T, null, never>(context, call, documentId, write, {
    read: () => Promise.resolve(null),
    work: async (scope) => work(scope),
  });
}

/** The same for a write with a plan. Errors: also tab_not_found, those of the plan, shutting_down. */
export async function plannedWrite<T, O>(
  context: WriteContext,
  call: Call,
  documentId: string,
  write: PlannedWrite<T, O>,
): Promise<T | Problem> {
  const { tabId, newTab } = write;
  const attempts = new PlanAttempts<O>(write.holdMs);
  if (newTab === undefined) await prepareTab(context, call, documentId, write);
  for (;;) {
    const answer = await inTransaction<T, TabRev, typeof notPlanned>(context, call, documentId, write, {
      read: (tx) => tabRev(tx, documentId, tabId),
      work: async (scope, revs) => {
        const tab = newTab ?? scope.room.tab(tabId);
        if (tab === undefined) return problem('tab_not_found');
        const planned = { ...scope, ...revs, tab };
        const outcome = await attempts.outcome(tab.settings, revs.rev, () => write.plan(planned));
        if (outcome === null) return notPlanned;
        return isProblem(outcome) ? outcome : write.apply(planned, outcome);
      },
      isRepeatable: true,
    });
    if (answer !== notPlanned) return answer;
    const refusal = await attempts.planOutside();
    if (refusal !== null) return refusal;
  }
}

/** For callers with access only, as reading a large tab is expensive. Refusals are left to the transaction. */
async function prepareTab<T, O>(
  { rooms, storage, now }: WriteContext,
  { actor }: Call,
  documentId: string,
  { tabId, access: { level, ...where } }: PlannedWrite<T, O>,
): Promise<void> {
  if (rooms.isPrepared(documentId, tabId, 'plan')) return;
  const access = await authorize(storage.db, actor, documentId, level, { ...where, now: now() });
  if (!isProblem(access)) await rooms.prepareTab(documentId, tabId, 'plan');
}

/** The outcome of a transaction whose plan has to be made outside; it applied nothing. */
const notPlanned = Symbol('not planned');

type TransactionWork<T, R> = {
  readonly read: (tx: Db) => Promise<R>;
  readonly work: (scope: WriteScope, rows: R) => Promise<T | Problem>;
  /** It may share its transaction with other writes, and be done again. */
  readonly isRepeatable?: boolean;
};

/** What a write needs from the database is read right behind the document's lock, in one round trip. */
function inTransaction<T, R, N extends typeof notPlanned>(
  context: WriteContext,
  call: Call,
  documentId: string,
  { action, access: required, subject, applied }: DocumentWrite<T>,
  { read, work, isRepeatable = false }: TransactionWork<T | N, R>,
): Promise<T | Problem | N> {
  const { level, ...where } = required;
  const spec = {
    action: required.proposes === true ? 'proposal.create' : action,
    about: (answer: T) => {
      const id = subject?.(answer);
      return { documentId, ...(id !== undefined && { subject: id }) };
    },
  };
  return context.rooms.writeAfterRead<
    T | N,
    { readonly rows: R; readonly access: Access | Problem; readonly stored: StoredReply | null }
  >(call, documentId, {
    read: async (tx) => {
      const [stored, access, rows] = await Promise.all([
        replyTo(context, tx, call),
        authorize(tx, call.actor, documentId, level, { ...where, action, now: context.now() }),
        read(tx),
      ]);
      return { stored, access, rows };
    },
    work: async (room, { stored, access, rows }) => {
      const earlier = earlierAnswer<T>(call, spec, stored);
      if (earlier !== null) return earlier.answer;
      if (isProblem(access)) return access;
      const answer = await work({ room, call, documentId, access }, rows);
      if (answer === notPlanned || isProblem(answer) || applied?.(answer) === false) return answer;
      await recordCall(context, room.tx, call, spec, answer, (statement) => room.alongside(statement));
      return answer;
    },
    isRepeatable,
  });
}
