/** libavoid-routes: the angled routes of arrows between fixed boxes, by libavoid. Frames are no obstacles for it. */
import { AvoidLib } from 'libavoid-js';

import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import { holdsPoint } from '#core/tab/rect.ts';
import type { ReadDrawing } from '#test/harness/readability.ts';

/** Routes the arrows of a drawing; only that is timed. */
export type RoutingWay = (drawing: ReadDrawing) => { readonly ms: number; readonly read: ReadDrawing };

const segmentPenalty = 50;
const crossingPenalty = 200;
/** The distances that our router keeps. */
const boxDistance = 8;
const trackDistance = 8;
/** The class of the one pin of each box, at its center. */
const pinClass = 1;

export async function byLibavoid(): Promise<RoutingWay> {
  await AvoidLib.load();
  const avoid = AvoidLib.getInstance();
  return (drawing) => {
    const startedAt = performance.now();
    const router = new avoid.Router(avoid.OrthogonalRouting);
    router.setRoutingParameter(avoid.segmentPenalty, segmentPenalty);
    router.setRoutingParameter(avoid.crossingPenalty, crossingPenalty);
    router.setRoutingParameter(avoid.shapeBufferDistance, boxDistance);
    router.setRoutingParameter(avoid.idealNudgingDistance, trackDistance);
    router.setRoutingOption(avoid.nudgeOrthogonalSegmentsConnectedToShapes, true);
    const rects = new Map<string, Rect>(drawing.boxes.filter(({ isFrame }) => !isFrame).map((box) => [box.id, box]));
    const shapes = new Map(
      Array.from(rects, ([id, { x, y, width, height }]) => {
        const polygon = new avoid.Rectangle(new avoid.Point(x, y), new avoid.Point(x + width, y + height));
        const shape = new avoid.ShapeRef(router, polygon);
        new avoid.ShapeConnectionPin(shape, pinClass, 0.5, 0.5, true, 0, avoid.ConnDirAll);
        return [id, shape];
      }),
    );
    const connectors = drawing.arrows.map(({ from, to }) => {
      const [tail, head] = [shapes.get(from), shapes.get(to)];
      if (tail === undefined || head === undefined) return null;
      const connector = new avoid.ConnRef(router, new avoid.ConnEnd(tail, pinClass), new avoid.ConnEnd(head, pinClass));
      connector.setRoutingType(avoid.ConnType_Orthogonal);
      return connector;
    });
    router.processTransaction();
    const routes = connectors.map((connector) => {
      const line = connector?.displayRoute();
      return Array.from({ length: line?.size() ?? 0 }, (_, at): Point => {
        const { x = 0, y = 0 } = line?.get_ps(at) ?? {};
        return [x, y];
      });
    });
    const ms = performance.now() - startedAt;
    avoid.destroy(router);
    const arrows = drawing.arrows.map((arrow, at) => {
      const [tail, head] = [rects.get(arrow.from), rects.get(arrow.to)];
      return { ...arrow, route: fromBorder(fromBorder(routes[at] ?? [], tail).toReversed(), head).toReversed(), label: null };
    });
    return { ms, read: { ...drawing, arrows } };
  };
}

/** A route that begins in a box, from the border of the box on. */
function fromBorder(route: readonly Point[], box: Rect | undefined): readonly Point[] {
  if (box === undefined) return route;
  const outside = route.findIndex(([x, y]) => !holdsPoint(box, x, y));
  const [inner, outer] = [route[outside - 1], route[outside]];
  if (inner === undefined || outer === undefined) return route;
  const clamped = (value: number, low: number, length: number): number => Math.min(low + length, Math.max(low, value));
  return [[clamped(outer[0], box.x, box.width), clamped(outer[1], box.y, box.height)], ...route.slice(outside)];
}
