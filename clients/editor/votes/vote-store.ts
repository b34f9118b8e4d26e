/**
 * vote-store: the vote on the shown tab. While there are subscribers it follows the server's messages, and is read again after the
 * connection was lost. What the person places is shown at once, and sent in the order in which it was placed.
 */
import { isArrow } from '#schema/element.ts';
import type { Vote, VoteAnswer } from '#schema/vote.ts';

import { call } from '../api/call.ts';
import type { DocumentSession } from '../live/document-session.ts';
import type { VoteNotice } from '../live/notices.ts';
import type { TabInView } from '../live/tab-store.ts';
import { FollowedSignal } from '../state/followed-signal.ts';
import type { Readable } from '../state/signal.ts';

/** Between two readings. */
const pauseMs = 1_000;
/** A tab that is shown for less is not read. */
const passingMs = 250;

type Placed = NonNullable<VoteNotice['placed']>;

type Session = Pick<DocumentSession, 'documentId' | 'onVote' | 'status'>;
type Tab = Pick<TabInView, 'id' | 'view' | 'onChange'>;

export class VoteStore implements Readable<Vote | null> {
  readonly #session: Session;
  readonly #tab: Tab;
  readonly #vote = new FollowedSignal<Vote | null>(null, () => this.#follow());
  #readAt = 0;
  /** What is shown may be out of date; it is read once everything is saved: the server has no tab that was just added here. */
  #isBehind = false;
  #reading: ReturnType<typeof setTimeout> | null = null;
  /** Raised by each call that changes the vote: an answer to an earlier reading is out of date. */
  #changes = 0;
  /** Calls, readings among them. */
  #unanswered = 0;
  /** What others placed while a call was not answered: the answer may be older. Later ones win. */
  #heard: Placed[] = [];
  /** Votes to be sent, by element. */
  readonly #wanted = new Map<string, { votes: number; sent: Promise<void> }>();
  #sending: Promise<unknown> = Promise.resolve();

  constructor(session: Session, tab: Tab) {
    this.#session = session;
    this.#tab = tab;
  }

  /** Null without one, and until it is read. */
  get(): Vote | null {
    return this.#vote.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#vote.subscribe(listener);
  }

  /** A call that changes the vote, and answers it. Throws CallRefused and CallUnreachable. */
  async change(send: () => Promise<VoteAnswer | null>): Promise<void> {
    this.#changes += 1;
    this.#unanswered += 1;
    const sent = this.#sending.then(send);
    this.#sending = sent.catch(() => undefined);
    try {
      const answer = await sent;
      this.#answered(() => this.#vote.set(answer?.vote ?? null));
    } catch (error) {
      this.#answered(() => this.#soon());
      throw error;
    }
  }

