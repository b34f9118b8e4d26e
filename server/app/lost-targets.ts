/** What became of the elements that a refused changeset names and its tab no longer has (SPEC.md). */
import { parseOperations } from '#core/changeset/parse.ts';
import { tabBefore } from '#core/history/diff.ts';
import { earlierMatches } from '#core/history/earlier-matches.ts';
import { Work } from '#core/planning/work.ts';
import type { NewChangeset } from '#schema/calls.ts';
import type { OperationError } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import type { ErrorCode } from '#schema/errors.ts';
import { isProblem, type Problem } from '#schema/problem.ts';

import { changedElement, type ChangedElement, namesOf } from './conflicts.ts';
import type { AppContext } from './context.ts';
import { withChanges } from './diffs.ts';
import { refusal } from './refused-changeset.ts';

/** Changes are looked for in at most this many revisions, so that a refusal is answered as quickly as a write. */
const maxRevisions = 1_000;

/** The refusals of an operation that does not find what it names. */
const notFound: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['target_not_found', 'not_connected']);

export type RefusedChangeset = {
  readonly documentId: string;
  readonly tabId: string;
  readonly body: NewChangeset;
  readonly selected: readonly string[];
  readonly refused: Problem;
};

/**
 * The refusal, or a more precise one: if an operation's target was changed or removed after the base revision, changeset_conflict;
 * if something else that it names was removed, target_not_found with the author of the removal.
 */
export async function explainLost(context: AppContext, changeset: RefusedChangeset): Promise<Problem> {
  const { documentId, tabId, body, selected, refused } = changeset;
  const { baseRev, operations } = body;
  const { errors: [error] = [], rev: refusedRev = 0 } = refused.members as Partial<RefusalMembers>;
  if (baseRev === undefined || !notFound.has(refused.code) || error?.operation === undefined) return refused;
  if (baseRev >= refusedRev || refusedRev - baseRev > maxRevisions) return refused;
  const only =
    typeof operations === 'string' ? (operations.split('\n')[(error.line ?? 0) - 1] ?? '') : [operations[error.operation]];
  const parsed = parseOperations(only);
  const operation = 'errors' in parsed ? undefined : parsed.operations[0]?.operation;
  if (operation === undefined) return refused;
  const explained = await withChanges(context, { documentId, tabId, since: baseRev }, (tab, changes, rev) => {
    const last = new Map(Array.from(changes.touchedElements, (change) => [change.id, change]));
    const changed = (elements: readonly Element[]) =>
      [...new Set(elements.map(({ id }) => id))].flatMap((id) => {
        const change = last.get(id);
        return change === undefined ? [] : [changedElement(tab, change)];
      });
    const { targets, others } = earlierMatches(operation, { tab: tabBefore(tab, changes), selected, work: new Work() });
    const [lost, gone] = [changed(targets), changed(others).filter(({ now }) => now === undefined)];
    if (lost.length > 0) return { problem: refusal([conflict(error, lost, { baseRev, rev })], rev) };
    return { problem: gone.length > 0 ? refusal([withRemoved(error, gone, baseRev)], rev) : refused };
  });
  return isProblem(explained) ? refused : explained.problem;
}

type RefusalMembers = { readonly errors: readonly OperationError[]; readonly rev: number };

/** At the place of the error: what was changed or removed, by whom, and how to go on. */
function conflict(
  { operation, line, column }: OperationError,
  elements: readonly ChangedElement[],
  { baseRev, rev }: { readonly baseRev: number; readonly rev: number },
): OperationError {
  const isGone = elements.every(({ now }) => now === undefined);
  const next = isGone ? 'Leave out what was removed, or add it again' : 'Name the elements as they are now';
  return {
    ...(operation !== undefined && { operation }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    code: 'changeset_conflict',
    message: `Changed since rev ${baseRev}: ${namesOf(elements)}.`,
    hint: `view=diff&since=${baseRev} shows what changed. ${next}, and send the changeset with baseRev ${rev}.`,
    elements: [...elements],
  };
}

const withRemoved = (error: OperationError, elements: readonly ChangedElement[], baseRev: number): OperationError => ({
  ...error,
  message: `${error.message} Changed since rev ${baseRev}: ${namesOf(elements)}.`,
  elements: [...elements],
});
