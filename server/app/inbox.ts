/** The inbox of an agent: the tasks that people handed to its token (../inbox/SPEC.md). tasks.ts has what people do. */
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { InboxQuery, Task, TaskCompletion, TaskMessage, TaskUpdate } from '#schema/task.ts';
import type { AgentActor } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { announceTask, type TaskEvent } from '#server/inbox/task-event.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import { changesetById } from '#storage/changesets.ts';
import { changeTask, queuedTasks, type ReadTask, taskById, type TaskChange } from '#storage/tasks.ts';

import { eventActor } from './audit.ts';
import { keptSince } from './changeset-records.ts';
import type { AppContext } from './context.ts';
import { documentWrite } from './document-write.ts';
import { shownTask } from './task-view.ts';
import type { TaskList } from './tasks.ts';

type AgentCall = Call<AgentActor>;
export type Claim = { readonly task: Task; readonly lease: string };

export type Inbox = {
  /** Waits for a task if none is queued; `onGone` is called with what to do when the caller hangs up. Errors: unauthenticated, room_unavailable. */
  list(call: AgentCall, query: InboxQuery, onGone: (listener: () => void) => void): Promise<TaskList | Problem>;
  /** All of these: task_not_found, token_read_only, token_fenced. */
  show(call: AgentCall, taskId: string): Promise<Task | Problem>;
  /** Errors: also task_taken, task_state_refused. */
  claim(call: AgentCall, taskId: string): Promise<Claim | Problem>;
  /** Errors: also lease_invalid, lease_lapsed, task_state_refused; too_large. */
  update(call: AgentCall, taskId: string, body: TaskUpdate): Promise<Task | Problem>;
  /** Errors: as update, and changeset_not_found. */
  complete(call: AgentCall, taskId: string, body: TaskCompletion): Promise<Task | Problem>;
};

/** A task within a write of its agent, and the change that the write makes. */
type TaskScope = { readonly room: RoomWrite; readonly task: ReadTask; readonly at: number };
type TaskWrite = { readonly change: TaskChange; readonly event: Omit<TaskEvent, 'actor'> | null };