  /** Sets how many votes of the person an element has. Throws CallRefused and CallUnreachable. */
  place(element: string, votes: number): Promise<void> {
    const vote = this.get();
    if (vote !== null) this.#vote.set(withOwn(vote, element, votes));
    const waiting = this.#wanted.get(element);
    if (waiting !== undefined) {
      waiting.votes = votes;
      return waiting.sent;
    }
    const params = { doc: this.#session.documentId, tab: this.#tab.id };
    const wanted = { votes, sent: Promise.resolve() };
    this.#wanted.set(element, wanted);
    wanted.sent = this.change(() => {
      this.#wanted.delete(element);
      return call('PUT /documents/:doc/tabs/:tab/vote/mine', { params, body: { element, votes: wanted.votes } });
    });
    return wanted.sent;
  }

  /** Never rejects. */
  async #read(): Promise<void> {
    const { documentId } = this.#session;
    const changes = this.#unanswered > 0 ? null : this.#changes;
    this.#readAt = Date.now();
    this.#unanswered += 1;
    try {
      const { vote } = await call('GET /documents/:doc/tabs/:tab/vote', { params: { doc: documentId, tab: this.#tab.id } });
      this.#answered(() => (changes === this.#changes ? this.#vote.set(vote) : this.#soon()));
    } catch {
      // It is read again once the server can be reached.
      this.#answered(() => undefined);
    }
  }

  /** Takes the answer to the last of all calls that are under way; those before it say less. */
  #answered(take: () => void): void {
    this.#unanswered -= 1;
    if (this.#unanswered > 0) return;
    take();
    for (const placed of this.#heard.splice(0)) this.#show(placed);
  }

  #take({ tab, placed }: VoteNotice): void {
    if (tab !== this.#tab.id) return;
    if (placed === null) this.#soon();
    else if (this.#unanswered > 0) this.#heard.push(placed);
    else this.#show(placed);
  }

  #show({ vote: id, element, votes, voters }: Placed): void {
    const vote = this.get();
    if (vote?.id !== id || vote.totals === null) return this.#soon();
    this.#vote.set({ ...vote, voters, totals: withVotes(vote.totals, element, votes).toSorted(mostFirst) });
  }

  #soon(): void {
    if (this.#reading !== null || !this.#vote.isFollowed) return;
    this.#reading = setTimeout(
      () => {
        this.#reading = null;
        if (this.#session.status.get().kind === 'saved') void this.#read();
        else this.#isBehind = true;
      },
      Math.max(0, this.#readAt + pauseMs - Date.now()),
    );
  }

  #follow(): () => void {
    const { status } = this.#session;
    this.#isBehind = true;
    const removed = new Set<string>();
    this.#readAt = Date.now() + passingMs - pauseMs;
    const catchUp = (): void => {
      const { kind } = status.get();
      if (this.#isBehind && kind === 'saved') this.#soon();
      this.#isBehind = kind !== 'saved' && (this.#isBehind || kind !== 'saving');
    };
    const onFocus = (): void => {
      // The person may have placed votes in another window.
      if (isRunning(this.get())) this.#soon();
    };
    window.addEventListener('focus', onFocus);
    const endings = [
      this.#session.onVote((notice) => this.#take(notice)),
      status.subscribe(catchUp),
      // The server leaves out the votes on removed elements, so those that return are unknown here.
      this.#tab.onChange(({ elements }) => {
        if (this.get() === null) return;
        const isOther = elements === 'all' || [...elements].some((id) => this.#hasReturned(id, removed));
        if (isOther) this.#soon();
      }),
      () => window.removeEventListener('focus', onFocus),
      () => {
        if (this.#reading !== null) clearTimeout(this.#reading);
        this.#reading = null;
      },
    ];
    catchUp();
    return () => endings.forEach((end) => end());
  }

  #hasReturned(id: string, removed: Set<string>): boolean {
    if (this.#tab.view.get(id) !== undefined) return removed.delete(id);
    removed.add(id);
    return false;
  }
}

export type CountedElement = Vote['mine'][number];

export const votesOn = (list: readonly CountedElement[] | null, element: string): number =>
  list?.find((one) => one.element === element)?.votes ?? 0;

/** Those whose element is on the tab. */
export const onTab = (list: readonly CountedElement[], view: Tab['view']): CountedElement[] =>
  list.filter(({ element }) => {
    const found = view.get(element);
    return found !== undefined && !isArrow(found);
  });

export const isRunning = (vote: Vote | null): vote is Vote & { readonly endedAt: null } => vote?.endedAt === null;

/** The vote as it will be once the person has this number of votes on an element. */
export function withOwn(vote: Vote, element: string, votes: number): Vote {
  const { mine, totals } = vote;
  const more = votes - votesOn(mine, element);
  return {
    ...vote,
    left: vote.left - more,
    mine: withVotes(mine, element, votes),
    totals: totals === null ? null : withVotes(totals, element, votesOn(totals, element) + more).toSorted(mostFirst),
  };
}

const withVotes = (list: readonly CountedElement[], element: string, votes: number): CountedElement[] =>
  [...list.filter((one) => one.element !== element), { element, votes }].filter((one) => one.votes > 0);

const mostFirst = (a: CountedElement, b: CountedElement): number => b.votes - a.votes || (a.element < b.element ? -1 : 1);
