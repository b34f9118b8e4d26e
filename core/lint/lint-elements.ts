/** The elements of a tab as lint looks at them: by id, by attachment and by place, with the arrows as they are drawn. */
import { type Arrow, type Box, type Element, isArrow, isContainer } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { drawnRect } from '../arrows/drawn-rect.ts';
import { canHide } from '../arrows/obstacles.ts';
import { type ParallelPlace, parallelPlaceOf } from '../arrows/parallel-offset.ts';
import type { Pins } from '../arrows/pins.ts';
import { DrawnArrows } from '../drawing/drawn-arrows.ts';
import type { Container } from '../tab/membership.ts';
import { PlaceIndex } from '../tab/place-index.ts';
import type { Font } from '../text/metrics.ts';
import type { LineObstacles } from './arrow-lines.ts';
import { DrawnExtent } from './extent.ts';
import type { Footprint } from './footprint.ts';
import { FrameTitles } from './frame-titles.ts';

export class LintElements {
  readonly #elements = new Map<string, Element>();
  readonly containers = new PlaceIndex<Container>();
  readonly titles = new FrameTitles();
  /** What arrows keep clear of, and what they do not. */
  readonly #obstacles = new PlaceIndex<Box>();
  readonly #backdrops = new PlaceIndex<Box>();
  readonly extent = new DrawnExtent();
  readonly drawn: DrawnArrows;
  readonly #ground: LineObstacles;

  /** `font`: of the texts that name none. */
  constructor(font: Font) {
    const drawn = new DrawnArrows(font);
    this.drawn = drawn;
    this.#ground = {
      get: (id) => this.#elements.get(id),
      arrowsAt: (id) => this.arrowsAt(id),
      boxesIn: (rect) => this.#obstacles.boxesIn(rect),
      angledRoute: (arrow) => drawn.angledRoute(arrow),
      obstacles: this.#obstacles,
      drawn,
    };
  }

  get size(): number {
    return this.#elements.size;
  }

  /** Of the elements before the change that is being taken over, until the arrows are drawn. */
  get pins(): Pins {
    return this.drawn.pins;
  }

  get(id: string): Element | undefined {
    return this.#elements.get(id);
  }

  /** The box of this id; null when there is none. */
  box(id: string): Box | null {
    const element = this.#elements.get(id);
    return element === undefined || isArrow(element) ? null : element;
  }

  *boxes(): Generator<Box> {
    for (const element of this.#elements.values()) if (!isArrow(element)) yield element;
  }

  *boxesIn(rect: Rect): Generator<Box> {
    yield* this.#obstacles.boxesIn(rect);
    yield* this.#backdrops.boxesIn(rect);
  }

  /** Without frames and other backdrops. */
  obstaclesIn(rect: Rect): Iterable<Box> {
    return this.#obstacles.boxesIn(rect);
  }

  /** Arrows pinned to the element at either end, each once. */
  *arrowsAt(id: string): Generator<Arrow> {
    for (const arrowId of this.pins.arrowsAt(id)) {
      const arrow = this.#elements.get(arrowId);
      if (arrow !== undefined && isArrow(arrow)) yield arrow;
    }
  }

  /** What the route of an arrow is drawn on: it looks at no other boxes. */
  get ground(): LineObstacles {
    return this.#ground;
  }

  /** The same, noting what is read of it. What is read of the obstacles is within the bounds of the route. */
  groundNoting(footprint: Footprint): LineObstacles {
    const { ground } = this;
    return {
      ...ground,
      get: (id) => {
        footprint.element(id);
        return ground.get(id);
      },
      arrowsAt: (id) => {
        footprint.element(id);
        return ground.arrowsAt(id);
      },
      boxesIn: (rect) => {
        footprint.rect(rect);
        return ground.boxesIn(rect);
      },
      angledRoute: (arrow) => this.drawn.angledRoute(arrow, footprint.ofBoxes),
    };
  }

  /** The place of an arrow among those between the same two elements. */
  parallelPlaceOf(arrow: Arrow): ParallelPlace {
    return parallelPlaceOf(arrow, this);
  }

  /** Takes all elements of a tab. */
  load(elements: Iterable<Element>): { readonly boxes: readonly Box[]; readonly arrows: readonly Arrow[] } {
    const [boxes, arrows]: [Box[], Arrow[]] = [[], []];
    for (const element of elements) {
      this.#elements.set(element.id, element);
      if (isArrow(element)) {
        arrows.push(element);
        continue;
      }
      boxes.push(element);
      this.extent.put(element.id, drawnRect(element));
    }
    this.#obstacles.load(boxes.filter(canHide));
    this.#backdrops.load(boxes.filter((box) => !canHide(box)));
    const containers = boxes.filter(isContainer);
    this.containers.load(containers);
    for (const container of containers) this.titles.add(container);
    this.drawn.update(this.#elements);
    return { boxes, arrows };
  }

  /** Removes an element; the arrows are drawn without it later. */
  remove(element: Element): void {
    const { id } = element;
    this.#elements.delete(id);
    if (isArrow(element)) return;
    this.#obstacles.remove(id);
    this.#backdrops.remove(id);
    this.containers.remove(id);
    this.titles.remove(id);
    this.extent.remove(id);
  }

  /** Adds an element; the arrows are drawn with it later. */
  add(element: Element): void {
    this.#elements.set(element.id, element);
    if (isArrow(element)) return;
    (canHide(element) ? this.#obstacles : this.#backdrops).add(element);
    if (isContainer(element)) {
      this.containers.add(element);
      this.titles.add(element);
    }
    this.extent.put(element.id, drawnRect(element));
  }
}
