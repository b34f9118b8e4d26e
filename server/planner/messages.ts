/** messages: what a planner's thread and its worker say to each other. Everything is plain values. */
import type { MessagePort } from 'node:worker_threads';

import type { Counts, Lint, OperationError, Result } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import type { Skipped, TabSettings } from '#schema/tab.ts';

import type { Operations } from './plan-operations.ts';

/** A job arrives in pieces, so that no tab is copied in one go: begin, elements as often as needed, then what to do. */
export type ToWorker =
  | {
      readonly kind: 'begin';
      readonly settings: TabSettings;
      readonly skipped: readonly Skipped[];
    }
  | { readonly kind: 'elements'; readonly elements: readonly Element[] }
  | ToPlan
  | { readonly kind: 'lint' };

export type ToPlan = {
  readonly kind: 'plan';
  readonly operations: Operations;
  readonly selected: readonly string[];
  readonly references: ReadonlySet<string>;
  readonly replaces: boolean;
  /** Where the pieces of the result go; nobody listens at its other end, who takes them one by one. */
  readonly pieces: MessagePort;
};

/** An edit without what was there before: the other side has it. */
export type After = { readonly id: string; readonly after: Element | null };
export type Piece = { readonly afters: readonly After[]; readonly results: readonly Result[] };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly errors: readonly OperationError[] }
  /** All pieces are at the port. */
  | { readonly kind: 'planned'; readonly counts: Counts; readonly targets: readonly string[]; readonly lint: Lint }
  | { readonly kind: 'linted'; readonly lint: Lint }
  /** A fault of ours. */
  | { readonly kind: 'failed'; readonly error: string };

/** Elements in one message: a message of the usual ones takes about a millisecond on either side. */
export const perMessage = 200;

export function* slices<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += perMessage) yield list.slice(at, at + perMessage);
}
