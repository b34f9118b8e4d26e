/** drawio-cells: the cells of a page as a tree, each at its place on the page. */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { faultAt, type ImportFault } from '../diagram.ts';
import { htmlText } from '../html-text.ts';
import type { XmlElement } from '../xml.ts';
import type { DrawioPage } from './drawio-pages.ts';
import { type DrawioStyle, isOn, styleOf } from './drawio-style.ts';

export type DrawioCell = {
  readonly id: string;
  readonly kind: 'vertex' | 'edge' | 'other';
  readonly style: DrawioStyle;
  readonly label: string;
  /** The lines of a label that is divided by rules. */
  readonly sections: readonly (readonly string[])[] | null;
  readonly isFormatted: boolean;
  readonly link: string | null;
  readonly note: string | null;
  /** Other attributes that a person gave it. */
  readonly properties: readonly string[];
  readonly isVisible: boolean;
  readonly source: string | null;
  readonly target: string | null;
  /** As it is written: of an edge and its labels, relative to its course. */
  readonly geometry: Rect;
  readonly isRelative: boolean;
  readonly offset: Point | null;
  readonly points: readonly Point[];
  readonly sourcePoint: Point | null;
  readonly targetPoint: Point | null;
  readonly children: DrawioCell[];
  parent: DrawioCell | null;
  /** On the page. */
  rect: Rect;
};

export type DrawioTree = { readonly layers: readonly DrawioCell[]; readonly byId: ReadonlyMap<string, DrawioCell> };

export function cellsOf({ model, text, packed }: DrawioPage): DrawioTree | ImportFault {
  const fault = (at: number, expected: string): ImportFault => faultAt(text, at, expected, packed);
  const root = model.children.find(({ name }) => name === 'root');
  if (root === undefined) return fault(model.at, '<root> in <mxGraphModel>');
  const byId = new Map<string, DrawioCell>();
  const entries: { readonly cell: DrawioCell; readonly parentId: string | null; readonly at: number }[] = [];
  for (const element of root.children) {
    const inner = element.name === 'mxCell' ? element : element.children.find(({ name }) => name === 'mxCell');
    if (inner === undefined) continue;
    const id = element.attributes.get('id') ?? inner.attributes.get('id');
    if (id === undefined) return fault(element.at, 'an id');
    if (byId.has(id)) return fault(element.at, `another id than ${id}, which an earlier cell has`);
    const cell = cellOf(id, element, inner);
    byId.set(id, cell);
    entries.push({ cell, parentId: inner.attributes.get('parent') ?? null, at: element.at });
  }
  const top = entries.find(({ parentId }) => parentId === null)?.cell;
  if (top === undefined) return fault(root.at, 'a cell without a parent');
  const layer = entries.find(({ parentId }) => parentId === top.id)?.cell ?? top;
  for (const { cell, parentId } of entries) {
    if (cell === top) continue;
    cell.parent = byId.get(parentId ?? '') ?? (cell === layer ? top : layer);
    cell.parent.children.push(cell);
  }
  const reached = new Set<DrawioCell>();
  placeAll(top, reached);
  const lost = entries.find(({ cell }) => !reached.has(cell));
  if (lost !== undefined) return fault(lost.at, 'a parent that is not within the cell itself');
  return { layers: top === layer ? [top] : top.children, byId };
}

function cellOf(id: string, element: XmlElement, cell: XmlElement): DrawioCell {
  const style = styleOf(cell.attributes.get('style') ?? '');
  const raw = labelOf(element);
  const read = isOn(style, 'html') ? htmlText(raw) : { text: raw.trim(), isFormatted: false, link: null, sections: null };
  const geometry = cell.children.find(({ name }) => name === 'mxGeometry');
  const pointAs = (as: string): Point | null => {
    const found = geometry?.children.find((child) => child.name === 'mxPoint' && child.attributes.get('as') === as);
    return found === undefined ? null : pointOf(found);
  };
  const points = geometry?.children.find((child) => child.name === 'Array' && child.attributes.get('as') === 'points');
  const isEdge = cell.attributes.get('edge') === '1';
  const rect = rectOf(geometry);
  return {
    id,
    kind: isEdge ? 'edge' : cell.attributes.get('vertex') === '1' ? 'vertex' : 'other',
    style,
    label: read.text,
    sections: read.sections,
    isFormatted: read.isFormatted,
    link: element.attributes.get('link') ?? read.link,
    note: element.attributes.get('tooltip') ?? null,
    properties: element === cell ? [] : [...element.attributes.keys()].filter((name) => !ownAttributes.has(name)),
    isVisible: (cell.attributes.get('visible') ?? element.attributes.get('visible')) !== '0',
    source: cell.attributes.get('source') ?? null,
    target: cell.attributes.get('target') ?? null,
    geometry: rect,
    isRelative: geometry?.attributes.get('relative') === '1',
    offset: pointAs('offset'),
    points: points?.children.filter(({ name }) => name === 'mxPoint').map(pointOf) ?? [],
    sourcePoint: pointAs('sourcePoint'),
    targetPoint: pointAs('targetPoint'),
    children: [],
    parent: null,
    rect,
  };
}

const ownAttributes: ReadonlySet<string> = new Set(['id', 'label', 'link', 'tooltip', 'placeholders', 'placeholder', 'visible']);

/** `%name%` is an attribute of the cell, if it says so. */
function labelOf({ attributes }: XmlElement): string {
  const label = attributes.get('label') ?? attributes.get('value') ?? '';
  if (attributes.get('placeholders') !== '1') return label;
  return label.replaceAll(/%(\w{1,60})%/g, (whole, name: string) => attributes.get(name) ?? whole);
}

const numberOf = (element: XmlElement | undefined, name: string): number => {
  const value = Number(element?.attributes.get(name) ?? 0);
  return Number.isFinite(value) ? value : 0;
};
const pointOf = (element: XmlElement): Point => [numberOf(element, 'x'), numberOf(element, 'y')];
const rectOf = (element: XmlElement | undefined): Rect => ({
  x: numberOf(element, 'x'),
  y: numberOf(element, 'y'),
  width: Math.max(0, numberOf(element, 'width')),
  height: Math.max(0, numberOf(element, 'height')),
});

/** Parents before their children. */
function placeAll(top: DrawioCell, reached: Set<DrawioCell>): void {
  const open = [top];
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    reached.add(cell);
    cell.rect = placed(cell);
    open.push(...cell.children);
  }
}

function placed({ geometry, isRelative, offset, parent, kind }: DrawioCell): Rect {
  const origin = originOf(parent);
  if (kind === 'edge') return { ...geometry, x: origin.x, y: origin.y };
  const [dx, dy] = offset ?? [0, 0];
  if (!isRelative || parent === null) return { ...geometry, x: origin.x + geometry.x, y: origin.y + geometry.y };
  const { width, height } = parent.rect;
  return { ...geometry, x: origin.x + geometry.x * width + dx, y: origin.y + geometry.y * height + dy };
}

/** Where the coordinates of what is in a cell begin. Edges have no place of their own. */
export const originOf = (cell: DrawioCell | null): { readonly x: number; readonly y: number } =>
  cell === null ? { x: 0, y: 0 } : { x: cell.rect.x, y: cell.rect.y };
