/** Tasks of a document, as people hand and follow them (../inbox/SPEC.md). inbox.ts has what agents do. */
import { reaches } from '#schema/access.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Handle, NewTask, Task, TaskAnswer, TaskListQuery } from '#schema/task.ts';
import { type Actor, isProgram, userIdOf } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { announceTask } from '#server/inbox/task-event.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import { tokensWithHandles, type TokenWithHandle } from '#storage/handles.ts';
import {
  changeTask,
  deleteTask,
  insertTask,
  makeRoomForTask,
  type ReadTask,
  type StoredTask,
  taskById,
  tasksOfDocument,
} from '#storage/tasks.ts';

import { eventActor } from './audit.ts';
import type { AppContext } from './context.ts';
import { documentWrite, type WriteScope } from './document-write.ts';
import { taskPlace } from './task-place.ts';
import { shownTask, stateOf } from './task-view.ts';

export type TaskList = { readonly tasks: readonly Task[]; readonly next: string | null };

export type Tasks = {
  /** The agents to which the caller can hand a task. Errors: session_required, access_denied. */
  handles(call: Call, documentId: string): Promise<{ readonly handles: readonly Handle[] } | Problem>;
  /** Errors: session_required, handle_not_found, handle_ambiguous, too_large, and those of its place. */
  hand(call: Call, documentId: string, body: NewTask): Promise<Task | Problem>;
  list(call: Call, documentId: string, query: TaskListQuery): Promise<TaskList | Problem>;
  /** Errors: task_not_found. */
  show(call: Call, documentId: string, taskId: string): Promise<Task | Problem>;
  /** Answers a question, or queues a completed or stale task again. Errors: also session_required, task_state_refused, handle_not_found, too_large. */
  handAgain(call: Call, documentId: string, taskId: string, body: TaskAnswer): Promise<Task | Problem>;
  /** Errors: session_required, task_not_found, access_denied. */
  withdraw(call: Call, documentId: string, taskId: string): Promise<null | Problem>;
};

