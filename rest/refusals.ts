/**
 * All problems that a route can answer: those that it lists, and those that all routes of its kind share.
 *
 * OpenAPI, the references and the tests read this. Answering a problem that is not listed is a bug.
 */
import { levels, type Level } from '#schema/access.ts';
import { errorCodes, type ErrorCode } from '#schema/errors.ts';

import { params, paramsIn } from './params.ts';
import type { RestRoute } from './route.ts';

/** Problems of any call: limits, slow or oversized requests, errors and storage. */
const always: readonly ErrorCode[] = [
  'request_timeout',
  'expectation_failed',
  'header_fields_too_large',
  'rate_limited',
  'internal_error',
  'room_unavailable',
  'shutting_down',
];

/** The level that a route needs on the document in its path; null if it needs none. */
export const documentLevel = (route: Pick<RestRoute, 'access'>): Level | null =>
  levels.find((level) => level === route.access) ?? null;

/** In the order of the error table. */
export function refusalsOf(path: string, route: RestRoute): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...always, ...route.refuses, 'invalid_request']);
  const add = (...more: ErrorCode[]): void => more.forEach((code) => codes.add(code));
  const isWrite = route.method !== 'get';
  const level = documentLevel(route);
  if (route.access !== 'public') add('unauthenticated');
  if (route.access === 'session' || route.access === 'browser') add('session_required');
  if (level !== null || route.access === 'browser') add('document_not_found');
  if (level !== null && level !== 'viewer') add('access_denied');
  if (level !== null && (route.write ?? isWrite)) add('token_read_only');
  if (codes.has('token_read_only')) add('token_fenced');
  if ((level === 'editor' || level === 'owner') && (route.write ?? isWrite)) add('proposals_only', 'agents_read_only');
  if (route.tokenOnly !== undefined) add(route.tokenOnly);
  if (isWrite) add('origin_refused', route.raw?.tooLarge ?? 'body_too_large', 'unsupported_media_type', 'storage_full');
  if (route.raw !== undefined) add(route.raw.code);
  if (route.method === 'post' && route.access !== 'public') add('idempotency_key_reused', 'idempotency_in_progress');
  for (const name of paramsIn(path)) add(params[name].missing);
  return errorCodes.filter((code) => codes.has(code));
}
