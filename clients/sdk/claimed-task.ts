/** claimed-task: a task that this program has claimed. Its lease is renewed in the background until it is completed (SPEC.md, SDK7). */
import type { Client } from './client.ts';
import { Refused } from './errors.ts';
import type { Calls } from './types.ts';

export type Task = Calls['GET /inbox/:task']['reply'];

/** A third of the lease: two renewals may fail. */
const renewMs = 20_000;

export class ClaimedTask {
  readonly task: Task;
  readonly #client: Client;
  readonly #lease: string;
  readonly #lost = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(client: Client, { task, lease }: { readonly task: Task; readonly lease: string }) {
    this.#client = client;
    this.task = task;
    this.#lease = lease;
    this.#timer = setInterval(() => void this.#renew(), renewMs);
  }

  /** Aborts when the task is no longer this program's: the lease lapsed, or a person withdrew it. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /** Shows people, in a line, what the program does. */
  async progress(text: string): Promise<void> {
    await this.#update({ progress: text });
  }

  /** Asks the person. The task comes again, with the answer among its messages. */
  async ask(question: string): Promise<void> {
    this.release();
    await this.#update({ question });
  }

  /** Completes the task. People can undo the changeset. */
  done(result: { readonly text?: string; readonly changeset?: string } = {}): Promise<Task> {
    return this.#complete('done', result);
  }

  fail(text: string): Promise<Task> {
    return this.#complete('failed', { text });
  }

  /** Renews the lease no longer: without a further call the task is queued again. */
  release(): void {
    clearInterval(this.#timer);
  }

  async #renew(): Promise<void> {
    try {
      await this.#update({});
    } catch (error) {
      if (!(error instanceof Refused)) return;
      this.release();
      this.#lost.abort(error);
    }
  }

  #update(body: { readonly progress?: string; readonly question?: string }): Promise<Task> {
    const params = { task: this.task.id };
    return this.#client.call('POST /inbox/:task/update', { params, body: { lease: this.#lease, ...body } });
  }

  #complete(state: 'done' | 'failed', said: { readonly text?: string; readonly changeset?: string }): Promise<Task> {
    this.release();
    const params = { task: this.task.id };
    return this.#client.call('POST /inbox/:task/complete', { params, body: { lease: this.#lease, state, ...said } });
  }
}
