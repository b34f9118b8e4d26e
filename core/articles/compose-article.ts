/**
 * compose-article: flows the markdown of an article onto pages of the row.
 *
 * `replace` clears the article's pages and fills them again; pages that it no longer needs are removed, and more are added
 * after its last one. A page that stays keeps its id, name and background. `append` continues below the contents of its last
 * page if that has one column, otherwise on a new page. In mode replace, a name that no page has starts a new article at the end of the row.
 */
import type { Box } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { type Article, pageSizes } from '#schema/page.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';

import { firstCharacters } from '../notation/characters.ts';
import { quoteShort } from '../notation/quote.ts';
import { newElementId } from '../ops/new-id.ts';
import { type Format, formatOf } from './page-measures.ts';
import { uniqueName } from './page-name.ts';
import type { PageRow, PageDraft } from '../pages/page-row.ts';
import { keyBetween, keyOnTop } from '../tab/stacking.ts';
import { bottom } from '../tab/rect.ts';
import { paginate } from './paginate.ts';
import { betweenBlocks, type PageStyle, styleOf } from './page-style.ts';
import { readMarkdown } from './read-markdown.ts';
import { type NaturalSize, typeset } from './typeset.ts';
import type { BoxSpec } from './unit.ts';

/** `pages`: ids of all pages of the article; `elements`: the number of new elements. */
export type Composed = { readonly name: string; readonly pages: readonly string[]; readonly elements: number };

/** Refuses with invalid_request (no content), page_not_found (no article to append to), too_large, element_locked, work_limit_exceeded. */
export function composeArticle(
  row: PageRow,
  { markdown, size, mode = 'replace', article: givenName }: Article,
  { image }: { image: NaturalSize },
): Composed | Problem {
  const name = givenName ?? 'article';
  const content = readMarkdown(markdown);
  if (isProblem(content)) return content;
  const { blocks, leftOut } = content;
  if (blocks.every(({ kind }) => kind === 'rule'))
    return problem('invalid_request', { errors: [{ in: 'body', pointer: '/article/markdown', message: 'says nothing' }] });
  if (leftOut.length > 0)
    row.planning.warn('html_left_out', null, `HTML that is not shown: ${leftOut.map((tag) => `<${tag}>`).join(', ')}.`);
  const existing = row.sheets.filter(({ page }) => page.article === name);
  if (mode === 'append' && givenName !== undefined && existing.length === 0) return noArticle(row, name);
  const format = formatFor(size, mode === 'append' ? existing.at(-1) : existing[0]);
  const style = styleOf(kindOf(format), format.measures);
  const goesOn = mode === 'append' ? goesOnAt(row, existing.at(-1), format, style) : 0;
  const contents = paginate(typeset(blocks, style, image), style, goesOn);
  const keptPages = mode === 'replace' ? existing : goesOn > 0 ? existing.slice(-1) : [];
  const sheets = sheetsFor(row, {
    name,
    format,
    count: contents.length,
    keptPages: keptPages,
    after: existing.at(-1),
    clears: mode === 'replace',
  });
  if (isProblem(sheets)) return sheets;
  const elementCount = contents.reduce((sum, boxes) => sum + boxes.length, 0);
  const elements = putPages(row, sheets, contents);
  if (isProblem(elements)) return elements;
  const pages = row.sheets.filter(({ page }) => page.article === name).map(({ page }) => page.id);
  return { name, pages, elements: elementCount };
}

/** A misspelt name would silently start a second article. */
function noArticle(row: PageRow, name: string): Problem {
  const names = [...new Set(row.sheets.flatMap(({ page }) => page.article ?? []))].map((one) => quoteShort(one, 60));
  return problem('page_not_found', {
    detail: `The tab has no article ${quoteShort(name, 60)} to append to.`,
    hint: `${names.length === 0 ? 'It has no article.' : `It has ${names.slice(0, 10).join(', ')}.`} Without mode append, the call starts a new one.`,
  });
}

