/**
 * body: from a request to the checked value that a route takes.
 *
 * B1  JSON is `application/json` in UTF-8; a route with `textBody` takes `text/plain` too.
 * B2  No body at all is an empty object, so that calls whose members are all optional need none.
 * B3  A route that takes no body refuses one that says anything.
 * B4  A member that the body schema and the query both know comes from one of them, never from both.
 * B5  A fault that has a code of its own in the interface is refused with it (`faultCode`), every other as invalid_request.
 * B6  A route with `raw` takes bytes: their media type is one of its own, or not told at all.
 * B7  A comma-separated file may begin with the mark that spreadsheets put before their UTF-8; nothing else may.
 */
import type { IncomingMessage } from 'node:http';

import type { ErrorCode } from '#schema/errors.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import { type ValueFault, faultsOf } from '#schema/validate.ts';

import { readJson, readText } from './json-text.ts';
import { queryNames, type QueryValues } from './query.ts';
import { hasBody, readBody } from './read-body.ts';
import type { RestRoute } from './route.ts';

/** What of a route says how its body is taken. */
type BodyForm = Pick<RestRoute, 'body' | 'bodyBytes' | 'textBody' | 'faultCode' | 'raw'>;

export type Body = { readonly value: unknown; readonly bytes: Buffer };

/** How large a body the route takes. */
export const mostBytes = ({ raw, bodyBytes = limits.bodyBytes }: BodyForm): number => raw?.bytes ?? bodyBytes;

const empty = Buffer.alloc(0);

/** Errors: unsupported_media_type, body_too_large, invalid_request. Throws ClientGone. */
export async function takeBody(request: IncomingMessage, route: BodyForm, query: QueryValues): Promise<Body | Problem> {
  if (route.raw !== undefined) return rawBody(request, route.raw);
  if (!hasBody(request)) return route.body === undefined ? { value: undefined, bytes: empty } : checked(route, query, {}, empty);
  const media = mediaOf(request);
  const isText = media === 'text' && route.textBody !== undefined;
  if (media !== 'json' && !isText) {
    const allowed = route.textBody === undefined ? 'application/json' : 'application/json or text/plain';
    return problem('unsupported_media_type', { allowed: `${allowed} in UTF-8` });
  }
  const bytes = await readBody(request, mostBytes(route));
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (isText) {
    const read = readText(mediaTypeOf(request).type === 'text/csv' ? withoutMark(bytes) : bytes);
    return 'fault' in read ? refused(read.fault) : checked(route, query, { [route.textBody ?? '']: read.text }, bytes);
  }
  const read = bytes.length === 0 ? { value: {} } : readJson(bytes);
  if ('fault' in read) return refused(read.fault);
  if (route.body !== undefined) return checked(route, query, read.value, bytes);
  const saysNothing = typeof read.value === 'object' && read.value !== null && Object.keys(read.value).length === 0;
  return saysNothing ? { value: undefined, bytes } : refused({ pointer: '', message: 'is not taken by this call' });
}

/** [B7] */
const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

const refused = ({ pointer, message }: ValueFault, code: ErrorCode = 'invalid_request', limit?: number): Problem =>
  problem(code, { errors: [{ in: 'body', pointer, message }], ...(limit !== undefined && { limit }) });
/** [B6] */
async function rawBody(request: IncomingMessage, raw: NonNullable<RestRoute['raw']>): Promise<Body | Problem> {
  const { type } = mediaTypeOf(request);
  const isTold = type !== '' && type !== 'application/octet-stream';
  if (isTold && !raw.media.includes(type)) return problem(raw.code);
  const bytes = hasBody(request) ? await readBody(request, raw.bytes, raw.tooLarge) : empty;
  return Buffer.isBuffer(bytes) ? { value: bytes, bytes } : bytes;
}

/** [B4] [B5] */
function checked(route: BodyForm, query: QueryValues, value: unknown, bytes: Buffer): Body | Problem {
  if (route.body === undefined) return { value: undefined, bytes };
  let whole = value;
  if (route.textBody !== undefined && isRecord(value)) {
    const known = new Set(queryNames(route.body));
    const shared = Object.entries(query).filter(([name]) => known.has(name));
    const twice = shared.find(([name]) => Object.hasOwn(value, name));
    if (twice !== undefined) return refused({ pointer: `/${twice[0]}`, message: 'is given in the query too' });
    whole = { ...value, ...Object.fromEntries(shared) };
  }
  const [fault] = faultsOf(route.body, whole);
  if (fault === undefined) return { value: whole, bytes };
  const code = route.faultCode?.(fault);
  return code === undefined ? refused(fault) : refused(fault, code, fault.limit);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** [B1] */
function mediaOf(request: IncomingMessage): 'json' | 'text' | 'other' {
  const { type, parameters } = mediaTypeOf(request);
  const isUtf8 = parameters.every((parameter) => parameter === '' || /^charset="?utf-?8"?$/.test(parameter));
  if (!isUtf8) return 'other';
  if (type === 'application/json') return 'json';
  return type === 'text/plain' || type === 'text/csv' ? 'text' : 'other';
}

function mediaTypeOf(request: IncomingMessage): { readonly type: string; readonly parameters: readonly string[] } {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase());
  return { type, parameters };
}
