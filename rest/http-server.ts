/**
 * The HTTP server, with limits on time and size before any handler runs.
 *
 * Requests that are too slow, too large or not HTTP are answered with a problem and cut. `Expect: 100-continue` is answered once the
 * handler reads the body; any other expectation is refused.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { customAlphabet } from 'nanoid';

import type { ErrorCode } from '#schema/errors.ts';
import { problem } from '#schema/problem.ts';

import { paceChunks } from './pace-chunks.ts';
import { problemBody, problemMedia } from './problem-answer.ts';

const newRequestId = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 20);

/** In milliseconds. Idle connections are kept longer than load balancers keep theirs, so that none is closed during a request. */
const timeLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
};

/** How long a connection may remain after the refusal of a request that could not be read. */
const lingerMs = 1_000;

/** `origin`: the scheme and host for links in answers to requests that could not be read. */
export function createHttpServer(listener: RequestListener, origin: string, times: Partial<typeof timeLimits> = {}): Server {
  const server = createServer({ ...timeLimits, ...times, maxHeaderSize: 16_384 }, (request, response) => {
    paceChunks(request);
    listener(request, response);
  });
  server.maxHeadersCount = 100;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    socket.end(rawProblem(codeOf(error), origin));
    // Time to read the answer. A peer that keeps its own half open, or does not read, must not keep the connection.
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
  });
  server.on('checkContinue', (request, response) => {
    paceChunks(request);
    // Sends 100 Continue when the body is read: a call that is refused before never gets it.
    let hasContinued = false;
    request.on('newListener', (event) => {
      if (event !== 'data' || hasContinued || response.headersSent) return;
      hasContinued = true;
      response.writeContinue();
    });
    listener(request, response);
  });
  server.on('checkExpectation', (_request, response) => {
    const body = problemBody(problem('expectation_failed'), origin, `req_${newRequestId()}`);
    response.writeHead(417, { 'Content-Type': problemMedia, 'X-Request-Id': String(body['requestId']), Connection: 'close' });
    response.end(JSON.stringify(body));
  });
  return server;
}

function codeOf(error: NodeJS.ErrnoException): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'header_fields_too_large';
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'invalid_request';
}

/** A whole answer, for a connection without a readable request. */
function rawProblem(code: ErrorCode, origin: string): string {
  const refusal = problem(code);
  const requestId = `req_${newRequestId()}`;
  const body = JSON.stringify(problemBody(refusal, origin, requestId));
  const head = [
    `HTTP/1.1 ${refusal.status} Refused`,
    `Content-Type: ${problemMedia}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
