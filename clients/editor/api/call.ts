/** Calls of the page to the REST interface, with the browser's cookie or the ticket of a chat board. */
import { ApiClient, type ApiRequest } from '#clients/api/api-client.ts';
import type { ApiCall, CallArguments, CallReply } from '#clients/api/calls.ts';

import { serverClock } from './server-clock.ts';
import { server } from './server.ts';
import { uiTexts } from '../strings/ui.ts';

const root = '/api/v1';

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

class PageClient extends ApiClient {
  protected override async send<T>(request: ApiRequest, read: (response: Response) => Promise<T>): Promise<T> {
    const { path, ...init } = request;
    let response: Response;
    const sentAt = Date.now();
    try {
      response = await sent(path, init);
      serverClock.take(response.headers.get('date'), sentAt, Date.now());
    } catch (error) {
      if (request.signal?.aborted === true) throw error;
      throw new CallUnreachable(error);
    }
    if (!response.ok) throw new CallRefused(response.status, await refusalOf(response));
    try {
      return await read(response);
    } catch (error) {
      throw new CallUnreachable(error);
    }
  }
}

/** A ticket may expire while the page is open: a call that is refused for it is sent once more with a new one. */
async function sent(path: string, init: Omit<ApiRequest, 'path'>): Promise<Response> {
  const { origin, ticket } = server.get();
  const url = `${origin}${root}${path}`;
  if (ticket === undefined) return fetch(url, init);
  const attempt = async (renew: boolean): Promise<Response> =>
    fetch(url, {
      ...init,
      credentials: 'omit',
      headers: { ...init.headers, Authorization: `Bearer ${await ticket({ renew })}` },
    });
  const first = await attempt(false);
  return first.status === 401 ? attempt(true) : first;
}

const client = new PageClient();

/** The bytes of an image that a document uses. Throws CallRefused and CallUnreachable. */
export const imageBytes = (image: string, document: string): Promise<Uint8Array> =>
  client.bytes('GET /images/:image', { params: { image }, query: { document } });

/** A tab, or a part of it, in another format. Throws CallRefused and CallUnreachable. */
export const exportedBytes = (input: CallArguments<'GET /documents/:doc/tabs/:tab/export'>[0]): Promise<Uint8Array> =>
  client.bytes('GET /documents/:doc/tabs/:tab/export', input);

/** Returns the JSON, or null for no content. Throws CallRefused and CallUnreachable. */
export const call = <Call extends ApiCall>(name: Call, ...input: CallArguments<Call>): Promise<CallReply<Call>> =>
  client.json(name, ...input);

/** The session has ended, in another window or on the server, and the page does not know yet. */
export const isSignedOut = (error: unknown): boolean => error instanceof CallRefused && error.code === 'unauthenticated';

/** The text that reports a failed call to a person. */
export function failureText(error: unknown): string {
  if (isSignedOut(error)) return uiTexts.youAreSignedOut;
  if (error instanceof CallRefused) return error.hint === '' ? error.detail : `${error.detail} ${error.hint}`;
  return error instanceof CallUnreachable ? error.message : uiTexts.somethingWentWrong;
}

/** The members of a problem; none for an answer that is not JSON. */
async function refusalOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const isJson = response.headers.get('Content-Type')?.includes('json') === true;
  try {
    const members: unknown = isJson ? await response.json() : null;
    return typeof members === 'object' && members !== null ? { ...members } : {};
  } catch (error) {
    throw new CallUnreachable(error);
  }
}
