/** Proposals: reading them, and deciding about them (SPEC.md). */
import type { TabView } from '#core/tab/view.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type {
  AcceptAnswer,
  PartState,
  Proposal,
  ProposalAcceptance,
  ProposalDetail,
  ProposalListQuery,
  ProposalRejection,
} from '#schema/proposal.ts';
import { type Actor, userIdOf } from '#server/access/actor.ts';
import { authorize, refuseOtherTab } from '#server/access/authorize.ts';
import { membersOnly } from '#server/access/guest-rights.ts';
import type { Call } from '#server/call.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import {
  decideProposal,
  deleteProposal,
  type Decision,
  proposalById,
  proposalsOf,
  type StoredProposal,
} from '#storage/proposals.ts';

import { acceptContent } from './accept-content.ts';
import type { AppContext } from './context.ts';
import { documentWrite, type WriteScope } from './document-write.ts';
import { elementIdsIn } from './named-elements.ts';
import type { ProposalContent } from './proposal-content.ts';
import { announceProposal, lapsedBefore, openParts, ProposalView, saidOf } from './proposal-view.ts';

export type Proposals = {
  list(call: Call, documentId: string, query: ProposalListQuery): Promise<{ readonly proposals: Proposal[] } | Problem>;
  /** Errors: proposal_not_found. */
  show(call: Call, documentId: string, id: string): Promise<ProposalDetail | Problem>;
  /** By its author, or by a person who may accept it. Errors: proposal_not_found, access_denied. */
  withdraw(call: Call, documentId: string, id: string): Promise<null | Problem>;
  /** Errors: session_required, proposal_not_found, proposal_decided, target_not_found, and those of its write. */
  accept(call: Call, documentId: string, id: string, body: ProposalAcceptance): Promise<AcceptAnswer | Problem>;
  /** Errors: session_required, proposal_not_found, proposal_decided, target_not_found. */
  reject(call: Call, documentId: string, id: string, body: ProposalRejection): Promise<Proposal | Problem>;
};

export function createProposals(context: AppContext): Proposals {
  const { storage, now } = context;
  return {
    async list(call, documentId, { tab, status = 'open' }) {
      const access = await authorizeReader(context, call, documentId);
      if (isProblem(access)) return access;
      const since = lapsedBefore(now());
      const all = await proposalsOf(storage.db, documentId, { since, onlyOpen: status === 'open' });
      const view = new ProposalView(context, call, all.filter(({ state }) => state === 'open')); // prettier-ignore
      const listed = tab === undefined ? all : all.filter(({ tabId }) => tabId === tab);
      return { proposals: listed.map((one) => view.of(one)) };
    },

    async show(call, documentId, id) {
      const access = await authorizeReader(context, call, documentId);
      if (isProblem(access)) return access;
      const stored = await proposalById(storage.db, documentId, id, lapsedBefore(now()));
      if (stored === null) return problem('proposal_not_found');
      const open = await proposalsOf(storage.db, documentId, { since: lapsedBefore(now()), onlyOpen: true });
      const content = stored.content as ProposalContent;
      const { results, lint, text } = stored;
      const edits = content.kind === 'elements' ? [...content.edits] : [];
      const said = saidOf(stored);
      return {
        proposal: new ProposalView(context, call, open).of(stored),
        results: [...results],
        edits,
        lint,
        text: said === null ? text : `${text}\n${said}`,
      };
    },

    withdraw(call, documentId, id) {
      const write = { action: 'proposal.withdraw', access: { level: 'editor' }, subject: () => id } as const;
      return documentWrite<null>(context, call, documentId, write, async ({ room, access }) => {
        const stored = await proposalById(room.tx, documentId, id, lapsedBefore(now()));
        if (stored === null) return problem('proposal_not_found');
        if (!mayWithdraw(call.actor, stored)) return problem('access_denied', { required: 'editor', detail: 'It is not yours.' });
        const denied = stored.tabId === null ? null : refuseOtherTab(access, stored.tabId, 'editor');
        if (denied !== null) return denied;
        await deleteProposal(room.tx, documentId, id);
        announceProposal(context, room, call.actor, stored, 'withdrawn');
        return null;
      });
    },

    async accept(call, documentId, id, { elements }) {
      if (call.actor.kind === 'agent') return problem('session_required');
      let applied = false;
      const write = {
        action: 'proposal.accept',
        access: { level: 'editor' },
        subject: () => id,
        applied: () => applied,
      } as const;
      return documentWrite<AcceptAnswer>(context, call, documentId, write, async (scope) => {
        const stored = await openProposal(scope, id);
        if (isProblem(stored)) return stored;
        const wanted = partsNamed(scope.room, stored, elements);
        if (isProblem(wanted)) return wanted;
        const outcome = await acceptContent(context, scope, stored, wanted);
        if (isProblem(outcome)) return outcome;
        const { accepted, kept, changeset, ...described } = outcome;
        applied = accepted.length > 0;
        const states = new Map<string, PartState>([
          ...kept.map(({ id: part }) => [part, 'kept'] as const),
          ...accepted.map((part) => [part, 'accepted'] as const),
        ]);
        const decided = applied ? await decide(scope, stored, states, { changeset: changeset?.id }) : stored;
        const view = await viewIn(scope);
        return { proposal: view.of(decided), changeset, accepted: [...accepted], kept: [...kept], ...described };
      });
    },

    async reject(call, documentId, id, { elements, reason }) {
      if (call.actor.kind === 'agent') return problem('session_required');
      const write = { action: 'proposal.reject', access: { level: 'editor' }, subject: () => id } as const;
      return documentWrite<Proposal>(context, call, documentId, write, async (scope) => {
        const stored = await openProposal(scope, id);
        if (isProblem(stored)) return stored;
        const wanted = partsNamed(scope.room, stored, elements) ?? openParts(stored);
        if (isProblem(wanted)) return wanted;
        const states = new Map([...wanted].map((part) => [part, 'rejected'] as const));
        const decided = await decide(scope, stored, states, { reason });
        return (await viewIn(scope)).of(decided);
      });
    },
  };

  async function viewIn({ room, call, documentId }: WriteScope): Promise<ProposalView> {
    return new ProposalView(
      context,
      call,
      await proposalsOf(room.tx, documentId, { since: lapsedBefore(now()), onlyOpen: true }),
    );
  }

  /** Errors: proposal_not_found, proposal_decided, access_denied. */
  async function openProposal({ room, documentId, access }: WriteScope, id: string): Promise<StoredProposal | Problem> {
    const stored = await proposalById(room.tx, documentId, id, lapsedBefore(now()));
    if (stored === null) return problem('proposal_not_found');
    // Cards belong to no tab; who may write on some tabs only may write cards too.
    const denied = stored.tabId === null ? null : refuseOtherTab(access, stored.tabId, 'editor');
    if (denied !== null) return denied;
    return stored.state === 'open' ? stored : problem('proposal_decided');
  }

  async function decide(
    { room, call }: WriteScope,
    stored: StoredProposal,
    states: ReadonlyMap<string, PartState>,
    { changeset, reason }: { readonly changeset?: string | undefined; readonly reason?: string | undefined },
  ): Promise<StoredProposal> {
    const { name, color } = call.actor;
    const parts = stored.parts.map((part) => ({ ...part, state: states.get(part.id) ?? part.state }));
    const isOpen = parts.some(({ state }) => state === 'open');
    const isAccepted = parts.some(({ state }) => state === 'accepted');
    const decision: Decision = {
      state: isOpen ? 'open' : isAccepted ? 'accepted' : 'rejected',
      parts,
      reason: reason ?? stored.reason,
      changesets: changeset === undefined ? stored.changesets : [...stored.changesets, changeset],
      decidedBy: { name, color },
      decidedAt: now(),
    };
    await decideProposal(room.tx, stored.id, decision);
    const decided = { ...stored, ...decision };
    const change = [...states.values()].includes('rejected') ? 'rejected' : 'accepted';
    announceProposal(context, room, call.actor, decided, change, {
      ...(changeset !== undefined && { changeset }),
      ...(reason !== undefined && { reason }),
    });
    return decided;
  }
}

