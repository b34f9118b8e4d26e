/**
 * answer-text: the answer to a changeset as lines: one per result, then notes and the address of the page, then one with
 * revision, lint verdict and how to revert.
 */
import type { Result } from '#schema/changeset.ts';

type ResultLine = Pick<Result, 'line'> & Partial<Pick<Result, 'mark' | 'fields'>>;

export type ChangesetReport = {
  readonly results: readonly ResultLine[];
  /** Null if nothing changed. */
  readonly rev: { readonly from: number; readonly to: number } | null;
  readonly changesetId?: string;
  /** The changeset was stored as this proposal. */
  readonly proposalId?: string;
  /** Of the page that shows what changed. */
  readonly url?: string;
  readonly dryRun: boolean;
  /** Lines about the changeset as a whole, before the last one. */
  readonly notes?: readonly string[];
  /** Verdict of the lint: `clean`, or counts such as `2 warnings, 1 info`. */
  readonly verdict: string;
  readonly documentId: string;
};

/** All lines, joined by line breaks, without one at the end. */
export const answerText = (answer: ChangesetReport): string =>
  [
    ...answer.results.filter((result) => !isLifelineOnly(result)).map(({ line }) => line),
    ...(answer.notes ?? []),
    ...(answer.url === undefined ? [] : [`page: ${answer.url}`]),
    lastLine(answer),
  ].join('\n');

/** Each message makes all lifelines of its sequence longer, which is not worth a line for each. */
const isLifelineOnly = ({ mark, fields = {} }: ResultLine): boolean =>
  mark === '»' && Object.keys(fields).every((name) => name === 'lifeline') && Object.hasOwn(fields, 'lifeline');

function lastLine({ rev, changesetId, proposalId, dryRun, verdict, documentId }: ChangesetReport): string {
  if (rev === null) return 'nothing changed';
  if (proposalId !== undefined) return `proposed ${proposalId} · rev ${rev.from} · lint ${verdict}`;
  const parts = [`rev ${rev.from}→${rev.to}`];
  if (dryRun) parts.unshift('dry run');
  if (changesetId !== undefined) parts.push(changesetId);
  parts.push(`lint ${verdict}`);
  if (changesetId !== undefined) parts.push(`atelier changeset revert ${documentId} ${changesetId}`);
  return parts.join(' · ');
}
