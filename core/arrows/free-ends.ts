/** Detaches an arrow from elements that are removed. */
import { type Arrow, type ArrowEnd, type Element, isArrow, isPinned, type Point } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

export type FreedArrow = {
  readonly arrow: Arrow;
  /** The elements that its ends were attached to, `from` first. */
  readonly left: readonly Element[];
};

/** The arrow without the given elements. `route`: its polyline with them (route.ts). */
export function freeEndsFrom(removed: ReadonlyMap<string, Element>, arrow: Arrow, route: readonly Point[]): FreedArrow {
  const left: Element[] = [];
  const freed = (end: ArrowEnd, point: Point | undefined): ArrowEnd => {
    const element = isPinned(end) ? removed.get(end.element) : undefined;
    if (element === undefined) return end;
    left.push(element);
    return freePoint(point ?? cornerOf(element));
  };
  return { arrow: { ...arrow, from: freed(arrow.from, route[0]), to: freed(arrow.to, route.at(-1)) }, left };
}

const cornerOf = (element: Element): Point => (isArrow(element) ? [0, 0] : [element.x, element.y]);

function freePoint([x, y]: Point): { x: number; y: number } {
  const within = (value: number): number =>
    Math.min(limits.coordinateMax, Math.max(-limits.coordinateMax, Math.round(value * 100) / 100)) + 0;
  return { x: within(x), y: within(y) };
}
