/**
 * selection: what of a tab a layout works on: groups of boxes that lie in the same frame, or in none.
 * Z1  Arrows are laid out by their ends; the others that are named fall into groups by the frame or lane they belong to.
 * Z2  A frame all of whose members are named counts as named, unless it is locked. It is laid out inside and drawn around
 *     them: they belong to its group.
 * Z3  Any other frame moves as a box and carries its members; those of them that are named are a group of their own. What
 *     sticks out of it counts as part of it.
 * Z4  Groups come from the innermost frames outwards. A group of one box has nothing to lay out and is left out.
 * Z5  Boxes come as they lie on the tab across the direction: siblings keep their order. What a frame carries comes in the
 *     order of ids, in whatever order the tab holds it.
 */
import { type Arrow, type Box, isBox, isContainer, isPinned } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { labelSize } from '../arrows/label-place.ts';
import type { Work } from '../planning/work.ts';
import type { BoxSize } from '../planning/free-spot.ts';
import { framePadding, frameTop } from '../placement/spacing.ts';
import { isUnplaced } from '../tab/unplaced.ts';
import { type Container, parentsOf } from '../tab/membership.ts';
import { centreX, centreY, union } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { defaultTextSize, fontSizes } from '../text/sizes.ts';
import { textWidth } from '../text/width.ts';
import { bothLabels, deepestFrame, type LayoutDirection, type LayoutEdge, type LayoutGraph, type LayoutNode } from './graph.ts';

export type Group = {
  /** The frame or lane that the group lies in; null: it lies loose. */
  readonly container: Container | null;
  /** Boxes and frames that lie directly in it, by id. */
  readonly tops: readonly string[];
};

/** Which box belongs to which frame, as the tab was before the layout, and what of it is laid out. */
export class LayoutSelection {
  readonly groups: readonly Group[];
  readonly #work: Work;
  readonly #parents: ReadonlyMap<string, Container>;
  readonly #members = new Map<string, string[]>();
  /** Frames that are laid out inside. */
  readonly #opened = new Set<string>();
  /** Boxes that are named, and frames that count as named [Z2]. */
  readonly named: readonly Box[];

