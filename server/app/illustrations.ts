/** Pages and articles, from a call to the journal: one changeset, reverted as a whole (SPEC.md). */
import type { IllustrationSpec } from '#core/pages/plan-illustration.ts';
import type { IllustrateAnswer, Illustration } from '#schema/page.ts';
import type { ProposalAnswer } from '#schema/proposal.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Call } from '#server/call.ts';
import { placeableInArticle } from '#server/images/placing.ts';
import type { PlaceableImages } from '#server/planner/illustrate.ts';
import type { PlannedIllustration } from '#server/planner/plan-result.ts';

import { conflictOf } from './conflicts.ts';
import type { AppContext } from './context.ts';
import { type PlannedScope, plannedWrite } from './document-write.ts';
import { heldBy, type HoldersOf } from './held.ts';
import { applyAndRecord, recordedChangeset } from './record-changeset.ts';
import { proposeElements, type Proposing } from './propose.ts';
import { refusal } from './refused-changeset.ts';

export type Illustrations = {
  /** Refuses as core/pages/plan-illustration.ts, and changeset_conflict, elements_held, tab_not_found. */
  draw(call: Call, documentId: string, tabId: string, body: Illustration, options?: Proposing): Promise<Illustrated | Problem>;
};

type Illustrated = IllustrateAnswer | ProposalAnswer;

export function createIllustrations(context: AppContext, holdersOf: HoldersOf): Illustrations {
  const { planner, imageAccess } = context;
  return {
    async draw(call, documentId, tabId, body, { proposes = false } = {}) {
      const spec = specOf(body);
      if (isProblem(spec)) return spec;
      const markdown = body.article?.markdown ?? '';
      const images = await placeableInArticle(imageAccess, call.actor, markdown);
      return plannedWrite<Illustrated, PlannedIllustration>(context, call, documentId, {
        action: 'tab.illustrate',
        access: { level: 'editor', tab: tabId, proposes },
        ...recordedChangeset,
        tabId,
        plan: ({ room, tab }) => planner.illustrate(tab, spec, images, (plan) => room.lintChange(tabId, plan)),
        apply: (scope, planned) => draw(scope, { tabId, body, images, planned, proposes }),
      });
    },
  };

  async function draw(scope: PlannedScope, { tabId, body, images, planned, proposes }: Drawing): Promise<Illustrated | Problem> {
    const { room, call, documentId, tab, rev, oldestRev } = scope;
    const { plan, pages, article, tabChange } = planned;
    const conflict = await conflictOf(room.tx, tab, { documentId, tabId, rev, oldestRev, bases: body, targets: plan.targets });
    if (conflict !== null) return refusal([conflict], rev);
    const references = new Set(images.keys());
    if (proposes)
      return proposeElements(context, scope, { call: 'illustrateTab', tabId, rev, planned, summary: body.summary, references });
    const held = heldBy(await holdersOf(documentId, tabId), call.actor, plan.edits, tab);
    if (held !== null) return refusal([held], rev);
    const answer = { pages: [...pages], ...(article !== undefined && { article: { ...article, pages: [...article.pages] } }) };
    if (plan.edits.length === 0 && tabChange === undefined) return { changeset: null, ...answer };
    const recorded = { documentId, tabId, previousRev: rev, planned, body, references };
    const { changeset } = await applyAndRecord(context, room, call, recorded);
    return { changeset, ...answer };
  }
}

type Drawing = Required<Proposing> & {
  readonly tabId: string;
  readonly body: Illustration;
  /** The images that the article names and the writer may place. */
  readonly images: PlaceableImages;
  readonly planned: PlannedIllustration;
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
