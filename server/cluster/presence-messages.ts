/** presence-messages: what nodes say to one another about the editors that are open on them. */
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
  /** Alive, with so many changes told. */
  beat: Type.Object({ kind: Type.Literal('beat'), version: Version }),
  /** Editors of a document that came, changed, or left; `version` counts these messages. */
  notes: Type.Object({
    kind: Type.Literal('notes'),
    version: Version,
    document: Type.String(),
    notes: Type.Array(Type.Object({ client: Client, note: Type.Union([Note, Type.Null()]) })),
  }),
  /** All editors of the node, in parts; the last one ends with the version that they are of. */
  whole: Type.Object({
    kind: Type.Literal('whole'),
    isFirst: Type.Boolean(),
    isLast: Type.Boolean(),
    version: Version,
    documents: Type.Array(
      Type.Object({ document: Type.String(), notes: Type.Array(Type.Object({ client: Client, note: Note })) }),
    ),
  }),
  /** Asks a node, or (null) every node, for `whole`. */
  ask: Type.Object({ kind: Type.Literal('ask'), of: Type.Union([Type.String(), Type.Null()]) }),
  /** In a document's topic: awareness states of its editors, and the question for all of them. */
  states: Type.Object({ kind: Type.Literal('states'), states: Type.Array(State) }),
  askStates: Type.Object({ kind: Type.Literal('askStates') }),
  /** Agents of a document changed. */
  agents: Type.Object({ kind: Type.Literal('agents'), document: Type.String() }),
  bye: Type.Object({ kind: Type.Literal('bye') }),
};

export type PresenceMessage = { [K in keyof typeof forms]: Static<(typeof forms)[K]> }[keyof typeof forms];

/** Null when it is none. */
export function presenceMessage(message: Message): PresenceMessage | null {
  const { kind } = message;
  if (typeof kind !== 'string' || !Object.hasOwn(forms, kind)) return null;
  const form = forms[kind as keyof typeof forms];
  return isValid(form, message) ? message : null;
}
