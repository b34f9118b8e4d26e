/** Stores writes to cards and sheets as proposals (SPEC.md). */
import { quoteShort } from '#core/notation/quote.ts';
import { lint } from '#core/lint/lint.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { ChangesetLint, Counts, Result } from '#schema/changeset.ts';
import type { Problem } from '#schema/problem.ts';
import type { ProposalAnswer, ProposalPart } from '#schema/proposal.ts';

import type { AppContext } from './context.ts';
import type { WriteScope } from './document-write.ts';
import { cardParts, type ContentOf } from './proposal-content.ts';
import { propose } from './propose.ts';

/** Errors: too_large. */
export function proposeCards(
  context: AppContext,
  scope: WriteScope,
  { call, rev, content }: { readonly call: string; readonly rev: number; readonly content: ContentOf<'cards'> },
): Promise<ProposalAnswer | Problem> {
  const parts = content.edits.length === 0 ? [] : cardParts(content.steps);
  const { items } = scope.room.board;
  const keys = new Map(items.map(({ id, key }) => [id, key]));
  const results = parts.map(({ id, change }) => {
    const edit = content.edits.find((one) => one.id === id);
    return thingResult({
      id,
      change,
      kind: 'card',
      ref: keys.has(id) ? `#${keys.get(id)}` : id,
      label: (edit?.after ?? edit?.before)?.title,
    });
  });
  return propose(context, scope, { ...thing(parts), call, tabId: null, rev, content, parts, results });
}

/** Errors: too_large. */
export function proposeSheet(
  context: AppContext,
  scope: WriteScope,
  sheet: {
    readonly call: string;
    readonly tabId: string;
    readonly rev: number;
    readonly title: string;
    readonly content: SheetContent;
  },
): Promise<ProposalAnswer | Problem> {
  const { call, tabId, rev, title, content } = sheet;
  const id = content.kind === 'new sheet' ? content.id : content.sheetId;
  const change = sheetChanges[content.kind];
  const parts = [{ id, change }];
  const cells = content.kind === 'sheet' ? (content.after.maps.cells?.length ?? 0) : 0;
  const more = cells === 0 ? undefined : `${cells} ${cells === 1 ? 'cell' : 'cells'}`;
  const results = [thingResult({ id, change, kind: 'sheet', ref: id, label: title, ...(more !== undefined && { more }) })];
  return propose(context, scope, { ...thing(parts), call, tabId, rev, content, parts, results });
}

type SheetContent = ContentOf<'sheet' | 'new sheet' | 'removed sheet'>;
const sheetChanges = { sheet: 'changed', 'new sheet': 'added', 'removed sheet': 'removed' } as const;

type Part = Pick<ProposalPart, 'id' | 'change'>;

/** The parts of a description that only differ for elements. */
const thing = (parts: readonly Part[]): { readonly counts: Counts; readonly lint: ChangesetLint } => ({
  counts: countsOf(parts),
  lint: nothingToLint(),
});

const countsOf = (parts: readonly Part[]): Counts => ({
  added: parts.filter(({ change }) => change === 'added').length,
  changed: parts.filter(({ change }) => change === 'changed' || change === 'moved').length,
  removed: parts.filter(({ change }) => change === 'removed').length,
});

/** Cards and sheets have no lint. */
export function nothingToLint(): ChangesetLint {
  const settings = {
    id: '',
    name: '',
    mode: 'canvas',
    theme: 'light',
    locked: false,
    order: 'a0',
    layers: [],
    pages: [],
  } as const;
  return { ...lint(TabIndex.of({ ...settings, elements: new Map(), skipped: [] })), introduced: [], resolved: [] };
}

type Thing = Part & { readonly kind: string; readonly ref: string; readonly label: string | undefined; readonly more?: string };

const markOf = { added: '+', changed: '~', moved: '~', removed: '-' } as const;

export function thingResult({ id, change, kind, ref, label, more }: Thing): Result {
  const mark = markOf[change];
  const title = label === undefined ? [] : [quoteShort(label, 120)];
  const line = [mark, ref, kind, ...title, ...(more === undefined ? [] : [more])].join(' ');
  return { mark, id, ref, kind, ...(label !== undefined && { label }), line };
}
