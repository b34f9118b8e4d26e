/** messages: what a planner's thread and its worker say to each other of a tab. Everything is plain values. */
import type { MessagePort } from 'node:worker_threads';

import type { Counts, Lint, OperationError, Result } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import type { Failed, Ready } from '#server/workers/tab-jobs.ts';

import type { Operations } from './plan-operations.ts';

export type PlanJob = {
  readonly kind: 'plan';
  readonly operations: Operations;
  readonly selected: readonly string[];
  readonly references: ReadonlySet<string>;
  readonly replaces: boolean;
  /** Where the pieces of the result go; nobody listens at its other end, who takes them one by one. */
  readonly pieces: MessagePort;
};
export type PlannerJob = PlanJob | { readonly kind: 'lint' };

/** An edit without what was there before: the other side has it. */
export type After = { readonly id: string; readonly after: Element | null };
export type Piece = { readonly afters: readonly After[]; readonly results: readonly Result[] };

export type FromWorker =
  | Ready
  | Failed
  | { readonly kind: 'refused'; readonly errors: readonly OperationError[] }
  /** All pieces are at the port. */
  | { readonly kind: 'planned'; readonly counts: Counts; readonly targets: readonly string[]; readonly lint: Lint }
  | { readonly kind: 'linted'; readonly lint: Lint };
