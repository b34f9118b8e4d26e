/**
 * change-page: applies changes of pages, each to the row that the previous ones left.
 *
 * `add` puts a page at `at` or at the end, `duplicate` directly after its original, with all its contents. A size belongs to
 * the kind of its page; contents that would be outside a smaller page are moved onto it. `layout`, on its own or in `set`,
 * arranges the contents. `delete` removes the page with its contents. A page name that is taken gets a number.
 */
import type { PageAttributes, PageChange, PageKind } from '#schema/page.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Page } from '#schema/tab.ts';

import { arrangePage } from './arrange-page.ts';
import { duplicatePage } from './duplicate-page.ts';
import { findPage } from './find-page.ts';
import { keepOnPage } from './keep-on-page.ts';
import { formatOf, sizesOf } from '../articles/page-measures.ts';
import { uniqueName, defaultPageName } from '../articles/page-name.ts';
import type { PageRow, PageDraft } from './page-row.ts';

/**
 * Applies one change. Refuses with page_not_found, target_ambiguous, invalid_request (a size of another kind), element_locked,
 * too_large.
 */
export function changePage(row: PageRow, change: PageChange, index: number): Problem | null {
  if (change.op === 'add') return add(row, change, index);
  const sheet = findPage(row, change.page);
  if (isProblem(sheet)) return sheet;
  row.namedPages.add(sheet.page.id);
  switch (change.op) {
    case 'set':
      return set(row, sheet, change, index);
    case 'layout':
      return layOut(row, sheet, change.layout);
    case 'move':
      row.move(sheet, Math.min(change.at, row.sheets.length) - 1);
      return null;
    case 'duplicate': {
      const at = change.at === undefined ? row.sheets.indexOf(sheet) + 1 : Math.min(change.at - 1, row.sheets.length);
      return duplicatePage(row, sheet, uniqueName(change.name ?? sheet.page.name, row.names), at);
    }
    case 'delete':
      return row.remove(sheet);
  }
}

type Add = Extract<PageChange, { op: 'add' }>;

function add(
  row: PageRow,
  { kind, size, orientation, name, background = null, layout = 'blank', at }: Add,
  index: number,
): Problem | null {
  const format = formatOf(kind, size, orientation);
  if (format === null) return otherSize(kind, index);
  const names = row.names;
  const page = {
    kind,
    name: name === undefined ? defaultPageName(kind, names) : uniqueName(name, names),
    size: format.size,
    orientation: format.orientation,
    layout,
    background: colours(background),
  };
  const inserted = row.insert(page, format.measures, Math.min((at ?? Infinity) - 1, row.sheets.length));
  return isProblem(inserted) ? inserted : null;
}

function set(row: PageRow, sheet: PageDraft, change: PageAttributes, index: number): Problem | null {
  const { size, orientation, name, background, layout } = change;
  const { page } = sheet;
  if (name !== undefined && name !== page.name) sheet.page = { ...sheet.page, name: uniqueName(name, row.names) };
  if (background !== undefined) sheet.page = { ...sheet.page, background: colours(background) };
  if (size !== undefined || orientation !== undefined) {
    const refusal = resize(row, sheet, { size: size ?? page.size, orientation: orientation ?? wayOf(page, size) }, index);
    if (refusal !== null) return refusal;
  }
  return layout === undefined ? null : layOut(row, sheet, layout);
}

/** Another size comes in its default orientation; the same size stays unchanged. */
const wayOf = (page: Page, size: string | undefined): Page['orientation'] | undefined =>
  size === undefined || size === page.size ? page.orientation : undefined;

function resize(
  row: PageRow,
  sheet: PageDraft,
  { size, orientation }: { size: string; orientation: Page['orientation'] | undefined },
  index: number,
): Problem | null {
  const { page } = sheet;
  const format = formatOf(page.kind, size, orientation);
  if (format === null) return otherSize(page.kind, index);
  const rect = { ...page.rect, ...format.measures };
  sheet.page = { ...page, size: format.size, orientation: format.orientation, rect };
  row.changedFrom(row.sheets.indexOf(sheet));
  return keepOnPage(row, sheet);
}

function layOut(row: PageRow, sheet: PageDraft, layout: string): Problem | null {
  sheet.page = { ...sheet.page, layout };
  return arrangePage(row, sheet);
}

function otherSize(kind: PageKind, index: number): Problem {
  const message = `must be a size of the kind ${kind}: ${sizesOf(kind).join(', ')}`;
  return problem('invalid_request', { errors: [{ in: 'body', pointer: `/pages/${index}/size`, message }] });
}

const colours = (background: Page['background']): Page['background'] =>
  typeof background === 'string' ? background.toLowerCase() : (background?.map((colour) => colour.toLowerCase()) ?? null);
