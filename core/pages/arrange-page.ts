/**
 * arrange-page: arranges the contents of a page according to its layout.
 *
 * Frames and lanes move with their members and keep their sizes; anything else shrinks in proportion to its area if necessary.
 * The title of a layout is the page's first text in the largest letters, all else follows in reading order. `title` puts
 * everything in the middle of the page, `title-body` below the title in a column, `two-columns` the first half left and the
 * others right, `image-left` and `image-right` images on that side, `grid` in rows and columns; `blank` changes nothing. What
 * does not fit in a column is arranged in a grid.
 */
import { type Box, isContainer } from '#schema/element.ts';
import type { Problem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';

import { grownSize } from '../text/fit-size.ts';
import { addExact } from '../tab/exact.ts';
import type { PageRow, PageDraft } from './page-row.ts';
import { type PageGroup, pageGroupsOf } from './page-groups.ts';

/** Refuses with element_locked. */
export function arrangePage(row: PageRow, sheet: PageDraft): Problem | null {
  const { layout, rect } = sheet.page;
  const groups = pageGroupsOf(row, sheet);
  if (layout === 'blank' || groups.length === 0) return null;
  const margin = Math.round(Math.min(rect.width, rect.height) * 0.08);
  const gap = Math.round(margin / 2);
  const inner = { x: rect.x + margin, y: rect.y + margin, width: rect.width - 2 * margin, height: rect.height - 2 * margin };
  return row.change(arranged(layout, groups, inner, gap));
}

function arranged(layout: string, groups: readonly PageGroup[], inner: Rect, gap: number): Box[] {
  if (layout === 'title') return stacked(groups, inner, gap, 'middle');
  const title = titleOf(groups);
  const others = groups.filter((group) => group !== title);
  const [half, rest] = [(inner.width - gap) / 2, { ...inner }];
  const placed: Box[] = [];
  if (title !== undefined) {
    const height = others.length === 0 ? inner.height : Math.min(title.lead.height, inner.height / 3);
    placed.push(...putInto(title, { ...inner, height }, 'wide'));
    rest.y += height + gap;
    rest.height -= height + gap;
  }
  const left = { ...rest, width: half };
  const right = { ...left, x: rest.x + half + gap };
  switch (layout) {
    case 'two-columns': {
      const middle = Math.ceil(others.length / 2);
      placed.push(...stacked(others.slice(0, middle), left, gap), ...stacked(others.slice(middle), right, gap));
      break;
    }
    case 'image-left':
    case 'image-right': {
      const [images, words] = layout === 'image-left' ? [left, right] : [right, left];
      placed.push(...stacked(others.filter(isPicture), images, gap, 'middle'));
      placed.push(
        ...stacked(
          others.filter((group) => !isPicture(group)),
          words,
          gap,
        ),
      );
      break;
    }
    case 'grid':
      placed.push(...inGrid(others, rest, gap));
      break;
    default:
      placed.push(...stacked(others, rest, gap));
  }
  return placed;
}

const isPicture = ({ lead }: PageGroup): boolean => lead.type === 'image' || lead.type === 'video';

/** The page title: its first text in the largest letters, otherwise its first text. */
function titleOf(groups: readonly PageGroup[]): PageGroup | undefined {
  const texts = groups.filter(({ lead }) => lead.type === 'text');
  return texts.find(({ lead }) => lead.text === 'lg' || lead.text === 'scale') ?? texts[0];
}

/** One below the other, from the top of the area or around its middle, or in a grid if there is not enough room. */
function stacked(groups: readonly PageGroup[], area: Rect, gap: number, stand: 'top' | 'middle' = 'top'): Box[] {
  const sizes = groups.map((group) => sizeIn(group, area));
  const height = sizes.reduce((sum, size) => sum + size.height, 0) + gap * Math.max(0, groups.length - 1);
  if (height > area.height && groups.length > 1) return inGrid(groups, area, gap);
  let y = stand === 'top' ? area.y : area.y + Math.max(0, (area.height - height) / 2);
  return groups.flatMap((group, index) => {
    const size = sizes[index] ?? area;
    const placed = putInto(group, { x: area.x, y, width: area.width, height: size.height }, 'wide');
    y += size.height + gap;
    return placed;
  });
}

function inGrid(groups: readonly PageGroup[], area: Rect, gap: number): Box[] {
  const across = Math.ceil(Math.sqrt((groups.length * area.width) / Math.max(1, area.height)));
  const columns = Math.max(1, Math.min(groups.length, across));
  const rows = Math.ceil(groups.length / columns);
  // On a page without room for gaps there are none.
  const tight = Math.min(gap, area.width / (4 * columns), area.height / (4 * rows));
  const width = (area.width - tight * (columns - 1)) / columns;
  const height = (area.height - tight * (rows - 1)) / rows;
  return groups.flatMap((group, index) => {
    const [column, line] = [index % columns, Math.floor(index / columns)];
    return putInto(group, { x: area.x + column * (width + tight), y: area.y + line * (height + tight), width, height }, 'own');
  });
}

/** Puts a group into an area: texts at its full width, anything else in its middle. */
function putInto({ lead, boxes }: PageGroup, area: Rect, measure: 'wide' | 'own'): Box[] {
  const size = sizeIn({ lead, boxes }, area);
  const width = measure === 'wide' && lead.type === 'text' ? Math.max(1, area.width) : size.width;
  const x = measure === 'wide' && lead.type === 'text' ? area.x : area.x + Math.max(0, (area.width - width) / 2);
  const y = measure === 'own' ? area.y + Math.max(0, (area.height - size.height) / 2) : area.y;
  const [dx, dy] = [Math.round(x) - lead.x, Math.round(y) - lead.y];
  if (isContainer(lead)) return boxes.map((box) => ({ ...box, x: addExact(box.x, dx), y: addExact(box.y, dy) }));
  return [{ ...lead, x: Math.round(x), y: Math.round(y), width, height: size.height }];
}

/** The size of a group in an area: frames and lanes keep theirs, anything else shrinks in proportion if necessary. */
function sizeIn({ lead }: PageGroup, { width, height }: Rect): { width: number; height: number } {
  if (isContainer(lead)) return lead;
  if (lead.type === 'text') {
    const narrowed = Math.max(1, Math.min(lead.width, width));
    return { width: narrowed, height: grownSize({ ...lead, width: narrowed }).height };
  }
  const share = Math.min(1, width / lead.width, height / lead.height);
  return { width: Math.max(1, Math.floor(lead.width * share)), height: Math.max(1, Math.floor(lead.height * share)) };
}
