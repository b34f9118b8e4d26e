/**
 * drawio-groups: the groups of a tab as cells of draw.io.
 *
 * A cell has one parent, so a group is a cell if its members that are in no frame of the group have one parent. An element whose cells do
 * not say its group names it in its style.
 */
import type { Box, Element } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { groupCellPrefix } from '../../import/group-names.ts';
import { groupAround, groupsAround, isInGroup } from '../../tab/group-paths.ts';
import { hullOf } from '../../tab/rect.ts';
import { tag } from './drawio-markup.ts';

type Parents = { frameOf(box: Box): Box | null; layerOf(of: Pick<Element, 'layer'>): string };

export class DrawioGroups {
  /** By group: its members that are in no frame of the group. */
  readonly #tops = new Map<string, Set<Box>>();
  readonly #parents: Parents;

  constructor(boxes: readonly Box[], parents: Parents) {
    this.#parents = parents;
    for (const box of boxes)
      for (const group of groupsAround(box.group)) {
        const frame = parents.frameOf(box);
        if (frame !== null && isInGroup(frame, group)) continue;
        const tops = this.#tops.get(group) ?? new Set();
        this.#tops.set(group, tops.add(box));
      }
    for (const group of [...this.#tops.keys()].toSorted()) if (!this.#isCell(group)) this.#tops.delete(group);
  }

  #isCell(group: string): boolean {
    const around = groupAround(group);
    if (around !== null && !this.#tops.has(around)) return false;
    const tops = [...(this.#tops.get(group) ?? [])];
    return new Set(tops.map((box) => `${this.#parents.frameOf(box)?.id} ${this.#parents.layerOf(box)}`)).size === 1;
  }

  /** The cells between a box and its frame, the outermost first. */
  cellsAround = (box: Box): string[] => groupsAround(box.group).filter((group) => this.#tops.get(group)?.has(box) === true);

  rectOf = (group: string): Rect => hullOf(this.#tops.get(group) ?? []) ?? { x: 0, y: 0, width: 1, height: 1 };

  /** The cell that an arrow is in. */
  cellOfArrow(arrow: Pick<Element, 'group' | 'layer'>): string | null {
    const { group = null } = arrow;
    const [top] = this.#tops.get(group ?? '') ?? [];
    return top !== undefined && this.#parents.layerOf(top) === this.#parents.layerOf(arrow) ? group : null;
  }

  /** What the style says of the group, if the cells around the box do not. */
  nameInStyle(box: Box): string | null {
    let said: string | undefined;
    for (let at: Box | null = box; at !== null && said === undefined; at = this.#parents.frameOf(at))
      said = this.cellsAround(at).at(-1);
    return said === box.group ? null : (box.group ?? '');
  }
}

export const groupCellId = (group: string): string => `${groupCellPrefix}${group}`;

export const groupCell = (id: string, { parent, x, y, width, height }: Rect & { readonly parent: string }): string =>
  tag(
    'mxCell',
    { id, value: '', style: 'group', vertex: '1', connectable: '0', parent },
    tag('mxGeometry', { x, y, width, height, as: 'geometry' }),
  );