  constructor(named: readonly Box[], tab: TabView, work: Work, isLocked: (box: Box) => boolean = () => false) {
    this.#work = work;
    work.spend(tab.size / 2);
    this.#parents = parentsOf(tab);
    for (const [id, { id: parent }] of this.#parents) {
      const members = this.#members.get(parent);
      if (members === undefined) this.#members.set(parent, [id]);
      else members.push(id);
    }
    for (const [id, members] of this.#members) this.#members.set(id, members.toSorted());
    const ids = new Set(named.map(({ id }) => id));
    this.named = [...named, ...this.#framesAround(ids, tab, isLocked)];
    for (const box of this.named) if (isContainer(box) && this.#isWhole(box, ids)) this.#opened.add(box.id);
    this.groups = this.#groupsOf(this.named);
  }

  /** The frames that are not among `ids` but all of whose members are, inner ones first; adds them to `ids`. */
  #framesAround(ids: Set<string>, tab: TabView, isLocked: (box: Box) => boolean): Box[] {
    const frames = [...this.#members.keys()]
      .flatMap((id) => {
        const frame = tab.get(id);
        return ids.has(id) || frame === undefined || !isBox(frame) || !isContainer(frame) ? [] : [frame];
      })
      .map((frame) => ({ frame, depth: this.around(frame).length }))
      .toSorted((a, b) => b.depth - a.depth || compare(a.frame.id, b.frame.id));
    const whole: Box[] = [];
    for (const { frame } of frames) {
      if (isLocked(frame) || !this.#isWhole(frame, ids)) continue;
      ids.add(frame.id);
      whole.push(frame);
    }
    return whole;
  }

  /** The frames around the group's own one, from it outwards. */
  around(container: Container | null): Container[] {
    const around: Container[] = [];
    for (let at = container ?? undefined; at !== undefined && this.#work.spend(1); at = this.#parents.get(at.id)) around.push(at);
    return around;
  }

  /** Everything in a frame at any depth. */
  deepMembers(id: string): string[] {
    const inside = [...(this.#members.get(id) ?? [])];
    for (let at = 0; at < inside.length && this.#work.spend(1); at += 1) {
      for (const member of this.#members.get(inside[at] ?? '') ?? []) inside.push(member);
    }
    return inside;
  }

  /** True for a frame that is laid out inside and drawn around its members [Z2]. */
  isOpened(id: string): boolean {
    return this.#opened.has(id);
  }

  /** The rectangle of a box with all that it carries [Z3]. */
  extentOf(box: Box, tab: TabView): Rect {
    let extent: Rect = box;
    for (const id of this.isOpened(box.id) ? [] : this.deepMembers(box.id)) {
      const inside = tab.get(id);
      if (inside !== undefined && isBox(inside)) extent = union(extent, inside);
    }
    return extent;
  }

  /** The boxes of a group with their sizes before the layout, and the arrows between them. `line`: what all arrows become. */
  graphOf({ tops }: Group, tab: TabView, direction: LayoutDirection, line?: Arrow['line']): LayoutGraph {
    const owners = new Map<string, string>();
    const nodeOf = (id: string): LayoutNode[] => {
      const box = tab.get(id);
      if (box === undefined || box.type === 'arrow') return [];
      this.#work.spend(nodeCost);
      owners.set(id, id);
      const now = { x: centreX(box), y: centreY(box) };
      if (this.#opened.has(id)) {
        return [{ id, now, ...leastSize(box), members: inOrder(this.#members.get(id) ?? [], tab, direction).flatMap(nodeOf) }];
      }
      for (const inside of this.deepMembers(id)) owners.set(inside, id);
      const { width, height } = this.extentOf(box, tab);
      return [{ id, now, width, height, isUnplaced: isUnplaced(box) }];
    };
    const nodes = inOrder(tops, tab, direction).flatMap(nodeOf);
    return { nodes, edges: edgesBetween(owners, tab, line, this.#work) };
  }

  #isWhole(frame: Container, named: ReadonlySet<string>): boolean {
    const members = this.#members.get(frame.id) ?? [];
    return members.length > 0 && members.every((id) => named.has(id)) && this.around(frame).length <= deepestFrame;
  }

  #groupsOf(named: readonly Box[]): Group[] {
    const tops = new Map<string | null, { container: Container | null; tops: string[] }>();
    for (const { id } of named) {
      const container = this.#parents.get(id) ?? null;
      if (container !== null && this.#opened.has(container.id)) continue;
      const group = tops.get(container?.id ?? null);
      if (group === undefined) tops.set(container?.id ?? null, { container, tops: [id] });
      else group.tops.push(id);
    }
    const isSomething = (group: Group): boolean => group.tops.length > 1 || this.#opened.has(group.tops[0] ?? '');
    return [...tops.values()]
      .filter(isSomething)
      .map((group) => ({ group, depth: this.around(group.container).length, id: group.container?.id ?? '' }))
      .toSorted((a, b) => b.depth - a.depth || (a.id < b.id ? -1 : 1))
      .map(({ group }) => group);
  }
}

/** Units of work that placing one box is worth. */
const nodeCost = 40;

/** What a frame takes for its title alone. */
function leastSize(frame: Box): BoxSize {
  const text = frame.text ?? defaultTextSize(frame.type);
  const title = textWidth(
    (frame.label ?? '').slice(0, titleCharacters),
    text === 'scale' ? fontSizes.md : fontSizes[text],
    frame.font ?? 'sans',
  );
  return { width: Math.ceil(title) + 2 * framePadding, height: frameTop + framePadding };
}

/** A longer title does not widen its frame further. */
const titleCharacters = 40;

function inOrder(ids: readonly string[], tab: TabView, direction: LayoutDirection): string[] {
  const boxes = ids.map((id) => tab.get(id)).filter((element) => element !== undefined && element.type !== 'arrow');
  const [across, along] = direction === 'down' ? [centreX, centreY] : [centreY, centreX];
  const order = (a: Box, b: Box): number =>
    across(a) - across(b) || along(a) - along(b) || compare(a.z, b.z) || compare(a.id, b.id);
  return boxes.toSorted(order).map(({ id }) => id);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One edge from each node to each other, with room for the labels of all arrows between them. */
function edgesBetween(owners: ReadonlyMap<string, string>, tab: TabView, line: Arrow['line'], work: Work): LayoutEdge[] {
  const edges = new Map<string, LayoutEdge>();
  for (const id of owners.keys()) {
    for (const arrow of tab.arrowsAt(id)) {
      if (!work.spend(5)) break;
      const ends = endsOf(arrow, owners);
      // Every arrow is met at both its ends.
      if (ends === null || !isPinned(arrow.from) || arrow.from.element !== id) continue;
      const key = `${ends.from} ${ends.to}`;
      edges.set(key, {
        ...ends,
        label: bothLabels(edges.get(key)?.label ?? null, labelSize(arrow)),
        isAngled: (line ?? arrow.line) === 'angled',
      });
    }
  }
  return [...edges.values()].toSorted((a, b) => compare(a.from, b.from) || compare(a.to, b.to));
}

function endsOf({ from, to }: Arrow, owners: ReadonlyMap<string, string>): { from: string; to: string } | null {
  if (!isPinned(from) || !isPinned(to)) return null;
  const [tail, head] = [owners.get(from.element), owners.get(to.element)];
  return tail === undefined || head === undefined || tail === head ? null : { from: tail, to: head };
}
