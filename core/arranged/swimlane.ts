/** Swimlanes: lanes of one length, one below the other or side by side, with steps in columns along the arrows. */
import { type Arrow, type Box, type Element, isContainer, isPinned } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { labelSize } from '../arrows/label-size.ts';
import { titleWidth } from '../placement/enclose.ts';
import { framePadding, frameTop, slotGap } from '../placement/spacing.ts';
import type { SpotPoint } from '../planning/free-spot.ts';
import { type Arranger, type Arranging, boxesNow } from './arranger.ts';
import { columnsAlong } from './swimlane-columns.ts';

const defaultColumnGap = 60;
/** Between the label of an arrow and the boxes at its ends. */
const besideLabel = 20;

export const swimlane: Arranger = (arranging) => {
  const { frame, tab } = arranging;
  const isDown = frame.direction === 'down';
  const lanes = lanesOf(arranging, isDown);
  const cells = new SwimlaneCells(lanes, arranging, isDown);
  const moved = new Map<string, SpotPoint>();
  const put: Element[] = [];
  const length = Math.max(cells.length, ...lanes.map(({ lane }) => titleWidth(lane)));
  const [left, top] = [frame.x + framePadding, frame.y + frameTop];
  let aside = 0;
  for (const [index, { lane, steps }] of lanes.entries()) {
    const thickness = cells.thickness(index);
    const rect = isDown
      ? { x: left + aside, y: top, width: thickness, height: length }
      : { x: left, y: top + aside, width: length, height: thickness };
    put.push({ ...lane, ...rect, ...(lane.type === 'lane' && isDown ? { direction: 'down' } : {}) });
    for (const step of steps) moved.set(step.id, cells.spot(step, rect));
    aside += thickness;
  }
  put.push(...cells.arrows.filter(({ line }) => line === undefined).map((arrow) => ({ ...arrow, line: 'angled' }) as const));
  const [width, height] = isDown ? [aside, length] : [length, aside];
  const size = { width: Math.max(titleWidth(frame), width + 2 * framePadding), height: frameTop + height + framePadding };
  const changed = put.filter((element) => !jsonEqual(tab.get(element.id), element));
  return { frame: lanes.length === 0 ? frame : { ...frame, ...size }, moved, put: changed };
};

type LaneSteps = { readonly lane: Extract<Box, { type: 'frame' | 'lane' }>; readonly steps: Box[] };

/** The lanes in their order, with their members. What is in none belongs to the nearest. */
function lanesOf(arranging: Arranging, isDown: boolean): LaneSteps[] {
  const { frame, family } = arranging;
  const at = ({ id }: Box): number => (isDown ? family.centreOf(id).x : family.centreOf(id).y);
  const members = boxesNow(family.membersOf(frame.id), arranging);
  const lanes = members
    .filter(isContainer)
    .toSorted((a, b) => at(a) - at(b) || (a.id < b.id ? -1 : 1))
    .map((lane): LaneSteps => ({ lane, steps: boxesNow(family.membersOf(lane.id), arranging).filter(isStep) }));
  for (const box of members) {
    if (isContainer(box) || !isStep(box)) continue;
    const distance = ({ lane }: LaneSteps): number => Math.abs(at(lane) - at(box));
    const nearest = lanes.reduce<LaneSteps | null>(
      (best, lane) => (best === null || distance(lane) < distance(best) ? lane : best),
      null,
    );
    nearest?.steps.push(box);
  }
  return lanes;
}

const isStep = ({ type }: Box): boolean => type !== 'stroke';

type Cell = { readonly steps: Box[]; thickness: number };

/** The cells of all lanes and columns. Along: in the direction of the flow; aside: from lane to lane. */
class SwimlaneCells {
  readonly arrows: readonly Arrow[];
  readonly length: number;
  readonly #isDown: boolean;
  readonly #columns: ReadonlyMap<string, number>;
  readonly #starts: number[] = [];
  readonly #widths: number[] = [];
  readonly #cells: readonly ReadonlyMap<number, Cell>[];
  readonly #title: number;

