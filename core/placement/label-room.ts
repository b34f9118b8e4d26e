/**
 * label-room: the gap between two boxes that leaves room for the labels of the arrows between them and for the frames around them.
 *
 * Agents add boxes first, and arrows and frames afterwards, so these are read from the operations still to come.
 */
import { type Box, isPinned } from '#schema/element.ts';
import type { Rect, Size } from '#schema/tab.ts';

import { type ArrowText, labelSize } from '../arrows/label-size.ts';
import { firstCharacters } from '../notation/characters.ts';
import type { OperationAhead, Planning } from '../planning/planning.ts';
import { bottom, right } from '../tab/rect.ts';
import { isTextSize } from '../text/sizes.ts';
import type { Direction } from '../planning/free-spot.ts';
import { FramesAhead } from './frames-ahead.ts';
import { boxesNamed, type Named, nameIn, namesOf } from './names-ahead.ts';
import { isSideways, RowsAhead } from './rows-ahead.ts';
import { defaultGap, framePadding, frameTop } from './spacing.ts';

/** Visible length of an arrow before and after its label: a head and a bit of line. */
const visibleEnd = 20;
const grid = 20;

/** The gap between a box and the reference that it is placed beside, in pixels. */
export function gapBeside(box: Named, reference: Box, direction: Direction, planning: Planning): number {
  const ownLabels: Size[] = [];
  for (const arrow of planning.draft.arrowsAt(reference.id)) {
    if (!planning.work.spend(1)) break;
    const ends = [arrow.from, arrow.to].map((end) => (isPinned(end) ? end.element : null));
    const size = ends.includes(box.id) ? labelSize(arrow) : null;
    if (size !== null) ownLabels.push(size);
  }
  const ahead = planning.memo(GapsAhead);
  const [names, referenceNames] = [namesOf(box), namesOf(reference)];
  const gap = Math.max(gapFor(ownLabels, [0, 0], direction), ahead.of(names, referenceNames, direction));
  return gap + beyondReference(ahead.besides(referenceNames, names), reference, direction, planning);
}

/** How far the boxes that a frame will contain together with the reference extend beyond it. */
function beyondReference(names: readonly string[], reference: Box, direction: Direction, { draft, work }: Planning): number {
  let beyond = 0;
  for (const name of names) {
    if (!work.spend(2)) break;
    for (const box of boxesNamed(name, draft)) beyond = Math.max(beyond, distanceBeyond(box, reference, direction));
  }
  return Math.ceil(beyond);
}

function distanceBeyond(box: Rect, reference: Rect, direction: Direction): number {
  if (direction === 'right') return right(box) - right(reference);
  if (direction === 'left') return reference.x - box.x;
  return direction === 'down' ? bottom(box) - bottom(reference) : reference.y - box.y;
}

/** `frames` will contain the box and not the reference, and the reverse. */
function gapFor(labels: Iterable<Size>, [ofBox, ofReference]: readonly [number, number], direction: Direction): number {
  let longest = 0;
  for (const { width, height } of labels) longest = Math.max(longest, isSideways(direction) ? width : height);
  const free = longest === 0 ? defaultGap : Math.max(defaultGap, longest + 2 * visibleEnd);
  const [boxPadding, referencePadding] = [
    direction === 'down' ? frameTop : framePadding,
    direction === 'up' ? frameTop : framePadding,
  ];
  return Math.ceil((free + ofBox * boxPadding + ofReference * referencePadding) / grid) * grid;
}

/** The gaps that the later operations of a changeset need. Boxes are given by their names. */
class GapsAhead {
  readonly #labels: LabelsAhead;
  readonly #frames: FramesAhead;
  readonly #rows: RowsAhead;
  /** By direction and reference: the gap of the whole row or column. */
  readonly #shared = new Map<string, number>();

  constructor(operations: Iterable<OperationAhead>) {
    this.#labels = new LabelsAhead(operations);
    this.#frames = new FramesAhead(operations);
    this.#rows = new RowsAhead(operations);
  }

  /** At least the gaps of the other boxes in its row or column if it is the first one that is placed on that side. */
  of(box: readonly string[], reference: readonly string[], direction: Direction): number {
    const own = this.#between(box, reference, direction);
    const alike = this.#rows.alike(reference, direction);
    if (!alike.some((neighbors) => neighbors.box.some((name) => box.includes(name)))) return own;
    const key = `${direction} ${reference[0]}`;
    const shared = this.#shared.get(key) ?? Math.max(...alike.map((one) => this.#between(one.box, one.reference, direction)));
    this.#shared.set(key, shared);
    return Math.max(own, shared);
  }

  /** The names of what later frames contain together with the reference, and not with the box. */
  besides(reference: readonly string[], box: readonly string[]): readonly string[] {
    return this.#frames.besides(reference, box);
  }

  #between(box: readonly string[], reference: readonly string[], direction: Direction): number {
    return gapFor(this.#labels.between(box, reference), this.#frames.between(box, reference), direction);
  }
}

/** The labels that the `connect` operations of a changeset will draw, by the names of both ends. */
class LabelsAhead {
  /** By one end and the other: the greatest width and height. */
  readonly #sizes = new Map<string, Map<string, Size>>();

  constructor(operations: Iterable<OperationAhead>) {
    for (const operation of operations) {
      if (operation.op !== 'connect') continue;
      const [from, to] = [nameIn(operation.from), nameIn(operation.to)];
      const size = labelSize(textOf(operation.fields ?? {}));
      if (from === null || to === null || size === null) continue;
      const byEnd = this.#sizes.get(from) ?? new Map<string, Size>();
      const { width, height } = byEnd.get(to) ?? { width: 0, height: 0 };
      byEnd.set(to, { width: Math.max(width, size.width), height: Math.max(height, size.height) });
      this.#sizes.set(from, byEnd);
    }
  }

  /** The sizes of the labels between the two, in either direction. */
  *between(a: readonly string[], b: readonly string[]): Generator<Size> {
    if (this.#sizes.size === 0) return;
    for (const nameOfA of a) {
      for (const nameOfB of b) {
        const [there, back] = [this.#sizes.get(nameOfA)?.get(nameOfB), this.#sizes.get(nameOfB)?.get(nameOfA)];
        if (there !== undefined) yield there;
        if (back !== undefined) yield back;
      }
    }
  }
}

/** Longer labels are measured only up to here: no drawing needs a larger gap. */
const measuredCharacters = 200;

/** The fields that determine the size of a label. Invalid values are ignored: the operation will be refused. */
function textOf({ label, text }: Readonly<Record<string, unknown>>): ArrowText {
  return {
    ...((typeof label === 'string' || typeof label === 'number') && {
      label: firstCharacters(String(label), measuredCharacters),
    }),
    ...(isTextSize(text) && { text }),
  };
}
