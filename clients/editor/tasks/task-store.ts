/**
 * task-store: the tasks of the open document, newest first. While there are subscribers it follows the server's messages, and reads
 * the list again after the connection was lost.
 */
import type { Task } from '#schema/task.ts';

import { call, CallRefused, failureText } from '../api/call.ts';
import type { DocumentSession } from '../live/document-session.ts';
import type { TaskNotice } from '../live/notices.ts';
import { FollowedSignal } from '../state/followed-signal.ts';
import type { Readable } from '../state/signal.ts';

export type DocumentTasks = {
  /** Null until they are loaded. */
  readonly tasks: readonly Task[] | null;
  /** The cursor of older ones; null if there are none. */
  readonly next: string | null;
  readonly failure: string | null;
};

type Session = Pick<DocumentSession, 'documentId' | 'onTask' | 'status'>;

const unloaded: DocumentTasks = { tasks: null, next: null, failure: null };

export class TaskStore implements Readable<DocumentTasks> {
  readonly #session: Session;
  readonly #list = new FollowedSignal<DocumentTasks>(unloaded, () => this.#follow());

  constructor(session: Session) {
    this.#session = session;
  }

  get(): DocumentTasks {
    return this.#list.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#list.subscribe(listener);
  }

  /** Shows a task as a call answered it. */
  put(task: Task): void {
    this.#change((tasks) => [task, ...tasks.filter(({ id }) => id !== task.id)].toSorted(newestFirst));
  }

  remove(taskId: string): void {
    this.#change((tasks) => tasks.filter(({ id }) => id !== taskId));
  }

  /** Null if it is gone. Throws CallRefused and CallUnreachable. */
  async read(taskId: string): Promise<Task | null> {
    try {
      return await call('GET /documents/:doc/tasks/:task', { params: { doc: this.#session.documentId, task: taskId } });
    } catch (error) {
      if (error instanceof CallRefused && error.code === 'task_not_found') return null;
      throw error;
    }
  }

  /** Reads the newest tasks; with a cursor the older ones, too. Never rejects. */
  async load(cursor?: string): Promise<void> {
    const params = { doc: this.#session.documentId };
    const query = { status: 'all', ...(cursor !== undefined && { cursor }) } as const;
    try {
      const { tasks, next } = await call('GET /documents/:doc/tasks', { params, query });
      const earlier = cursor === undefined ? [] : (this.get().tasks ?? []);
      this.#list.set({ tasks: merged(earlier, tasks), next, failure: null });
    } catch (error) {
      this.#list.set({ ...this.get(), failure: failureText(error) });
    }
  }

  #follow(): () => void {
    const { status } = this.#session;
    let wasOnline = isOnline(status.get().kind);
    const endings = [
      this.#session.onTask((notice) => void this.#take(notice)),
      status.subscribe(() => {
        const online = isOnline(status.get().kind);
        if (online && !wasOnline) void this.load();
        wasOnline = online;
      }),
    ];
    void this.load();
    return () => endings.forEach((end) => end());
  }

  async #take({ task: taskId, change }: TaskNotice): Promise<void> {
    if (change === 'withdrawn') return this.remove(taskId);
    try {
      const task = await this.read(taskId);
      if (task === null) this.remove(taskId);
      else this.put(task);
    } catch {
      // The list is read again once the server can be reached.
    }
  }

  #change(change: (tasks: readonly Task[]) => readonly Task[]): void {
    const list = this.get();
    if (list.tasks !== null) this.#list.set({ ...list, tasks: change(list.tasks) });
  }
}

const isOnline = (kind: string): boolean => kind === 'saved' || kind === 'saving';

const merged = (earlier: readonly Task[], loaded: readonly Task[]): readonly Task[] =>
  [...new Map([...earlier, ...loaded].map((task) => [task.id, task])).values()].toSorted(newestFirst);

const newestFirst = (a: Task, b: Task): number => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
