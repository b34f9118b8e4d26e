/**
 * make-way: displaces boxes in one direction by one distance, together with everything that must move or grow so that no new
 * overlap results.
 */
import { type Box, isBox, isContainer } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { Work } from '../planning/work.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import { ancestorsOf, type Container, deepMembersOf } from '../tab/membership.ts';
import { holds, overlaps } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { near } from '../planning/axis.ts';
import type { Direction, SpotPoint } from '../planning/free-spot.ts';
import { addExact } from '../tab/exact.ts';

/** The distance is greater than 0. */
export type Displacement = { readonly direction: Direction; readonly distance: number };

export type Seeds = {
  readonly movedBoxes: Iterable<Box>;
  readonly grown?: Iterable<Container>;
  /** Boxes that never move. Frames among them may still grow. */
  readonly fixed?: ReadonlySet<string>;
  /** Frames that do not grow for a member that leaves them. */
  readonly leftIds?: ReadonlySet<string>;
  /** The tab in which frames have the members that they carry; by default, the tab itself. */
  readonly members?: TabView;
};

export type DisplacedBox = {
  /** The updated box. */
  readonly box: Box;
  readonly how: 'moved' | 'grown';
  /** The frame or lane that carried it; null if it was displaced itself, or grew. */
  readonly carriedBy: Container | null;
};

/** Everything that moves or grows, by id; null if a fixed box is in the way. */
export function makeWay(tab: TabView, seeds: Seeds, shift: Displacement, work: Work): ReadonlyMap<string, DisplacedBox> | null {
  const way = new DisplacementPath(tab, seeds, shift, work);
  for (const frame of seeds.grown ?? []) way.grow(frame);
  for (const box of seeds.movedBoxes) if (!way.move(box)) return null;
  return way.settle() ? way.changes() : null;
}

class DisplacementPath {
  readonly #draft: TabDraft;
  readonly #members: TabView;
  readonly #fixed: ReadonlySet<string>;
  readonly #left: ReadonlySet<string>;
  readonly #shift: Displacement;
  readonly #work: Work;
  readonly #state = new Map<string, 'grown' | 'moved'>();
  readonly #open: string[] = [];

  constructor(tab: TabView, { fixed, leftIds: left, members }: Seeds, shift: Displacement, work: Work) {
    this.#draft = new TabDraft(tab);
    this.#members = members ?? tab;
    this.#fixed = fixed ?? new Set();
    this.#left = left ?? new Set();
    this.#shift = shift;
    this.#work = work;
  }

