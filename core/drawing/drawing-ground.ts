/** The elements that a drawing is made of, with indices by attachment and by place. Each index is built when it is first used. */
import { type Arrow, type Box, type Element, isArrow, isContainer } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { drawnRect } from '../arrows/drawn-rect.ts';
import { canHide } from '../arrows/obstacles.ts';
import { Pins } from '../arrows/pins.ts';
import type { Container } from '../tab/membership.ts';
import { PlaceIndex } from '../tab/place-index.ts';
import { pinsOf } from '../tab/tab-index.ts';
import type { PathGround } from './arrow-path.ts';
import { boundsFrom } from './bounds.ts';
import type { Dependencies } from './dependencies.ts';
import { branchesMax } from './trunk.ts';
import type { UndoLog } from './undo-log.ts';

/** How many arrows away a box or an arrow bears on the sides that another arrow leaves and meets (bundling.ts, trunk.ts). */
const companyDepth = 3;

export type GroundChange = {
  /** The arrows whose ends or sides may be affected: those that changed, those at boxes that changed, and their company. */
  readonly arrows: ReadonlySet<string>;
  /** Where boxes were and are. */
  readonly areas: readonly Rect[];
};

type Places = { readonly walls: PlaceIndex<Box>; readonly frames: PlaceIndex<Container> };

export class DrawingGround implements PathGround {
  readonly #elements = new Map<string, Element>();
  #pins: Pins | null = null;
  /** Boxes as they are drawn: upright rectangles around those that are turned. */
  #places: Places | null = null;

  get(id: string): Element | undefined {
    return this.#elements.get(id);
  }

  arrow(id: string): Arrow | undefined {
    const element = this.#elements.get(id);
    return element !== undefined && isArrow(element) ? element : undefined;
  }

  elements(): Iterable<Element> {
    return this.#elements.values();
  }

