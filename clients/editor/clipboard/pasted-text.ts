/**
 * pasted-text: what a pasted text becomes on the canvas.
 *
 * Changeset lines are applied as one if every line adds something (`add`, `connect`, `insert`, `wrap`); a text that may be prose
 * stays prose. A single address becomes a link card, lines of tab-separated cells a table, anything else a text.
 */
import { limits } from '#schema/limits.ts';
import { type Problem, problem } from '#schema/problem.ts';

import { type LocatedOperation, parseOperations } from '#core/changeset/parse.ts';
import { operationKinds } from '#core/ops/operation-list.ts';
import { fitSize } from '#core/text/fit-size.ts';
import { titleHeight } from '#core/text/label-box.ts';

import type { Change } from '../changes/change.ts';
import type { Looks } from '../changes/draw.ts';
import { storable } from '../changes/text.ts';

export type PastedText =
  | { readonly kind: 'operations'; readonly operations: readonly LocatedOperation[] }
  | { readonly kind: 'element'; readonly element: Looks }
  | null;

const making: ReadonlySet<string> = new Set(['add', 'connect', 'insert', 'wrap']);

export function readPastedText(text: string): PastedText {
  const words = storable(text, limits.changesetBodyBytes);
  if (words.trim() === '') return null;
  const operations = operationsIn(words);
  if (operations !== null) return { kind: 'operations', operations };
  return { kind: 'element', element: linkCard(words.trim()) ?? table(words) ?? plainText(words.trim()) };
}

/** Applies the operations, or returns the engine's refusal. */
export const applyOperations =
  (operations: readonly LocatedOperation[]): Change =>
  (planning) => {
    for (const { operation, index } of operations) {
      planning.operation = index;
      const kind = operationKinds.find(({ name }) => name === operation.op);
      const refusal: Problem | null = kind === undefined ? problem('unknown_operation') : kind.plan(operation, planning);
      if (refusal !== null) return refusal;
    }
    return null;
  };

/** The text as operations that add something; null otherwise. */
function operationsIn(text: string): readonly LocatedOperation[] | null {
  const [first = ''] = text.trimStart().split(/[\s{]/, 1);
  if (!making.has(first) && !/^\s*(\{|#)/.test(text)) return null;
  const parsed = parseOperations(text);
  if ('errors' in parsed || parsed.operations.length === 0) return null;
  return parsed.operations.every(({ operation }) => making.has(operation.op)) ? parsed.operations : null;
}

function linkCard(text: string): Looks | null {
  if (text.length > limits.linkCharacters || !/^https?:\/\/[^\s"<>\\/?#@]+([/?#][^\s"<>\\]*)?$/.test(text)) return null;
  return { type: 'link-card', url: text, ...fitSize('link-card', 'link-card', '') };
}

const cell = { width: 120, height: 32 };

function table(text: string): Looks | null {
  const rows = text
    .replace(/\n+$/, '')
    .split('\n')
    .slice(0, limits.tableRows + 1)
    .map((line) => line.split('\t').slice(0, limits.tableColumns));
  const [head = [], ...others] = rows;
  if (head.length < 2 || others.length === 0 || others.some((row) => row.length > head.length)) return null;
  const stored = (row: readonly string[]): string[] => head.map((_, index) => storable((row[index] ?? '').trim(), 2_000));
  const size = { width: cell.width * head.length, height: Math.max(titleHeight, cell.height * rows.length) };
  return { type: 'table', columns: stored(head), rows: others.map(stored), ...size };
}

function plainText(text: string): Looks {
  const label = storable(text, limits.labelCharacters);
  return { type: 'text', label, ...fitSize('text', 'text', label) };
}
