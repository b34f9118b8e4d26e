/**
 * http-handler: the tool server over streamable HTTP: one call, one answer, nothing kept between calls, so that any node serves it.
 *
 * W1  The caller's token was checked before; it goes on with every call that a tool makes, and judges what the tool may do.
 * W2  The present revision of the protocol and the former ones are served alike.
 * W3  An answer that takes long is a stream from its beginning, with a comment in it every 15 seconds, so that no proxy on the way
 *     takes the silence for an end.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { type NodeServerResponseLike, toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';

import { version } from '#clients/service/version.ts';
import type { TokenAccess } from '#schema/access.ts';

import { createServer, type CreateServerOptions } from './create-server.ts';

/** One POST whose caller is known and whose body was read as JSON. */
export type McpRequest = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: unknown;
  readonly token: string;
  readonly tokenId: string;
  readonly access: TokenAccess;
};

export type HttpHandlerOptions = {
  /** The API root of this node. */
  readonly url: () => string;
  /** Aborted when the node is about to end. */
  readonly ending: AbortSignal;
  readonly onFault: CreateServerOptions['onFault'];
};

const beatMs = 15_000;

export function createHttpHandler({ url, ending, onFault }: HttpHandlerOptions): (call: McpRequest) => Promise<void> {
  const installed = version();
  const handlerOf = (responseMode: 'auto' | 'sse') =>
    createMcpHandler(
      ({ authInfo }) => {
        const access: TokenAccess = authInfo?.scopes.includes('full') === true ? 'full' : 'read';
        return createServer({
          url: url(),
          token: authInfo?.token ?? '',
          access: () => Promise.resolve(access),
          version: installed,
          ending,
          onFault,
        });
      },
      // Nothing that could be subscribed to ever changes.
      { responseMode, keepAliveMs: beatMs, maxSubscriptions: 0, onerror: () => undefined },
    );
  const [brief, long] = [handlerOf('auto'), handlerOf('sse')];
  return async ({ request, response, body, token, tokenId, access }) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Accel-Buffering', 'no');
    // [W1] It tells of the caller; the header is not looked at again.
    const auth: AuthInfo = { token, clientId: tokenId, scopes: [access] };
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
    // The body was read already; it goes past the adapter, which would write and read it as text once more.
    const answer = toNodeHandler(
      { fetch: (asked, options) => handler.fetch(asked, { ...options, parsedBody: body }) },
      { onerror: (error) => onFault(error, 'http') },
    );
    await answer(incoming, isLong ? prompt(response) : response, {});
  };
}

/** [W3] Its head goes out at once, not with the first piece of its body. */
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

/** [W3] */
const waits = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'params' in body && typeof body.params === 'object' && body.params !== null && 'name' in body.params && body.params.name === 'wait_for_comment'; // prettier-ignore
