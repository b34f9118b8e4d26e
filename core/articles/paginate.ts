/**
 * paginate: sets units onto pages, column by column.
 *
 * Nothing overlaps, leaves the content area of its page, or is lost. A heading stays with the beginning of the text that
 * follows. A unit that spans the columns ends them: the columns above it are balanced, and so are the last ones; a few lines
 * stay in one column. Slides that belong together are filled evenly, so that none has only a few lines. A slide that starts
 * with the title and is less than half full is centered.
 */
import type { PageStyle } from './page-style.ts';
import type { BoxSpec, PageUnit } from './unit.ts';

/** Boxes by page, with coordinates from the page's top-left corner. `start`: the occupied height of the first page. */
export function paginate(units: readonly PageUnit[], style: PageStyle, start = 0): BoxSpec[][] {
  if (style.opening === 0) return setAll(units, style, start);
  return sections(units).flatMap((section) => evenly(section, style));
}

/** Runs of units that start a page. */
function sections(units: readonly PageUnit[]): PageUnit[][] {
  const runs: PageUnit[][] = [];
  for (const unit of units) {
    const last = runs.at(-1);
    if (last === undefined || unit.opensPage) runs.push([unit]);
    else last.push(unit);
  }
  return runs.filter((run, index) => run.some(({ least }) => least > 0) || index === 0);
}

/** On as many pages as needed, filled as evenly as possible. */
function evenly(section: readonly PageUnit[], style: PageStyle): BoxSpec[][] {
  let best = setAll(section, style, 0);
  if (best.length === 1) return best;
  let [low, high] = [Math.ceil(style.height * leastFilled), style.height];
  while (high - low > 8) {
    const height = Math.floor((low + high) / 2);
    const tried = setAll(section, { ...style, height }, 0);
    if (tried.length <= best.length) {
      best = tried;
      high = height;
    } else low = height;
  }
  return best;
}

/** Greatest height of an image. */
const leastFilled = 0.65;

function setAll(units: readonly PageUnit[], style: PageStyle, start: number): BoxSpec[][] {
  const pages: OpenPage[] = [];
  let queue = units;
  let page = new OpenPage(style, start);
  while (queue.length > 0) {
    queue = page.take(queue);
    if (queue.length === 0) break;
    if (!page.isFull && queue[0]?.opensPage !== true) continue;
    pages.push(page);
    page = new OpenPage(style, 0);
  }
  return [...pages, page].map((one) => one.boxes());
}

class OpenPage {
  isFull = false;
  readonly #style: PageStyle;
  readonly #boxes: BoxSpec[] = [];
  /** Start of the free space, from the top of the content area. */
  #y: number;
  #below = 0;
  #hasTitle = false;

  constructor(style: PageStyle, start: number) {
    this.#style = style;
    this.#y = start;
  }

