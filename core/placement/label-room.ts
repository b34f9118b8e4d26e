/**
 * label-room: the gap between two boxes that leaves room for the labels of the arrows between them.
 *
 * Agents add boxes first and arrows afterwards, so the labels are read from the operations still to come.
 */
import { type Box, isPinned } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import type { Size } from '#schema/tab.ts';

import { type ArrowText, labelSize } from '../arrows/label-size.ts';
import { firstCharacters } from '../notation/characters.ts';
import { isParseError } from '../notation/parse-error.ts';
import type { OperationAhead, Planning } from '../planning/planning.ts';
import { readEnd } from '../selectors/end.ts';
import { foldCase } from '../tab/fold.ts';
import { fontSizes } from '../text/sizes.ts';
import type { Direction } from '../planning/free-spot.ts';
import { defaultGap } from './spacing.ts';

type Named = { readonly id: string; readonly label?: string | undefined };

/** Visible length of an arrow before and after its label: a head and a bit of line. */
const visibleEnd = 20;
const grid = 20;

/** The gap between a box and the reference that it is placed beside, in pixels. */
export function gapBeside(box: Named, reference: Box, direction: Direction, planning: Planning): number {
  const isSideways = direction === 'right' || direction === 'left';
  let longest = 0;
  const count = ({ width, height }: Size): void => {
    longest = Math.max(longest, isSideways ? width : height);
  };
  for (const arrow of planning.draft.arrowsAt(reference.id)) {
    if (!planning.work.spend(1)) break;
    const ends = [arrow.from, arrow.to].map((end) => (isPinned(end) ? end.element : null));
    const size = ends.includes(box.id) ? labelSize(arrow) : null;
    if (size !== null) count(size);
  }
  for (const size of planning.memo(LabelsAhead).between(box, reference)) count(size);
  if (longest === 0) return defaultGap;
  return Math.max(defaultGap, Math.ceil((longest + 2 * visibleEnd) / grid) * grid);
}

/** The labels that the `connect` operations of a changeset will draw, by the names of both ends. */
export class LabelsAhead {
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
  *between(a: Named, b: Named): Generator<Size> {
    if (this.#sizes.size === 0) return;
    for (const nameOfA of namesOf(a)) {
      for (const nameOfB of namesOf(b)) {
        const [there, back] = [this.#sizes.get(nameOfA)?.get(nameOfB), this.#sizes.get(nameOfB)?.get(nameOfA)];
        if (there !== undefined) yield there;
        if (back !== undefined) yield back;
      }
    }
  }
}

const refName = (text: string): string => `ref ${text}`;
const labelName = (text: string): string => `label ${foldCase(text)}`;

/** The names by which an operation may refer to the box, except id prefixes. */
const namesOf = ({ id, label }: Named): string[] => [
  refName(id),
  refName(slugOf(id)),
  ...(label === undefined ? [] : [labelName(label)]),
];

function nameIn(end: OperationAhead['from']): string | null {
  if (end === undefined) return null;
  const read = readEnd(typeof end === 'string' ? end : end.element);
  if (isParseError(read)) return null;
  const { operand } = read;
  return operand.kind === 'label' ? labelName(operand.text) : refName(operand.text);
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

const isTextSize = (text: unknown): text is keyof typeof fontSizes => typeof text === 'string' && Object.hasOwn(fontSizes, text);
