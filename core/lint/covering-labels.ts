/**
 * Which labels of arrows cover a box, another label, the title of a frame or lane, or the line of another arrow [LT27] [LT28] [LT29].
 *
 * A change of a line, a label or a title marks the labels that it touches before and after, and `refresh` checks those again. A check
 * stops at the first thing that is covered, so that a pile of labels or lines costs little.
 */
import RBush from 'rbush';

import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { segmentPasses } from '../arrows/obstacles.ts';
import { sameLine } from '../drawing/arrow-path.ts';
import { type Bounds, boundsFrom, someIn } from '../drawing/bounds.ts';
import type { DrawnArrows } from '../drawing/drawn-arrows.ts';
import { isSamePlace, type LabelPlace } from '../drawing/label.ts';
import { piecesOf } from '../drawing/line-parts.ts';
import { grown, overlaps } from '../tab/rect.ts';
import type { DrawnLine } from './arrow-lines.ts';
import type { DrawingChange } from './drawing-change.ts';
import type { Footprint } from './footprint.ts';
import { type FrameTitles, titleIn } from './frame-titles.ts';
import { isHiddenPart } from './hidden-part.ts';

/** The text keeps clear of this much at the edge of its label. */
const margin = 3;

export type CoverGround = {
  readonly drawn: Pick<DrawnArrows, 'someLinePart' | 'isLabelClear'>;
  readonly titles: Pick<FrameTitles, 'some'>;
};

/** What a label covers besides boxes: ids of arrows, of frames and lanes, and of arrows. */
export type Covered = { readonly labels: Set<string>; readonly titles: Set<string>; readonly lines: Set<string> };

type Test = (id: string) => boolean | void;
type PlacedLine = Pick<DrawnLine, 'arrow' | 'points' | 'label'>;
type Label = Bounds & { readonly id: string; readonly text: Rect; readonly points: readonly Point[]; readonly place: LabelPlace };

export class CoveringLabels {
  /** Ids of arrows whose label covers something. */
  readonly ids = new Set<string>();
  readonly #tree = new RBush<Label>();
  readonly #labels = new Map<string, Label>();
  /** Ids of arrows whose labels have to be checked again. */
  readonly #stale = new Set<string>();

  /** Adds the labels of arrows of which it has none yet. */
  load(lines: Iterable<PlacedLine>, ground: CoverGround): void {
    for (const line of lines) this.#note(line);
    this.#tree.load([...this.#labels.values()]);
    for (const id of this.#labels.keys()) this.#stale.add(id);
    this.refresh(ground);
  }

  /** Replaces the line and the label of an arrow. False if they are as they were. */
  replace(id: string, before: PlacedLine | undefined, after: PlacedLine | undefined): boolean {
    if (before !== undefined && after !== undefined && isAlike(before, after)) return false;
    const label = this.#labels.get(id);
    this.#labels.delete(id);
    if (label !== undefined) this.#tree.remove(label);
    const placed = after === undefined ? null : this.#note(after);
    if (placed !== null) this.#tree.insert(placed);
    this.#stale.add(id);
    for (const line of [before, after]) if (line !== undefined && line.label !== null) this.#touch(line.label.rect);
    if (before !== undefined && after !== undefined && sameLine(before.points, after.points)) return true;
    for (const line of [before, after]) if (line !== undefined) this.#touchAlong(line.points);
    return true;
  }

  /** Takes over the titles that frames and lanes had and have. */
  touchTitles(changes: readonly DrawingChange[], footprint?: Footprint): void {
    for (const { before, after } of changes) {
      for (const title of [titleIn(before), titleIn(after)]) {
        if (title === null) continue;
        this.#touch(title);
        footprint?.area(boundsFrom(title));
      }
    }
  }

  /** Checks the labels that changes touched. Notes in the footprint where they are. */
  refresh(ground: CoverGround, footprint?: Footprint): void {
    for (const id of this.#stale) {
      const label = this.#labels.get(id);
      if (label !== undefined) footprint?.area(label);
      if (label !== undefined && this.#coversAnything(label, ground)) this.ids.add(id);
      else this.ids.delete(id);
    }
    this.#stale.clear();
  }

  /** What the label of an arrow covers besides boxes; not all of the lines if there are more than `most` of the rest. */
  of(id: string, ground: CoverGround, most = Infinity): Covered {
    const [labels, titles, lines] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const label = this.#labels.get(id);
    if (label === undefined) return { labels, titles, lines };
    this.#someLabel(label, (other) => void labels.add(other));
    this.#someTitle(label, ground, (title) => void titles.add(title));
    if (labels.size + titles.size <= most) this.#someLine(label, ground, (line) => void lines.add(line));
    return { labels, titles, lines };
  }

  #coversAnything(label: Label, ground: CoverGround): boolean {
    if (label.place.hides || this.#someLabel(label, () => true)) return true;
    if (ground.drawn.isLabelClear(label.id)) return false;
    return this.#someTitle(label, ground, () => true) || this.#someLine(label, ground, () => true);
  }

  #note({ arrow: { id }, points, label }: PlacedLine): Label | null {
    if (label === null) return null;
    const noted = { ...boundsFrom(label.rect), id, points, place: label, text: grown(label.rect, -margin) };
    this.#labels.set(id, noted);
    return noted;
  }

  #touch(rect: Rect): void {
    for (const { id } of this.#tree.search(boundsFrom(rect))) this.#stale.add(id);
  }

  #touchAlong(points: readonly Point[]): void {
    for (let index = 1; index < points.length; index += 1) {
      const [from, to] = [points[index - 1], points[index]];
      if (from === undefined || to === undefined) continue;
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const pieces = piecesOf(dx, dy);
      for (let piece = 0; piece < pieces; piece += 1) {
        const [start, end] = [piece / pieces, (piece + 1) / pieces];
        this.#touchPiece(from[0] + dx * start, from[1] + dy * start, from[0] + dx * end, from[1] + dy * end);
      }
    }
  }

  #touchPiece(x1: number, y1: number, x2: number, y2: number): void {
    const area = { minX: Math.min(x1, x2), minY: Math.min(y1, y2), maxX: Math.max(x1, x2), maxY: Math.max(y1, y2) };
    for (const { id, place } of this.#tree.search(area)) if (segmentPasses(x1, y1, x2, y2, place.rect)) this.#stale.add(id);
  }

  /** True if a label that this one overlaps, and that is not its own finding, passes the test [LT29]. */
  #someLabel({ id, text }: Label, test: Test): boolean {
    return someIn(
      this.#tree,
      boundsFrom(text),
      (other) => other.id > id && overlaps(text, other.place.rect) && test(other.id) === true,
    );
  }

  #someTitle({ text }: Label, { titles }: CoverGround, test: Test): boolean {
    return titles.some(boundsFrom(text), (title) => overlaps(text, title.rect) && test(title.id) === true);
  }

  #someLine({ id, text, points }: Label, { drawn }: CoverGround, test: Test): boolean {
    return drawn.someLinePart(
      boundsFrom(text),
      (part) =>
        part.id !== id && isHiddenPart(part, text, points) && !this.#isOverlapped(text, part.id) && test(part.id) === true,
    );
  }

  /** True if the label of an arrow overlaps the rectangle. */
  #isOverlapped(rect: Rect, id: string): boolean {
    const label = this.#labels.get(id);
    return label !== undefined && overlaps(rect, label.place.rect);
  }
}

const isAlike = (a: PlacedLine, b: PlacedLine): boolean => sameLine(a.points, b.points) && isSamePlace(a.label, b.label);