  constructor(lanes: readonly LaneSteps[], arranging: Arranging, isDown: boolean) {
    const { work, family, frame } = arranging;
    this.#isDown = isDown;
    const steps = lanes.flatMap((lane) => lane.steps);
    this.arrows = arrowsBetween(new Set(steps.map(({ id }) => id)), arranging);
    const edges = this.arrows.flatMap(({ from, to }) =>
      isPinned(from) && isPinned(to) ? [{ from: from.element, to: to.element }] : [],
    );
    const laneOf = new Map(lanes.flatMap((lane, index) => lane.steps.map(({ id }) => [id, index] as const)));
    this.#columns = columnsAlong(laneOf, edges, work);
    this.#title = isDown ? framePadding : frameTop;
    for (const step of steps) {
      const column = this.#columnOf(step);
      this.#widths[column] = Math.max(this.#widths[column] ?? 0, this.#along(step));
    }
    let at = isDown ? frameTop : framePadding;
    for (let column = 0; column < this.#widths.length; column += 1) {
      this.#starts[column] = at;
      at += (this.#widths[column] ?? 0) + this.#gapAfter(column, frame.gap ?? defaultColumnGap);
    }
    const last = this.#widths.length - 1;
    this.length = last < 0 ? 0 : (this.#starts[last] ?? 0) + (this.#widths[last] ?? 0) + framePadding;
    const order = (a: Box, b: Box): number => this.#order(a, family) - this.#order(b, family) || (a.id < b.id ? -1 : 1);
    this.#cells = lanes.map((lane) => {
      const cells = new Map<number, Cell>();
      for (const step of lane.steps.toSorted(order)) {
        const cell = cells.get(this.#columnOf(step)) ?? { steps: [], thickness: -slotGap };
        cell.steps.push(step);
        cell.thickness += this.#aside(step) + slotGap;
        cells.set(this.#columnOf(step), cell);
      }
      return cells;
    });
  }

  /** Of a lane, with its title. */
  thickness(lane: number): number {
    const inside = [...(this.#cells[lane]?.values() ?? [])].reduce((most, { thickness }) => Math.max(most, thickness), emptyLane);
    return Math.ceil(this.#isDown ? inside + 2 * framePadding : frameTop + inside + framePadding);
  }

  spot(step: Box, lane: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }): SpotPoint {
    const column = this.#columnOf(step);
    const cell = this.#cells.map((cells) => cells.get(column)).find((one) => one?.steps.includes(step));
    let aside = 0;
    for (const before of cell?.steps ?? []) {
      if (before === step) break;
      aside += this.#aside(before) + slotGap;
    }
    const inside = (this.#isDown ? lane.width : lane.height) - this.#title - framePadding;
    const across = Math.round(this.#title + (inside - (cell?.thickness ?? 0)) / 2 + aside);
    const along = Math.round((this.#starts[column] ?? 0) + ((this.#widths[column] ?? 0) - this.#along(step)) / 2);
    return this.#isDown ? { x: lane.x + across, y: lane.y + along } : { x: lane.x + along, y: lane.y + across };
  }

  #columnOf = ({ id }: Box): number => this.#columns.get(id) ?? 0;
  #along = (box: Box): number => (this.#isDown ? box.height : box.width);
  #aside = (box: Box): number => (this.#isDown ? box.width : box.height);
  #order = ({ id }: Box, family: Arranging['family']): number => (this.#isDown ? family.centreOf(id).x : family.centreOf(id).y);

  /** Room for the labels of the arrows that leave a column. */
  #gapAfter(column: number, least: number): number {
    let gap = least;
    for (const arrow of this.arrows) {
      const size = labelSize(arrow);
      if (size === null || !isPinned(arrow.from) || this.#columns.get(arrow.from.element) !== column) continue;
      gap = Math.max(gap, (this.#isDown ? size.height : size.width) + 2 * besideLabel);
    }
    return gap;
  }
}

/** Of a lane without members. */
const emptyLane = 60;

function arrowsBetween(ids: ReadonlySet<string>, { tab, work }: Arranging): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const id of ids) {
    for (const arrow of tab.arrowsAt(id)) {
      if (!work.spend(2)) break;
      const { from, to } = arrow;
      if (isPinned(from) && isPinned(to) && ids.has(from.element) && ids.has(to.element)) arrows.set(arrow.id, arrow);
    }
  }
  return [...arrows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
