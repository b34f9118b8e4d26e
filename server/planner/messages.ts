/** Messages between a planner's thread and its worker. Everything is plain values. */
import type { MessagePort } from 'node:worker_threads';

import type { LintChange } from '#core/lint/lint-change.ts';
import type { Counts, ImportReport, Lint, OperationError, Result } from '#schema/changeset.ts';
import type { IllustrationSpec } from '#core/pages/plan-illustration.ts';
import type { Element } from '#schema/element.ts';
import type { ErrorCode } from '#schema/errors.ts';
import type { ProblemMembers } from '#schema/problem.ts';
import type { Failed, Ready } from '#server/workers/tab-jobs.ts';

import type { PlaceableImages } from './illustrate.ts';
import type { PlannedIllustration } from './plan-result.ts';

export type PlanJob = {
  readonly kind: 'plan';
  /** The operations as lines; null if the port has them in pieces. */
  readonly text: string | null;
  readonly selected: readonly string[];
  readonly references: ReadonlySet<string>;
  readonly replaces: boolean;
  /** Has the operations, if they are a list, and takes the pieces of the result. The other end has no listener: the thread receives the messages one by one. */
  readonly pieces: MessagePort;
};
export type IllustrateJob = {
  readonly kind: 'illustrate';
  readonly drawing: IllustrationSpec;
  readonly images: PlaceableImages;
  readonly pieces: MessagePort;
};
export type PlannerJob = PlanJob | IllustrateJob | { readonly kind: 'lint' };

/** Operations of a list. */
export type OperationsPiece = readonly unknown[];

/** An edit without `before`, which the other side has. */
export type After = { readonly id: string; readonly after: Element | null };
export type PlanPiece = { readonly afters: readonly After[]; readonly results: readonly Result[] };

export type PlannerReply =
  | Ready
  | Failed
  | { readonly kind: 'refused'; readonly errors: readonly OperationError[] }
  /** All pieces have been posted to the port. */
  | {
      readonly kind: 'planned';
      readonly counts: Counts;
      readonly targets: readonly string[];
      readonly imports?: readonly ImportReport[];
      readonly linted: LintChange;
    }
  /** The same for pages and articles, with the other members of the plan. */
  | {
      readonly kind: 'illustrated';
      readonly rest: Omit<PlannedIllustration, 'results' | 'plan'>;
      readonly counts: Counts;
      readonly targets: readonly string[];
    }
  /** A refusal that concerns no operation: a Problem is rebuilt from it. */
  | { readonly kind: 'problem'; readonly code: ErrorCode; readonly members: ProblemMembers }
  | { readonly kind: 'linted'; readonly lint: Lint };
