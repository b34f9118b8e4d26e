/** free-groups: the groups of a diagram under names that the tab does not have, or that an earlier import of it gave them. */
import type { Diagram } from '../../import/diagram.ts';
import { originId } from '../../import/origin.ts';
import type { Planning } from '../../planning/planning.ts';
import { freeGroupNames, groupsAround, numberedGroup, renamedGroup } from '../../tab/group-paths.ts';

type Part = { readonly id: string; readonly fields: { readonly group?: string } };

/** `source`: of the import that is updated; null for a new one. */
export function withFreeGroups(diagram: Diagram, source: string | null, { draft, work }: Planning): Diagram {
  const parts: readonly Part[] = [...diagram.nodes, ...diagram.groups, ...diagram.edges];
  const wanted = new Map(
    parts.flatMap(({ id, fields: { group } }) => (group === undefined ? [] : [[originId(id), group] as const])),
  );
  if (wanted.size === 0) return diagram;
  work.spend(draft.size);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { group, origin } of draft.elements()) {
    const [name] = groupsAround(group);
    if (name === undefined) continue;
    taken.add(name);
    const [earlier] = groupsAround(origin !== undefined && origin.source === source ? wanted.get(origin.id) : undefined);
    if (earlier !== undefined && !names.has(earlier) && isNumbered(name, earlier)) names.set(earlier, name);
  }
  const others = [...wanted.values()].filter((group) => !names.has(groupsAround(group)[0] ?? ''));
  for (const [name, free] of freeGroupNames(others, taken)) names.set(name, free);
  const renamed = <T extends Part>(part: T): T =>
    part.fields.group === undefined
      ? part
      : { ...part, fields: { ...part.fields, group: renamedGroup(part.fields.group, names) } };
  return {
    ...diagram,
    nodes: diagram.nodes.map(renamed),
    groups: diagram.groups.map(renamed),
    edges: diagram.edges.map(renamed),
  };
}

/** True for a name as `freeGroupNames` makes it of the other one. */
const isNumbered = (name: string, of: string): boolean =>
  name === of || name === numberedGroup(of, Number(/\d+$/.exec(name)?.[0] ?? 1));
