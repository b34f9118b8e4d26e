/** Pages and articles, from a call to the journal: one changeset, reverted as a whole (SPEC.md). */
import type { IllustrationSpec } from '#core/pages/plan-illustration.ts';
import { LintCache } from '#core/lint/incremental.ts';
import type { IllustrateAnswer, Illustration } from '#schema/page.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { placeableInArticle } from '#server/images/placing.ts';
import type { PlaceableImages } from '#server/planner/illustrate.ts';
import type { PlannedIllustration } from '#server/planner/plan-result.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import { tabRev } from '#storage/tabs.ts';

import { withIdempotency } from './commit.ts';
import { conflictOf } from './conflicts.ts';
import type { AppContext } from './context.ts';
import { heldBy, type HoldersOf } from './held.ts';
import { DeferredPlan, outcomeWithin, type PlanAttemptState, writeWithPlan } from './planned-write.ts';
import { applyAndRecord } from './record-changeset.ts';
import { refusal } from './refused-changeset.ts';

export type Illustrations = {
  /** Refuses as core/pages/plan-illustration.ts, and changeset_conflict, elements_held, tab_not_found. */
  draw(call: Call, documentId: string, tabId: string, body: Illustration): Promise<IllustrateAnswer | Problem>;
};

export function createIllustrations(context: AppContext, holdersOf: HoldersOf): Illustrations {
  const { rooms, planner, imageAccess, now } = context;
  return {
    async draw(call, documentId, tabId, body) {
      const spec = specOf(body);
      if (isProblem(spec)) return spec;
      const markdown = body.article?.markdown ?? '';
      const request = {
        call,
        documentId,
        tabId,
        body,
        spec,
        images: await placeableInArticle(imageAccess, call.actor, markdown),
      };
      const auditSpec = {
        action: 'tab.illustrate',
        about: (answer: IllustrateAnswer | PlanLater) => ({
          documentId,
          ...(!(answer instanceof DeferredPlan) && answer.changeset !== null && { subject: answer.changeset.id }),
        }),
        applied: (answer: IllustrateAnswer | PlanLater) => !(answer instanceof DeferredPlan) && answer.changeset !== null,
      };
      return writeWithPlan<IllustrateAnswer, PlannedIllustration | Problem>((attempt) =>
        rooms.write(call, documentId, (room) =>
          withIdempotency(context, room.tx, call, auditSpec, () => drawIn(room, request, attempt)),
        ),
      );
    },
  };

  async function drawIn(
    room: RoomWrite,
    { call, documentId, tabId, body, spec, images }: IllustrationRequest,
    attempt: PlanAttemptState<PlannedIllustration | Problem>,
  ): Promise<IllustrateAnswer | Problem | PlanLater> {
    const access = await authorize(room.tx, call.actor, documentId, 'editor', { tab: tabId, now: now() });
    if (isProblem(access)) return access;
    const tab = room.tab(tabId);
    if (tab === undefined) return problem('tab_not_found');
    const { rev, oldestRev } = await tabRev(room.tx, documentId, tabId);
    const planned = await outcomeWithin(attempt, tab, rev, () =>
      planner.illustrate(tab, spec, images, (plan) => room.lintChange(tabId, plan) ?? new LintCache().change(tab, plan)),
    );
    if (planned instanceof DeferredPlan || isProblem(planned)) return planned;
    const { plan, pages, article, tabChange } = planned;
    const conflict = await conflictOf(room.tx, tab, { documentId, tabId, rev, oldestRev, bases: body, targets: plan.targets });
    if (conflict !== null) return refusal([conflict], rev);
    const held = heldBy(await holdersOf(documentId, tabId), call.actor, plan.edits, tab);
    if (held !== null) return refusal([held], rev);
    const answer = { pages: [...pages], ...(article !== undefined && { article: { ...article, pages: [...article.pages] } }) };
    if (plan.edits.length === 0 && tabChange === undefined) return { changeset: null, ...answer };
    const recorded = { documentId, tabId, previousRev: rev, planned, body, references: new Set(images.keys()) };
    const { changeset } = await applyAndRecord(context, room, call, recorded);
    return { changeset, ...answer };
  }
}

type PlanLater = DeferredPlan<PlannedIllustration | Problem>;
type IllustrationRequest = {
  readonly call: Call;
  readonly documentId: string;
  readonly tabId: string;
  readonly body: Illustration;
  readonly spec: IllustrationSpec;
  /** The images that the article names and the writer may place. */
  readonly images: PlaceableImages;
};

function specOf({ pages, article }: Illustration): IllustrationSpec | Problem {
  if ((pages === undefined) === (article === undefined)) {
    const message = pages === undefined ? 'pages or article is required' : 'takes pages or article, not both';
    return problem('invalid_request', { errors: [{ in: 'body', pointer: '', message }] });
  }
  if (article !== undefined) return { article };
  const limit = limits.pageChanges;
  if (pages !== undefined && pages.length <= limit) return { pages };
  return problem('too_large', { detail: `A call makes at most ${limit} changes of pages.`, hint: 'Send several calls.', limit });
}
