/**
 * membership: finds the frame or lane that a box belongs to: the smallest one whose rectangle contains the box's center, edges
 * included. Arrows belong to none.
 *
 * Frames and lanes have a strict total order, by area and then by id, and a frame belongs only to one that comes after it. So
 * no frame contains itself, even indirectly. Single boxes are looked up by their centers, many boxes in one pass over the tab,
 * with the same result.
 */
import { type Box, type Frame, isContainer, type Lane } from '#schema/element.ts';

import { PointTree } from './point-tree.ts';
import { area, centreX, centreY, holdsPoint } from './rect.ts';
import type { TabView } from './view.ts';

export type Container = Frame | Lane;
type Places = Pick<TabView, 'boxesIn'>;
/** Called with the number of boxes examined. Returning false ends the search with what it has found so far. */
type Spend = (units: number) => boolean;
const freely: Spend = () => true;

/** The frame or lane that the box belongs to; null if there is none. The box need not be on the tab. */
export function parentOf(box: Box, tab: Places, spend: Spend = freely): Container | null {
  const x = centreX(box);
  const y = centreY(box);
  let parent: Container | null = null;
  for (const other of tab.boxesIn({ x, y, width: 0, height: 0 })) {
    if (!spend(1)) return parent;
    if (!isContainer(other) || !mayHold(other, box) || !holdsPoint(other, x, y)) continue;
    if (parent === null || comesBefore(other, parent)) parent = other;
  }
  return parent;
}

/** The parent, its parent, and so on outwards. */
export function ancestorsOf(box: Box, tab: Places, spend: Spend = freely): Container[] {
  const ancestors: Container[] = [];
  for (let parent = parentOf(box, tab, spend); parent !== null; parent = parentOf(parent, tab, spend)) {
    ancestors.push(parent);
    if (!spend(1)) break;
  }
  return ancestors;
}

/** The members of the frame or lane at any depth, in no particular order. */
export function deepMembersOf(container: Container, tab: Places & Pick<TabView, 'boxes' | 'size'>, spend: Spend = freely): Box[] {
  let looks = passCost * tab.size;
  const nearby: Spend = (units) => {
    looks -= units;
    return looks >= 0 && spend(units);
  };
  const members = membersNearby(container, tab, nearby);
  if (looks >= 0 || !spend(passCost * tab.size)) return members;
  return membersByPass(container, parentsOf(tab), tab);
}

/** The parent of every box of the tab that has one, by the box's id. */
export function parentsOf(tab: Pick<TabView, 'boxes'>): Map<string, Container> {
  const boxes = [...tab.boxes()];
  const parents = new Map<string, Container>();
  const containers = Array.from(boxes.entries()).flatMap(([index, box]) => (isContainer(box) ? [{ index, box }] : []));
  if (containers.length === 0) return parents;
  const centres = new PointTree(boxes.map((box) => ({ x: centreX(box), y: centreY(box) })));
  boxes.forEach((box, index) => {
    if (!isContainer(box)) centres.add(index);
  });
  // From the smallest to the largest: each takes the boxes that no smaller one has taken, and is then itself available to
  // larger ones.
  for (const { index, box } of containers.toSorted((a, b) => (comesBefore(a.box, b.box) ? -1 : 1))) {
    centres.take(box, (taken) => {
      const member = boxes[taken];
      if (member !== undefined) parents.set(member.id, box);
    });
    centres.add(index);
  }
  return parents;
}

/** Looks up the parents of about `count` boxes: one by one, or by one pass over the tab if that costs less. */
export function parentFinder(tab: Places & Pick<TabView, 'boxes' | 'size'>, count: number): (box: Box) => Container | null {
  if (count <= 64 + tab.size / 50) return (box) => parentOf(box, tab);
  const parents = parentsOf(tab);
  return ({ id }) => parents.get(id) ?? null;
}

/** Look-ups per element above which one pass over the whole tab is cheaper than a local search. */
const passCost = 10;

function membersNearby(container: Container, tab: Places, spend: Spend): Box[] {
  const members: Box[] = [];
  const open: Container[] = [container];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const box of tab.boxesIn(at)) {
      if (!spend(1)) return members;
      if (box.id === at.id || !holdsPoint(at, centreX(box), centreY(box)) || parentOf(box, tab, spend)?.id !== at.id) continue;
      members.push(box);
      if (isContainer(box)) open.push(box);
    }
  }
  return members;
}

function membersByPass(container: Container, parents: ReadonlyMap<string, Container>, tab: Pick<TabView, 'boxes'>): Box[] {
  const children = new Map<string, Box[]>();
  for (const box of tab.boxes()) {
    const parent = parents.get(box.id)?.id;
    if (parent === undefined) continue;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [box]);
    else siblings.push(box);
  }
  const members: Box[] = [];
  const open = [container.id];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const box of children.get(at) ?? []) {
      members.push(box);
      open.push(box.id);
    }
  }
  return members;
}

/** True if the frame or lane comes after the box in the order of containers. Any other box comes before them all. */
const mayHold = (container: Container, box: Box): boolean => !isContainer(box) || comesBefore(box, container);

function comesBefore(a: Container, b: Container): boolean {
  const difference = area(a) - area(b);
  return difference === 0 ? a.id < b.id : difference < 0;
}
