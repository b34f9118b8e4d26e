/**
 * group-paths: paths of groups, as `payments/icons`, and groups of their own for copies.
 *
 * A group is the whole path: `a/icons` and `b/icons` are two groups. Its members are the elements of that path and of all that start with it.
 */
import { limits } from '#schema/limits.ts';

type Grouped = { readonly group?: string };

/** True if an element of this path is a member of the group. */
export const isInGroup = ({ group }: Grouped, of: string): boolean =>
  group !== undefined && (group === of || (group.startsWith(of) && group[of.length] === '/'));

/** The groups that a path is in, the outermost first: `a`, `a/b` of `a/b`. */
export function groupsAround(path: string | undefined): string[] {
  const groups: string[] = [];
  for (let end = 0; path !== undefined && end !== -1;) {
    end = path.indexOf('/', end + 1);
    groups.push(end === -1 ? path : path.slice(0, end));
  }
  return groups;
}

/** The group that contains this one; null for one that is in none. */
export const groupAround = (group: string): string | null =>
  group.includes('/') ? group.slice(0, group.lastIndexOf('/')) : null;

/** The last name of a path. */
export const nameOfGroup = (group: string): string => group.slice(group.lastIndexOf('/') + 1);

/**
 * The groups of copies, by those of their originals: groups of their own. Copies that are made in an entered group stay in it if all
 * originals are. Groups that only one of the originals is in are left out. `newEnd` makes eight random characters.
 */
export function groupsOfCopies(
  originals: readonly Grouped[],
  entered: string | null,
  newEnd: () => string,
): ReadonlyMap<string, string | null> {
  const counts = new Map<string, number>();
  for (const { group } of originals) for (const one of groupsAround(group)) counts.set(one, (counts.get(one) ?? 0) + 1);
  const kept = new Set(entered !== null && originals.every((one) => isInGroup(one, entered)) ? groupsAround(entered) : []);
  const copies = new Map<string, string | null>();
  // Outer groups come first, so that the copy of the group around each is known.
  for (const group of [...counts.keys()].toSorted()) {
    const around = groupAround(group);
    const copyAround = around === null ? null : (copies.get(around) ?? null);
    if (kept.has(group)) copies.set(group, group);
    else if (counts.get(group) === 1) copies.set(group, copyAround);
    else copies.set(group, joined(copyAround, nameWithEnd(nameOfGroup(group), newEnd())));
  }
  return copies;
}

/** The element with another group, or without one. */
export function withGroup<T extends Grouped>({ group: _group, ...rest }: T, group: string | null): T {
  return (group === null ? rest : { ...rest, group }) as T;
}

/** A group of this name, in the group around it if there is one. */
export const joined = (around: string | null, name: string): string => (around === null ? name : `${around}/${name}`);

/** The name itself for number 1, with the number appended for others. */
export function numberedGroup(name: string, number: number): string {
  const end = number === 1 ? '' : `-${number}`;
  return name.slice(0, limits.groupNameCharacters - end.length) + end;
}

/** The names of outermost groups, under names that are not taken. */
export function freeGroupNames(groups: Iterable<string>, taken: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const used = new Set(taken);
  for (const group of groups) {
    const [name = group] = groupsAround(group);
    if (names.has(name)) continue;
    let number = 1;
    while (used.has(numberedGroup(name, number))) number += 1;
    used.add(numberedGroup(name, number));
    names.set(name, numberedGroup(name, number));
  }
  return names;
}

/** The path with another name for its outermost group. */
export function renamedGroup(group: string, names: ReadonlyMap<string, string>): string {
  const [name = group] = groupsAround(group);
  return (names.get(name) ?? name) + group.slice(name.length);
}

/** A name with a random end, in the place of the one that it has. */
export function nameWithEnd(name: string, end: string): string {
  const stem = name.replace(randomEnd, '');
  return `${stem.slice(0, limits.groupNameCharacters - end.length - 1)}-${end}`;
}

/** As those that copies get: eight characters, a digit among them. */
const randomEnd = /-(?=[a-z]*\d)[0-9a-z]{8}$/;
