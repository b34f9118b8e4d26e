/**
 * A connection of a node to the modelled PostgreSQL in place of pg's client, for pg's pool. Statements are sent when they are called, and
 * answered in order. Each message can be delayed, and each statement lost (connection-faults.ts).
 */
import { EventEmitter } from 'node:events';

import type { Scheduler } from '../scheduler.ts';
import { fateOf, type PostgresChances, refusal } from './connection-faults.ts';
import type { Answer } from './model-server.ts';
import { terminated } from './server-error.ts';
import type { Session } from './session.ts';

type Query = { readonly text: string; readonly values?: readonly unknown[]; readonly query_timeout?: number };
type Sent = { readonly query: Query; readonly answer: (answer: Answer) => void; readonly fail: (error: Error) => void };

/** The node's side of the modelled PostgreSQL. */
export type ClientHost = {
  readonly owner: string;
  readonly scheduler: Scheduler;
  chances(): PostgresChances;
  /** Null if the server is not reachable. */
  newSession(client: SimClient): Session | null;
};

export class SimClient extends EventEmitter {
  /** Read by the pool. */
  _queryable = false;
  _ending = false;
  readonly #host: ClientHost;
  #session: Session | null = null;
  /** The network no longer carries anything. */
  #isCut = false;
  readonly #sent = new Set<Sent>();
  /** The statements that have arrived, one after the other. */
  #arrived: Promise<void> = Promise.resolve();

  constructor(host: ClientHost) {
    super();
    this.#host = host;
  }

  isConnected(): boolean {
    return this._queryable;
  }

  connect(done: (error?: Error) => void): void {
    void this.#open(done);
  }

  async #open(done: (error?: Error) => void): Promise<void> {
    await this.#pass('connects');
    this.#session = this.#host.newSession(this);
    if (this.#session === null) return done(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    this._queryable = true;
    done();
  }

  query(query: Query): Promise<Answer> {
    if (!this._queryable) return Promise.reject(new Error('Client has encountered a connection error and is not queryable'));
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        this.#sent.delete(sent);
        settle();
      };
      const timer = setTimeout(() => end(() => reject(new Error('Query read timeout'))), query.query_timeout ?? 60_000);
      const sent: Sent = { query, answer: (answer) => end(() => resolve(answer)), fail: (error) => end(() => reject(error)) };
      this.#sent.add(sent);
      const arrival = this.#pass('->');
      this.#arrived = this.#arrived.then(() => arrival).then(() => this.#arrive(sent));
    });
  }

  end(done?: () => void): void {
    this._ending = true;
    this._queryable = false;
    // The server learns of it after what was sent before, and holds the locks of the transaction until then.
    const notice = this.#pass('->');
    void this.#arrived.then(() => notice).then(() => this.#session?.end());
    this.#failAll(new Error('Connection terminated'));
    done?.();
  }

  /** The connection is lost. The server may notice later. */
  lose(error: Error): void {
    if (!this._queryable) return;
    this._queryable = false;
    this.#failAll(error);
    this.emit('error', error);
    this.emit('end');
  }

  ref(): void {}

  unref(): void {}

  async #arrive(sent: Sent): Promise<void> {
    const session = this.#session;
    if (session === null || this.#isCut) return;
    const { random } = this.#host.scheduler;
    const { text, values = [] } = sent.query;
    const fate = fateOf(text, this.#host.chances(), random);
    if (fate !== 'sound') this.#host.scheduler.note(`${this.#host.owner}: ${text.slice(0, 40)} will be ${fate}`);
    const noticed = (): Promise<void> => this.#pass('is lost').then(() => session.end());
    this.#isCut = fate === 'unsent' || fate === 'unheard';
    if (fate === 'refused') {
      const error = refusal(random, text === 'commit' && !this.#host.chances().mayBeUnknown);
      session.fail();
      return this.#answer(() => (isFatal(error) ? (session.end(), this.lose(error)) : sent.fail(error)));
    }
    if (fate === 'unsent') {
      void noticed();
      return this.lose(cut());
    }
    if (fate === 'unheard') this.lose(cut());
    const outcome = await session.execute(text, values).then(
      (answer) => () => sent.answer(answer),
      (error: Error) => () => (isFatal(error) ? this.lose(error) : sent.fail(error)),
    );
    if (fate === 'unheard') return void noticed();
    if (fate === 'ended') {
      session.end();
      return this.#answer(() => this.lose(terminated()));
    }
    this.#answer(outcome);
  }

  /** Answers arrive in order, and the server does not wait for that. */
  #answer(arrive: () => void): void {
    void this.#pass('<-').then(arrive);
  }

  #pass(label: string): Promise<void> {
    const { owner, scheduler } = this.#host;
    const lane = label === '<-' || label === '->' ? `${owner} ${label}` : undefined;
    return scheduler.pass(`${owner} ${label}`, { waits: this.#host.chances().waits, owner, ...(lane !== undefined && { lane }) });
  }

  #failAll(error: Error): void {
    for (const { fail } of this.#sent) fail(error);
  }
}

const cut = (): Error => new Error('Connection terminated unexpectedly');
const isFatal = (error: Error): boolean => 'severity' in error && error.severity === 'FATAL';
