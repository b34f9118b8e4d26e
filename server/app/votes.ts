/**
 * The vote on the elements of a tab (SPEC.md, APP180 to APP185). It is in the database alone: every editor has the whole Y.Doc, and
 * would read there who voted for what.
 */
import { Work } from '#core/planning/work.ts';
import { findOne } from '#core/selectors/one.ts';
import type { TabView } from '#core/tab/view.ts';
import { isArrow } from '#schema/element.ts';
import { newId } from '#schema/ids.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { defaultVotes, type NewVote, type OwnVotes, type Vote, type VoteAnswer } from '#schema/vote.ts';
import { type Actor, userIdOf } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import type { Db } from '#storage/storage.ts';
import { ballotsOf, deleteVote, endVote, insertVote, setBallot, type StoredVote, voteOn, votesBy } from '#storage/votes.ts';

import type { AppContext } from './context.ts';
import { documentWrite, type DocumentWrite, type WriteScope } from './document-write.ts';

export type Votes = {
  /** Errors, here and below: tab_not_found. Here also vote_running. */
  start(call: Call, documentId: string, tabId: string, body: NewVote): Promise<VoteAnswer | Problem>;
  show(call: Call, documentId: string, tabId: string): Promise<VoteAnswer | Problem>;
  /** Errors: also vote_not_found, vote_ended, votes_spent, and those of the element. */
  place(call: Call, documentId: string, tabId: string, body: OwnVotes): Promise<VoteAnswer | Problem>;
  /** Errors: also vote_not_found, access_denied. */
  end(call: Call, documentId: string, tabId: string): Promise<VoteAnswer | Problem>;
  /** Errors: also access_denied. */
  clear(call: Call, documentId: string, tabId: string): Promise<null | Problem>;
};

type VoteScope = WriteScope & { readonly tab: TabView; readonly vote: StoredVote | null };
type VotePlace = { readonly call: Call; readonly documentId: string; readonly tabId: string };

export function createVotes(context: AppContext): Votes {
  const { storage, rooms, now } = context;

  return {
    start: (call, documentId, tabId, { votes = defaultVotes, private: isPrivate = false }) =>
      write({ call, documentId, tabId }, 'vote.start', async ({ room, tab, vote }) => {
        if (vote !== null && vote.endedAt === null) return problem('vote_running');
        if (vote !== null) await deleteVote(room.tx, vote.id);
        const { name, color } = call.actor;
        const starter = { id: userIdOf(call.actor), name, color };
        const at = now();
        const started: StoredVote = {
          id: newId('vote', at),
          documentId,
          tabId,
          votes,
          isPrivate,
          starter,
          startedAt: at,
          endedAt: null,
        };
        await insertVote(room.tx, started);
        room.notify(changedNotice(tabId));
        return answer(room.tx, call.actor, started, tab);
      }),

    async show({ actor }, documentId, tabId) {
      const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
      if (isProblem(access)) return access;
      const tab = await rooms.read(documentId, (reading) => reading.tab(tabId) ?? problem('tab_not_found'));
      if (isProblem(tab)) return tab;
      return answer(storage.db, actor, await voteOn(storage.db, documentId, tabId), tab);
    },

    async place(call, documentId, tabId, { element, votes }) {
      const place = { call, documentId, tabId };
      return write(place, 'vote.place', async ({ room, tab, vote }, changed) => {
        if (vote === null) return problem('vote_not_found');
        if (vote.endedAt !== null) return problem('vote_ended');
        const elementId = votableNamed(element, tab, votes);
        if (isProblem(elementId)) return elementId;
        const voterId = userIdOf(call.actor);
        const own = await votesBy(room.tx, vote.id, voterId);
        const others = [...own].filter(([id]) => id !== elementId);
        const spent = sumOf(others.filter(([id]) => carriesVotes(tab, id)));
        if (votes > 0 && spent + votes > vote.votes)
          return problem('votes_spent', { limit: vote.votes, left: vote.votes - spent - (own.get(elementId) ?? 0) });
        const isChanged = (own.get(elementId) ?? 0) !== votes;
        if (isChanged) {
          const ballot = { voteId: vote.id, documentId, voterId };
          // Votes on removed elements return with them, unless they are placed elsewhere meanwhile.
          let excess = sumOf(others) + votes - vote.votes;
          for (const [id, count] of others) {
            if (excess <= 0) break;
            if (carriesVotes(tab, id)) continue;
            await setBallot(room.tx, { ...ballot, elementId: id }, Math.max(0, count - excess));
            excess -= count;
          }
          await setBallot(room.tx, { ...ballot, elementId }, votes);
          changed();
        }
        const placed = await answer(room.tx, call.actor, vote, tab);
        // That someone placed a vote just now, next to where their pointer is, would say too much of a private one.
        if (isChanged && !vote.isPrivate) room.notify(placedNotice(tabId, placed, elementId));
        return placed;
      });
    },

    end: (call, documentId, tabId) =>
      write({ call, documentId, tabId }, 'vote.end', async (scope, changed) => {
        const { room, tab, vote } = scope;
        if (vote === null) return problem('vote_not_found');
        if (vote.endedAt !== null) return answer(room.tx, call.actor, vote, tab);
        if (!runsIt(scope, vote)) return notYours();
        const ended = { ...vote, endedAt: now() };
        await endVote(room.tx, vote.id, ended.endedAt);
        room.notify(changedNotice(tabId));
        changed();
        return answer(room.tx, call.actor, ended, tab);
      }),

    clear: (call, documentId, tabId) =>
      write<null>({ call, documentId, tabId }, 'vote.clear', async (scope, changed) => {
        const { room, vote } = scope;
        if (vote === null) return null;
        if (vote.endedAt === null && !runsIt(scope, vote)) return notYours();
        await deleteVote(room.tx, vote.id);
        room.notify(changedNotice(tabId));
        changed();
        return null;
      }),
  };

  /** A write that is audited if it started a vote, or called `changed`. Placing is for participants, all else for editors of the tab. */
  function write<T extends VoteAnswer | null>(
    { call, documentId, tabId }: VotePlace,
    action: `vote.${'start' | 'place' | 'end' | 'clear'}`,
    work: (scope: VoteScope, changed: () => void) => Promise<T | Problem>,
  ): Promise<T | Problem> {
    let isChanged = action === 'vote.start';
    const spec: DocumentWrite<T> = {
      action,
      access: action === 'vote.place' ? { level: 'participant', fencedTab: tabId } : { level: 'editor', tab: tabId },
      subject: () => tabId,
      applied: () => isChanged,
    };
    return documentWrite<T>(context, call, documentId, spec, async (scope) => {
      const tab = scope.room.tab(tabId);
      if (tab === undefined) return problem('tab_not_found');
      const vote = await voteOn(scope.room.tx, documentId, tabId);
      return work({ ...scope, tab, vote }, () => (isChanged = true));
    });
  }
}

