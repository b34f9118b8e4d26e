/** Reads the body of a request as the checked value that its route expects. */
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ErrorCode } from '#schema/errors.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import { type ValueError, validationErrors } from '#schema/validate.ts';
import { isPlainObject } from '#schema/plain-object.ts';
import { inTurns } from '#server/in-turns.ts';

import { readingJson, readingText } from './json-text.ts';
import { queryNames, type QueryValues } from './query.ts';
import { hasBody, readBody } from './read-body.ts';
import type { RestRoute } from './route.ts';

/** The part of a route that describes its body. */
type BodyForm = Pick<RestRoute, 'body' | 'bodyBytes' | 'textBody' | 'faultCode' | 'raw'> & Partial<Pick<RestRoute, 'refuses'>>;

export type Body = { readonly value: unknown; readonly bytes: Buffer };

/** The largest body that the route accepts. */
export const bodyBytesMax = ({ raw, bodyBytes = limits.bodyBytes }: BodyForm): number => raw?.bytes ?? bodyBytes;

const empty = Buffer.alloc(0);
const longBytes = 262_144;

/** Without a body the value is an empty object. Problems: unsupported_media_type, body_too_large, too_large, invalid_request. Throws ClientGone. */
export async function takeBody(request: IncomingMessage, route: BodyForm, query: QueryValues): Promise<Body | Problem> {
  if (route.raw !== undefined) return rawBody(request, route.raw);
  if (!hasBody(request))
    return route.body === undefined ? { value: undefined, bytes: empty } : checkBody(route, query, {}, empty);
  const media = mediaOf(request);
  const isText = media !== 'json' && media === route.textBody?.media;
  if (media !== 'json' && !isText) {
    const allowed = route.textBody === undefined ? 'application/json' : `application/json or ${route.textBody.media}`;
    return problem('unsupported_media_type', { allowed: `${allowed} in UTF-8` });
  }
  const bytes = await readBody(request, bodyBytesMax(route));
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (isText) {
    const read = await inTurns(readingFile(bytes, mediaTypeOf(request).type === 'text/csv' ? charsetOf(request) : 'utf-8'));
    return 'error' in read ? refusal(read.error) : checkBody(route, query, { [route.textBody?.member ?? '']: read.text }, bytes);
  }
  const read = bytes.length === 0 ? { value: {} } : await inTurns(readingJson(bytes));
  // Reading, checking and planning a long body each take some milliseconds.
  if (bytes.length > longBytes) await nextTurn();
  if ('error' in read) return read.tooLong === undefined ? refusal(read.error) : tooLong(route, read.tooLong, read.error);
  if (route.body !== undefined) {
    const body = checkBody(route, query, read.value, bytes);
    if (bytes.length > longBytes) await nextTurn();
    return body;
  }
  const isEmptyObject = typeof read.value === 'object' && read.value !== null && Object.keys(read.value).length === 0;
  return isEmptyObject ? { value: undefined, bytes } : refusal({ pointer: '', message: 'is not accepted by this call' });
}

/** Encodings of comma-separated files: those of spreadsheet programs in Europe and America. */
const fileCharsets: ReadonlySet<string> = new Set([
  'utf-8',
  'utf8',
  'us-ascii',
  'windows-1252',
  'cp1252',
  'iso-8859-1',
  'iso-8859-15',
]);

/** Of single-byte encodings every byte is a character. */
const readingFile = (bytes: Buffer, charset: string): ReturnType<typeof readingText> =>
  readingText(/^utf-?8$/.test(charset) ? withoutByteOrderMark(bytes) : Buffer.from(new TextDecoder(charset).decode(bytes)));

/** Spreadsheet programs, and editors on Windows, put a byte order mark before a file in UTF-8. */
const withoutByteOrderMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

const refusal = ({ pointer, message }: ValueError, code: ErrorCode = 'invalid_request', limit?: number): Problem =>
  problem(code, {
    errors: [{ in: 'body', pointer, message }],
    ...(code === 'field_value_invalid' && { field: memberOf(pointer) }),
    ...(limit !== undefined && { limit }),
  });

/** The refusal that the call itself has for long lists, if it has one. */
function tooLong(route: BodyForm, member: string, { message }: ValueError): Problem {
  if (route.refuses?.includes('too_large') !== true) return refusal({ pointer: '', message });
  return problem('too_large', { limit: member === 'operations' ? limits.operationsPerChangeset : limits.jsonEntries });
}

/** The name of the last member in a pointer. */
const memberOf = (pointer: string): string => pointer.split('/').findLast((name) => name !== '' && !/^\d+$/.test(name)) ?? 'body';

/** The media type is one of the route's, or absent. */
async function rawBody(request: IncomingMessage, raw: NonNullable<RestRoute['raw']>): Promise<Body | Problem> {
  const { type } = mediaTypeOf(request);
  const isDeclared = type !== '' && type !== 'application/octet-stream';
  const isAccepted = raw.media.some((media) => media === type || (media === 'text/*' && type.startsWith('text/')));
  if (isDeclared && !isAccepted) return problem(raw.code, { allowed: raw.media.join(', ') });
  const bytes = hasBody(request) ? await readBody(request, raw.bytes, raw.tooLarge) : empty;
  return Buffer.isBuffer(bytes) ? { value: bytes, bytes } : bytes;
}

/** Merges the shared members of the query into the body, and checks the result. A member may be in only one of them. */
function checkBody(route: BodyForm, query: QueryValues, value: unknown, bytes: Buffer): Body | Problem {
  if (route.body === undefined) return { value: undefined, bytes };
  let whole = value;
  if (route.textBody !== undefined && isPlainObject(value)) {
    const names = new Set(queryNames(route.body));
    const shared = Object.entries(query).filter(([name]) => names.has(name));
    const duplicate = shared.find(([name]) => Object.hasOwn(value, name));
    if (duplicate !== undefined) return refusal({ pointer: `/${duplicate[0]}`, message: 'is given in the query too' });
    whole = { ...value, ...Object.fromEntries(shared) };
  }
  const [error] = validationErrors(route.body, whole);
  if (error === undefined) return { value: whole, bytes };
  const code = route.faultCode?.(error);
  return code === undefined ? refusal(error) : refusal(error, code, error.limit);
}

function mediaOf(request: IncomingMessage): 'json' | 'text/plain' | 'text/csv' | 'other' {
  const { type, parameters } = mediaTypeOf(request);
  // RFC 4180 defines `header`: a first row with names is a row of the sheet like any other.
  const others = parameters.filter(
    (parameter) =>
      !parameter.startsWith('charset=') && !(type === 'text/csv' && /^header="?(?:present|absent)"?$/.test(parameter)),
  );
  const charset = charsetOf(request);
  const isKnown = type === 'text/csv' ? fileCharsets.has(charset) : /^utf-?8$/.test(charset);
  if (!isKnown || others.some((parameter) => parameter !== '')) return 'other';
  if (type === 'application/json') return 'json';
  return type === 'text/plain' || type === 'text/csv' ? type : 'other';
}

function charsetOf(request: IncomingMessage): string {
  const [charset = 'charset=utf-8'] = mediaTypeOf(request).parameters.filter((parameter) => parameter.startsWith('charset='));
  return charset.slice('charset='.length).replace(/^"(.*)"$/, '$1');
}

function mediaTypeOf(request: IncomingMessage): { readonly type: string; readonly parameters: readonly string[] } {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase());
  return { type, parameters };
}
