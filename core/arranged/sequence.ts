/** A sequence: participants side by side, and below them, row by row, what they send to each other. */
import { type Arrow, type Box, type Element, type Frame } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { titleWidth } from '../placement/enclose.ts';
import { framePadding, frameTop } from '../placement/spacing.ts';
import type { SpotPoint } from '../planning/free-spot.ts';
import { hullOf } from '../tab/rect.ts';
import { blockTitleWidth } from '../text/block-title.ts';
import type { Arranged, Arranger, Arranging } from './arranger.ts';
import { barsOf } from './sequence-bars.ts';
import { columnsOf, endsIn, type NotePlace, noteSpan, placeOf, selfReach } from './sequence-columns.ts';
import { atLevel, partsOf, type SequenceParts } from './sequence-parts.ts';
import { type BlockRows, rowsOf, type SequenceRows } from './sequence-rows.ts';

/** Between the outermost lifeline in a block and its edge. */
const blockOverhang = 32;
/** Between the edges of a block and of one in it. */
const blockInset = 10;

export const sequence: Arranger = (arranging) => {
  const { frame } = arranging;
  const parts = partsOf(arranging);
  const places = new Map(parts.notes.map((note) => [note.id, placeOf(note, parts.participants)]));
  const columns = columnsOf(parts, places, frame.gap);
  const rows = rowsOf(parts);
  const drawing = new SequencePlan(parts, rows, columns, places);
  return drawing.at(arranging);
};

/** A sequence whose first lifeline is at x 0 and whose level 0 is at y 0. */
class SequencePlan {
  readonly #parts: SequenceParts;
  readonly #rows: SequenceRows;
  readonly #columns: readonly number[];
  readonly #index: ReadonlyMap<string, number>;
  readonly #notes: ReadonlyMap<string, Rect>;
  readonly #blocks = new Map<string, Frame>();

  constructor(parts: SequenceParts, rows: SequenceRows, columns: readonly number[], places: ReadonlyMap<string, NotePlace>) {
    this.#parts = parts;
    this.#rows = rows;
    this.#columns = columns;
    this.#index = new Map(parts.participants.map(({ id }, at) => [id, at]));
    this.#notes = new Map(parts.notes.map((note) => [note.id, this.#noteRect(note, places.get(note.id))]));
    for (const block of rows.blocks) this.#placeBlock(block);
  }

  at({ frame, tab }: Arranging): Arranged {
    const heads = this.#parts.participants.map((box, index) => ({
      x: Math.round(this.#x(index) - box.width / 2),
      y: -box.height,
      width: box.width,
      height: box.height,
    }));
    const reaches = this.#parts.messages.map(({ arrow }): Rect => {
      const [from] = endsIn(arrow, this.#index);
      return { x: this.#x(from), y: 0, width: selfReach(arrow), height: 0 };
    });
    const hull = hullOf([...heads, ...this.#notes.values(), ...this.#blocks.values(), ...reaches]) ?? emptyHull;
    const height = this.#parts.participants.length === 0 ? hull.height : this.#rows.end - hull.y;
    const dx = Math.round(frame.x + framePadding - hull.x);
    const dy = Math.round(frame.y + frameTop - hull.y);
    const moved = new Map<string, SpotPoint>();
    for (const [index, { id }] of this.#parts.participants.entries()) {
      const head = heads[index];
      if (head !== undefined) moved.set(id, { x: head.x + dx, y: head.y + dy });
    }
    const size = {
      width: Math.max(Math.ceil(hull.width) + 2 * framePadding, titleWidth(frame)),
      height: Math.ceil(frameTop + height + framePadding),
    };
    const shifted = <T extends Rect>(rect: T): T => ({ ...rect, x: rect.x + dx, y: rect.y + dy });
    const put: Element[] = [
      ...this.#parts.notes.map((note) => ({ ...note, ...shifted(this.#notes.get(note.id) ?? note) })),
      ...Array.from(this.#blocks.values(), shifted),
      ...this.#messages(),
      ...this.#lifelines(moved),
    ];
    return { frame: { ...frame, ...size }, moved, put: put.filter((element) => !jsonEqual(tab.get(element.id), element)) };
  }

  #x = (index: number): number => this.#columns[index] ?? 0;

  #messages(): Arrow[] {
    return this.#parts.messages.map(({ arrow }) => {
      const { points: _, ...straight } = arrow;
      return atLevel(straight, this.#rows.levels.get(arrow.id) ?? 0);
    });
  }

  /** The participants with their lifelines, at their places. */
  #lifelines(places: ReadonlyMap<string, SpotPoint>): Box[] {
    const bars = barsOf(this.#rows.course, this.#rows.levels);
    return this.#parts.participants.map((box): Box => {
      const own = bars.get(box.id);
      return {
        ...box,
        ...places.get(box.id),
        lifeline: { length: this.#rows.end, ...(own === undefined ? {} : { bars: own }) },
      };
    });
  }

  #noteRect({ id, width, height }: Box, place: NotePlace | undefined): Rect {
    const y = this.#rows.notes.get(id) ?? 0;
    if (place === undefined || this.#columns.length === 0) return { x: 0, y, width, height };
    return { ...noteSpan(width, place, this.#columns), y, height };
  }

  /** Places a block around what is in it, and the blocks in it before. */
  #placeBlock({ block, top, bottom, breaks, messages, notes, inner }: BlockRows): Rect {
    const around = inner.map((one) => this.#placeBlock(one)).map((rect) => ({ from: rect.x - blockInset, to: rect.x + rect.width + blockInset })); // prettier-ignore
    for (const { id } of notes) {
      const rect = this.#notes.get(id);
      if (rect !== undefined) around.push({ from: rect.x - blockInset, to: rect.x + rect.width + blockInset });
    }
    for (const arrow of messages) {
      const [from, to] = endsIn(arrow, this.#index);
      const [first, last] = [this.#x(Math.min(from, to)), this.#x(Math.max(from, to))];
      around.push({ from: first - blockOverhang, to: Math.max(last + blockOverhang, first + selfReach(arrow)) });
    }
    if (around.length === 0) around.push({ from: this.#x(0) - blockOverhang, to: this.#x(0) + blockOverhang });
    const x = Math.min(...around.map(({ from }) => from));
    const { breaks: _, ...rest } = block;
    const width = Math.max(Math.max(...around.map(({ to }) => to)) - x, blockTitleWidth(block));
    const rect = { x, y: top, width, height: bottom - top };
    this.#blocks.set(block.id, { ...rest, ...rect, ...(breaks.length === 0 ? {} : { breaks }) });
    return rect;
  }
}

const emptyHull: Rect = { x: 0, y: 0, width: 120, height: 60 };