  boxes(): BoxSpec[] {
    const { height, opening, margin } = this.#style;
    const isTitle = opening > 0 && this.#hasTitle && this.#y < height / 2;
    const down = margin.top + (isTitle ? Math.round((height - this.#y) * 0.42) : 0);
    return this.#boxes.map((box) => ({ ...box, x: box.x + margin.x, y: box.y + down }));
  }

  /** Sets as many units as fit and returns the others. The page is full if there is no room for the next one. */
  take(queue: readonly PageUnit[]): readonly PageUnit[] {
    const [first] = queue;
    if (first === undefined) return queue;
    return first.spans ? this.#span(queue, first) : this.#columns(queue);
  }

  #span(queue: readonly PageUnit[], unit: PageUnit): readonly PageUnit[] {
    const y = this.#y + this.#spaceAbove(unit);
    const room = this.#style.height - y;
    const must = this.#y === 0;
    if (!must && room < neededFor(queue, 0, this.#style.height)) return this.#full(queue);
    const fitted = unit.fit(room, must);
    if (fitted === null) return this.#full(queue);
    this.#putBoxes(fitted.boxes, 0, y);
    this.#y = y + fitted.height;
    this.#below = unit.below;
    if (unit.isTitle) this.#hasTitle = true;
    if (fitted.rest !== null) return this.#full([fitted.rest, ...queue.slice(1)]);
    return queue.slice(1);
  }

  /** The run of units up to the next one that spans the columns or starts a page. */
  #columns(queue: readonly PageUnit[]): readonly PageUnit[] {
    const end = queue.findIndex((unit, index) => index > 0 && (unit.spans || unit.opensPage));
    const run = end === -1 ? queue : queue.slice(0, end);
    const [first] = run;
    const top = first === undefined || this.#y === 0 ? this.#y : this.#y + this.#spaceAbove(first);
    const room = this.#style.height - top;
    const whole = fill(run, this.#roomOf(room, this.#y === 0));
    const isAll = whole.left.length === 0;
    const placement = isAll && this.#style.columns > 1 ? this.#balanced(run, whole) : whole;
    const step = this.#style.columnWidth + this.#style.columnGap;
    for (const { boxes, column } of placement.columns) this.#putBoxes(boxes, column * step, top);
    this.#y = top + placement.height;
    this.#below = placement.below;
    const rest = end === -1 ? [] : queue.slice(end);
    return isAll ? rest : this.#full([...placement.left, ...rest]);
  }

  /** The same units in columns of the least height. */
  #balanced(run: readonly PageUnit[], whole: Filled): Filled {
    if (whole.height <= shortRun) return whole;
    let best = whole;
    let [low, high] = [Math.floor(whole.height / (2 * this.#style.columns)), whole.height];
    while (high - low > 4) {
      const height = Math.floor((low + high) / 2);
      const tried = fill(run, this.#roomOf(height, false));
      if (tried.left.length === 0) {
        best = tried;
        high = height;
      } else low = height;
    }
    return best;
  }

  #roomOf(height: number, must: boolean): PageRoom {
    return { columns: this.#style.columns, height, must, pageHeight: this.#style.height };
  }

  #spaceAbove(unit: PageUnit): number {
    return this.#y === 0 ? 0 : Math.max(unit.above, this.#below);
  }

  #full(queue: readonly PageUnit[]): readonly PageUnit[] {
    this.isFull = true;
    return queue;
  }

  #putBoxes(boxes: readonly BoxSpec[], x: number, y: number): void {
    for (const box of boxes) this.#boxes.push({ ...box, x: box.x + x, y: box.y + y });
  }
}

/** Five lines of running text. */
const shortRun = 100;

type Filled = {
  readonly columns: readonly { readonly boxes: readonly BoxSpec[]; readonly column: number }[];
  /** Height of the tallest column. */
  readonly height: number;
  readonly below: number;
  readonly left: readonly PageUnit[];
};
type PageRoom = {
  readonly columns: number;
  readonly height: number;
  /** An empty column takes a unit that does not fit if the page is empty, as there is no better place. */
  readonly must: boolean;
  readonly pageHeight: number;
};

function fill(run: readonly PageUnit[], { columns, height, must, pageHeight }: PageRoom): Filled {
  const set: { boxes: BoxSpec[]; column: number }[] = [];
  let at = 0;
  let head: PageUnit | null = null;
  let tallest = 0;
  let below = 0;
  for (let column = 0; column < columns && at < run.length; column += 1) {
    const boxes: BoxSpec[] = [];
    let y = 0;
    below = 0;
    for (;;) {
      const unit: PageUnit | undefined = head ?? run[at];
      if (unit === undefined) break;
      const isFresh = y === 0;
      const above = isFresh ? 0 : Math.max(unit.above, below);
      const room = height - y - above;
      const mustFit = isFresh && must;
      if (!mustFit && room < neededFor(run, at, pageHeight, head)) break;
      const fitted: ReturnType<PageUnit['fit']> = unit.fit(room, mustFit);
      if (fitted === null) break;
      for (const box of fitted.boxes) boxes.push({ ...box, y: box.y + y + above });
      y += above + fitted.height;
      below = unit.below;
      head = fitted.rest;
      if (head !== null) break;
      at += 1;
    }
    set.push({ boxes, column });
    tallest = Math.max(tallest, y);
  }
  const left = head === null ? run.slice(at) : [head, ...run.slice(at + 1)];
  return { columns: set, height: tallest, below, left };
}

/** The height that a unit needs to start: a heading together with following headings and the beginning of the text below. */
function neededFor(run: readonly PageUnit[], at: number, most: number, head: PageUnit | null = null): number {
  let needed = 0;
  for (let index = at; index < Math.min(run.length, at + headingsKept); index += 1) {
    const unit = index === at && head !== null ? head : run[index];
    if (unit === undefined) break;
    needed += (index === at ? 0 : unit.above) + unit.least;
    if (!unit.keepsNext) break;
  }
  return Math.min(needed, most);
}

/** Longer runs of headings are an outline and may be split. */
const headingsKept = 4;
