/**
 * presence: who is in a document: an agent's presence on a tab as it sets it, and everybody by tab.
 */
import Type, { type Static } from 'typebox';

import { HexColour, OrNull, Timestamp } from './access.ts';

const Focus = Type.Array(Type.String(), { description: 'Full ids of elements.' });
const whoMembers = { id: Type.String(), name: Type.String(), color: HexColour };
const Who = Type.Object(whoMembers);

export const Presence = Type.Object({
  tabId: Type.String(),
  status: Type.Optional(Type.String()),
  focus: Focus,
  expiresAt: Type.Integer({ description: 'When it lapses, in milliseconds since the Unix epoch.' }),
});
export type Presence = Static<typeof Presence>;

/** What editors see of an agent in its state: no id of a token. */
export const PresentAgent = Type.Object({
  user: Type.Object(whoMembers, { description: 'The owner of the token.' }),
  status: Type.Optional(Type.String()),
  focus: Focus,
  expiresAt: Timestamp,
  setAt: Timestamp,
});
export type PresentAgent = Static<typeof PresentAgent>;

export const PresentPerson = Type.Object({ user: Who, selection: Type.Array(Type.String(), { description: 'Full ids.' }) });
export type PresentPerson = Static<typeof PresentPerson>;

export const TabPresence = Type.Object({
  tabId: OrNull(Type.String()),
  people: Type.Array(PresentPerson, { description: 'One entry for each open editor: a person may have several.' }),
  agents: Type.Array(PresentAgent, { description: 'One entry for each token, the one set last first.' }),
});
export type TabPresence = Static<typeof TabPresence>;

export const DocumentPresence = Type.Object({
  tabs: Type.Array(TabPresence, {
    description: 'Tabs where somebody is, in tab order; last, with `tabId` null, those who look at none.',
  }),
  people: Type.Integer({ description: 'How many people: each counted once. Agents are not people.' }),
  agents: Type.Integer({ description: 'How many agents: each token counted once.' }),
});
export type DocumentPresence = Static<typeof DocumentPresence>;
