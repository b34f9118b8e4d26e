/** write-drawio: a tab, or some of its elements, as a draw.io file with a page for each page of the tab. */
import type { Arrow, Box } from '#schema/element.ts';
import type { Page, Rect } from '#schema/tab.ts';

import { inLook, type Theme } from '../../render/theme.ts';
import { centreX, centreY, holdsPoint } from '../../tab/rect.ts';
import type { TabView } from '../../tab/view.ts';
import { isPinned } from '#schema/element.ts';
import { ownHost } from '../../import/drawio/drawio-pages.ts';
import { ExportedElements } from '../exported-elements.ts';
import { arrowCell } from './arrow-cell.ts';
import { boxCells } from './box-cells.ts';
import { DrawioGroups, groupCell, groupCellId } from './drawio-groups.ts';
import { tag } from './drawio-markup.ts';

export type ExportOptions = {
  readonly theme: Theme;
  /** The bytes of an image as a data URI; null leaves it out. */
  readonly image: (imageId: string) => string | null;
};
export type TextExport = { readonly text: string; readonly dropped: readonly string[] };

const commented = 50;

export function writeDrawio(tab: TabView, ids: readonly string[] | null, { theme, image }: ExportOptions): TextExport {
  const options = { theme: inLook(theme, tab.settings), image };
  const exported = new ExportedElements(tab, ids);
  const pages = partsOf(exported, tab.settings.pages).map(({ id, name, boxes, arrows }) =>
    tag('diagram', { id, name }, tag('mxGraphModel', { dx: 0, dy: 0, grid: 1, page: 0 }, tag('root', {}, cellsOf({ boxes, arrows }, exported, tab, options)))),
  ); // prettier-ignore
  const { dropped } = exported;
  const notes = dropped.slice(0, commented).map((line) => `<!-- left out: ${line.replaceAll(/-(?=-|$)/g, '- ').replaceAll(/\s+/g, ' ')} -->\n`); // prettier-ignore
  if (dropped.length > commented) notes.push(`<!-- left out: ${dropped.length - commented} more -->\n`);
  return { text: `${tag('mxfile', { host: ownHost }, `\n${pages.join('\n')}\n`)}\n${notes.join('')}`, dropped };
}

type Part = { readonly id: string; readonly name: string; readonly boxes: readonly Box[]; readonly arrows: readonly Arrow[] };

/** What is on each page; what is on none comes first. */
function partsOf({ boxes, arrows }: ExportedElements, pages: readonly Page[]): Part[] {
  const pageOf = new Map<string, string>();
  for (const box of boxes) {
    const page = pages.find(({ rect }) => holdsPoint(rect, centreX(box), centreY(box)));
    if (page !== undefined) pageOf.set(box.id, page.id);
  }
  const pageOfArrow = ({ from, to }: Arrow): string | undefined =>
    [from, to].map((end) => (isPinned(end) ? pageOf.get(end.element) : pages.find(({ rect }) => holdsPoint(rect, end.x, end.y))?.id)).find((id) => id !== undefined); // prettier-ignore
  const parts = [{ id: 'tab', name: 'Canvas' }, ...pages].map(({ id, name }) => {
    const key = id === 'tab' ? undefined : id;
    return { id, name, boxes: boxes.filter((box) => pageOf.get(box.id) === key), arrows: arrows.filter((arrow) => pageOfArrow(arrow) === key) };
  }); // prettier-ignore
  return parts.filter((part, index) => part.boxes.length > 0 || part.arrows.length > 0 || (pages.length === 0 && index === 0));
}

function cellsOf(
  { boxes, arrows }: Pick<Part, 'boxes' | 'arrows'>,
  exported: ExportedElements,
  tab: TabView,
  options: ExportOptions,
): string {
  const { layers } = tab.settings;
  const layerOf = (id: string | undefined): string => (layers.some((layer) => layer.id === id) ? (id ?? '1') : '1');
  const cells = ['\n', tag('mxCell', { id: '0' }), '\n', tag('mxCell', { id: '1', parent: '0' })];
  for (const { id, name, hidden } of layers)
    cells.push('\n', tag('mxCell', { id, value: name, parent: '0', visible: hidden ? '0' : null }));
  const frameOf = (box: Box): Box | null => {
    const frame = exported.parentOf(box.id);
    return frame !== null && layerOf(frame.layer) === layerOf(box.layer) ? frame : null;
  };
  const groups = new DrawioGroups(boxes, { frameOf, layerOf: ({ layer }) => layerOf(layer) });
  const members = membersOf(boxes, groups, frameOf);
  const open = (members.get(null) ?? []).toReversed().map((part): Open => ({ part, within: null }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { part, within } = next;
    const { id, rect } = part;
    const at = {
      parent: within?.id ?? layerOf(part.layer),
      x: rect.x - (within?.rect.x ?? 0),
      y: rect.y - (within?.rect.y ?? 0),
    };
    if (part.box === null) cells.push('\n', groupCell(part.id, { ...rect, ...at }));
    else {
      const place = { ...at, group: groups.nameInStyle(part.box) };
      for (const cell of boxCells(part.box, place, exported, options)) cells.push('\n', cell);
    }
    open.push(...(members.get(id) ?? []).toReversed().map((member) => ({ part: member, within: part })));
  }
  for (const arrow of arrows) {
    const group = groups.cellOfArrow(arrow);
    const { x, y } = group === null ? { x: 0, y: 0 } : groups.rectOf(group);
    const place = { parent: group === null ? layerOf(arrow.layer) : groupCellId(group), x, y, group: group === null ? (arrow.group ?? null) : null }; // prettier-ignore
    const cell = arrowCell(arrow, place, exported, tab, options);
    if (cell !== null) cells.push('\n', cell);
  }
  return `${cells.join('')}\n`;
}

/** A box, or the cell of a group. */
type CellPart = { readonly id: string; readonly layer: string | undefined; readonly rect: Rect; readonly box: Box | null };
type Open = { readonly part: CellPart; readonly within: CellPart | null };

/** What is directly in each frame and group, from the lowest in the stack; null: in none. */
function membersOf(
  boxes: readonly Box[],
  groups: DrawioGroups,
  frameOf: (box: Box) => Box | null,
): ReadonlyMap<string | null, CellPart[]> {
  const members = new Map<string | null, CellPart[]>();
  const seen = new Set<string>();
  const put = (holder: string | null, part: CellPart): void => {
    const list = members.get(holder) ?? [];
    members.set(holder, list);
    list.push(part);
  };
  for (const box of boxes) {
    let holder = frameOf(box)?.id ?? null;
    for (const group of groups.cellsAround(box)) {
      const id = groupCellId(group);
      if (!seen.has(id)) put(holder, { id, layer: box.layer, rect: groups.rectOf(group), box: null });
      seen.add(id);
      holder = id;
    }
    put(holder, { id: box.id, layer: box.layer, rect: box, box });
  }
  return members;
}
