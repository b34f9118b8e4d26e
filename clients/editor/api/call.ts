/**
 * call: a call of the page to the server's REST interface, with the browser's cookie.
 *
 * A refusal is thrown as CallRefused, with the server's code, detail and hint; without an answer CallUnreachable is thrown.
 */
import { uiTexts } from '../strings/ui.ts';

const root = '/api/v1';

export type CallMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type CallOptions = {
  /** Sent as JSON; a Blob as it is. */
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Makes repeating the same call harmless. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/** The server refused the call. `members` is the whole answer. */
export class CallRefused extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly hint: string;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(status: number, members: Readonly<Record<string, unknown>>) {
    const text = (name: string): string => (typeof members[name] === 'string' ? members[name] : '');
    const detail = text('detail') || uiTexts.serverError(status);
    super(detail);
    this.status = status;
    this.code = text('code');
    this.detail = detail;
    this.hint = text('hint');
    this.members = members;
  }
}

/** There was no answer: no network, or no server. */
export class CallUnreachable extends Error {
  constructor(cause: unknown) {
    super(uiTexts.cannotReachServer, { cause });
  }
}

/** `path` is below the API root, with its parts encoded. Returns JSON, the text of another media type, or null for no content. */
export async function call<T = unknown>(method: CallMethod, path: string, options: CallOptions = {}): Promise<T> {
  const { body, idempotencyKey, signal } = options;
  const isRaw = body instanceof Blob;
  const headers = new Headers(options.headers);
  if (body !== undefined && !isRaw) headers.set('Content-Type', 'application/json');
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  let response: Response;
  try {
    response = await fetch(`${root}${path}${queryOf(options)}`, {
      method,
      headers,
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new CallUnreachable(error);
  }
  return (await answerOf(response)) as T;
}

/** The text for a person about a failed call. */
export function failureText(error: unknown): string {
  if (error instanceof CallRefused) return error.hint === '' ? error.detail : `${error.detail} ${error.hint}`;
  return error instanceof CallUnreachable ? error.message : uiTexts.somethingWentWrong;
}

async function answerOf(response: Response): Promise<unknown> {
  const media = response.headers.get('Content-Type') ?? '';
  let answer: unknown = null;
  try {
    if (response.status !== 204) answer = media.includes('json') ? await response.json() : await response.text();
  } catch (error) {
    throw new CallUnreachable(error);
  }
  if (response.ok) return answer;
  throw new CallRefused(
    response.status,
    typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {},
  );
}

function queryOf({ query = {} }: CallOptions): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parts.set(name, String(value));
  return parts.size === 0 ? '' : `?${parts.toString()}`;
}
