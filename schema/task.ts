/**
 * Tasks that people hand to agents, and the handles under which agents take them.
 *
 * A handle names a token in the list of agents, on tasks and in the list of tokens, and nowhere else.
 */
import Type, { type Static, type TProperties } from 'typebox';

import { Author, HandFrom, HexColor, OrNull, Timestamp } from './access.ts';
import { limits } from './limits.ts';

const strict = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const id = (description: string) => Type.String({ minLength: 1, maxLength: 64, description });
const words = (maxLength: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    description: `${description} At most ${maxLength.toLocaleString('en')} characters.`,
  });

/** As callers write it; it is stored and answered in lower case. */
export const HandleName = Type.String({
  maxLength: limits.handleCharacters,
  pattern: '^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$',
  description: 'Letters from a to z, digits, and single hyphens between them, in any case.',
});

export const TokenPatch = strict({
  handle: Type.Union([HandleName, Type.Null()], {
    description: 'The name under which people hand it tasks, unique among your tokens; null: none.',
  }),
  handFrom: Type.Optional(HandFrom),
});
export type TokenPatch = Static<typeof TokenPatch>;

export const Handle = Type.Object(
  {
    handle: Type.String({ description: 'The handle.' }),
    owner: Type.Object(
      {
        id: Type.String({ description: 'Id of the person.' }),
        name: Type.String({ description: 'The name of the person.' }),
        color: HexColor,
      },
      { description: 'The person for whom the agent acts. Two people can give the same handle to an agent of theirs.' },
    ),
    isOwn: Type.Boolean({ description: 'True if the agent acts for the caller.' }),
    tabs: OrNull(Type.Array(Type.String()), {
      description: 'Ids of the only tabs on which it takes tasks; null: all, and tasks without a tab.',
    }),
  },
  { description: 'An agent that the caller can hand tasks to.' },
);
export type Handle = Static<typeof Handle>;

export const taskStates = ['queued', 'working', 'needs_input', 'done', 'failed', 'stale'] as const;
export const TaskState = Type.Enum([...taskStates], {
  description:
    'queued: waits for its agent. working: the agent has a lease. needs_input: the agent asked something. done, failed: the agent completed it. stale: nobody works on it, as its lease lapsed three times or its agent no longer has access.',
});
export type TaskState = (typeof taskStates)[number];

/** A task that is not done and has not failed. */
export const isOpen = (state: TaskState): boolean => state !== 'done' && state !== 'failed';

export const TaskMessage = Type.Object(
  {
    by: Author,
    agent: Type.Boolean({ description: 'True if the agent wrote it.' }),
    text: Type.String({ description: 'What it says.' }),
    at: Timestamp,
  },
  { description: 'A question of the agent, an answer to it, or what the agent says of the result.' },
);
export type TaskMessage = Static<typeof TaskMessage>;

export const Task = Type.Object(
  {
    id: Type.String({ description: 'Id of the task.' }),
    doc: Type.String({ description: 'Id of its document.' }),
    documentName: Type.String({ description: 'The name of its document.' }),
    url: Type.String({ description: 'The address of a page that shows the document, or the tab of the task.' }),
    tab: OrNull(Type.String(), { description: 'Id of the tab that it is about; null: none.' }),
    element: OrNull(Type.String(), { description: 'Full id of the element that it is about; null: none.' }),
    selection: Type.Array(Type.String(), { description: 'Full ids of further elements that it is about.' }),
    item: OrNull(Type.String(), { description: 'Id of the card that it is about; null: none.' }),
    comment: OrNull(Type.String(), { description: 'Id of a comment of the thread that it is about; null: none.' }),
    text: Type.String({ description: 'What to do.' }),
    handle: Type.String({ description: 'The handle that it was handed to.' }),
    owner: Author,
    handedBy: Author,
    isOwn: Type.Boolean({ description: 'True if the caller, or the owner of the calling token, handed it.' }),
    state: TaskState,
    progress: OrNull(Type.String(), { description: 'What the agent says it does; null: nothing.' }),
    messages: Type.Array(TaskMessage, { description: 'Oldest first.' }),
    changeset: OrNull(Type.String(), { description: 'Id of the changeset that completed it; null: none.' }),
    lapses: Type.Integer({ minimum: 0, description: 'How often a lease of it lapsed since it was handed.' }),
    leaseUntil: OrNull(Timestamp, { description: 'When the lease lapses; null: nobody works on it.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { description: 'Work that a person handed to an agent.' },
);
export type Task = Static<typeof Task>;

export const NewTask = strict({
  handle: HandleName,
  owner: Type.Optional(id('Id of the owner of the handle, if several agents have it.')),
  tab: Type.Optional(id('Id of the tab that it is about.')),
  element: Type.Optional(id('Full id, ref or unique prefix of an element of the tab.')),
  selection: Type.Optional(
    Type.Array(id('Full id, ref or unique prefix of an element of the tab.'), {
      maxItems: limits.taskElements,
      description: 'Further elements of the tab.',
    }),
  ),
  item: Type.Optional(id('Id of the card that it is about.')),
  comment: Type.Optional(id('Id of a comment of the thread that it is about; the thread names the element or the card.')),
  text: words(limits.taskTextCharacters, 'What to do.'),
});
export type NewTask = Static<typeof NewTask>;

const page = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.taskListMax,
      default: limits.taskListDefault,
      description: 'The most tasks to list.',
    }),
  ),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: '`next` of the previous page.' })),
};
export const TaskListQuery = strict({
  ...page,
  status: Type.Optional(
    Type.Enum(['open', 'all'], {
      default: 'open',
      description: 'open: queued, working, needs_input and stale ones; all: also done and failed ones.',
    }),
  ),
});
export type TaskListQuery = Static<typeof TaskListQuery>;

export const InboxQuery = strict({
  ...page,
  doc: Type.Optional(id('Only tasks in this document, by its id.')),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: limits.inboxWaitSeconds,
      default: 0,
      description: 'How long to wait for a task if none is queued, in seconds.',
    }),
  ),
});
export type InboxQuery = Static<typeof InboxQuery>;

export const TaskAnswer = strict({
  text: Type.Optional(words(limits.taskMessageCharacters, 'The answer to a question of the agent, or what else to do.')),
});
export type TaskAnswer = Static<typeof TaskAnswer>;

const lease = id('The lease that the claim answered.');
export const TaskUpdate = strict({
  lease,
  progress: Type.Optional(words(limits.taskProgressCharacters, 'What the agent does now, in a line.')),
  question: Type.Optional(
    words(
      limits.taskMessageCharacters,
      'What the agent needs to know. It ends the lease: the task is queued again with the answer.',
    ),
  ),
});
export type TaskUpdate = Static<typeof TaskUpdate>;

export const TaskCompletion = strict({
  lease,
  state: Type.Optional(Type.Enum(['done', 'failed'], { default: 'done', description: 'What became of it.' })),
  text: Type.Optional(words(limits.taskMessageCharacters, 'What was done, or why it failed.')),
  changeset: Type.Optional(id('Id of the changeset that completed it, which people can undo.')),
});
export type TaskCompletion = Static<typeof TaskCompletion>;

export const ClaimedTask = Type.Object({
  task: Task,
  lease: Type.String({ description: 'For the calls that report on the task. Each of them renews it for 60 seconds.' }),
});
