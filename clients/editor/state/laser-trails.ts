/**
 * laser-trails: the lines of laser pointers on the shown tab, own and others', for about a second: they are never written.
 *
 * Times are those of this browser: points of others count from when they arrive, spread over the time since the points before.
 */
import type { Point } from '#schema/element.ts';

import type { LaserBeam } from '../live/laser-beam.ts';
import { Emitter } from './emitter.ts';

export type TrailPoint = { readonly at: Point; readonly ms: number };
export type LaserTrail = { readonly color: string; readonly points: readonly TrailPoint[] };
type GrowingTrail = {
  readonly color: string;
  readonly line: number;
  /** Of the line, with points that are gone. */
  count: number;
  points: TrailPoint[];
};

/** How long a point is seen. */
export const laserMs = 1_000;
/** Points that arrive together are spread over at most this time, which is that between two states. */
const spreadMs = 50;
/** A longer line loses its beginning. */
const trailPoints = 1_000;

export class LaserTrails {
  /** The latest line of each person, by key. */
  readonly #latest = new Map<string, GrowingTrail>();
  /** Lines after which their person began another one. */
  #ended: GrowingTrail[] = [];
  readonly #listeners = new Emitter<[]>();
  #lines = 0;

  /** Called when there is something to draw. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** The number of a new own line. */
  nextLine(): number {
    this.#lines += 1;
    return this.#lines;
  }

  /** Takes points of a person's line that are new. */
  take(person: string, color: string, beam: LaserBeam, now: number): void {
    const trail = this.#trailOf(person, color, beam);
    const fresh = beam.points.slice(Math.max(0, trail.count - beam.from));
    if (fresh.length === 0) return;
    const since = Math.max(trail.points.at(-1)?.ms ?? 0, now - spreadMs);
    fresh.forEach((at, index) => trail.points.push({ at, ms: since + ((now - since) * (index + 1)) / fresh.length }));
    if (trail.points.length > trailPoints) trail.points = trail.points.slice(-trailPoints);
    trail.count = beam.from + beam.points.length;
    this.#listeners.emit();
  }

  /** What is seen now. `still`: without motion: a line stays whole until its last point is gone. */
  shown(now: number, motion: 'fades' | 'still'): readonly LaserTrail[] {
    for (const trail of [...this.#ended, ...this.#latest.values()]) {
      const first = trail.points.findIndex(({ ms }) => now - ms < laserMs);
      if (first === -1) trail.points = [];
      else if (motion === 'fades') trail.points.splice(0, first);
    }
    const isSeen = ({ points }: LaserTrail): boolean => points.length > 0;
    this.#ended = this.#ended.filter(isSeen);
    return [...this.#ended, ...[...this.#latest.values()].filter(isSeen)];
  }

  #trailOf(person: string, color: string, { line, from }: LaserBeam): GrowingTrail {
    const latest = this.#latest.get(person);
    if (latest?.line === line) return latest;
    if (latest !== undefined) this.#ended.push(latest);
    const trail = { color, line, count: from, points: [] };
    this.#latest.set(person, trail);
    return trail;
  }
}
