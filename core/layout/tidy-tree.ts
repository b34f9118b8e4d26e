/**
 * The extended Reingold–Tilford drawing of a tree with nodes of different sizes, in linear time.
 *
 * After A. van der Ploeg, "Drawing non-layered tidy trees in linear time", Software: Practice and Experience 44 (2014). A parent is centered
 * over its children, subtrees are as close as their contours allow, and the space between a small subtree and its large neighbors is
 * distributed evenly. There is no recursion: a tree may be one long chain.
 */

/** Sizes include the gaps. The tree grows along one axis, and siblings are next to each other across it. */
export type TidyNode = {
  readonly across: number;
  readonly along: number;
  readonly children: readonly TidyNode[];
};

/** The smaller coordinates of each node on both axes; `along` of the root is 0. */
export type TidyPlaces = ReadonlyMap<TidyNode, { readonly across: number; readonly along: number }>;

/** Places every node of the tree. No two rectangles overlap. */
export function tidyTree(root: TidyNode): TidyPlaces {
  const order = parentsFirst(new Walked(root, 0));
  for (const node of order.toReversed()) placeChildren(node);
  const places = new Map<TidyNode, { across: number; along: number }>();
  for (const node of order) {
    node.sum += node.mod;
    places.set(node.of, { across: node.prelim + node.sum, along: node.start });
    distributeSpace(node);
    for (const child of node.children) child.sum = node.sum;
  }
  return places;
}

/** A node with the state of the algorithm, mostly with the names of the paper. */
class Walked {
  readonly of: TidyNode;
  readonly start: number;
  readonly end: number;
  readonly children: Walked[] = [];
  prelim = 0;
  mod = 0;
  shift = 0;
  change = 0;
  sum = 0;
  leftThread: Walked | null = null;
  rightThread: Walked | null = null;
  /** The lowest nodes of the left and right contour, and the sums of modifiers down to them. */
  leftmost: Walked = this;
  rightmost: Walked = this;
  leftSum = 0;
  rightSum = 0;

  constructor(of: TidyNode, start: number) {
    this.of = of;
    this.start = start;
    this.end = start + of.along;
  }

  get nextLeft(): Walked | null {
    return this.children[0] ?? this.leftThread;
  }

  get nextRight(): Walked | null {
    return this.children.at(-1) ?? this.rightThread;
  }
}

function parentsFirst(root: Walked): Walked[] {
  const order = [root];
  for (let at = 0; at < order.length; at += 1) {
    const node = order[at];
    for (const child of node?.of.children ?? []) {
      const walked = new Walked(child, node?.end ?? 0);
      node?.children.push(walked);
      order.push(walked);
    }
  }
  return order;
}

/** The siblings whose right contours are not hidden by a later one, from the lowest end up. */
type Contours = { readonly end: number; readonly index: number; readonly next: Contours | null };

function contoursWith(end: number, index: number, contours: Contours | null): Contours {
  let next = contours;
  while (next !== null && end >= next.end) next = next.next;
  return { end, index, next };
}

/** The first walk: puts the children's finished subtrees next to each other, and the node over them. */
function placeChildren(node: Walked): void {
  const { children } = node;
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined) return;
  let contours = contoursWith(first.leftmost.end, 0, null);
  for (let index = 1; index < children.length; index += 1) {
    const end = children[index]?.rightmost.end ?? 0;
    separate(node, index, contours);
    contours = contoursWith(end, index, contours);
  }
  const middle = (first.prelim + first.mod + last.mod + last.prelim + last.of.across) / 2;
  node.prelim = middle - node.of.across / 2;
  node.leftmost = first.leftmost;
  node.leftSum = first.leftSum;
  node.rightmost = last.rightmost;
  node.rightSum = last.rightSum;
}

/** Moves a child's subtree away from those before it, along the contours that face each other. */
function separate(node: Walked, index: number, initial: Contours): void {
  const [before, child] = [node.children[index - 1], node.children[index]];
  if (before === undefined || child === undefined) return;
  let contours: Contours | null = initial;
  let left: Walked | null = before;
  let right: Walked | null = child;
  let leftSum = before.mod;
  let rightSum = child.mod;
  while (left !== null && right !== null) {
    while (contours !== null && contours.next !== null && left.end > contours.end) contours = contours.next;
    const distance = leftSum + left.prelim + left.of.across - (rightSum + right.prelim);
    if (distance > 0) {
      rightSum += distance;
      moveSubtree(node, index, contours?.index ?? index - 1, distance);
    }
    const [leftEnd, rightEnd]: [number, number] = [left.end, right.end];
    if (leftEnd <= rightEnd) {
      left = left.nextRight;
      if (left !== null) leftSum += left.mod;
    }
    if (leftEnd >= rightEnd) {
      right = right.nextLeft;
      if (right !== null) rightSum += right.mod;
    }
  }
  if (left === null && right !== null) threadLeft(node, child, right, rightSum);
  else if (left !== null && right === null) threadRight(before, child, left, leftSum);
}

function moveSubtree(node: Walked, index: number, from: number, distance: number): void {
  const child = node.children[index];
  if (child === undefined) return;
  child.mod += distance;
  child.leftSum += distance;
  child.rightSum += distance;
  const between = index - from;
  const next = node.children[from + 1];
  if (between <= 1 || next === undefined) return;
  next.shift += distance / between;
  child.shift -= distance / between;
  child.change -= distance - distance / between;
}

/** The previous siblings are shorter than this child: their left contour continues in it. */
function threadLeft(node: Walked, child: Walked, to: Walked, sum: number): void {
  const first = node.children[0];
  if (first === undefined) return;
  const low = first.leftmost;
  low.leftThread = to;
  const difference = sum - to.mod - first.leftSum;
  low.mod += difference;
  low.prelim -= difference;
  first.leftmost = child.leftmost;
  first.leftSum = child.leftSum;
}

/** The child is shorter than the previous siblings: its right contour continues in theirs. */
function threadRight(before: Walked, child: Walked, to: Walked, sum: number): void {
  const low = child.rightmost;
  low.rightThread = to;
  const difference = sum - to.mod - child.rightSum;
  low.mod += difference;
  low.prelim -= difference;
  child.rightmost = before.rightmost;
  child.rightSum = before.rightSum;
}

/** Distributes the space that moved subtrees leave between their siblings. */
function distributeSpace(node: Walked): void {
  let [distance, sum] = [0, 0];
  for (const child of node.children) {
    distance += child.shift;
    sum += distance + child.change;
    child.mod += sum;
  }
}
