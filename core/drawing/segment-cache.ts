/** The segments of paths, kept while the drawing is brought up to date: several stages look at one path. */
import type { ArrowPath } from './arrow-path.ts';
import { segmentsOf, type TrackAxis, type TrackGround, type TrackSegment } from './track-segment.ts';

export class SegmentCache {
  readonly #ground: TrackGround;
  readonly #segments = [new Map<ArrowPath, readonly TrackSegment[]>(), new Map<ArrowPath, readonly TrackSegment[]>()] as const;

  constructor(ground: TrackGround) {
    this.#ground = ground;
  }

  get ground(): TrackGround {
    return this.#ground;
  }

  of(path: ArrowPath, axis: TrackAxis): readonly TrackSegment[] {
    const known = this.#segments[axis].get(path);
    if (known !== undefined) return known;
    const segments = segmentsOf(path, axis, this.#ground);
    this.#segments[axis].set(path, segments);
    return segments;
  }

  /** Has to be called when boxes have changed. */
  clear(): void {
    for (const segments of this.#segments) segments.clear();
  }
}
