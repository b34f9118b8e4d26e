/** The boxes of a tab that a layout works on, in groups that are in the same frame, or in none (SPEC.md). */
import { type Arrow, type Box, isBox, isContainer, isPinned } from '#schema/element.ts';
import type { Rect, Size } from '#schema/tab.ts';

import { endHeadsOf } from '../arrows/end-heads.ts';
import { labelSize } from '../arrows/label-size.ts';
import type { Work } from '../planning/work.ts';
import { framePadding, frameTop } from '../placement/spacing.ts';
import { isUnplaced } from '../tab/unplaced.ts';
import { type Container, parentsOf } from '../tab/membership.ts';
import { centreX, centreY, union } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { defaultTextSize, fixedSize, fontSizes } from '../text/sizes.ts';
import { textWidth } from '../text/width.ts';
import { bothLabels, deepestFrame, type LayoutDirection, type LayoutEdge, type LayoutGraph, type LayoutNode } from './graph.ts';

export type Group = {
  /** The frame or lane that contains the group; null if none does. */
  readonly container: Container | null;
  /** Ids of the boxes and frames that are directly in it. */
  readonly tops: readonly string[];
};

/** The membership of boxes in frames before the layout, and which of them are laid out. */
export class LayoutSelection {
  readonly groups: readonly Group[];
  readonly #work: Work;
  readonly #parents: ReadonlyMap<string, Container>;
  readonly #members = new Map<string, string[]>();
  /** Frames whose members are laid out with them. */
  readonly #withInnerLayout = new Set<string>();
  /** The named boxes, and the frames that count as named. */
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
    for (const box of this.named) if (isContainer(box) && this.#isWhole(box, ids)) this.#withInnerLayout.add(box.id);
    this.groups = this.#groupsOf(this.named);
  }

  /** Adds to `ids`, and returns, the frames that are not named but all of whose members are, inner ones first. */
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

