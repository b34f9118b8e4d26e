/**
 * Sends answers: status, headers and bytes of a success or a problem.
 *
 * Every answer has an X-Request-Id (set before routing). Only reads with an ETag, files, and pictures of a known state are cached.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Problem } from '#schema/problem.ts';

import { issuerOf } from '#server/oauth/issuer.ts';

import { setCookieHeader } from './credentials.ts';
import { apiRoot, problemBody, problemHeaders, problemMedia, resourceMetadataPath } from './problem-answer.ts';
import type { RestContext } from './context.ts';
import { discardBody } from './discard-body.ts';
import { jsonInTurns } from './json-in-turns.ts';
import type { RouteAnswer, RestRoute } from './route.ts';

export async function sendAnswer(
  rest: RestContext,
  request: IncomingMessage,
  response: ServerResponse,
  route: RestRoute,
  answer: RouteAnswer,
): Promise<void> {
  const origin = rest.originOf(request);
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (answer.location !== undefined) response.setHeader('Location', `${origin}${apiRoot}${answer.location}`);
  if (answer.cookies !== undefined) {
    response.setHeader(
      'Set-Cookie',
      answer.cookies.map((change) => setCookieHeader(change, origin)),
    );
  }
  if (answer.policy !== undefined) response.setHeader('Content-Security-Policy', answer.policy);
  if (answer.file !== undefined) return sendFile(request, response, answer.file);
  if (answer.json === undefined && answer.text === undefined && answer.bytes === undefined) {
    response.writeHead(answer.status, { 'Cache-Control': 'no-store' }).end();
    return;
  }
  const { body, media } = await bodyOf(answer, route);
  if (route.etag !== true) {
    send(request, response, answer.status, { 'Content-Type': media, ...keeping(answer.keptSeconds) }, body);
    return;
  }
  const tag = `"${createHash('sha256').update(media).update(body).digest('base64url').slice(0, 27)}"`;
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Cookie, Accept' };
  if (listsTag(request.headers['if-none-match'], tag)) response.writeHead(304, headers).end();
  else send(request, response, answer.status, { ...headers, 'Content-Type': media }, body);
}

/** Another caller in the same browser does not get what this one keeps. */
const keeping = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined
    ? { 'Cache-Control': 'no-store' }
    : { 'Cache-Control': `private, max-age=${seconds}`, Vary: 'Authorization, Cookie' };

/** A file has the media type found in its bytes and a policy under which it runs and loads nothing. Only the reader may cache it. */
function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { media, data, tag, name }: NonNullable<RouteAnswer['file']>,
): void {
  const headers = {
    ETag: `"${tag}"`,
    'Cache-Control': 'private, max-age=31536000, immutable',
    Vary: 'Authorization, Cookie',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Content-Disposition': name === null ? 'inline' : `inline; filename*=UTF-8''${extValue(name)}`,
  };
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (listsTag(request.headers['if-none-match'], headers.ETag)) response.writeHead(304, headers).end();
  else send(request, response, 200, { ...headers, 'Content-Type': media }, bytes);
}

/** Encodes a text for a header, as in RFC 8187. */
const extValue = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

async function bodyOf(
  { json, text, media, bytes }: RouteAnswer,
  { isLong }: RestRoute,
): Promise<{ body: Buffer | string; media: string }> {
  if (bytes !== undefined) {
    const { buffer, byteOffset, byteLength } = bytes.data;
    return { body: Buffer.from(buffer, byteOffset, byteLength), media: bytes.media };
  }
  const defaultMedia = text === undefined ? 'application/json' : 'text/plain';
  const body = text === undefined && isLong === true ? await jsonInTurns(json) : (text ?? JSON.stringify(json));
  return { body, media: `${media ?? defaultMedia}; charset=utf-8` };
}

export function sendProblem(rest: RestContext, request: IncomingMessage, response: ServerResponse, refusal: Problem): void {
  const bytes = Buffer.from(JSON.stringify(problemBody(refusal, rest.originOf(request), rest.requestIdOf(response))));
  const headers = {
    'Content-Type': problemMedia,
    'Cache-Control': 'no-store',
    ...problemHeaders(refusal, challengeOf(rest, request)),
  };
  // After an unread body the connection closes, once the client has had time to read the refusal.
  const hasUnreadBytes = !request.complete && (request.headers['content-length'] ?? '0') !== '0';
  const isChunked = !request.complete && request.headers['transfer-encoding'] !== undefined;
  if (!hasUnreadBytes && !isChunked) {
    send(request, response, refusal.status, headers, bytes);
    return;
  }
  response.writeHead(refusal.status, { ...headers, 'Content-Length': bytes.length, Connection: 'close' });
  if (request.method !== 'HEAD') response.write(bytes);
  discardBody(request, () => response.end());
}

/**
 * The value of WWW-Authenticate. It names the metadata from which a client learns how to get access (RFC 9728, 5.1), if there is an issuer
 * and the call is to a resource. A call that brings no token gets no error (RFC 6750, 3.1).
 */
function challengeOf(rest: RestContext, request: IncomingMessage): string {
  const path = 'originalUrl' in request ? String(request.originalUrl) : (request.url ?? '');
  const resource = path.startsWith('/mcp') ? '/mcp' : path.startsWith(apiRoot) ? '' : null;
  const issuer = resource === null ? null : issuerOf(rest.publicUrl, rest.originOf(request));
  const parts = [
    ...(request.headers.authorization === undefined ? [] : ['error="invalid_token"']),
    ...(issuer === null ? [] : [`resource_metadata="${issuer}${resourceMetadataPath}${resource}"`]),
  ];
  return parts.length === 0 ? 'Bearer' : `Bearer ${parts.join(', ')}`;
}

/** A text is sent in one piece with the headers, without a buffer of its own. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: Buffer | string,
): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** True if the header lists the tag. If-None-Match ignores weak marks (RFC 9110, 13.1.2). */
export function listsTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}
