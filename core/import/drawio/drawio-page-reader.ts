/** drawio-page-reader: the cells of a page as boxes, groups and arrows. */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { labelRoom } from '../../text/label-lines.ts';
import { fontSizes } from '../../text/sizes.ts';
import { centreX, centreY, holdsPoint, hullOf } from '../../tab/rect.ts';
import type { DiagramEdge, DiagramGroup, DiagramNode, GroupFields, Losses, Spot } from '../diagram.ts';
import type { GroupNames } from '../group-names.ts';
import { textPlace } from '../text-place.ts';
import { groupField } from './cell-group.ts';
import { alignmentIn, fitting, headHeight, iconFields, iconRect, lifelineOf, linkIn, markerFields, type NodeParts, onGrid, overflows, unaligned, withTitle } from './drawio-boxes.ts'; // prettier-ignore
import type { DrawioCell, DrawioTree } from './drawio-cells.ts';
import { type AnchorOf, edgeOf, hundredths } from './drawio-edges.ts';
import { type DrawioRecord, recordOf } from './drawio-records.ts';
import { kindIn, kindKey, shapeName } from './drawio-shapes.ts';
import { type DrawioLooks, isOn, looksOf } from './drawio-style.ts';

export type PageOptions = {
  readonly name: (id: string) => string;
  /** The group of the whole page. */
  readonly frame: string | null;
  readonly losses: Losses;
  readonly groupNames: GroupNames;
  /** Of the lowest box. */
  readonly rank: number;
  /** An export of ours: everything is as large as it is here. */
  readonly isOwn: boolean;
};
export type PageParts = {
  readonly nodes: readonly DiagramNode[];
  readonly groups: readonly DiagramGroup[];
  readonly edges: readonly DiagramEdge[];
  readonly count: number;
};

/** What is drawn for a cell: a box, a group, a line, or nothing but what is in it. */
type Role =
  | { readonly is: 'group'; readonly kind: 'frame' | 'lane' }
  | { readonly is: 'record'; readonly record: DrawioRecord }
  | { readonly is: 'node' | 'text' | 'line' | 'members' | 'lifeline' };

export class DrawioPageReader {
  readonly bounds: Rect;
  readonly #tree: DrawioTree;
  readonly #options: PageOptions;
  readonly #roles = new Map<DrawioCell, Role>();
  /** Rows of records, and the box that shows each. */
  readonly #owners = new Map<DrawioCell, DrawioCell>();
  readonly #order: DrawioCell[] = [];
  readonly #layerNames = new Map<DrawioCell, string>();
  readonly #nodes: DiagramNode[] = [];
  readonly #groups: DiagramGroup[] = [];
  #shift: Point = [0, 0];

  constructor(tree: DrawioTree, options: PageOptions) {
    this.#tree = tree;
    this.#options = options;
    for (const layer of tree.layers) {
      const name = layer.label;
      if (!layer.isVisible) {
        options.losses.drop(options.name(layer.id), `the layer ${name === '' ? layer.id : name}`, 'it is hidden');
        continue;
      }
      const isNamed = name !== '' && tree.layers.length > 1;
      for (const cell of layer.children) this.#collect(cell, isNamed ? name : null);
    }
    const rects = this.#order.flatMap((cell) => (cell.kind === 'vertex' ? [cell.rect] : cell.points.map(([x, y]) => ({ x: x + cell.rect.x, y: y + cell.rect.y, width: 1, height: 1 })))); // prettier-ignore
    this.bounds = hullOf(rects) ?? { x: 0, y: 0, width: 1, height: 1 };
  }

  read(shift: Point): PageParts {
    this.#shift = shift;
    for (const [index, cell] of this.#order.entries())
      if (cell.kind === 'vertex') this.#readVertex(cell, this.#options.rank + index);
    const edges = this.#order.flatMap((cell) => this.#edgesOf(cell));
    return { nodes: this.#nodes, groups: this.#groups, edges, count: this.#order.length };
  }

  /** Cells in the order of the stack, without those of rows and of labels. */
  #collect(top: DrawioCell, layer: string | null): void {
    const open = [top];
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      if (cell.kind === 'other' || !cell.isVisible) {
        if (cell.kind !== 'other') this.#options.losses.drop(this.#options.name(cell.id), 'a cell', 'it is hidden');
        continue;
      }
      this.#order.push(cell);
      if (layer !== null) this.#layerNames.set(cell, layer);
      if (cell.kind === 'edge') continue;
      const role = this.#roleOf(cell);
      this.#roles.set(cell, role);
      if (role.is === 'record') this.#own(cell);
      else open.push(...cell.children.toReversed());
    }
  }

