/**
 * page-row: the pages of a tab during a call that changes them, each with its contents.
 *
 * An element belongs to the first page of the row that contains its center; a free end of an arrow to the page that contains
 * it. Pages are in a row, `pageGap` apart, with aligned tops. Those before the first change stay; those after it move with
 * their contents. No page is placed over an element that belongs to none: the row continues beyond it. The first page of a tab
 * is at the origin, or below all existing elements. Locked elements are neither moved nor removed (element_locked).
 *
 * While the row is open, contents keep coordinates relative to their page's original place; `close` shifts them.
 */
import { type Arrow, type ArrowEnd, type Box, type Element, isArrow, isPinned } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { type Problem, problem } from '#schema/problem.ts';
import type { Page, Rect } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import type { Planning } from '../planning/planning.ts';
import { type Offset, shiftPoints } from '../placement/follow.ts';
import { bottom, centreX, centreY, holdsPoint, overlaps, right } from '../tab/rect.ts';
import { addExact } from '../tab/exact.ts';

/** Distance between pages in pixels: room for the name and for a connector. */
export const pageGap = 80;

/** A page and the ids of the boxes on it. Their coordinates refer to `page.rect`. */
export type PageDraft = { page: Page; readonly contents: Set<string> };

export class PageRow {
  readonly planning: Planning;
  readonly sheets: PageDraft[];
  /** Ids of pages that the call names. */
  readonly namedPages = new Set<string>();
  readonly #before: readonly Page[];
  readonly #homes = new Map<string, PageDraft>();
  /** Arrows that this call added, whose free ends are on a new page. */
  readonly #newPages = new Map<string, PageDraft>();
  readonly #origins: readonly { readonly rect: Rect; readonly sheet: PageDraft }[];
  readonly #ids: () => string;
  #firstChange = Infinity;