/** What deleted texts a proposal shows is for editors only, as the past is. Errors: those of `authorize`. */
export async function authorizeReader(
  { storage, now }: AppContext,
  { actor }: Call,
  documentId: string,
): Promise<null | Problem> {
  const access = await authorize(storage.db, actor, documentId, 'editor', { write: false, now: now() });
  if (isProblem(access)) return access;
  return actor.kind === 'guest' ? membersOnly() : null;
}

const mayWithdraw = (actor: Actor, { userId, tokenId }: StoredProposal): boolean =>
  actor.kind === 'person' || (actor.kind === 'agent' ? actor.tokenId === tokenId : userIdOf(actor) === userId);

/** The ids of the named parts that are open; null: all of them. Errors: target_not_found, target_ambiguous, proposal_decided. */
function partsNamed(
  room: RoomWrite,
  { parts, tabId }: StoredProposal,
  names: readonly string[] | undefined,
): Set<string> | null | Problem {
  if (names === undefined) return null;
  const byId = new Map(parts.map((part) => [part.id, part]));
  const tab = tabId === null ? undefined : room.tab(tabId);
  const ids = new Set<string>();
  for (const name of names) {
    const id = byId.has(name) ? name : partNamed(name, [...byId.keys()], tab);
    if (isProblem(id)) return id;
    const part = byId.get(id);
    if (part === undefined) return problem('target_not_found', { detail: `The proposal does not change ${name}.` });
    if (part.state !== 'open') return problem('proposal_decided', { detail: `${name} was decided already.` });
    ids.add(id);
  }
  return ids;
}

/** A part by its slug or a unique prefix; otherwise as the tab names it. */
function partNamed(name: string, ids: readonly string[], tab: TabView | undefined): string | Problem {
  const matching = ids.filter((id) => id === name || id.startsWith(`${name}~`) || (name.includes('~') && id.startsWith(name)));
  const [only, ...others] = matching;
  if (only !== undefined && others.length === 0) return only;
  if (tab === undefined || only !== undefined)
    return problem('target_not_found', { detail: `The proposal does not change ${name}.` });
  const found = elementIdsIn(name, tab);
  return isProblem(found) ? found : (found[0] ?? '');
}
