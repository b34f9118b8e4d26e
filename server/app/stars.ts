/** Stars: documents that a person finds again quickly. Each person has their own, which others do not see (SPEC.md). */
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { setStar } from '#storage/document-marks.ts';

import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { refuseChanging } from './ownership.ts';

export type Stars = {
  /** Errors: unauthenticated (a guest), token_read_only, token_fenced. */
  star(call: Call, documentId: string): Promise<null | Problem>;
  /** Errors: unauthenticated (a guest), token_read_only, token_fenced. */
  unstar(call: Call, documentId: string): Promise<null | Problem>;
};

export function createStars(context: AppContext): Stars {
  const set = (call: Call, documentId: string, action: string, isStarred: boolean): Promise<null | Problem> =>
    commit<null>(context, call, { action, about: () => ({ documentId }) }, async (tx) => {
      const { actor } = call;
      if (actor.kind === 'guest') return problem('unauthenticated', { detail: 'Sign in to star documents.' });
      const at = context.now();
      const access = await authorize(tx, actor, documentId, 'viewer', { now: at });
      if (isProblem(access)) return access;
      const refusal = refuseChanging(actor);
      if (refusal !== null) return refusal;
      await setStar(tx, actor.userId, documentId, isStarred ? at : null);
      return null;
    });
  return {
    star: (call, documentId) => set(call, documentId, 'document.star', true),
    unstar: (call, documentId) => set(call, documentId, 'document.unstar', false),
  };
}