  /** The container and the frames around it, from inside out. */
  around(container: Container | null): Container[] {
    const around: Container[] = [];
    for (let at = container ?? undefined; at !== undefined && this.#work.spend(1); at = this.#parents.get(at.id)) around.push(at);
    return around;
  }

  /** All boxes in a frame, at any depth. */
  deepMembers(id: string): string[] {
    const inside = [...(this.#members.get(id) ?? [])];
    for (let at = 0; at < inside.length && this.#work.spend(1); at += 1) {
      for (const member of this.#members.get(inside[at] ?? '') ?? []) inside.push(member);
    }
    return inside;
  }

  /** True for a frame whose members are laid out with it, and that is drawn around them. */
  hasInnerLayout(id: string): boolean {
    return this.#withInnerLayout.has(id);
  }

  /** The rectangle of a box with all boxes that it carries. */
  extentOf(box: Box, tab: TabView): Rect {
    let extent: Rect = box;
    for (const id of this.hasInnerLayout(box.id) ? [] : this.deepMembers(box.id)) {
      const inside = tab.get(id);
      if (inside !== undefined && isBox(inside)) extent = union(extent, inside);
    }
    return extent;
  }

  /** The boxes of a group with their sizes before the layout, and the arrows between them. `line`: the new line of all arrows, if it changes. */
  graphOf({ tops }: Group, tab: TabView, direction: LayoutDirection, line?: Arrow['line']): LayoutGraph {
    const owners = new Map<string, string>();
    const nodeOf = (id: string): LayoutNode[] => {
      const box = tab.get(id);
      if (box === undefined || box.type === 'arrow') return [];
      this.#work.spend(nodeCost);
      owners.set(id, id);
      const now = { x: centreX(box), y: centreY(box) };
      if (this.#withInnerLayout.has(id)) {
        return [{ id, now, ...leastSize(box), members: inTabOrder(this.#members.get(id) ?? [], tab, direction).flatMap(nodeOf) }];
      }
      for (const inside of this.deepMembers(id)) owners.set(inside, id);
      const { width, height } = this.extentOf(box, tab);
      return [{ id, now, width, height, isUnplaced: isUnplaced(box), loops: this.#loopsAt(id, tab) }];
    };
    const nodes = inTabOrder(tops, tab, direction).flatMap(nodeOf);
    return { nodes, edges: edgesBetween(owners, tab, line, this.#work) };
  }

  #loopsAt(id: string, tab: TabView): number {
    let loops = 0;
    for (const { from, to } of tab.arrowsAt(id)) {
      if (!this.#work.spend(1)) break;
      if (isPinned(from) && isPinned(to) && from.element === to.element) loops += 1;
    }
    return loops;
  }

  #isWhole(frame: Container, named: ReadonlySet<string>): boolean {
    const members = this.#members.get(frame.id) ?? [];
    return members.length > 0 && members.every((id) => named.has(id)) && this.around(frame).length <= deepestFrame;
  }

  #groupsOf(named: readonly Box[]): Group[] {
    const tops = new Map<string | null, { container: Container | null; tops: string[] }>();
    for (const { id } of named) {
      const container = this.#parents.get(id) ?? null;
      if (container !== null && this.#withInnerLayout.has(container.id)) continue;
      const group = tops.get(container?.id ?? null);
      if (group === undefined) tops.set(container?.id ?? null, { container, tops: [id] });
      else group.tops.push(id);
    }
    const isWorthwhile = (group: Group): boolean => group.tops.length > 1 || this.#withInnerLayout.has(group.tops[0] ?? '');
    return [...tops.values()]
      .filter(isWorthwhile)
      .map((group) => ({ group, depth: this.around(group.container).length, id: group.container?.id ?? '' }))
      .toSorted((a, b) => b.depth - a.depth || (a.id < b.id ? -1 : 1))
      .map(({ group }) => group);
  }
}

/** Units of work for placing one box. */
const nodeCost = 40;

/** The size of a frame for its title alone. */
function leastSize(frame: Box): Size {
  const text = frame.text ?? defaultTextSize(frame.type);
  const title = textWidth(
    (frame.label ?? '').slice(0, titleCharacters),
    text === 'scale' ? fontSizes.md : fixedSize(text),
    frame.font ?? 'sans',
  );
  return { width: Math.ceil(title) + 2 * framePadding, height: frameTop + framePadding };
}

/** Longer titles do not widen their frame further. */
const titleCharacters = 40;

function inTabOrder(ids: readonly string[], tab: TabView, direction: LayoutDirection): string[] {
  const boxes = ids.map((id) => tab.get(id)).filter((element) => element !== undefined && element.type !== 'arrow');
  const [across, along] = direction === 'down' ? [centreX, centreY] : [centreY, centreX];
  const order = (a: Box, b: Box): number =>
    across(a) - across(b) || along(a) - along(b) || compare(a.z, b.z) || compare(a.id, b.id);
  return boxes.toSorted(order).map(({ id }) => id);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One edge for each pair of nodes and direction, with room for the labels of all its arrows. */
function edgesBetween(owners: ReadonlyMap<string, string>, tab: TabView, line: Arrow['line'], work: Work): LayoutEdge[] {
  const edges = new Map<string, LayoutEdge>();
  for (const id of owners.keys()) {
    for (const arrow of tab.arrowsAt(id)) {
      if (!work.spend(5)) break;
      const ends = endsOf(arrow, owners);
      // Every arrow is found at both ends and counted at the first.
      if (ends === null || !isPinned(arrow.from) || arrow.from.element !== id) continue;
      // What is general is drawn before what is special, as if the arrow led the other way [LO22].
      const isGeneralization = endHeadsOf(arrow.heads)[1] === 'triangle';
      const [from, to] = isGeneralization ? [ends.to, ends.from] : [ends.from, ends.to];
      const key = `${from} ${to}`;
      edges.set(key, {
        from,
        to,
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