function formatFor(size: string | undefined, like: PageDraft | undefined): Format {
  const page = like?.page;
  const sizeName = size ?? (page !== undefined && pageSizes.has(page.size) && page.kind !== 'logo' ? page.size : 'a4');
  const kind = pageSizes.get(sizeName)?.kind ?? 'infographic';
  const orientation = size === undefined && page?.size === sizeName ? page.orientation : undefined;
  const format = formatOf(kind, sizeName, orientation) ?? formatOf('infographic', 'a4');
  if (format === null) throw new Error('a4 is a size of infographics');
  return format;
}

const kindOf = ({ size }: Format): 'slide' | 'infographic' => (pageSizes.get(size)?.kind === 'slide' ? 'slide' : 'infographic');

/** The height that is occupied on the last page; 0 if the article continues on a new page. */
function goesOnAt(row: PageRow, last: PageDraft | undefined, { size, measures }: Format, style: PageStyle): number {
  if (last === undefined || style.columns > 1 || last.page.size !== size) return 0;
  const { rect } = last.page;
  if (rect.width !== measures.width || rect.height !== measures.height) return 0;
  const lowest = row.boxesOn(last).reduce((most, box) => Math.max(most, bottom(box)), rect.y + style.margin.top);
  return Math.max(1, Math.ceil(lowest - rect.y - style.margin.top) + 2 * betweenBlocks);
}

type PagesSpec = {
  readonly name: string;
  readonly format: Format;
  readonly count: number;
  readonly keptPages: readonly PageDraft[];
  readonly after: PageDraft | undefined;
  readonly clears: boolean;
};

/** The pages for the contents, in order. */
function sheetsFor(row: PageRow, { name, format, count, keptPages: kept, after, clears }: PagesSpec): PageDraft[] | Problem {
  const sheets: PageDraft[] = [];
  const kind = kindOf(format);
  for (const [index, sheet] of kept.entries()) {
    if (!clears) {
      sheets.push(sheet);
      continue;
    }
    const refusal = index < count ? row.clear(sheet) : row.remove(sheet);
    if (refusal !== null) return refusal;
    row.namedPages.add(sheet.page.id);
    if (index >= count) continue;
    const { size, orientation, measures } = format;
    const { rect } = sheet.page;
    if (rect.width !== measures.width || rect.height !== measures.height) row.changedFrom(row.sheets.indexOf(sheet));
    sheet.page = { ...sheet.page, kind, size, orientation, layout: 'blank', rect: { ...rect, ...measures } };
    sheets.push(sheet);
  }
  const last = sheets.at(-1) ?? after;
  let at = last === undefined ? row.sheets.length : row.sheets.indexOf(last) + 1;
  while (sheets.length < count) {
    const names = row.names;
    const page = {
      kind,
      name: uniqueName(pageName(name, row), names),
      size: format.size,
      orientation: format.orientation,
      layout: 'blank',
      background: null,
      article: name,
    };
    const sheet = row.insert(page, format.measures, at);
    if (isProblem(sheet)) return sheet;
    sheets.push(sheet);
    at += 1;
  }
  return sheets;
}

/** `report 3` */
function pageName(article: string, row: PageRow): string {
  const tail = ` ${row.sheets.filter(({ page }) => page.article === article).length + 1}`;
  return firstCharacters(article, limits.nameCharacters - tail.length) + tail;
}

function putPages(row: PageRow, sheets: readonly PageDraft[], contents: readonly (readonly BoxSpec[])[]): Problem | null {
  const { planning } = row;
  let z = keyOnTop(planning.draft);
  for (const [index, boxes] of contents.entries()) {
    const sheet = sheets[index];
    if (sheet === undefined) break;
    for (const box of boxes) {
      if (!planning.work.spend(perBox) || planning.draft.size > limits.elementsPerTab) break;
      // A heading is named after its text, the elements below it after their type.
      const id = newElementId(planning, undefined, box.text === 'scale' ? box.label : undefined, box.type);
      if (isProblem(id)) return id;
      row.place({ ...box, id, z } as Box, sheet);
      z = keyBetween(z, null) ?? z;
    }
  }
  return null;
}

/** Units of work per new element. */
const perBox = 60;
