/**
 * participants: the people and agents of a document as they are shown, from awareness.
 *
 * A person with several windows is one participant. An agent's status is on its owner's avatar if the owner is on the tab;
 * otherwise the agent has an avatar of its own, in the owner's name and color. Only people can be followed.
 */
import type { TabSettings } from '#schema/tab.ts';

import type { UserBadge, Participation } from '../live/people-store.ts';
import { peopleTexts } from '../strings/people.ts';

export type Participant = {
  readonly key: string;
  readonly user: UserBadge;
  /** An agent whose owner is not on the tab. */
  readonly isAgent: boolean;
  /** It is the reader. */
  readonly isSelf: boolean;
  /** The statuses of the owner's agents on the tab. */
  readonly status: string | null;
  /** The person's key, to follow; null if they cannot be followed. */
  readonly followed: string | null;
};

export type ParticipantsOnTab = {
  readonly tab: Pick<TabSettings, 'id' | 'name'> | null;
  readonly company: readonly Participant[];
};

/** The participants on one tab: the reader first, then people, then agents without their owners. */
export function participantsOn(tabId: string | null, people: readonly Participation[], self: UserBadge | null): Participant[] {
  const company = new Map<string, Participant>();
  if (self !== null) company.set(self.id, one(self, { isSelf: true }));
  for (const { kind, tab, user, key } of people) {
    if (kind === 'editor' && tab === tabId && !company.has(user.id)) company.set(user.id, one(user, { followed: key }));
  }
  for (const { kind, tab, user, status } of people) {
    if (kind !== 'agent' || tab !== tabId) continue;
    const owner = company.get(user.id);
    company.set(user.id, owner === undefined ? one(user, { isAgent: true, status }) : { ...owner, status: status ?? '' });
  }
  return [...company.values()].toSorted((a, b) => Number(a.isAgent) - Number(b.isAgent));
}

/** All participants by tab: the shown tab first, then the others in order, then those on no tab. */
export function participantsByTab(
  tabs: readonly TabSettings[],
  shownTab: string,
  people: readonly Participation[],
  self: UserBadge | null,
): ParticipantsOnTab[] {
  const ordered = tabs.toSorted((a, b) => Number(b.id === shownTab) - Number(a.id === shownTab));
  const tabIds = new Set(tabs.map(({ id }) => id));
  const stray = people.map((person) => (person.tab !== null && tabIds.has(person.tab) ? person : { ...person, tab: null }));
  return [...ordered, null]
    .map((tab) => ({ tab, company: participantsOn(tab?.id ?? null, stray, tab?.id === shownTab ? self : null) }))
    .filter(({ company }) => company.length > 0);
}

/** The number of people in the document, with the reader. */
export function headCount(people: readonly Participation[], self: UserBadge | null): number {
  const ids = new Set(people.filter(({ kind }) => kind === 'editor').map(({ user }) => user.id));
  if (self !== null) ids.add(self.id);
  return ids.size;
}

/** For screen readers: `Ada (agent): drawing the payment flow`. */
export function participantText(one: Participant): string {
  const { isAgent, status } = one;
  const name = participantName(one);
  if (status === null || status === '') return name;
  return isAgent ? `${name}: ${status}` : `${name}, agent: ${status}`;
}

export const participantName = ({ user, isAgent, isSelf }: Participant): string =>
  isSelf ? peopleTexts.youNamed(user.name) : isAgent ? peopleTexts.agentNamed(user.name) : user.name;

const one = (user: UserBadge, values: Partial<Participant>): Participant => ({
  key: values.isAgent === true ? `agent ${user.id}` : user.id,
  user,
  isAgent: false,
  isSelf: false,
  status: null,
  followed: null,
  ...values,
});
