/**
 * The lines of all arrows of a tab and the places of their labels, kept up to date with its elements. SPEC.md has the rules.
 *
 * What the page, pictures, lint and `view=json` show comes from here. Lines that are not angled, and labels, are drawn when they are
 * first asked for.
 */
import type { Arrow, Element, Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { endHeadsOf } from '../arrows/end-heads.ts';
import type { RouteEnds } from '../arrows/ends.ts';
import { alone, parallelPlaceOf, parallelPlacesOf } from '../arrows/parallel-offset.ts';
import type { Pins } from '../arrows/pins.ts';
import { type ArrowRoute, routeAt, type RouteTab } from '../arrows/route.ts';
import { overlaps, sameRect } from '../tab/rect.ts';
import type { TabFollower } from '../tab/view.ts';
import type { Font } from '../text/metrics.ts';
import { AngledRoutes } from './angled-routes.ts';
import { sameLine } from './arrow-path.ts';
import { type Bounds, boundsFrom } from './bounds.ts';
import type { Dependencies } from './dependencies.ts';
import { DrawingGround } from './drawing-ground.ts';
import { isHidden } from './label-cost.ts';
import { haveSameText, type LabelledLine, type LabelPlace } from './label.ts';
import { LabelStage } from './label-stage.ts';
import type { LinePart } from './line-parts.ts';
import { LoopAreas } from './loop-areas.ts';
import { keepEntry, UndoLog } from './undo-log.ts';

export class DrawnArrows implements TabFollower {
  readonly #ground = new DrawingGround();
  readonly #angled = new AngledRoutes(this.#ground);
  readonly #labels: LabelStage;
  readonly #loops = new LoopAreas();
  /** Null until a line is asked for. */
  #lines: Map<string, LabelledLine> | null = null;

  /** `font`: of labels whose arrow names none. */
  constructor(font: Font = 'sans') {
    this.#labels = new LabelStage(this.#ground, font);
  }

  static of(elements: Iterable<Element>, font?: Font): DrawnArrows {
    const drawn = new DrawnArrows(font);
    drawn.update(new Map(Iterator.from(elements).map((element) => [element.id, element])));
    return drawn;
  }

  readonly #routeGround: RouteTab = {
    get: (id) => this.#ground.get(id),
    arrowsAt: (id) => this.#ground.arrowsAt(id),
    boxesIn: (rect) => this.#ground.wallsIn(rect),
    angledRoute: (arrow) => this.#angled.routeOf(arrow),
  };

  get pins(): Pins {
    return this.#ground.pins;
  }

  /** The route of an angled arrow between two ends (core/drawing/angled-routes.ts). */
  angledRoute(arrow: Arrow, dependencies?: Dependencies): readonly Point[] {
    return this.#angled.routeOf(arrow, dependencies);
  }

  /** The route of an arrow; of one that is not on the tab, the route that it would have beside the others. */
  routeOf(arrow: Arrow): ArrowRoute {
    const line = this.#drawn().get(arrow.id);
    return line?.arrow === arrow ? line.route : routeAt(arrow, parallelPlaceOf(arrow, this.#routeGround), this.#routeGround);
  }

  /** The place of an arrow's label; null if it has none or draws nothing. */
  labelOf(arrow: Arrow): LabelPlace | null {
    const lines = this.#drawn();
    if (lines.get(arrow.id)?.arrow === arrow) return this.#labels.get(arrow.id);
    return this.#labels.placeOf({ arrow, route: this.routeOf(arrow) }, lines);
  }

  /** True if an arrow on the tab has a label that covers nothing but perhaps other labels. */
  isLabelClear(id: string): boolean {
    return this.#labels.get(id)?.isClear === true;
  }

  /** True if a part of a line that touches the area passes the test. Lines are looked for only on a tab with labels. */
  someLinePart(area: Bounds, test: (part: LinePart) => boolean): boolean {
    return this.#labels.parts.some(area, test);
  }

  /** The ids of the boxes that a label at the place hides. */
  hiddenAt(rect: Rect, ends: RouteEnds): string[] {
    const walls = this.#ground.wallsIn(rect).filter((box) => overlaps(box, rect) && isHidden(box, ends));
    return walls.map(({ id }) => id);
  }

  /** About what drawing again the arrows that boxes or lines in these areas affect costs, in elements looked at. */
  costIn(areas: readonly Rect[]): number {
    return this.#angled.costIn(areas);
  }

  /** Puts elements in the place of what their ids held; null removes one. Returns the arrows whose lines or labels changed. */
  update(changes: ReadonlyMap<string, Element | null>, dependencies?: Dependencies): ReadonlySet<string> {
    if (this.#ground.isIndexed || this.#lines !== null) return this.#update(changes, dependencies);
    this.#ground.take(changes);
    return this.#angled.start();
  }

  /** As `update`, for a change that is undone before any other one. */
  try(
    changes: ReadonlyMap<string, Element | null>,
    dependencies: Dependencies,
  ): { readonly redrawn: ReadonlySet<string>; readonly undo: UndoLog } {
    this.#drawn();
    const undo = new UndoLog();
    return { redrawn: this.#update(changes, dependencies, undo), undo };
  }

  #update(changes: ReadonlyMap<string, Element | null>, dependencies?: Dependencies, undo?: UndoLog): ReadonlySet<string> {
    const change = this.#ground.replace(changes, undo);
    const rerouted = this.#angled.reroute(change, dependencies, undo);
    const lines = this.#lines;
    if (lines === null) return rerouted;
    const affected = new Set([...change.arrows, ...rerouted]);
    for (const id of changes.keys()) if (lines.has(id)) affected.add(id);
    for (const id of this.#loops.touched(change.areas)) affected.add(id);
    const redrawn = new Set<string>();
    for (const id of affected) {
      const before = lines.get(id);
      const line = this.#lineOf(id);
      if (before === undefined ? line !== undefined : line === undefined || !isAlike(before, line)) redrawn.add(id);
      keepEntry(lines, id, undo);
      if (line === undefined) lines.delete(id);
      else lines.set(id, line);
      this.#loops.put(id, line?.route.region ?? null, undo);
      for (const region of [before?.route.region, line?.route.region])
        if (region !== null && region !== undefined) dependencies?.area(boundsFrom(region));
    }
    const placed = this.#labels.update(redrawn, lines, change.areas, dependencies, undo);
    for (const id of placed) redrawn.add(id);
    return redrawn;
  }

  #drawn(): ReadonlyMap<string, LabelledLine> {
    if (this.#lines !== null) return this.#lines;
    const places = parallelPlacesOf(this.#ground.arrows());
    const lines = new Map<string, LabelledLine>();
    for (const arrow of this.#ground.arrows())
      lines.set(arrow.id, { arrow, route: routeAt(arrow, places.get(arrow.id) ?? alone, this.#routeGround) });
    for (const [id, { route }] of lines) this.#loops.put(id, route.region);
    this.#lines = lines;
    this.#labels.load(lines);
    return lines;
  }

  #lineOf(id: string): LabelledLine | undefined {
    const arrow = this.#ground.arrow(id);
    if (arrow === undefined) return undefined;
    return { arrow, route: routeAt(arrow, parallelPlaceOf(arrow, this.#routeGround), this.#routeGround) };
  }
}

/** True if a line and what is known of its label are as before. */
function isAlike(a: LabelledLine, b: LabelledLine): boolean {
  const [one, other] = [a.arrow, b.arrow];
  return (
    (one === other ||
      (haveSameText(one, other) && one.labelAt === other.labelAt && sameHeads(one, other) && one.line === other.line)) &&
    sameLine(a.route.points, b.route.points) &&
    sameEnd(a.route.ends.from, b.route.ends.from) &&
    sameEnd(a.route.ends.to, b.route.ends.to)
  );
}

function sameEnd(a: ArrowRoute['ends']['from'], b: ArrowRoute['ends']['from']): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind !== 'box' || b.kind !== 'box') return true;
  return a.box === b.box || (a.box.id === b.box.id && a.box.type === b.box.type && sameRect(a.box, b.box));
}

function sameHeads(one: Arrow, other: Arrow): boolean {
  if (one.heads === other.heads) return true;
  const [a, b] = [endHeadsOf(one.heads), endHeadsOf(other.heads)];
  return a[0] === b[0] && a[1] === b[1];
}