  #own(owner: DrawioCell): void {
    const open = [...owner.children];
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      this.#owners.set(cell, owner);
      if (cell.kind === 'edge') this.#order.push(cell);
      open.push(...cell.children);
    }
  }

  #roleOf(cell: DrawioCell): Role {
    const { style, label, children, rect } = cell;
    const record = recordOf(cell, this.#options.losses);
    if (record !== null) return { is: 'record', record };
    const isBare = !style.has(kindKey) && style.get('strokeColor') === 'none' && (style.get('fillColor') ?? 'none') === 'none';
    const members = children.filter(({ kind }) => kind === 'vertex');
    const isInvisible = style.has('group') || (isBare && !style.has('image') && shapeName(style) === null);
    if (members.length > 0 && label === '' && isInvisible) return { is: 'members' };
    if (shapeName(style) === 'umlLifeline') return { is: 'lifeline' };
    if (members.length > 0 && shapeName(style) === 'table') return { is: 'group', kind: 'frame' };
    if (members.length > 0 && shapeName(style) === 'tableRow') return { is: 'group', kind: 'lane' };
    if (style.get(kindKey) === 'lane') return { is: 'group', kind: 'lane' };
    if (style.has('swimlane')) {
      const isLane = style.get('horizontal') === '0' || cell.parent?.style.get('childLayout') === 'stackLayout';
      return { is: 'group', kind: isLane ? 'lane' : 'frame' };
    }
    const holdsMembers = members.length > 0 && members.every((member) => holdsPoint(rect, centreX(member.rect), centreY(member.rect))); // prettier-ignore
    const { kind, roughly } = kindIn(style, rect);
    const isRectangle = kind === 'square' || kind === 'rounded';
    if (isOn(style, 'container') && isRectangle) return { is: 'group', kind: 'frame' };
    const isTitled = label !== '' && !label.includes('\n') && style.get('verticalAlign') === 'top' && rect.height > 100;
    if (isRectangle && (/group|umlframe/i.test(roughly ?? '') || (isTitled && roughly === null && !style.has('text') && !isBare)))
      return { is: 'group', kind: 'frame' };
    if (holdsMembers && isRectangle && (roughly === null || roughly.includes('group'))) return { is: 'group', kind: 'frame' };
    if (style.has('line')) return { is: 'line' };
    const isText = style.has('text') || style.has('edgeLabel') || (isBare && shapeName(style) === null && !style.has('image'));
    return { is: isText && label !== '' ? 'text' : 'node' };
  }

  #readVertex(cell: DrawioCell, rank: number): void {
    const role = this.#roles.get(cell);
    if (role === undefined || role.is === 'members' || role.is === 'line') return;
    const id = this.#options.name(cell.id);
    const { losses } = this.#options;
    const looks = looksOf(cell.style, id, losses);
    if (
      (role.is === 'node' || role.is === 'lifeline') &&
      isOn(cell.style, 'container') &&
      cell.children.some(({ kind }) => kind === 'vertex')
    )
      losses.tally(id, 'a container that is no rectangle', 'its members are on their own');
    if (cell.isFormatted) losses.tally(id, 'formatting in its label', 'labels are plain texts');
    if (cell.properties.length > 0) losses.tally(id, `the properties ${cell.properties.slice(0, 5).join(', ')}`, 'elements have none of their own'); // prettier-ignore
    const layer = this.#layerNames.get(cell);
    const common = {
      ...linkIn(cell, id, losses),
      ...(cell.note !== null && { note: cell.note }),
      ...(layer !== undefined && { layer }),
      ...this.#groupField(cell),
    };
    const parent = this.#parentOf(cell);
    const spot = { rect: this.#shifted(cell.rect), rank };
    if (role.is === 'group') {
      const { rotation: _, text, bold: _bold, ...fields } = looks;
      const sized = text === 'lg' || (typeof text === 'number' && text > fontSizes.md) ? { text } : {};
      const titled = { ...spot, rect: parent === null ? withTitle(spot.rect, cell) : spot.rect };
      this.#groups.push({ id, label: cell.label, fields: { ...fields, ...sized, ...common } as GroupFields, parent, direction: null, kind: role.kind, spot: { ...titled, rect: onGrid(titled.rect) } }); // prettier-ignore
    } else {
      const node = this.#nodeOf(role, cell, looks, spot);
      const place = { ...node.spot, rect: onGrid(node.spot.rect) };
      this.#nodes.push({ id, label: cell.label, parent, ...node, spot: place, fields: { ...node.fields, ...common } });
    }
  }

  #nodeOf(role: Role, cell: DrawioCell, looks: DrawioLooks, spot: Spot): NodeParts {
    if (role.is === 'record') return this.#recordOf(role.record, looks, spot);
    if (role.is === 'text') return this.#textOf(cell, looks, spot);
    if (role.is === 'lifeline') return lifelineOf(cell, looks, spot);
    const box = this.#boxOf(cell, looks, spot);
    return unaligned.has(box.kind) ? box : { ...box, fields: { ...box.fields, ...alignmentIn(cell) } };
  }

  /** Its name is bold by itself. */
  #recordOf({ kind, label, fields }: DrawioRecord, { bold: _bold, ...looks }: DrawioLooks, spot: Spot): NodeParts {
    return { kind, ...(label !== undefined && { label }), fields: { ...looks, ...fields }, spot };
  }

  #textOf({ style, label }: DrawioCell, { fill, stroke, ...looks }: DrawioLooks, spot: Spot): NodeParts {
    const across = style.get('align') ?? 'center';
    const down = style.get('verticalAlign') ?? 'middle';
    const alignment = {
      across: across === 'left' || across === 'right' ? across : 'center',
      down: down === 'top' || down === 'bottom' ? down : 'middle',
    } as const;
    const aligned = {
      ...(across !== 'left' && (this.#options.isOwn || label.includes('\n')) && { textAlign: alignment.across }),
      ...(down !== 'top' && this.#options.isOwn && { verticalAlign: alignment.down }),
    };
    const isWrapped = style.get('whiteSpace') === 'wrap';
    const edge = { ...(fill !== 'none' && fill !== undefined && { fill }), ...(stroke !== 'none' && stroke !== undefined && { stroke }) }; // prettier-ignore
    const isLong = isWrapped && overflows(labelRoom({ ...spot.rect, type: 'text', label, ...looks }));
    if (this.#options.isOwn) return { kind: 'text', fields: { ...looks, ...edge, ...aligned }, spot };
    if (isLong) return { kind: 'text', fields: { ...looks, ...edge, text: 'scale' }, spot };
    const rect = textPlace(spot.rect, label, { text: looks.text ?? 'sm', font: looks.font ?? 'sans', isWrapped }, alignment);
    return { kind: 'text', fields: { ...looks, ...edge, ...aligned }, spot: { ...spot, rect } };
  }

  #boxOf(cell: DrawioCell, looks: DrawioLooks, spot: Spot): NodeParts {
    const { style, id, label } = cell;
    const { losses, name } = this.#options;
    const image = /^img_[a-z0-9]{16,40}$/.exec(style.get('image') ?? '')?.[0];
    if (image !== undefined) {
      const { fill: _fill, stroke: _stroke, ...fields } = looks;
      return { kind: 'image', fields: { ...fields, imageId: image }, spot };
    }
    const shape = shapeName(style)?.toLowerCase();
    if (shape === 'note' || shape === 'note2') return { kind: 'sticky', fields: looks, spot };
    const found = kindIn(style, cell.rect);
    const isPicture = style.has('image') || found.roughly !== null;
    const isMarker = found.kind === 'start' || found.kind === 'end';
    if (isMarker) return { kind: found.kind, fields: markerFields(looks), spot };
    const fit = this.#options.isOwn ? (fields: DrawioLooks) => fields : fitting;
    if (!isPicture) return { kind: found.kind, fields: fit(looks, found.kind, label, spot.rect), spot };
    losses.tally(
      name(id),
      style.has('image') ? 'an image' : `the shape ${(found.roughly ?? '').slice(0, 60)}`,
      'it became a box',
    );
    const rect = iconRect(spot.rect, label, cell, looks);
    return { kind: 'rounded', fields: fit(iconFields(looks, cell), 'rounded', label, rect), spot: { ...spot, rect } };
  }

  #shifted = (rect: Rect): Rect => ({
    ...rect,
    x: rect.x + this.#shift[0],
    y: rect.y + this.#shift[1],
    width: Math.max(1, rect.width),
    height: Math.max(1, rect.height),
  });

  #parentOf(cell: DrawioCell): string | null {
    for (let at = cell.parent; at !== null; at = at.parent)
      if (this.#roles.get(at)?.is === 'group') return this.#options.name(at.id);
    return this.#options.frame;
  }

  #groupField = (cell: DrawioCell) =>
    groupField(cell, { ...this.#options, isGroup: (at) => this.#roles.get(at)?.is === 'members' });

  #edgesOf(cell: DrawioCell): readonly DiagramEdge[] {
    const { name, losses } = this.#options;
    const layer = this.#layerNames.get(cell);
    if (cell.kind === 'edge') {
      const edge = edgeOf(cell, { byId: this.#tree.byId, anchorOf: this.#anchorOf, losses, name, shift: this.#shift });
      const grouped = { ...(layer !== undefined && { layer }), ...this.#groupField(cell) };
      return edge === null ? [] : [{ ...edge, fields: { ...edge.fields, ...grouped } }];
    }
    if (this.#roles.get(cell)?.is !== 'line') return [];
    const { x, y, width, height } = this.#shifted(cell.rect);
    const isUpright = cell.style.get('direction') === 'north' || cell.style.get('direction') === 'south';
    const [from, to] = isUpright
      ? [{ x: x + width / 2, y }, { x: x + width / 2, y: y + height }]
      : [{ x, y: y + height / 2 }, { x: x + width, y: y + height / 2 }]; // prettier-ignore
    const { stroke, border } = looksOf(cell.style, name(cell.id), losses);
    const fields = { heads: 'none', line: 'straight', ...(stroke !== undefined && stroke !== 'none' && { stroke }), ...(border !== undefined && { border }), ...(layer !== undefined && { layer }), ...this.#groupField(cell) } as const; // prettier-ignore
    return [{ id: name(cell.id), from: '', to: '', label: cell.label, fields, course: { points: [], from, to } }];
  }

  #anchorOf: AnchorOf = (cell, share) => {
    const { name } = this.#options;
    const role = this.#roles.get(cell);
    const head = headHeight(cell);
    const below = cell.rect.height * (share ?? 0.5) - head;
    if (role?.is === 'lifeline' && below > 0) return { id: name(cell.id), end: { level: hundredths(below) } };
    if (role !== undefined && role.is !== 'members' && role.is !== 'line') return { id: name(cell.id), end: {} };
    const owner = this.#owners.get(cell);
    if (owner !== undefined) return { id: name(owner.id), end: {} };
    if (cell.kind === 'other') return null;
    const isOnArrow = cell.kind === 'edge' || cell.parent?.kind === 'edge';
    const place = isOnArrow ? 'an arrow' : role?.is === 'line' ? 'a line' : role?.is === 'members' ? 'a group' : null;
    if (place !== null)
      this.#options.losses.tally(name(cell.id), `an end of an arrow at ${place}`, 'it is free, as arrows are attached to boxes');
    const rect = cell.kind === 'edge' ? this.#middleOf(cell) : cell.rect;
    if (rect === null) return null;
    return { id: '', end: { x: hundredths(centreX(rect) + this.#shift[0]), y: hundredths(centreY(rect) + this.#shift[1]) } };
  };

  /** Of the boxes at the ends of an edge. */
  #middleOf({ source, target }: DrawioCell): Rect | null {
    const rects = [source, target].flatMap((id) => {
      const cell = this.#tree.byId.get(id ?? '');
      return cell === undefined || cell.kind === 'edge' ? [] : [cell.rect];
    });
    return hullOf(rects);
  }
}
