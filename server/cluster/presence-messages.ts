/** The messages in which nodes send one another the editors that are open on them. */
import Type, { type Static } from 'typebox';

import { isValid } from '#schema/validate.ts';

import type { Message } from './signed-channel.ts';

const Client = Type.Integer({ minimum: 0 });
const Version = Type.Integer({ minimum: 0 });
const Note = Type.Object({
  user: Type.Object({ id: Type.String(), name: Type.String(), color: Type.String() }),
  tab: Type.Union([Type.String(), Type.Null()]),
  selection: Type.Array(Type.String()),
  holds: Type.Boolean(),
});
const State = Type.Object({ client: Client, clock: Type.Integer({ minimum: 0 }), state: Type.Object({}) });

const forms = {
  /** The node is alive; `version` is the number of `notes` messages it has sent. */
  beat: Type.Object({ kind: Type.Literal('beat'), version: Version }),
  /** Editors of a document that joined, changed, or left (null); `version` counts these messages. */
  notes: Type.Object({
    kind: Type.Literal('notes'),
    version: Version,
    document: Type.String(),
    notes: Type.Array(Type.Object({ client: Client, note: Type.Union([Note, Type.Null()]) })),
  }),
  /** All editors of the node as of `version`, in parts. */
  whole: Type.Object({
    kind: Type.Literal('whole'),
    isFirst: Type.Boolean(),
    isLast: Type.Boolean(),
    version: Version,
    documents: Type.Array(
      Type.Object({ document: Type.String(), notes: Type.Array(Type.Object({ client: Client, note: Note })) }),
    ),
  }),
  /** Requests `whole` from a node, or (null) from every node. */
  ask: Type.Object({ kind: Type.Literal('ask'), of: Type.Union([Type.String(), Type.Null()]) }),
  /** In a document's topic: awareness states of its editors, and the request for all of them. */
  states: Type.Object({ kind: Type.Literal('states'), states: Type.Array(State) }),
  askStates: Type.Object({ kind: Type.Literal('askStates') }),
  /** The agents of a document changed. */
  agents: Type.Object({ kind: Type.Literal('agents'), document: Type.String() }),
  bye: Type.Object({ kind: Type.Literal('bye') }),
};

export type PresenceMessage = { [K in keyof typeof forms]: Static<(typeof forms)[K]> }[keyof typeof forms];

/** Null if the message has none of these forms. */
export function presenceMessage(message: Message): PresenceMessage | null {
  const { kind } = message;
  if (typeof kind !== 'string' || !Object.hasOwn(forms, kind)) return null;
  const form = forms[kind as keyof typeof forms];
  return isValid(form, message) ? message : null;
}
