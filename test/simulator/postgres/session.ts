/** A session of the modelled PostgreSQL: its transaction, its settings, and statements one after the other. */
import { type Answer, type ModelServer, OpenTransaction } from './model-server.ts';
import { serverError } from './server-error.ts';

const hasEnded = (): Error => serverError('57P01', 'the session has ended', 'FATAL');
const settled = (command: string): Answer => ({ rows: [], rowCount: 0, command });

export class Session {
  readonly name: string;
  readonly #server: ModelServer;
  /** Called when the server ends the session by itself. */
  readonly #onEnd: (error: Error) => void;
  readonly #settings = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };
  #transaction: OpenTransaction | null = null;
  #hasFailed = false;
  #isOver = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(name: string, server: ModelServer, onEnd: (error: Error) => void) {
    this.name = name;
    this.#server = server;
    this.#onEnd = onEnd;
  }

  get lockTimeoutMs(): number {
    return this.#settings.lock_timeout || 60_000;
  }

  /** Throws what PostgreSQL would answer. */
  async execute(text: string, values: readonly unknown[]): Promise<Answer> {
    if (this.#isOver) throw hasEnded();
    clearTimeout(this.#idle);
    const isInTransaction = this.#transaction !== null;
    const cancel = (): void =>
      this.#server.locks.cancel(this, () => serverError('57014', 'canceling statement due to statement timeout'));
    const timer = setTimeout(cancel, this.#settings.statement_timeout || 60_000);
    try {
      return this.#control(text) ?? (await this.#run(text, values));
    } catch (error) {
      // The error ends a transaction of several statements only when its client rolls it back.
      if (isInTransaction && this.#transaction !== null) this.#hasFailed = true;
      else this.#rollBack();
      throw error;
    } finally {
      clearTimeout(timer);
      this.#startIdling();
    }
  }

  /** Fails the running transaction as an error of the server does. */
  fail(): void {
    if (this.#transaction !== null) this.#hasFailed = true;
  }

  /** Ends the session; its transaction is rolled back. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#idle);
    this.#server.locks.cancel(this, hasEnded);
    this.#rollBack();
  }

  /** The answer to a statement that controls the transaction or the session. */
  #control(text: string): Answer | null {
    const [, word = '', name = ''] = /^\s*(begin|commit|rollback to savepoint|rollback|savepoint)\b\s*(\w*)/i.exec(text) ?? [];
    switch (word.toLowerCase()) {
      case 'begin':
        this.#transaction ??= new OpenTransaction();
        return settled('BEGIN');
      case 'commit':
        return this.#commit();
      case 'rollback':
        this.#rollBack();
        return settled('ROLLBACK');
      case 'savepoint':
        this.#assertSound();
        this.#transaction?.savepoints.set(name, this.#transaction.changesets.length);
        return settled('SAVEPOINT');
      case 'rollback to savepoint':
        if (this.#transaction !== null) this.#server.rollBackTo(this.#transaction, name);
        this.#hasFailed = false;
        return settled('ROLLBACK');
      default:
        return /set_config\(/.test(text) ? this.#configure(text) : null;
    }
  }

  #commit(): Answer {
    const transaction = this.#transaction;
    if (transaction === null || this.#hasFailed) {
      this.#rollBack();
      return settled('ROLLBACK');
    }
    this.#server.commit(transaction);
    this.#transaction = null;
    this.#server.locks.release(this);
    return settled('COMMIT');
  }

  #configure(text: string): Answer {
    for (const setting of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const)
      this.#settings[setting] = Number(new RegExp(`'${setting}', '(\\d+)'`).exec(text)?.[1] ?? 0);
    return settled('SELECT');
  }

  async #run(text: string, values: readonly unknown[]): Promise<Answer> {
    this.#assertSound();
    if (this.#transaction !== null) return this.#server.run(this, this.#transaction, text, values);
    const transaction = new OpenTransaction();
    try {
      const answer = await this.#server.run(this, transaction, text, values);
      this.#server.commit(transaction);
      return answer;
    } finally {
      if (!transaction.isOver) this.#server.rollBack(transaction);
      this.#server.locks.release(this);
    }
  }

  #assertSound(): void {
    if (this.#hasFailed)
      throw serverError('25P02', 'current transaction is aborted, commands ignored until end of transaction block');
  }

  #rollBack(): void {
    if (this.#transaction !== null) this.#server.rollBack(this.#transaction);
    this.#transaction = null;
    this.#hasFailed = false;
    this.#server.locks.release(this);
  }

  #startIdling(): void {
    const limitMs = this.#settings.idle_in_transaction_session_timeout;
    if (this.#transaction === null || limitMs === 0 || this.#isOver) return;
    this.#idle = setTimeout(() => {
      this.end();
      this.#onEnd(serverError('25P03', 'terminating connection due to idle-in-transaction timeout', 'FATAL'));
    }, limitMs);
  }
}