export function createTasks(context: AppContext): Tasks {
  const { storage, now } = context;
  return {
    async handles({ actor }, documentId) {
      const access = await authorize(storage.db, actor, documentId, 'participant', { write: false, now: now() });
      if (isProblem(access)) return access;
      if (isProgram(actor)) return problem('session_required');
      const tokens = await tokensWithHandles(storage.db, documentId, now());
      const handles = tokens.filter((token) => mayHand(actor, token)).map((token) => shownHandle(actor, token));
      return { handles: handles.toSorted(byHandle) };
    },

    hand: (call, documentId, body) =>
      write(call, documentId, 'task.hand', async ({ room }) => {
        const at = now();
        const place = taskPlace(room, body);
        if (isProblem(place)) return place;
        const token = await tokenNamed(room, call.actor, body, { documentId, tabId: place.tabId, at });
        if (isProblem(token)) return token;
        if (!(await makeRoomForTask(room.tx, documentId, limits.tasksPerDocument)))
          return problem('too_large', { limit: limits.tasksPerDocument, hint: 'Withdraw tasks that are no longer needed.' });
        const { name, color } = call.actor;
        const task: StoredTask = {
          id: newId('task', at),
          documentId,
          tokenId: token.id,
          handle: token.handle,
          ...place,
          text: body.text,
          author: { id: userIdOf(call.actor), name, color },
          state: 'queued',
          lease: null,
          leaseUntil: null,
          lapses: 0,
          progress: null,
          messages: [],
          changesetId: null,
          createdAt: at,
          updatedAt: at,
        };
        await insertTask(room.tx, task);
        announceTask(room, task, { change: 'handed', text: body.text, actor: eventActor(call.actor) }, at);
        room.afterCommit(() => context.tasksChanged(documentId, 'handed'));
        return answer(call, room, task.id);
      }),

    async list(call, documentId, { limit = limits.taskListDefault, cursor, status = 'open' }) {
      const access = await authorize(storage.db, call.actor, documentId, 'viewer', { now: now() });
      if (isProblem(access)) return access;
      const page = { now: now(), limit, after: cursor ?? null, isOpen: status === 'open' };
      const tasks = await tasksOfDocument(storage.db, documentId, page);
      const next = tasks.length === limit ? (tasks.at(-1)?.id ?? null) : null;
      return { tasks: tasks.map((task) => shownTask(context, call, task)), next };
    },

    async show(call, documentId, taskId) {
      const access = await authorize(storage.db, call.actor, documentId, 'viewer', { now: now() });
      if (isProblem(access)) return access;
      const task = await taskById(storage.db, taskId, now());
      return task?.documentId === documentId ? shownTask(context, call, task) : problem('task_not_found');
    },

    handAgain: (call, documentId, taskId, { text }) =>
      write(call, documentId, 'task.hand', async ({ room }) => {
        const at = now();
        const task = await taskById(room.tx, taskId, at);
        if (task?.documentId !== documentId) return problem('task_not_found');
        const tokens = await tokensWithHandles(room.tx, documentId, at);
        const token = tokens.find(({ id }) => id === task.tokenId);
        if (token === undefined || !mayHand(call.actor, token)) return problem('handle_not_found');
        const state = stateOf(task);
        if (state === 'queued' || state === 'working') return problem('task_state_refused', { state });
        if (text !== undefined && task.messages.length >= limits.messagesPerTask)
          return problem('too_large', { limit: limits.messagesPerTask, hint: 'Hand a new task.' });
        const { name, color } = call.actor;
        const added = text === undefined ? [] : [{ by: { name, color }, agent: false, text, at }];
        const change = { state: 'queued', lease: null, leaseUntil: null, lapses: 0, progress: null, changesetId: null } as const;
        await changeTask(room.tx, taskId, { ...change, messages: [...task.messages, ...added], updatedAt: at });
        const event = { change: 'handed', ...(text !== undefined && { text }), actor: eventActor(call.actor) } as const;
        announceTask(room, { ...task, ...change }, event, at);
        room.afterCommit(() => context.tasksChanged(documentId, 'handed'));
        return answer(call, room, taskId);
      }),

    withdraw: (call, documentId, taskId) =>
      write<null>(
        call,
        documentId,
        'task.withdraw',
        async ({ room, access }) => {
          const at = now();
          const task = await taskById(room.tx, taskId, at);
          if (task?.documentId !== documentId) return problem('task_not_found');
          if (!isOwnTask(call.actor, task) && !reaches(access.level, 'editor'))
            return problem('access_denied', { required: 'editor' });
          await deleteTask(room.tx, taskId);
          announceTask(room, task, { change: 'withdrawn', actor: eventActor(call.actor) }, at);
          room.afterCommit(() => context.tasksChanged(documentId, 'withdrawn'));
          return null;
        },
        taskId,
      ),
  };

  /** A participant's write, which only people make. */
  function write<T extends Task | null>(
    call: Call,
    documentId: string,
    action: string,
    work: (scope: WriteScope) => Promise<T | Problem>,
    taskId?: string,
  ): Promise<T | Problem> {
    if (isProgram(call.actor)) return Promise.resolve(problem('session_required'));
    const spec = { action, access: { level: 'participant' }, subject: (task: T) => task?.id ?? taskId } as const;
    return documentWrite<T>(context, call, documentId, spec, work);
  }

  /** A task as it is within the write. */
  async function answer(call: Call, { tx }: RoomWrite, taskId: string): Promise<Task | Problem> {
    const task = await taskById(tx, taskId, now());
    return task === null ? problem('task_not_found') : shownTask(context, call, task);
  }
}

const isOwnTask = (actor: Actor, { author, owner }: ReadTask): boolean =>
  author.id === userIdOf(actor) || owner.id === userIdOf(actor);

const mayHand = (actor: Actor, { owner, handFrom }: TokenWithHandle): boolean =>
  owner.id === userIdOf(actor) || handFrom === 'participants';

/** The agent that a new task names. With a fence that names tabs, it takes tasks on these alone. Errors: handle_not_found, handle_ambiguous. */
async function tokenNamed(
  room: RoomWrite,
  actor: Actor,
  { handle, owner }: NewTask,
  { documentId, tabId, at }: { readonly documentId: string; readonly tabId: string | null; readonly at: number },
): Promise<TokenWithHandle | Problem> {
  const named = (await tokensWithHandles(room.tx, documentId, at)).filter(
    (token) =>
      token.handle === handle.toLowerCase() &&
      (owner === undefined || token.owner.id === owner) &&
      mayHand(actor, token) &&
      (token.fence?.tabs === undefined || (tabId !== null && token.fence.tabs.includes(tabId))),
  );
  const [token, ...others] = named;
  if (token === undefined) return problem('handle_not_found');
  if (others.length === 0) return token;
  return problem('handle_ambiguous', { candidates: named.map((one) => ({ id: one.owner.id, label: one.owner.name })) });
}

const shownHandle = (actor: Actor, { handle, owner, fence }: TokenWithHandle): Handle => ({
  handle,
  owner,
  isOwn: owner.id === userIdOf(actor),
  tabs: fence?.tabs === undefined ? null : [...fence.tabs],
});

/** Of several with the same handle, the caller's own first. */
const byHandle = (a: Handle, b: Handle): number =>
  a.handle === b.handle
    ? Number(b.isOwn) - Number(a.isOwn) || a.owner.name.localeCompare(b.owner.name)
    : a.handle < b.handle
      ? -1
      : 1;
