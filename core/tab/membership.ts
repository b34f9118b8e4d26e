/**
 * membership: which frame or lane an element belongs to.
 * M1  It is the smallest frame or lane whose rectangle holds the element's centre, edges included.
 * M2  Frames and lanes have a strict total order, by area and then by id: a frame belongs only to one that comes after
 *     it, so that no frame ever contains itself, whatever the rectangles are.
 * M3  Arrows belong to none.
 * M4  One box is asked for by its centre; many by one pass over the tab. Both give the same answers.
 */
import { type Box, type Frame, isContainer, type Lane } from '#schema/element.ts';

import { PointTree } from './point-tree.ts';
import { area, centreX, centreY, holdsPoint } from './rect.ts';
import type { TabView } from './view.ts';

export type Container = Frame | Lane;
type Places = Pick<TabView, 'boxesIn'>;
/** Hears of the boxes that were looked at; false ends the search, with whatever was found. */
type Spend = (units: number) => boolean;
const freely: Spend = () => true;

/** The frame or lane that the box belongs to; null when it lies loose. The box need not be on the tab. */
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

/** The boxes that belong to the frame or lane at any depth, in no particular order. */
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
  // From the smallest to the largest, each takes what no smaller one has taken, and then offers itself to the larger ones.
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

/** Looks per element that a pass over the whole tab is worth: beyond that a search nearby has taken longer. */
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

/** True when the frame or lane comes after the box in the order of M2; a box that is none comes before them all. */
const mayHold = (container: Container, box: Box): boolean => !isContainer(box) || comesBefore(box, container);

function comesBefore(a: Container, b: Container): boolean {
  const difference = area(a) - area(b);
  return difference === 0 ? a.id < b.id : difference < 0;
}
