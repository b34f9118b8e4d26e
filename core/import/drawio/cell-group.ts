/** cell-group: the group of what a cell of draw.io becomes: that of the cells around it, unless an export of ours named it. */
import { Group } from '#schema/group.ts';
import { isValid } from '#schema/validate.ts';

import type { GroupNames } from '../group-names.ts';
import type { DrawioCell } from './drawio-cells.ts';

/** In a style: the group of an element, nothing for none, where the cells around it do not say it. */
export const groupKey = 'atelierGroup';

type GroupSource = {
  readonly name: (id: string) => string;
  readonly groupNames: GroupNames;
  /** True for cells that only hold others. */
  readonly isGroup: (cell: DrawioCell) => boolean;
};

export function groupField(cell: DrawioCell, { name, groupNames, isGroup }: GroupSource): { readonly group?: string } {
  const own = cell.style.get(groupKey);
  if (own === '') return {};
  if (own !== undefined && isValid(Group, own)) return { group: own };
  const around: string[] = [];
  for (let at = cell.parent; at !== null; at = at.parent) if (isGroup(at)) around.unshift(name(at.id));
  const group = groupNames.pathOf(name(cell.id), around);
  return group === undefined ? {} : { group };
}