/** The vote was started, has ended or was cleared: editors read it. */
const changedNotice = (tab: string): object => ({ type: 'vote', tab, placed: null });

/** What editors need in order to show a vote that was placed: if each read the whole vote again, a full room would be too much to answer. */
const placedNotice = (tab: string, { vote }: VoteAnswer, element: string): object => ({
  type: 'vote',
  tab,
  placed: {
    vote: vote?.id,
    element,
    votes: vote?.totals?.find((one) => one.element === element)?.votes ?? 0,
    voters: vote?.voters ?? 0,
  },
});

/** What an actor reads of a vote. */
async function answer(db: Db, actor: Actor, vote: StoredVote | null, tab: TabView): Promise<VoteAnswer> {
  if (vote === null) return { vote: null };
  const self = userIdOf(actor);
  const { id, votes, isPrivate, starter, startedAt, endedAt } = vote;
  const mine = [...(await votesBy(db, id, self))].filter(([element]) => carriesVotes(tab, element));
  const areSecret = isPrivate && endedAt === null;
  const shown: Vote = {
    id,
    votes,
    private: isPrivate,
    startedBy: { name: starter.name, color: starter.color },
    own: starter.id === self,
    startedAt,
    endedAt,
    left: Math.max(0, votes - sumOf(mine)),
    mine: mine.map(([element, count]) => ({ element, votes: count })),
    ...(areSecret ? { totals: null, voters: null } : await resultsOf(db, id, tab)),
  };
  return { vote: shown };
}

async function resultsOf(db: Db, voteId: string, tab: TabView): Promise<Pick<Vote, 'totals' | 'voters'>> {
  const totals = new Map<string, number>();
  const voters = new Set<string>();
  for (const { element, voter, votes } of await ballotsOf(db, voteId)) {
    voters.add(voter);
    if (carriesVotes(tab, element)) totals.set(element, (totals.get(element) ?? 0) + votes);
  }
  const listed = [...totals].map(([element, votes]) => ({ element, votes }));
  return { totals: listed.toSorted((a, b) => b.votes - a.votes || (a.element < b.element ? -1 : 1)), voters: voters.size };
}

/** The id of an element that can have votes; to take votes back, also that of one that was removed. */
function votableNamed(text: string, tab: TabView, votes: number): string | Problem {
  if (text === '') return problem('element_not_found');
  const found = findOne({ kind: 'ref', text }, { tab, selected: null, work: new Work() });
  if (!isProblem(found)) return isArrow(found) ? problem('element_not_votable') : found.id;
  if (found.code !== 'target_not_found') return found;
  return votes === 0 ? text : problem('element_not_found', found.members);
}

function carriesVotes(tab: TabView, id: string): boolean {
  const element = tab.get(id);
  return element !== undefined && !isArrow(element);
}

const runsIt = ({ access, call }: WriteScope, { starter }: StoredVote): boolean =>
  access.level === 'owner' || starter.id === userIdOf(call.actor);

const notYours = (): Problem =>
  problem('access_denied', { required: 'owner', detail: 'Only the person who started the vote, or an owner, ends it.' });

const sumOf = (entries: readonly (readonly [string, number])[]): number => entries.reduce((sum, [, votes]) => sum + votes, 0);
