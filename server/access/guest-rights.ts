/** What guests who may edit still may not do: it is for people with an account (SPEC.md, AC36). */
import { problem, type Problem } from '#schema/problem.ts';

import type { Actor } from './actor.ts';

/** What reaches into the past, decides on what others propose, or concerns the document as its members list it. */
const closed = /^(?:version\.|proposal\.|tab\.restore$|document\.)/;

/** Null if the actor is no guest, or guests do this. Errors: access_denied. */
export function refuseGuest(
  actor: Actor,
  { action, proposes }: { readonly action?: string; readonly proposes?: boolean },
): Problem | null {
  if (actor.kind !== 'guest') return null;
  return proposes === true || (action !== undefined && closed.test(action)) ? membersOnly() : null;
}

export const membersOnly = (): Problem =>
  problem('access_denied', {
    required: 'editor',
    detail:
      'Guests edit what is on the tabs now. The past, proposals and the name of the document are for people with an account.',
    hint: 'Sign in, and open the link again.',
  });
