/** Writes what is accepted of a proposal for cards or a sheet (SPEC.md). */
import { cellAddress } from '#core/sheet/address.ts';
import { sheetTitle } from '#core/sheet/sheet-title.ts';
import { limits } from '#schema/limits.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { AcceptAnswer } from '#schema/proposal.ts';
import type { SheetState } from '#schema/sheet.ts';
import { replacedBy, type SheetEdit, sheetMaps } from '#schema/ydoc/sheets.ts';
import { sheetRevs } from '#storage/sheets.ts';
import type { StoredProposal } from '#storage/proposals.ts';

import type { Acceptance } from './accept-elements.ts';
import type { AppContext } from './context.ts';
import { cardsOf, rebaseSteps } from './card-steps.ts';
import type { WriteScope } from './document-write.ts';
import { applyPlan } from './item-write.ts';
import { type ContentOf, sheetEditOf } from './proposal-content.ts';
import { openParts } from './proposal-view.ts';
import { nothingToLint } from './propose-things.ts';
import { createSheet, deleteSheet, refuseTab, sheetIn, writeSheet } from './sheet-writer.ts';

type Kept = AcceptAnswer['kept'];

/** `wanted`: ids of cards; null: all that are open. */
export async function acceptCards(
  context: AppContext,
  scope: WriteScope,
  stored: StoredProposal,
  { steps, edits }: ContentOf<'cards'>,
  wanted: ReadonlySet<string> | null,
): Promise<Acceptance> {
  const open = openParts(stored);
  const own = steps.filter(({ id }) => open.has(id) && (wanted === null || wanted.has(id)));
  const { plan, accepted, kept } = rebaseSteps(cardsOf(scope.room), own, edits);
  const titles = new Map(edits.map(({ id, before, after }) => [id, (after ?? before)?.title ?? id]));
  if (accepted.length > 0)
    await applyPlan({ ...scope, at: context.now() }, plan, () => ({ change: 'accepted', proposal: stored.id, ids: accepted }));
  return acceptance(stored, accepted, [...kept].map(([id, reason]) => ({ id, ref: titles.get(id) ?? id, reason }))); // prettier-ignore
}

/** Errors: sheet_not_found, tab_not_found, tab_locked, title_taken, too_large. */
export async function acceptSheet(
  context: AppContext,
  scope: WriteScope,
  stored: StoredProposal,
  content: ContentOf<'sheet'>,
): Promise<Acceptance | Problem> {
  const sheet = await sheetIn(context, scope, content.sheetId);
  if (isProblem(sheet)) return sheet.code === 'sheet_not_found' ? lost(stored, content.sheetId) : sheet;
  const { edit, kept } = rebasedEdit(scope, sheet, content);
  const refused = refuseSize(sheet, edit) ?? refuseTitle(scope, sheet, edit);
  if (refused !== null) return refused;
  if (isEmpty(edit)) return acceptance(stored, [], kept);
  await writeSheet(context, scope, sheet, { edit, change: content.change });
  return acceptance(stored, [sheet.id], kept);
}

/** Errors: tab_not_found, tab_locked, title_taken, too_large. */
export async function acceptNewSheet(
  scope: WriteScope,
  stored: StoredProposal,
  { id, ...content }: ContentOf<'new sheet'>,
): Promise<Acceptance | Problem> {
  const refused = refuseTab(scope, content.tabId);
  if (refused !== null) return refused;
  const { sheets } = scope.room.workbook();
  const title = sheetTitle(content.title, sheets.values(), content.tabId);
  if (isProblem(title)) return title;
  if (sheets.size >= limits.sheetsPerDocument) return problem('too_large', { limit: limits.sheetsPerDocument });
  createSheet(scope, id, content);
  return acceptance(stored, [id], []);
}

/** Errors: tab_locked. */
export async function acceptRemovedSheet(
  context: AppContext,
  scope: WriteScope,
  stored: StoredProposal,
  { sheetId, rev }: ContentOf<'removed sheet'>,
): Promise<Acceptance | Problem> {
  const sheet = await sheetIn(context, scope, sheetId);
  if (isProblem(sheet)) return sheet.code === 'sheet_not_found' ? lost(stored, sheetId) : sheet;
  const now = (await sheetRevs(scope.room.tx, scope.documentId)).get(sheetId) ?? 0;
  if (now !== rev) return acceptance(stored, [], [{ id: sheetId, ref: sheet.title, reason: 'changed' }]);
  await deleteSheet(scope, sheet);
  return acceptance(stored, [sheetId], []);
}

