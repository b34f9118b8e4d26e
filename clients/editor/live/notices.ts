/** notices: the server's messages to editors about applied changesets, tasks of agents, proposals and votes (document-model.md, Notices). */
import Type, { type Static } from 'typebox';

import { isPlainObject } from '#schema/plain-object.ts';
import { TaskState } from '#schema/task.ts';
import { coercerOf } from '#schema/ydoc/coerce.ts';

const Ids = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20_000 });
const Text = Type.String({ maxLength: 2_000 });
const Count = Type.Integer({ minimum: 0 });

const ChangesetNotice = Type.Object({
  type: Type.Literal('changeset'),
  id: Text,
  tab: Text,
  rev: Count,
  author: Type.Object({ name: Text, color: Type.String({ pattern: '^#[0-9a-f]{6}$' }) }),
  agent: Type.Boolean(),
  group: Text,
  counts: Type.Object({ added: Count, changed: Count, removed: Count }),
  summary: Type.Union([Text, Type.Null()]),
  added: Ids,
  changed: Ids,
  removed: Ids,
  revertOf: Type.Union([Text, Type.Null()]),
  at: Type.Integer(),
});
export type ChangesetNotice = Static<typeof ChangesetNotice>;

const TaskNotice = Type.Object({
  type: Type.Literal('task'),
  task: Text,
  change: Text,
  state: TaskState,
  at: Type.Integer(),
});
export type TaskNotice = Static<typeof TaskNotice>;

const ProposalNotice = Type.Object({
  type: Type.Literal('proposal'),
  proposal: Text,
  tab: Type.Union([Text, Type.Null()]),
  change: Text,
  state: Text,
});
export type ProposalNotice = Static<typeof ProposalNotice>;

/** The vote on the tab has changed: it is to be read again, or someone has placed votes, which leave the element with this number. */
const VoteNotice = Type.Object({
  type: Type.Literal('vote'),
  tab: Text,
  placed: Type.Union([Type.Object({ vote: Text, element: Text, votes: Count, voters: Count }), Type.Null()]),
});
export type VoteNotice = Static<typeof VoteNotice>;

type AnyNotice = ChangesetNotice | TaskNotice | ProposalNotice | VoteNotice;

const coercers = new Map<unknown, (value: unknown) => unknown>([
  ['changeset', coercerOf(ChangesetNotice)],
  ['task', coercerOf(TaskNotice)],
  ['proposal', coercerOf(ProposalNotice)],
  ['vote', coercerOf(VoteNotice)],
]);

/** Null for a message of another kind, which a newer server may send. */
export function readNotice(payload: string): AnyNotice | null {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return null;
  }
  const coerce = isPlainObject(value) ? coercers.get(value['type']) : undefined;
  return (coerce?.(value) ?? null) as AnyNotice | null;
}
