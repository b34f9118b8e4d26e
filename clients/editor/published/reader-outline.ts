/** reader-outline: the line around the selected element, over the drawing and as wide at every zoom. */
import type { TabView } from '#core/tab/view.ts';
import { isArrow, type Point } from '#schema/element.ts';

import { cornersOf, turnOf } from '../changes/turned.ts';
import type { SceneView } from '../scene/scene.ts';
import type { Viewport } from '../state/viewport.ts';
import { svgNode } from './dom.ts';

/** Window pixels between a box and its outline. */
const gapPx = 3;

export class ReaderOutline {
  readonly element = svgNode('svg', { class: 'outline', 'aria-hidden': 'true' });
  readonly #path = svgNode('path', {});

  constructor() {
    this.element.append(this.#path);
  }

  /** `id`: null for none. */
  show(id: string | null, view: TabView, scene: SceneView, viewport: Viewport): void {
    const element = id === null ? undefined : view.get(id);
    const points = element === undefined ? [] : isArrow(element) ? scene.lineOf(element.id) : cornersAround(element, viewport);
    const path = points.map((point) => {
      const { x, y } = viewport.toScreen({ x: point[0], y: point[1] });
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    });
    const end = element === undefined || isArrow(element) ? '' : 'Z';
    this.#path.setAttribute('d', path.length === 0 ? '' : `M${path.join('L')}${end}`);
  }
}

function cornersAround(
  box: Parameters<typeof turnOf>[0] & Parameters<typeof cornersOf>[0],
  viewport: Viewport,
): readonly Point[] {
  const gap = gapPx / viewport.get().zoom;
  const { x, y, width, height } = box;
  return cornersOf({ x: x - gap, y: y - gap, width: width + 2 * gap, height: height + 2 * gap }, turnOf(box));
}