export function createInbox(context: AppContext): Inbox {
  const { storage, now, inboxWaits } = context;
  return {
    async list(call, { wait = 0, ...query }, onGone) {
      const inbox = wait === 0 ? undefined : inboxWaits.enter(call.actor.tokenId);
      if (inbox === null) return problem('room_unavailable', { retryAfter: 5, limit: limits.waitingInboxesPerNode });
      const page = await queued(call, query).catch((error: unknown) => {
        if (inbox !== undefined) inboxWaits.leave(inbox);
        throw error;
      });
      if (inbox === undefined) return page;
      onGone(() => inbox.wake('gone'));
      const end = performance.now() + wait * 1_000;
      try {
        let current = page;
        while (current.tasks.length === 0) {
          const outcome = await inbox.next(end - performance.now());
          if (outcome === 'ended') return problem('unauthenticated');
          if (outcome !== 'due') return current;
          current = await queued(call, query);
        }
        return current;
      } finally {
        inboxWaits.leave(inbox);
      }
    },

    async show(call, taskId) {
      const task = await ownTask(call, taskId);
      if (isProblem(task)) return task;
      const access = await authorize(storage.db, call.actor, task.documentId, 'viewer', { now: now() });
      return isProblem(access) ? unseen(access) : shownTask(context, call, task);
    },

    async claim(call, taskId) {
      const lease = newId('lease', now());
      const result = await write(call, taskId, 'task.claim', async ({ task, at }) => {
        if (task.state === 'working') return problem('task_taken');
        if (task.state !== 'queued') return problem('task_state_refused', { state: task.state });
        const change = { state: 'working', lease, leaseUntil: at + limits.taskLeaseMs, progress: null, updatedAt: at } as const;
        return { change, event: { change: 'claimed' } };
      });
      return isProblem(result) ? result : { task: result.task, lease: result.lease ?? lease };
    },

    async update(call, taskId, { lease, progress, question }) {
      const result = await write(call, taskId, 'task.update', async ({ task, at }) => {
        const refusal = refuseLease(task, lease, at);
        if (refusal !== null) return refusal;
        const leaseUntil = at + limits.taskLeaseMs;
        if (progress === undefined && question === undefined) return { change: { leaseUntil }, event: null };
        if (question !== undefined && task.messages.length >= limits.messagesPerTask)
          return problem('too_large', { limit: limits.messagesPerTask, hint: 'Complete the task as failed.' });
        const said = { ...(progress !== undefined && { progress }), updatedAt: at };
        const event = { change: 'updated', ...(progress !== undefined && { progress }) } as const;
        if (question === undefined) return { change: { ...said, leaseUntil }, event };
        const messages = [...task.messages, messageOf(call, question, at)];
        return {
          change: { ...said, state: 'needs_input', leaseUntil: null, messages },
          event: { ...event, text: question },
        };
      });
      return isProblem(result) ? result : result.task;
    },

    async complete(call, taskId, { lease, state = 'done', text, changeset }) {
      const result = await write(call, taskId, 'task.complete', async ({ room, task, at }) => {
        const refusal = refuseLease(task, lease, at);
        if (refusal !== null) return refusal;
        if (changeset !== undefined && !(await isOwnChangeset(room, task, changeset, at))) return problem('changeset_not_found');
        const messages = text === undefined ? task.messages : [...task.messages, messageOf(call, text, at)];
        return {
          change: { state, leaseUntil: null, progress: null, messages, changesetId: changeset ?? null, updatedAt: at },
          event: { change: 'completed', ...(text !== undefined && { text }), ...(changeset !== undefined && { changeset }) },
        };
      });
      return isProblem(result) ? result : result.task;
    },
  };

  async function queued(
    call: AgentCall,
    { limit = limits.taskListDefault, cursor, doc }: Omit<InboxQuery, 'wait'>,
  ): Promise<TaskList> {
    const { tokenId, documents } = call.actor;
    const only = doc === undefined ? documents : [doc].filter((one) => documents?.includes(one) !== false);
    const tasks = await queuedTasks(storage.db, tokenId, { now: now(), limit, after: cursor ?? null, documents: only });
    const next = tasks.length === limit ? (tasks.at(-1)?.id ?? null) : null;
    return { tasks: tasks.map((task) => shownTask(context, call, task)), next };
  }

  async function ownTask({ actor }: AgentCall, taskId: string): Promise<ReadTask | Problem> {
    const task = await taskById(storage.db, taskId, now());
    return task?.tokenId === actor.tokenId ? task : problem('task_not_found');
  }

  /** A write of the agent to one task. Without an event it only renews the lease, and is neither audited nor stored. */
  async function write(
    call: AgentCall,
    taskId: string,
    action: string,
    work: (scope: TaskScope) => Promise<TaskWrite | Problem>,
  ): Promise<{ readonly task: Task; readonly lease: string | null } | Problem> {
    const own = await ownTask(call, taskId);
    if (isProblem(own)) return own;
    const { documentId, tabId } = own;
    type Written = { readonly task: Task; readonly lease: string | null; readonly isRenewal: boolean };
    const spec = {
      action,
      access: { level: 'viewer', write: true, ...(tabId !== null && { fencedTab: tabId }) },
      subject: () => taskId,
      applied: ({ isRenewal }: Written) => !isRenewal,
    } as const;
    const result = await documentWrite<Written>(context, call, documentId, spec, async ({ room }) => {
      const at = now();
      const task = await taskById(room.tx, taskId, at);
      if (task === null) return problem('task_not_found');
      const written = await work({ room, task, at });
      if (isProblem(written)) return written;
      const { change, event } = written;
      await changeTask(room.tx, taskId, change);
      const after = { ...task, ...change };
      if (event !== null) {
        announceTask(room, after, { ...event, actor: eventActor(call.actor) }, at);
        room.afterCommit(() => context.tasksChanged(documentId, event.change));
      }
      return { task: shownTask(context, call, after), lease: after.lease, isRenewal: event === null };
    });
    return isProblem(result) ? unseen(result) : result;
  }
}

/** A task in a document that the agent cannot read does not exist for it. */
const unseen = (refusal: Problem): Problem => (refusal.code === 'document_not_found' ? problem('task_not_found') : refusal);

function refuseLease(task: ReadTask, lease: string, at: number): Problem | null {
  if (task.lease !== lease) return problem('lease_invalid');
  if (task.state === 'queued' || task.state === 'stale') return problem('lease_lapsed');
  if (task.state !== 'working') return problem('task_state_refused', { state: task.state });
  return task.leaseUntil === null || task.leaseUntil <= at ? problem('lease_lapsed') : null;
}

/** Another one is not the agent's to be undone with the task. */
async function isOwnChangeset(room: RoomWrite, { documentId, tokenId }: ReadTask, id: string, at: number): Promise<boolean> {
  const changeset = await changesetById(room.tx, documentId, id, keptSince(at));
  return changeset?.tokenId === tokenId;
}

const messageOf = ({ actor: { name, color } }: AgentCall, text: string, at: number): TaskMessage => ({
  by: { name, color },
  agent: true,
  text,
  at,
});
