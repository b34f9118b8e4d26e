/**
 * Calls the REST interface. A call is written as its method and path, and TypeScript knows from `schema/api.ts` what it takes and
 * answers. Subclasses send requests: with a token and retries from Node, with the cookie from the browser.
 */
import type { ApiMethod } from '#schema/endpoint.ts';

import type { ApiCall, CallArguments, CallOptions, CallReply } from './calls.ts';

/** `path` is under the API root, with its query. */
export type ApiRequest = {
  readonly method: ApiMethod;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | Blob;
  readonly signal?: AbortSignal;
};

export abstract class ApiClient {
  /** The JSON of the answer; null if it has no body. */
  json<Call extends ApiCall>(call: Call, ...[input]: CallArguments<Call>): Promise<CallReply<Call>> {
    // The server answers what schema/api.ts says: its tests check every answer against the description.
    return this.#answer(
      call,
      input,
      async (response) => (response.status === 204 ? null : response.json()) as Promise<CallReply<Call>>,
    );
  }

  text<Call extends ApiCall>(call: Call, ...[input]: CallArguments<Call>): Promise<string> {
    return this.#answer(call, input, (response) => response.text());
  }

  bytes<Call extends ApiCall>(call: Call, ...[input]: CallArguments<Call>): Promise<Uint8Array> {
    return this.#answer(call, input, async (response) => new Uint8Array(await response.arrayBuffer()));
  }

  #answer<T>(call: ApiCall, input: AnyInput | undefined, read: (response: Response) => Promise<T>): Promise<T> {
    return this.send(requestOf(call, input), read);
  }

  /** Sends a request and reads the answer if it is a success; throws otherwise. */
  protected abstract send<T>(request: ApiRequest, read: (response: Response) => Promise<T>): Promise<T>;
}

type AnyInput = CallOptions & {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
};

/** Parameters are percent-encoded; undefined members of the query are left out. */
export function requestOf(
  call: ApiCall,
  { params = {}, query = {}, body, headers, idempotencyKey, signal }: AnyInput = {},
): ApiRequest {
  const [method, template] = call.split(' ') as [ApiMethod, string];
  const [path = '', fixed = ''] = template.split('?');
  const parameters = new URLSearchParams(fixed);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const filled = path.replace(/:(\w+)/g, (_param, name: string) => encodeURIComponent(params[name] ?? ''));
  return {
    method,
    path: parameters.size === 0 ? filled : `${filled}?${parameters.toString()}`,
    headers: {
      ...(body !== undefined && !isRaw(body) && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  };
}

const isRaw = (body: unknown): body is Uint8Array<ArrayBuffer> | Blob => body instanceof Uint8Array || body instanceof Blob;
