/** The tool server over streamable HTTP: one call, one answer, and no state between calls, so that any node serves it (SPEC.md). */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { type NodeServerResponseLike, toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';

import { version } from '#clients/service/version.ts';
import type { TokenAccess } from '#schema/access.ts';

import { createServer, type CreateServerOptions } from './create-server.ts';

/** One POST with an authenticated caller and a body that was read as JSON. */
export type McpRequest = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: unknown;
  readonly token: string;
  readonly tokenId: string;
  readonly access: TokenAccess;
  /** Scheme and host by which the caller reached this server. */
  readonly origin: string;
};

export type HttpHandlerOptions = {
  /** The API root of this node. */
  readonly url: () => string;
  /** Aborted when the node is about to shut down. */
  readonly ending: AbortSignal;
  readonly onFault: CreateServerOptions['onFault'];
};

const beatMs = 15_000;

export function createHttpHandler({ url, ending, onFault }: HttpHandlerOptions): (call: McpRequest) => Promise<void> {
  const installed = version();
  const handlerOf = (responseMode: 'auto' | 'sse') =>
    createMcpHandler(
      ({ authInfo }) => {
        const origin = authInfo?.extra?.['origin'];
        const access: TokenAccess = authInfo?.scopes.includes('full') === true ? 'full' : 'read';
        return createServer({
          url: url(),
          origin: typeof origin === 'string' ? origin : '',
          token: authInfo?.token ?? '',
          access: () => Promise.resolve(access),
          version: installed,
          ending,
          onFault,
        });
      },
      // Nothing here changes, so there is nothing to subscribe to.
      { responseMode, keepAliveMs: beatMs, maxSubscriptions: 0, onerror: () => undefined },
    );
  const [brief, long] = [handlerOf('auto'), handlerOf('sse')];
  return async ({ request, response, body, token, tokenId, access, origin }) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Accel-Buffering', 'no');
    // The caller was authenticated before; the headers are not read again.
    const auth: AuthInfo = { token, clientId: tokenId, scopes: [access], extra: { origin } };
    const { authorization: _authorization, cookie: _cookie, ...headers } = request.headers;
    const incoming = {
      method: 'POST',
      url: '/mcp',
      headers,
      auth,
      [Symbol.asyncIterator]: () => request[Symbol.asyncIterator](),
    };
    const isLong = waits(body);
    const handler = isLong ? long : brief;
    // The body has been read; it bypasses the adapter, which would write and read it as text again.
    const answer = toNodeHandler(
      { fetch: (asked, options) => handler.fetch(asked, { ...options, parsedBody: body }) },
      { onerror: (error) => onFault(error, 'http') },
    );
    await answer(incoming, isLong ? prompt(response) : response, {});
  };
}

/** Sends the head of the response at once, not with the first piece of its body. */
const prompt = (response: ServerResponse): NodeServerResponseLike => ({
  writeHead(status, headers) {
    response.writeHead(status, headers);
    response.flushHeaders();
  },
  write: (chunk) => response.write(chunk),
  end: (chunk) => response.end(chunk),
  on: (event, listener) => response.on(event, listener),
  get destroyed() {
    return response.destroyed;
  },
});

/** True for a call that can take long. */
const waits = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'params' in body && typeof body.params === 'object' && body.params !== null && 'name' in body.params && body.params.name === 'wait_for_comment'; // prettier-ignore