  /** Returns false if the box is fixed. */
  move(box: Box): boolean {
    if (this.#state.get(box.id) === 'moved') return true;
    if (this.#fixed.has(box.id)) return false;
    const previous = this.#was(box.id) ?? box;
    this.#note({ ...previous, ...displacedPoint(previous, this.#shift) }, 'moved');
    const frame = this.#members.get(box.id);
    if (frame === undefined || !isContainer(frame)) return true;
    // These are the members at any depth already, so they need not carry their own.
    for (const { id } of deepMembersOf(frame, this.#members, this.#work.spend)) {
      const member = this.#was(id);
      if (member === null || this.#state.get(id) === 'moved' || this.#fixed.has(id)) continue;
      this.#note({ ...member, ...displacedPoint(member, this.#shift) }, 'moved');
    }
    return true;
  }

  grow(frame: Container): void {
    if (this.#state.has(frame.id)) return;
    this.#note({ ...frame, ...grown(frame, this.#shift) }, 'grown');
  }

  /** Repeats until there are no new overlaps. Returns false if a fixed box is in the way. */
  settle(): boolean {
    for (let id = this.#open.pop(); id !== undefined; id = this.#open.pop()) {
      const [current, previous] = [this.#now(id), this.#was(id)];
      if (current === null || previous === null) continue;
      for (const other of [...this.#draft.boxesIn(previous), ...this.#draft.boxesIn(current)]) {
        if (!this.#work.spend(4)) return true;
        if (other.id !== id && !this.#settlePair(id, other.id)) return false;
      }
    }
    return true;
  }

  /** Sorted by id, as the order of discovery depends on how the tab stores its boxes. */
  changes(): Map<string, DisplacedBox> {
    const ids = [...this.#state.keys()].toSorted();
    return new Map(
      ids.flatMap((id): [string, DisplacedBox][] => {
        const [how, box] = [this.#state.get(id), this.#now(id)];
        return how === undefined || box === null
          ? []
          : [[id, { box, how, carriedBy: how === 'moved' ? this.#carrierOf(id) : null }]];
      }),
    );
  }

  /** The outermost frame or lane around a box that moved as well. */
  #carrierOf(id: string): Container | null {
    const previous = this.#members.get(id);
    const around = previous === undefined || !isBox(previous) ? [] : ancestorsOf(previous, this.#members, this.#work.spend);
    return around.findLast((frame) => this.#state.get(frame.id) === 'moved') ?? null;
  }

  /**
   * Resolves a new overlap of two boxes, of which the first has just changed: displaces the other one, or the first one again.
   */
  #settlePair(id: string, otherId: string): boolean {
    const [mine, others] = [this.#state.get(id), this.#state.get(otherId)];
    if (mine === 'moved' && others === 'moved') return true;
    const [previous, current] = [this.#was(id), this.#now(id)];
    const [otherPrevious, otherCurrent] = [this.#was(otherId), this.#now(otherId)];
    if (previous === null || current === null || otherPrevious === null || otherCurrent === null) return true;
    const before = relationOf(previous, otherPrevious);
    const after = relationOf(current, otherCurrent);
    if (before === after) return true;
    if (before === 'within' && isContainer(otherPrevious) && others === undefined) {
      if (!this.#left.has(otherId)) this.grow(otherPrevious);
      return true;
    }
    if (after === 'apart' || before === 'crossing') return true;
    if (mine === 'moved' || (others !== 'moved' && this.#isAhead(otherPrevious, previous))) return this.move(otherPrevious);
    return this.move(previous);
  }

  #isAhead(a: Rect, b: Rect): boolean {
    return near(a, this.#shift.direction) >= near(b, this.#shift.direction);
  }

  #note(box: Box, state: 'grown' | 'moved'): void {
    this.#work.spend(noteCost);
    this.#draft.put(box);
    this.#state.set(box.id, state);
    this.#open.push(box.id);
  }

  #was(id: string): Box | null {
    const element = this.#draft.base.get(id);
    return element !== undefined && isBox(element) ? element : null;
  }

  #now(id: string): Box | null {
    const element = this.#draft.get(id);
    return element !== undefined && isBox(element) ? element : null;
  }
}

/** Units of work per moved box, including its description in the answer. */
const noteCost = 120;

export type BoxRelation = 'apart' | 'crossing' | 'holding' | 'within';

/** Spatial relation of two boxes. Only frames and lanes contain; everything else overlaps. */
export function relationOf(box: Box, other: Box): BoxRelation {
  if (!overlaps(box, other)) return 'apart';
  if (isContainer(box) && holds(box, other)) return 'holding';
  return isContainer(other) && holds(other, box) ? 'within' : 'crossing';
}

/** The displacement as a vector. */
export function vectorOf({ direction, distance }: Displacement): { readonly dx: number; readonly dy: number } {
  switch (direction) {
    case 'right':
      return { dx: distance, dy: 0 };
    case 'left':
      return { dx: -distance, dy: 0 };
    case 'down':
      return { dx: 0, dy: distance };
    case 'up':
      return { dx: 0, dy: -distance };
  }
}

function displacedPoint({ x, y }: Rect, shift: Displacement): SpotPoint {
  const { dx, dy } = vectorOf(shift);
  return { x: addExact(x, dx), y: addExact(y, dy) };
}

/** The rectangle with its side in that direction moved outwards. */
function grown({ x, y, width, height }: Rect, shift: Displacement): Rect {
  const { dx, dy } = vectorOf(shift);
  return {
    x: addExact(x, Math.min(0, dx)),
    y: addExact(y, Math.min(0, dy)),
    width: addExact(width, Math.abs(dx)),
    height: addExact(height, Math.abs(dy)),
  };
}
