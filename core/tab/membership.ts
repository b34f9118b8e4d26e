/**
 * membership: which frame or lane an element belongs to.
 * M1  It is the smallest frame or lane whose rectangle holds the element's centre, edges included.
 * M2  Frames and lanes have a strict total order, by area and then by id: a frame belongs only to one that comes after
 *     it, so that no frame ever contains itself, whatever the rectangles are.
 * M3  Arrows belong to none.
 */
import RBush from 'rbush';

import { type Box, type Element, type Frame, isContainer, type Lane } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { area, centreX, centreY, holdsPoint } from './rect.ts';
import type { TabView } from './view.ts';

export type Container = Frame | Lane;

/** The frame or lane that the box belongs to; null when it lies loose. The box need not be on the tab. */
export function parentOf(box: Box, tab: Pick<TabView, 'boxesIn'>): Container | null {
  const x = centreX(box);
  const y = centreY(box);
  let parent: Container | null = null;
  for (const other of tab.boxesIn({ x, y, width: 0, height: 0 })) {
    if (!isContainer(other) || !mayHold(other, box) || !holdsPoint(other, x, y)) continue;
    if (parent === null || comesBefore(other, parent)) parent = other;
  }
  return parent;
}

/** The parent, its parent, and so on outwards. */
export function ancestorsOf(box: Box, tab: Pick<TabView, 'boxesIn'>): Container[] {
  const ancestors: Container[] = [];
  for (let parent = parentOf(box, tab); parent !== null; parent = parentOf(parent, tab)) ancestors.push(parent);
  return ancestors;
}

/** The boxes that belong directly to the frame or lane. */
export function membersOf(container: Container, tab: Pick<TabView, 'boxesIn'>): Box[] {
  const members: Box[] = [];
  for (const box of tab.boxesIn(container)) {
    if (box.id === container.id || !holdsPoint(container, centreX(box), centreY(box))) continue;
    if (parentOf(box, tab)?.id === container.id) members.push(box);
  }
  return members;
}

/** The boxes that belong to the frame or lane at any depth. `spend` hears of every box looked at; false ends the search. */
export function deepMembersOf(
  container: Container,
  tab: Pick<TabView, 'boxesIn'>,
  spend: (units: number) => boolean = () => true,
): Box[] {
  const members: Box[] = [];
  const open: Container[] = [container];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const box of tab.boxesIn(at)) {
      if (!spend(2)) return members;
      if (box.id === at.id || !holdsPoint(at, centreX(box), centreY(box)) || parentOf(box, tab)?.id !== at.id) continue;
      members.push(box);
      if (isContainer(box)) open.push(box);
    }
  }
  return members;
}

/** The parent of every box of a tab at once: the same answers as `parentOf`, in one pass for reads of the whole tab. */
export function parentsOf(tab: Pick<TabView, 'boxes'>): Map<string, Container> {
  const containers: Container[] = [];
  const boxes: Box[] = [];
  for (const box of tab.boxes()) {
    boxes.push(box);
    if (isContainer(box)) containers.push(box);
  }
  const parents = new Map<string, Container>();
  if (containers.length === 0) return parents;
  const index = new ContainerIndex(containers);
  for (const box of boxes) {
    const parent = parentOf(box, index);
    if (parent !== null) parents.set(box.id, parent);
  }
  return parents;
}

/** True when the frame or lane comes after the box in the order of M2; a box that is none comes before them all. */
const mayHold = (container: Container, box: Element): boolean => !isContainer(box) || comesBefore(box, container);

function comesBefore(a: Container, b: Container): boolean {
  const difference = area(a) - area(b);
  return difference === 0 ? a.id < b.id : difference < 0;
}

class ContainerIndex {
  readonly #tree = new RBush<{ minX: number; minY: number; maxX: number; maxY: number; box: Container }>();

  constructor(containers: readonly Container[]) {
    this.#tree.load(
      containers.map((box) => ({ minX: box.x, minY: box.y, maxX: box.x + box.width, maxY: box.y + box.height, box })),
    );
  }

  *boxesIn(rect: Rect): Generator<Box> {
    const found = this.#tree.search({ minX: rect.x, minY: rect.y, maxX: rect.x + rect.width, maxY: rect.y + rect.height });
    for (const entry of found) yield entry.box;
  }
}
