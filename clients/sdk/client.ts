/** client: calls an Atelier server with a token, and follows its documents (SPEC.md). */
import { apiRoot } from '#clients/service/api-root.ts';
import { follow } from '#clients/service/follow.ts';
import { ServiceRefusal, ServiceUnreachable } from '#clients/service/service-refusal.ts';
import { Service } from '#clients/service/service.ts';

import type { Changeset } from './changeset.ts';
import { ClaimedTask } from './claimed-task.ts';
import { type Problem, Refused, Unreachable } from './errors.ts';
import type { Calls, EventType } from './types.ts';

export type ClientOptions = {
  /** The server's address, or its API root: `http://127.0.0.1:4100`. */
  readonly url: string;
  /** Without one only calls that need none succeed. */
  readonly token?: string;
  /** Aborts all calls. */
  readonly signal?: AbortSignal;
};

/** A call by its method and path, with the part of the query by which its answer has another form. */
export type Call = keyof Calls;
export type Reply<C extends Call> = Calls[C]['reply'];

export type CallOptions = {
  /** Repeats of the call under the same key, within a day, apply it once. By default each POST has a key of its own. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

type ReadonlyDeep<T> = T extends Uint8Array | Blob
  ? T
  : T extends readonly (infer One)[]
    ? readonly ReadonlyDeep<One>[]
    : T extends object
      ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
      : T;
type PartOf<C extends Call, Name extends string> =
  Calls[C] extends Readonly<Record<Name, infer Part>> ? { readonly [Key in Name]: ReadonlyDeep<Part> } : object;
type QueryOf<C extends Call> = Calls[C] extends { query: infer Query }
  ? { readonly query?: { readonly [Key in keyof Query]?: Query[Key] | undefined } }
  : object;
export type CallInput<C extends Call> = PartOf<C, 'params'> & PartOf<C, 'body'> & QueryOf<C> & CallOptions;
/** The input may be left out where nothing of it is required. */
export type CallArguments<C extends Call> = object extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>];

export type ApplyOptions = CallOptions & {
  /** The revision that was read: refused if others have changed a target since. */
  readonly baseRev?: number;
  /** Refused at any other revision. */
  readonly expectedRev?: number;
  /** What the change is about, for people. */
  readonly summary?: string;
  /** Answers what would happen, and applies nothing. */
  readonly dryRun?: boolean;
};

export type EventOptions = {
  /** Default: all. */
  readonly types?: readonly EventType[];
  /** Starts with the events after this one, by its id. Default: those from now on. */
  readonly after?: string;
  /** How long an unreachable server is retried. Default: a minute. */
  readonly patienceMs?: number;
  /** Ends the iteration, without an error. */
  readonly signal?: AbortSignal;
};

export type TaskOptions = {
  /** Only tasks in this document. */
  readonly doc?: string;
  /** Ends the iteration, without an error. */
  readonly signal?: AbortSignal;
};

/** `data` is the event's JSON, as docs/events.md shows it. */
export type DocumentEvent = {
  readonly id: string;
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
};

export class Client {
  readonly #service: Service;

  constructor({ url, token, signal }: ClientOptions) {
    this.#service = new Service({ url: apiRoot(url), token: token ?? null, ...(signal !== undefined && { signal }) });
  }

  /** The JSON of the answer; null if it has none. Throws Refused and Unreachable. */
  call<C extends Call>(call: C, ...input: CallArguments<C>): Promise<Reply<C>> {
    return translated(this.#service.json(...([call, ...input] as unknown as ServiceCall))) as Promise<Reply<C>>;
  }

  /** The answer as text, such as an outline or an SVG. */
  text<C extends Call>(call: C, ...input: CallArguments<C>): Promise<string> {
    return translated(this.#service.text(...([call, ...input] as unknown as ServiceCall)));
  }

  /** The answer as bytes, such as a PNG. */
  bytes<C extends Call>(call: C, ...input: CallArguments<C>): Promise<Uint8Array> {
    return translated(this.#service.bytes(...([call, ...input] as unknown as ServiceCall)));
  }

  /** Applies a changeset, from the builder or as lines, as a whole or not at all. */
  apply(
    place: { readonly doc: string; readonly tab: string },
    operations: Changeset | string,
    { baseRev, expectedRev, summary, dryRun, ...options }: ApplyOptions = {},
  ): Promise<Reply<'POST /documents/:doc/tabs/:tab/changesets'>> {
    const body = {
      operations: typeof operations === 'string' ? operations : [...operations.operations],
      ...(baseRev !== undefined && { baseRev }),
      ...(expectedRev !== undefined && { expectedRev }),
      ...(summary !== undefined && { summary }),
    };
    const query = { dryRun: dryRun === true ? ('1' as const) : undefined };
    return this.call('POST /documents/:doc/tabs/:tab/changesets', { params: place, query, body, ...options });
  }

  /** Yields the events of a document across broken connections, each once, until the signal aborts or the loop is left. */
  async *events(doc: string, { types, signal, ...options }: EventOptions = {}): AsyncGenerator<DocumentEvent, void, undefined> {
    const left = new AbortController();
    const ends = this.#service.endingWith(signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]));
    try {
      const events = follow(this.#service, doc, { types: types?.join(','), signal: ends, ...options });
      for await (const event of events) yield event as DocumentEvent;
    } catch (error) {
      throw publicError(error);
    } finally {
      left.abort();
    }
  }

  /**
   * Yields the tasks that people hand to this token, claimed, until the signal aborts or the loop is left. A task that the body of the loop
   * has not completed is given back when the loop goes on.
   */
  async *tasks({ doc, signal }: TaskOptions = {}): AsyncGenerator<ClaimedTask, void, undefined> {
    while (signal?.aborted !== true) {
      const claimed = await this.#claimNext(doc, signal);
      if (claimed === null) continue;
      try {
        yield claimed;
      } finally {
        claimed.release();
      }
    }
  }

  /** Null if there was none within the wait, or another program was faster. */
  async #claimNext(doc: string | undefined, signal: AbortSignal | undefined): Promise<ClaimedTask | null> {
    const ends = signal === undefined ? {} : { signal };
    try {
      const { tasks } = await this.call('GET /inbox', { query: { wait: 25, limit: 1, doc }, ...ends });
      const [task] = tasks;
      if (task === undefined) return null;
      return new ClaimedTask(this, await this.call('POST /inbox/:task/claim', { params: { task: task.id } }));
    } catch (error) {
      if (signal?.aborted === true) return null;
      if (error instanceof Refused && missedCodes.has(error.code)) return null;
      throw error;
    }
  }
}

/** Another program was faster, or a person withdrew the task. */
const missedCodes: ReadonlySet<string> = new Set(['task_taken', 'task_state_refused', 'task_not_found']);

/** The service has the same calls, with types from the schemas themselves; a test compares the two. */
type ServiceCall = Parameters<Service['json']>;

async function translated<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw publicError(error);
  }
}

function publicError(error: unknown): unknown {
  if (error instanceof ServiceRefusal) return new Refused(error.problem as Problem);
  return error instanceof ServiceUnreachable ? new Unreachable(error.message, { cause: error.cause }) : error;
}
