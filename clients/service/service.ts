/** Calls the REST interface with one token, from Node or a browser, and repeats what is safe to repeat (SPEC.md). */
import { ApiClient, type ApiRequest, requestOf } from '#clients/api/api-client.ts';
import type { ApiCall, CallInput } from '#clients/api/calls.ts';

import type { ProposalAnswer } from '#schema/proposal.ts';

import { delay } from './delay.ts';
import { Proposed } from './proposed.ts';
import { type ProblemBody, ServiceRefusal, ServiceUnreachable } from './service-refusal.ts';

export type ServiceOptions = {
  /** The API root: `http://127.0.0.1:4100/api/v1`. */
  readonly url: string;
  /** Null: only calls that need no token succeed. */
  readonly token: string | null;
  /** Aborts all calls. */
  readonly signal?: AbortSignal;
  /** Wraps each call except streams, from its first byte to its last. */
  readonly during?: <T>(call: Promise<T>) => Promise<T>;
  /** Writes are stored as proposals: they throw Proposed. */
  readonly proposes?: boolean;
};

const callMs = 120_000;
const retryMsMax = 5_000;

/** Not `randomUUID`, which browsers have on https and localhost alone. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export class Service extends ApiClient {
  readonly url: string;
  readonly #token: string | null;
  readonly #signal: AbortSignal | undefined;
  readonly #during: <T>(call: Promise<T>) => Promise<T>;

  readonly #proposes: boolean;

  constructor({ url, token, signal, during = (call) => call, proposes = false }: ServiceOptions) {
    super();
    this.url = url.replace(/\/$/, '');
    this.#token = token;
    this.#signal = signal;
    this.#during = during;
    this.#proposes = proposes;
  }

  /** The answer as it arrives, until the signal aborts. Throws ServiceRefusal and ServiceUnreachable. */
  async stream<Call extends ApiCall>(
    call: Call,
    input: CallInput<Call> & { readonly signal: AbortSignal },
  ): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#respond(requestOf(call, input));
    if (response.body === null) throw new ServiceUnreachable('The server answered no stream.');
    return response.body;
  }

  /** The same service, whose calls this signal aborts too. */
  until(signal: AbortSignal): Service {
    return new Service({ url: this.url, token: this.#token, signal: this.endingWith(signal), proposes: this.#proposes });
  }

  /** The same service, whose writes are stored as proposals: each throws Proposed with its answer. */
  proposing(): Service {
    const signal = this.#signal === undefined ? {} : { signal: this.#signal };
    return new Service({ url: this.url, token: this.#token, ...signal, during: this.#during, proposes: true });
  }

  /** A signal that aborts with this one or with the service's own. */
  endingWith(signal: AbortSignal): AbortSignal {
    return this.#signal === undefined ? signal : AbortSignal.any([this.#signal, signal]);
  }

  /** Throws ServiceRefusal and ServiceUnreachable. */
  protected override send<T>(request: ApiRequest, read: (response: Response) => Promise<T>): Promise<T> {
    const answer = async (): Promise<T> => {
      const proposes = this.#proposes && request.method !== 'GET';
      const response = await this.#respond(proposes ? proposed(request) : request);
      if (proposes && response.status === 202) throw new Proposed((await this.#body(() => response.json())) as ProposalAnswer);
      return this.#body(() => read(response));
    };
    return this.#during(answer());
  }

  async #respond(request: ApiRequest): Promise<Response> {
    const headers = this.#headersOf(request);
    const attempt = (): Promise<Response> => this.#fetch(request, headers);
    let response: Response;
    try {
      response = await attempt();
    } catch (error) {
      const mayRepeat = request.method === 'GET' || request.method === 'POST';
      if (!mayRepeat || this.#isAborted(request.signal)) throw this.#unreachable(error);
      response = await attempt().catch((again: unknown) => {
        throw this.#unreachable(again);
      });
    }
    if (response.status === 503) {
      await response.body?.cancel();
      await delay(Math.min(retryMsMax, Number(response.headers.get('retry-after') ?? 1) * 1_000 || 1_000));
      response = await attempt().catch((error: unknown) => {
        throw this.#unreachable(error);
      });
    }
    if (response.ok) return response;
    throw await this.#refusal(response);
  }

  #headersOf({ method, headers }: ApiRequest): Record<string, string> {
    return {
      ...(this.#token !== null && { Authorization: `Bearer ${this.#token}` }),
      ...(method === 'POST' && { 'Idempotency-Key': newKey() }),
      ...headers,
    };
  }

  #fetch({ method, path, body, signal }: ApiRequest, headers: Record<string, string>): Promise<Response> {
    const ends = [this.#signal, signal ?? AbortSignal.timeout(callMs)].filter((end) => end !== undefined);
    return fetch(`${this.url}${path}`, { method, headers, signal: AbortSignal.any(ends), ...(body !== undefined && { body }) });
  }

  #isAborted(signal: AbortSignal | undefined): boolean {
    return this.#signal?.aborted === true || signal?.aborted === true;
  }

  async #body<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw this.#unreachable(error);
    }
  }

  async #refusal(response: Response): Promise<ServiceRefusal | ServiceUnreachable> {
    const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
    const body: unknown = isProblem ? await this.#body(() => response.json()) : null;
    if (isProblemBody(body)) return new ServiceRefusal(body);
    return new ServiceUnreachable(`What answers at ${this.url} is not Atelier's API (status ${response.status}).`);
  }

  #unreachable(cause: unknown): ServiceUnreachable {
    return cause instanceof ServiceUnreachable
      ? cause
      : new ServiceUnreachable(`There is no answer from ${this.url}${reasonOf(cause)}.`, { cause });
  }
}

const proposed = (request: ApiRequest): ApiRequest => ({
  ...request,
  path: `${request.path}${request.path.includes('?') ? '&' : '?'}propose=1`,
});

function isProblemBody(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' && 'detail' in body;
}

/** The reason of a failed fetch, such as ` (ECONNREFUSED)` or ` (bad port)`. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return '';
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
  return code === '' ? '' : ` (${code})`;
}
