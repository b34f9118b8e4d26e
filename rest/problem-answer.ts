/** A problem as an answer (RFC 9457, application/problem+json). */
import { errors } from '#schema/errors.ts';
import type { Problem } from '#schema/problem.ts';

export const apiRoot = '/api/v1';
export const problemMedia = 'application/problem+json; charset=utf-8';

/** The problem's standard members follow the standard ones, and never replace them. */
export function problemBody(refusal: Problem, origin: string, requestId: string): Record<string, unknown> {
  const { detail: _detail, hint: _hint, ...members } = refusal.members;
  const standard = {
    type: `${origin}${apiRoot}/problems/${refusal.code}`,
    title: errors[refusal.code].title,
    status: refusal.status,
    detail: refusal.detail,
    code: refusal.code,
    hint: refusal.hint,
    requestId,
  };
  return { ...standard, ...members, ...standard };
}

export const resourceMetadataPath = '/.well-known/oauth-protected-resource';

/** The headers of a refusal. Only the router knows `Allow`. `challenge`: the value of WWW-Authenticate. */
export function problemHeaders(refusal: Problem, challenge: string): Record<string, string> {
  if (refusal.code === 'unauthenticated') return { 'WWW-Authenticate': challenge };
  if (refusal.code === 'room_unavailable' || refusal.code === 'shutting_down') return { 'Retry-After': '1' };
  if (refusal.code === 'idempotency_in_progress') return { 'Retry-After': '1' };
  return {};
}
