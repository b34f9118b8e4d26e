/**
 * Which way the drawing flows, and the arrows that point against it [LT17] [LT18].
 *
 * An arrow with one head votes for its direction on each axis on which its two boxes do not overlap. The drawing flows along the axis on
 * which the votes agree most, or horizontally if both agree equally.
 */
import type { Arrow, Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, right } from '../tab/rect.ts';
import { endHeadsOf, pointsAtBox } from '../arrows/end-heads.ts';
import type { RouteEnds } from '../arrows/ends.ts';
import { type Arc, componentsOf } from './strong-components.ts';

export const directions = ['right', 'left', 'down', 'up'] as const;
export type FlowDirection = (typeof directions)[number];

const opposite: Readonly<Record<FlowDirection, FlowDirection>> = { right: 'left', left: 'right', down: 'up', up: 'down' };

/** From which box to which an arrow leads, and the directions that it votes for. */
type Course = { readonly arc: Arc; readonly votes: readonly FlowDirection[] };

export class Flow {
  readonly #votes: Readonly<Record<FlowDirection, Set<string>>> = {
    right: new Set(),
    left: new Set(),
    down: new Set(),
    up: new Set(),
  };

  /** Of arrows with boxes at both ends. */
  readonly #courses = new Map<string, Course>();
  /** The component of each box (strong-components.ts); null if it is not known. */
  #components: ReadonlyMap<string, number> | null = null;
  /** What `against` returned last; null if it is not known. */
  #against: ReadonlySet<string> | null = null;
  /** Courses that were removed and may be put back as they were. */
  readonly #removed = new Map<string, Course>();

  put(arrow: Arrow, ends: RouteEnds): void {
    const { id } = arrow;
    this.remove(id);
    const arc = arcOf(arrow, ends);
    if (arc === null) return;
    const course = { arc, votes: votesOf(arrow, ends) };
    for (const direction of course.votes) this.#votes[direction].add(id);
    this.#courses.set(id, course);
    const before = this.#removed.get(id);
    this.#removed.delete(id);
    this.#invalidate(before, course);
  }

  remove(id: string): void {
    const course = this.#courses.get(id);
    if (course === undefined) return;
    for (const direction of course.votes) this.#votes[direction].delete(id);
    this.#courses.delete(id);
    this.#removed.set(id, course);
  }

  /** The direction in which the drawing flows; null if it has none. */
  direction(): FlowDirection | null {
    return directionOf(this.#counts());
  }

  /** True if the drawing flows in the same direction once this arrow is turned around. */
  survivesTurning(id: string): boolean {
    const counts = this.#counts();
    for (const direction of directions) {
      if (!this.#votes[direction].has(id)) continue;
      counts[direction] -= 1;
      counts[opposite[direction]] += 1;
    }
    return directionOf(counts) === this.direction();
  }

  #counts(): Record<FlowDirection, number> {
    const { right: toRight, left, down, up } = this.#votes;
    return { right: toRight.size, left: left.size, down: down.size, up: up.size };
  }

  /** Ids of the arrows that point against the flow. */
  against(): ReadonlySet<string> {
    for (const course of this.#removed.values()) this.#invalidate(course, undefined);
    this.#removed.clear();
    this.#against ??= this.#findAgainst();
    return this.#against;
  }

  #findAgainst(): ReadonlySet<string> {
    const direction = this.direction();
    const against = new Set<string>();
    if (direction === null) return against;
    for (const id of this.#votes[opposite[direction]]) if (!this.#isOnCycle(id)) against.add(id);
    return against;
  }

  #isOnCycle(id: string): boolean {
    this.#components ??= componentsOf(Iterator.from(this.#courses.values()).map(({ arc }) => arc));
    const arc = this.#courses.get(id)?.arc;
    return arc !== undefined && this.#components.get(arc.from) === this.#components.get(arc.to);
  }

  #invalidate(before: Course | undefined, after: Course | undefined): void {
    const isSameArc = before?.arc.from === after?.arc.from && before?.arc.to === after?.arc.to;
    if (!isSameArc) this.#components = null;
    if (!isSameArc || String(before?.votes) !== String(after?.votes)) this.#against = null;
  }
}

function directionOf(votes: Readonly<Record<FlowDirection, number>>): FlowDirection | null {
  const across = votes.right - votes.left;
  const along = votes.down - votes.up;
  const direction = Math.abs(across) >= Math.abs(along) ? (across > 0 ? 'right' : 'left') : along > 0 ? 'down' : 'up';
  return votes[direction] >= 2 && votes[direction] > votes[opposite[direction]] ? direction : null;
}

function arcOf({ heads }: Arrow, { from, to }: RouteEnds): Arc | null {
  const [start, end] = pointing(heads);
  if (from.kind !== 'box' || to.kind !== 'box' || !(start || end)) return null;
  return start && !end ? { from: to.box.id, to: from.box.id } : { from: from.box.id, to: to.box.id };
}

function votesOf({ heads }: Arrow, { from, to }: RouteEnds): FlowDirection[] {
  const [start, end] = pointing(heads);
  if (from.kind !== 'box' || to.kind !== 'box' || start === end) return [];
  if (isRecord(from.box) || isRecord(to.box)) return [];
  const [a, b]: [Rect, Rect] = end ? [from.box, to.box] : [to.box, from.box];
  const votes: FlowDirection[] = [];
  if (b.x >= right(a)) votes.push('right');
  else if (a.x >= right(b)) votes.push('left');
  if (b.y >= bottom(a)) votes.push('down');
  else if (a.y >= bottom(b)) votes.push('up');
  return votes;
}

/** Whether the arrow leads to its start, and to its end. */
function pointing(heads: Arrow['heads']): readonly [start: boolean, end: boolean] {
  const [start, end] = endHeadsOf(heads);
  return [pointsAtBox(start), pointsAtBox(end)];
}

/** Arrows between tables, classes and entities say what belongs together, not what comes next. */
const isRecord = (box: Box): boolean =>
  box.type === 'table' || (box.type === 'shape' && (box.shape === 'class' || box.shape === 'entity'));
