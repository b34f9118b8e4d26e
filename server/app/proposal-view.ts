/** A proposal as answers and events show it. */
import { quote, quoteShort } from '#core/notation/quote.ts';
import { limits } from '#schema/limits.ts';
import type { Proposal } from '#schema/proposal.ts';
import { type Actor, userIdOf } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import type { ListedProposal } from '#storage/proposals.ts';

import { addressesFor } from './addresses.ts';
import { eventActor } from './audit.ts';
import type { AppContext } from './context.ts';

const keptMs = limits.proposalRetentionDays * 24 * 60 * 60 * 1000;

/** Proposals that were made before this time (ms) have lapsed. */
export const lapsedBefore = (now: number): number => now - keptMs;

type WithParts = Pick<ListedProposal, 'id' | 'parts'>;

/** What the proposal has in common with other open ones. */
export function overlapsOf(proposal: WithParts, open: readonly WithParts[]): Proposal['overlaps'] {
  const own = openParts(proposal);
  return open.flatMap((other) => {
    if (other.id === proposal.id) return [];
    const parts = [...openParts(other)].filter((id) => own.has(id));
    return parts.length === 0 ? [] : [{ proposal: other.id, parts }];
  });
}

export const openParts = ({ parts }: Pick<ListedProposal, 'parts'>): Set<string> =>
  new Set(parts.filter(({ state }) => state === 'open').map(({ id }) => id));

export class ProposalView {
  readonly #context: AppContext;
  readonly #call: Call;
  readonly #open: readonly WithParts[];

  /** `open`: all open proposals of the document. */
  constructor(context: AppContext, call: Call, open: readonly WithParts[]) {
    this.#context = context;
    this.#call = call;
    this.#open = open;
  }

  of(proposal: ListedProposal): Proposal {
    const { id, documentId, tabId, call, state, author, userId, agent, summary, rev, counts, parts } = proposal;
    const { reason, decidedBy, decidedAt, changesets, createdAt } = proposal;
    return {
      id,
      tabId,
      url: addressesFor(this.#context, this.#call).proposal({ documentId, tabId, id }),
      call,
      state,
      author: { ...author },
      agent,
      own: userId === userIdOf(this.#call.actor),
      ...(summary !== null && { summary }),
      rev,
      counts,
      parts: [...parts],
      overlaps: overlapsOf(proposal, this.#open),
      ...(reason !== null && { reason }),
      ...(decidedBy !== null && { decidedBy: { ...decidedBy } }),
      ...(decidedAt !== null && { decidedAt }),
      changesets: [...changesets],
      createdAt,
      expiresAt: createdAt + keptMs,
    };
  }
}

export type ProposalChange = 'made' | 'accepted' | 'rejected' | 'withdrawn';

/** The live event of a proposal, the message that its editors get, and what counts it. */
export function announceProposal(
  { proposalChanged }: Pick<AppContext, 'proposalChanged'>,
  room: Pick<RoomWrite, 'event' | 'notify' | 'afterCommit'>,
  actor: Actor,
  { id, tabId, state, parts }: Pick<ListedProposal, 'id' | 'tabId' | 'state' | 'parts'>,
  change: ProposalChange,
  more: { readonly changeset?: string; readonly reason?: string } = {},
): void {
  const open = parts.filter((part) => part.state === 'open').length;
  room.event('proposal', { change, proposal: id, state, open, ...more, actor: eventActor(actor) }, tabId ?? undefined);
  room.notify({ type: 'proposal', proposal: id, tab: tabId, change, state });
  room.afterCommit(() => proposalChanged(change));
}

type Decided = Pick<ListedProposal, 'id' | 'state' | 'parts' | 'reason' | 'decidedBy'>;

/** What a person decided about a proposal, and why, in a line; null before. */
export function saidOf({ id, state, parts, reason, decidedBy }: Decided): string | null {
  if (decidedBy === null) return null;
  const rejected = parts.filter((part) => part.state === 'rejected').length;
  const share = rejected > 0 && rejected < parts.length ? `, ${rejected} of ${parts.length} parts rejected` : '';
  const why = reason === null ? '' : `: ${quote(reason)}`;
  return `! ${id} was ${state === 'open' ? 'partly decided' : state} by ${quoteShort(decidedBy.name, 80)}${share}${why}`;
}