  /** `newPageId` returns an unused id. */
  constructor(planning: Planning, newPageId: () => string) {
    this.planning = planning;
    this.#ids = newPageId;
    const { draft, work } = planning;
    this.#before = draft.settings.pages;
    this.sheets = this.#before.map((page) => ({ page, contents: new Set<string>() }));
    this.#origins = this.sheets.map((sheet) => ({ rect: sheet.page.rect, sheet }));
    for (const sheet of this.sheets) {
      const { rect } = sheet.page;
      for (const box of draft.boxesIn(rect)) {
        if (!work.spend(1)) return;
        if (this.#homes.has(box.id) || !holdsPoint(rect, centreX(box), centreY(box))) continue;
        this.#homes.set(box.id, sheet);
        sheet.contents.add(box.id);
      }
    }
  }

  get names(): ReadonlySet<string> {
    return new Set(this.sheets.map(({ page }) => page.name));
  }

  /** By id. */
  boxesOn({ contents }: PageDraft): Box[] {
    return [...contents].toSorted().flatMap((id) => {
      const box = this.planning.draft.get(id);
      return box === undefined || isArrow(box) ? [] : [box];
    });
  }

  /** Inserts an empty page at an index of the row and returns it. Refuses with too_large. */
  insert(page: Omit<Page, 'id' | 'place' | 'rect'>, size: { width: number; height: number }, index: number): PageDraft | Problem {
    const limit = limits.pagesPerTab;
    if (this.sheets.length >= limit) return problem('too_large', { detail: `A tab holds at most ${limit} pages.`, limit });
    const { width, height } = size;
    const whole = { id: this.#ids(), place: 0, ...page, rect: { x: 0, y: 0, width, height } };
    const sheet: PageDraft = { page: whole, contents: new Set() };
    this.sheets.splice(index, 0, sheet);
    this.changedFrom(index);
    return sheet;
  }

  /** Puts a new box on the page, with coordinates relative to the page's top-left corner. */
  place(box: Box, sheet: PageDraft): void {
    const { x, y } = sheet.page.rect;
    this.planning.put({ ...box, x: addExact(box.x, x), y: addExact(box.y, y) });
    sheet.contents.add(box.id);
    this.#homes.set(box.id, sheet);
  }

  /** Puts a new arrow on the page. Its free ends and way-points are relative to where `from` is. */
  placeArrow(arrow: Arrow, from: Rect, sheet: PageDraft): void {
    const { rect } = sheet.page;
    const shift = { dx: rect.x - from.x, dy: rect.y - from.y };
    const points = arrow.points === undefined ? {} : { points: shiftPoints(arrow.points, shift) };
    const made = { ...arrow, from: shiftedEnd(arrow.from, shift), to: shiftedEnd(arrow.to, shift), ...points };
    this.planning.put(made);
    this.#newPages.set(arrow.id, sheet);
  }

  /** Updates boxes of a page. Refuses with element_locked. */
  change(boxes: readonly Box[]): Problem | null {
    const { planning } = this;
    const changed = boxes.filter((box) => !jsonEqual(box, planning.draft.get(box.id)));
    const locked = planning.refuseLocked(changed);
    if (locked !== null) return locked;
    for (const box of changed) {
      planning.target(box.id);
      planning.put(box);
    }
    return null;
  }

  /** Removes everything from the page, including attached arrows. Refuses with element_locked. */
  clear(sheet: PageDraft): Problem | null {
    const boxes = this.boxesOn(sheet);
    const removed = new Map<string, Element>(boxes.map((box) => [box.id, box]));
    for (const { id } of boxes) for (const arrow of this.planning.draft.arrowsAt(id)) removed.set(arrow.id, arrow);
    for (const arrow of this.#arrowsWithin(sheet)) removed.set(arrow.id, arrow);
    const locked = this.planning.refuseLocked(removed.values());
    if (locked !== null) return locked;
    for (const { id } of boxes) this.planning.target(id);
    for (const id of removed.keys()) this.planning.remove(id);
    for (const { id } of boxes) this.#homes.delete(id);
    sheet.contents.clear();
    return null;
  }

  /** Removes the page with its contents. Refuses with element_locked. */
  remove(sheet: PageDraft): Problem | null {
    const refusal = this.clear(sheet);
    if (refusal !== null) return refusal;
    const index = this.sheets.indexOf(sheet);
    this.sheets.splice(index, 1);
    this.changedFrom(index);
    return null;
  }

  move(sheet: PageDraft, to: number): void {
    const from = this.sheets.indexOf(sheet);
    this.sheets.splice(from, 1);
    this.sheets.splice(to, 0, sheet);
    if (this.sheets.indexOf(sheet) !== from) this.changedFrom(Math.min(from, to));
  }

  /** Marks the pages from this index on for placement. */
  changedFrom(index: number): void {
    this.#firstChange = Math.min(this.#firstChange, index);
  }

  /** Arrows that belong only to the page: every end is on it, attached or free. */
  arrowsOf(sheet: PageDraft): Arrow[] {
    const arrowsOnPage = new Map<string, Arrow>();
    for (const id of sheet.contents)
      for (const arrow of this.planning.draft.arrowsAt(id)) if (this.#isWithin(arrow, sheet)) arrowsOnPage.set(arrow.id, arrow);
    for (const arrow of this.#arrowsWithin(sheet)) arrowsOnPage.set(arrow.id, arrow);
    return [...arrowsOnPage.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Places the row and moves everything with its page. Returns the current pages, or a refusal. */
  close(): readonly Page[] | Problem {
    const shifts = new Map<PageDraft, Offset>();
    const places = this.#places();
    const off = places.find((rect) => right(rect) > limits.coordinateMax || bottom(rect) > limits.coordinateMax);
    if (off !== undefined) {
      const detail = `The row of pages would end beyond the canvas, at ${limits.coordinateMax} pixels from its origin.`;
      return problem('invalid_result', { detail, hint: 'Use another tab.' });
    }
    const pages = this.sheets.map((sheet, index): Page => {
      const { rect } = sheet.page;
      const placedRect = places[index] ?? rect;
      if (placedRect.x !== rect.x || placedRect.y !== rect.y)
        shifts.set(sheet, { dx: placedRect.x - rect.x, dy: placedRect.y - rect.y });
      return { ...sheet.page, place: index + 1, rect: placedRect };
    });
    return this.#shift(shifts) ?? pages;
  }

  /** The rectangles of the pages, in the order of the row. */
  #places(): Rect[] {
    const rects = this.sheets.map(({ page }) => page.rect);
    for (let index = this.#firstChange; index < rects.length; index += 1) {
      const rect = rects[index];
      if (rect === undefined) break;
      const before = rects[index - 1];
      const start = before === undefined ? this.#start() : { x: right(before) + pageGap, y: before.y };
      rects[index] = this.#beyondLoose({ ...rect, ...start });
    }
    return rects;
  }

  #start(): { x: number; y: number } {
    const first = this.#before[0]?.rect;
    if (first !== undefined) return { x: first.x, y: first.y };
    const bounds = this.planning.draft.base.bounds();
    return bounds === null ? { x: 0, y: 0 } : { x: Math.floor(bounds.x), y: Math.ceil(bottom(bounds)) + 2 * pageGap };
  }

  /** The next place in the row that is free of other elements. */
  #beyondLoose(rect: Rect): Rect {
    const { draft, work } = this.planning;
    let at = rect;
    for (let isFree = false; !isFree && !work.exhausted;) {
      isFree = true;
      let end = at.x;
      for (const box of draft.base.boxesIn(at)) {
        work.spend(1);
        if (this.#homes.has(box.id) || draft.get(box.id) === undefined || !overlaps(at, box)) continue;
        isFree = false;
        end = Math.max(end, Math.ceil(right(box)) + pageGap);
      }
      at = { ...at, x: end };
    }
    return at;
  }

  /** Boxes move with their page, and so do the ends of arrows on it. */
  #shift(shifts: ReadonlyMap<PageDraft, Offset>): Problem | null {
    if (shifts.size === 0) return null;
    const { planning } = this;
    const arrows = [...planning.draft.arrows()];
    const moved: Element[] = [];
    for (const [sheet, { dx, dy }] of shifts)
      for (const box of this.boxesOn(sheet)) {
        if (!planning.work.spend(perBox)) return null;
        moved.push({ ...box, x: addExact(box.x, dx), y: addExact(box.y, dy) });
      }
    for (const arrow of arrows) {
      if (!planning.work.spend(perArrow)) return null;
      const after = this.#shiftedArrow(arrow, shifts);
      if (after !== null) moved.push(after);
    }
    // Elements that this call added move freely.
    const locked = planning.refuseLocked(moved.filter(({ id }) => planning.draft.base.get(id) !== undefined));
    if (locked !== null) return locked;
    for (const element of moved) {
      if (planning.touchedBy.has(element.id)) planning.put(element);
      else planning.putAlong(element, 'moved with its page');
    }
    return null;
  }

  /** Null if the arrow itself does not change. Way-points go along if both ends move by the same distance. */
  #shiftedArrow(arrow: Arrow, shifts: ReadonlyMap<PageDraft, Offset>): Arrow | null {
    const newPage = this.#newPages.get(arrow.id);
    const [from, to] = [this.#shiftOf(arrow.from, newPage, shifts), this.#shiftOf(arrow.to, newPage, shifts)];
    if (from === undefined && to === undefined) return null;
    const together = from !== undefined && to !== undefined && from.dx === to.dx && from.dy === to.dy ? from : null;
    const hasPoints = together !== null && arrow.points !== undefined && arrow.points.length > 0;
    const movesEnd = (end: ArrowEnd, shift: Offset | undefined): boolean => shift !== undefined && !isPinned(end);
    if (!hasPoints && !movesEnd(arrow.from, from) && !movesEnd(arrow.to, to)) return null;
    return {
      ...arrow,
      from: shiftedEnd(arrow.from, from),
      to: shiftedEnd(arrow.to, to),
      ...(hasPoints && { points: shiftPoints(arrow.points ?? [], together) }),
    };
  }

  #shiftOf(end: ArrowEnd, newPage: PageDraft | undefined, shifts: ReadonlyMap<PageDraft, Offset>): Offset | undefined {
    const home = newPage ?? this.#homeOf(end);
    return home === undefined ? undefined : shifts.get(home);
  }

  #homeOf(end: ArrowEnd): PageDraft | undefined {
    if (isPinned(end)) return this.#homes.get(end.element);
    return this.#origins.find(({ rect }) => this.planning.work.spend(1) && holdsPoint(rect, end.x, end.y))?.sheet;
  }

  #isWithin = ({ from, to }: Arrow, sheet: PageDraft): boolean => this.#homeOf(from) === sheet && this.#homeOf(to) === sheet;

  /** Arrows with a free end that belong only to the page. */
  *#arrowsWithin(sheet: PageDraft): Generator<Arrow> {
    for (const arrow of this.planning.draft.arrows()) {
      if (!this.planning.work.spend(1)) return;
      if ((!isPinned(arrow.from) || !isPinned(arrow.to)) && this.#isWithin(arrow, sheet)) yield arrow;
    }
  }
}

/** Units of work per moved element. */
const perBox = 40;
const perArrow = 2;

const shiftedEnd = (end: ArrowEnd, shift: Offset | undefined): ArrowEnd =>
  isPinned(end) || shift === undefined ? end : { x: addExact(end.x, shift.dx), y: addExact(end.y, shift.dy) };
