/** Presence: an agent's presence on a tab, and the people and agents of a document by tab. */
import Type, { type Static } from 'typebox';

import { HexColor, OrNull, Timestamp } from './access.ts';

const Focus = Type.Array(Type.String(), { description: 'Full ids of elements.' });
const userProperties = {
  id: Type.String({ description: 'Id of the person.' }),
  name: Type.String({ description: 'The name of the person.' }),
  color: HexColor,
};
const PresentUser = Type.Object(userProperties, { description: 'The person.' });
const Status = Type.Optional(Type.String({ description: 'What the agent is doing, in a line.' }));

export const Presence = Type.Object(
  {
    tabId: Type.String({ description: 'Id of the tab.' }),
    status: Status,
    focus: Focus,
    expiresAt: Type.Integer({ description: 'When it expires, in milliseconds since the Unix epoch.' }),
  },
  { description: 'The presence of an agent on a tab.' },
);
export type Presence = Static<typeof Presence>;

/** What editors see of an agent. The id of its token is not part of it. */
export const PresentAgent = Type.Object(
  {
    user: Type.Object(userProperties, { description: 'The owner of the token.' }),
    status: Status,
    focus: Focus,
    expiresAt: Timestamp,
    setAt: Type.Integer({ description: 'When it was set, in milliseconds since the Unix epoch.' }),
  },
  { description: 'An agent on a tab.' },
);
export type PresentAgent = Static<typeof PresentAgent>;

export const PresentPerson = Type.Object(
  {
    user: PresentUser,
    selection: Type.Array(Type.String(), { description: 'Full ids.' }),
  },
  { description: 'A person with the document open.' },
);
export type PresentPerson = Static<typeof PresentPerson>;

export const TabPresence = Type.Object(
  {
    tabId: OrNull(Type.String(), { description: 'Id of the tab; null: those who are on no tab.' }),
    people: Type.Array(PresentPerson, { description: 'One entry for each open editor: a person may have several open.' }),
    agents: Type.Array(PresentAgent, { description: 'One entry for each token, the most recently set first.' }),
  },
  { description: 'The people and agents on one tab.' },
);
export type TabPresence = Static<typeof TabPresence>;

export const DocumentPresence = Type.Object(
  {
    tabs: Type.Array(TabPresence, {
      description: 'Tabs with people or agents, in tab order. The last entry, with `tabId` null, has those who are on no tab.',
    }),
    people: Type.Integer({ description: 'The number of people, each counted once. Agents are not people.' }),
    agents: Type.Integer({ description: 'The number of agents, each token counted once.' }),
  },
  { description: 'The people and agents in a document.' },
);
export type DocumentPresence = Static<typeof DocumentPresence>;