  *arrows(): Generator<Arrow> {
    for (const element of this.#elements.values()) if (isArrow(element)) yield element;
  }

  *arrowsAt(id: string): Generator<Arrow> {
    for (const arrowId of this.pins.arrowsAt(id)) {
      const arrow = this.arrow(arrowId);
      if (arrow !== undefined) yield arrow;
    }
  }

  /** The boxes that hide what is behind them and touch the rectangle; one more than `most` if there are more. */
  wallsIn(rect: Rect, most?: number): readonly Box[] {
    return this.#placed().walls.listIn(rect, most);
  }

  /** The frames and lanes that touch the rectangle; one more than `most` if there are more. */
  framesIn(rect: Rect, most?: number): readonly Container[] {
    return this.#placed().frames.listIn(rect, most);
  }

  /** True if a frame or lane that touches the rectangle passes the test. */
  someFrameIn(rect: Rect, test: (frame: Container) => boolean): boolean {
    return this.#placed().frames.someIn(rect, test);
  }

  /** Adds elements to a ground whose indices have not been used. */
  take(changes: ReadonlyMap<string, Element | null>): void {
    for (const [id, element] of changes) {
      if (element === null) this.#elements.delete(id);
      else this.#elements.set(id, element);
    }
  }

  /** True if an index is in use, so that changes have to be made with `replace`. */
  get isIndexed(): boolean {
    return this.#pins !== null || this.#places !== null;
  }

  /** Puts elements in the place of what their ids held; null removes one. */
  replace(changes: ReadonlyMap<string, Element | null>, undo?: UndoLog): GroundChange {
    const ids = new Set<string>();
    const areas: Rect[] = [];
    for (const [id, element] of changes) {
      const before = this.#elements.get(id) ?? null;
      if (before === element) continue;
      for (const one of [before, element]) if (one !== null && !isArrow(one)) areas.push(drawnRect(one));
      ids.add(id);
    }
    const arrows = new Set<string>();
    this.#addCompany(ids, arrows);
    const replaced = Array.from(ids, (id) => [id, this.#elements.get(id) ?? null] as const);
    undo?.add(() => {
      for (const id of ids) this.#forget(id);
      this.#put(replaced);
    });
    for (const id of ids) this.#forget(id);
    this.#put(Array.from(ids, (id) => [id, changes.get(id) ?? null] as const));
    this.#addCompany(ids, arrows);
    return { arrows, areas };
  }

  /** The ground of a search that notes what it reads. */
  noting(dependencies: Dependencies): PathGround {
    return {
      get: (id) => {
        dependencies.element(id);
        return this.get(id);
      },
      arrowsAt: (id) => {
        dependencies.element(id);
        return this.arrowsAt(id);
      },
      wallsIn: (rect, most) => {
        dependencies.area(boundsFrom(rect));
        return this.wallsIn(rect, most);
      },
      framesIn: (rect, most) => {
        dependencies.area(boundsFrom(rect));
        return this.framesIn(rect, most);
      },
    };
  }

  /** Which arrows are attached to what. */
  get pins(): Pins {
    if (this.#pins !== null) return this.#pins;
    const pins = new Pins();
    for (const arrow of this.arrows()) pins.add(arrow);
    return (this.#pins = pins);
  }

  #placed(): Places {
    if (this.#places !== null) return this.#places;
    const places: Places = { walls: new PlaceIndex(), frames: new PlaceIndex() };
    addBoxes(this.#elements.values(), places);
    return (this.#places = places);
  }

  #forget(id: string): void {
    const before = this.arrow(id);
    if (before !== undefined) this.#pins?.remove(before);
    this.#places?.walls.remove(id);
    this.#places?.frames.remove(id);
    this.#elements.delete(id);
  }

  #put(changes: readonly (readonly [string, Element | null])[]): void {
    const elements = changes.map(([, element]) => element).filter((element) => element !== null);
    for (const element of elements) {
      this.#elements.set(element.id, element);
      if (isArrow(element)) this.#pins?.add(element);
    }
    if (this.#places !== null) addBoxes(elements, this.#places);
  }

  /** Adds the arrows whose sides depend on these elements. */
  #addCompany(ids: ReadonlySet<string>, arrows: Set<string>): void {
    const { pins } = this;
    let open = new Set<string>();
    for (const id of ids) {
      const element = this.#elements.get(id);
      if (element === undefined) continue;
      if (isArrow(element)) open.add(id);
      for (const arrow of pins.arrowsAt(id)) open.add(arrow);
      if (isArrow(element)) for (const arrow of pins.siblingsOf(element)) open.add(arrow);
    }
    const looked = new Set<string>();
    for (let depth = 1; depth <= companyDepth; depth += 1) {
      const next = new Set<string>();
      for (const id of open) {
        arrows.add(id);
        const arrow = this.arrow(id);
        if (arrow === undefined || depth === companyDepth) continue;
        for (const pin of pinsOf(arrow)) {
          if (looked.has(pin)) continue;
          looked.add(pin);
          const company = pins.arrowsAt(pin);
          if (company.size <= branchesMax) for (const other of company) if (!arrows.has(other)) next.add(other);
        }
      }
      open = next;
    }
  }
}

function addBoxes(elements: Iterable<Element>, places: Places): void {
  const [walls, frames]: [Box[], Container[]] = [[], []];
  for (const element of elements) {
    if (isArrow(element)) continue;
    const upright = (element.rotation ?? 0) % 360 === 0 ? element : { ...element, ...drawnRect(element), rotation: 0 };
    if (isContainer(upright)) frames.push(upright);
    else if (canHide(upright)) walls.push(upright);
  }
  addAll(places.walls, walls);
  addAll(places.frames, frames);
}

/** In bulk to an empty index, else one by one, because a bulk of distant entries makes a bad branch. */
function addAll<T extends Box>(index: PlaceIndex<T>, boxes: readonly T[]): void {
  if (index.size === 0) index.load(boxes);
  else for (const box of boxes) index.add(box);
}