const lost = (stored: StoredProposal, id: string): Acceptance => acceptance(stored, [], [{ id, ref: id, reason: 'gone' }]);

function acceptance(stored: StoredProposal, accepted: readonly string[], kept: Kept): Acceptance {
  const taken = new Set(accepted);
  const results = stored.results.filter(({ id }) => taken.has(id));
  const lines = results.length === 0 ? ['nothing changed'] : results.map(({ line }) => line);
  return { changeset: null, accepted: [...accepted], kept, results, lint: nothingToLint(), text: lines.join('\n') };
}

/** What of the edit is not changed by others since. A title or a layout that was changed is kept as a whole. */
function rebasedEdit(
  { room }: WriteScope,
  sheet: SheetState,
  { change, before, after }: ContentOf<'sheet'>,
): { readonly edit: SheetEdit; readonly kept: Kept } {
  const [was, edit] = [sheetEditOf(before), sheetEditOf(after)];
  const now = replacedBy(room.doc, sheet.id, edit);
  const lines = new Set([...(edit.maps.rows?.keys() ?? []), ...(edit.maps.cols?.keys() ?? [])]);
  const kept: Kept = [];
  const maps: Record<string, ReadonlyMap<string, unknown>> = {};
  for (const name of sheetMaps) {
    const proposed = edit.maps[name];
    if (proposed === undefined) continue;
    const taken = new Map<string, unknown>();
    for (const [key, value] of proposed) {
      const isChanged = !jsonEqual(now.maps[name]?.get(key) ?? null, was.maps[name]?.get(key) ?? null);
      const isGone = name === 'cells' && !isCellOf(sheet, key, lines);
      if (isChanged || isGone) kept.push({ id: key, ref: addressOfCell(sheet, key), reason: isGone ? 'gone' : 'changed' });
      else taken.set(key, value);
    }
    maps[name] = taken;
  }
  const isOther = !jsonEqual([now.title, now.frozen], [was.title, was.frozen]);
  if (isOther || (change !== 'cells' && kept.length > 0))
    return { edit: { maps: {} }, kept: [{ id: sheet.id, ref: sheet.title, reason: 'changed' }] };
  return { edit: { ...edit, maps }, kept };
}

/** `added`: ids of rows and columns that the edit adds. */
function isCellOf({ rows, cols }: SheetState, key: string, added: ReadonlySet<string>): boolean {
  const [row = '', col = ''] = key.split(':');
  return [rows.rank.get(row), cols.rank.get(col)].every(
    (rank, index) => added.has([row, col][index] ?? '') || Number.isInteger(rank),
  );
}

function addressOfCell({ rows, cols }: SheetState, key: string): string {
  const [row = '', col = ''] = key.split(':');
  const [r, c] = [rows.rank.get(row), cols.rank.get(col)];
  return r === undefined || c === undefined ? key : cellAddress(Math.floor(r), Math.floor(c));
}

const isEmpty = ({ title, frozen, maps }: SheetEdit): boolean =>
  title === undefined && frozen === undefined && sheetMaps.every((name) => (maps[name]?.size ?? 0) === 0);

/** Errors: title_taken. */
function refuseTitle({ room }: WriteScope, sheet: SheetState, { title }: SheetEdit): Problem | null {
  if (title === undefined) return null;
  const taken = sheetTitle(title, room.workbook().sheets.values(), sheet.tabId, sheet.id);
  return isProblem(taken) ? taken : null;
}

/** Errors: too_large. */
function refuseSize({ rows, cols, cells }: SheetState, { maps }: SheetEdit): Problem | null {
  const added = (lines: ReadonlyMap<string, unknown> | undefined): number => lines?.size ?? 0;
  const filled = [...(maps.cells ?? [])].filter(([key, value]) => value !== null && !cells.has(key)).length;
  if (cells.size + filled > limits.sheetCells) return problem('too_large', { limit: limits.sheetCells });
  if (rows.ids.length + added(maps.rows) > limits.sheetRows && added(maps.rows) > 0)
    return problem('too_large', { limit: limits.sheetRows });
  if (cols.ids.length + added(maps.cols) > limits.sheetColumns && added(maps.cols) > 0)
    return problem('too_large', { limit: limits.sheetColumns });
  return null;
}
