/**
 * laser-overlay: the trails of laser pointers over the drawing, the person's own in red, those of others in their color.
 *
 * Trails become thin and short as they fade; for those who prefer reduced motion they stay as they are, and are then gone.
 */
import { useEffect, useRef } from 'react';

import { type Editor, useEditor } from '../state/editor.ts';
import { type LaserTrail, laserMs } from '../state/laser-trails.ts';
import css from './laser-overlay.module.css';
import { trailPath } from './trail-path.ts';

/** Half the width of a trail at its head, in window pixels. */
const halfPx = 3.5;

export function LaserOverlay() {
  const editor = useEditor();
  const host = useRef<SVGSVGElement>(null);
  useEffect(() => takeBeams(editor), [editor]);
  useEffect(() => (host.current === null ? undefined : drawTrails(host.current, editor)), [editor]);
  return <svg ref={host} className={css['trails']} aria-hidden="true" data-laser-trails />;
}

/** Takes the beams of others on the tab, until the returned function is called. */
function takeBeams({ session, tab, canvas }: Editor): () => void {
  return session.people.subscribe(() => {
    for (const { key, laser, user, tab: on } of session.people.get())
      if (laser !== null && on === tab.id) canvas.laser.take(key, user.color, laser, performance.now());
  });
}

/** Draws in every frame while there is something to draw. */
function drawTrails(host: SVGSVGElement, { canvas, viewport }: Editor): () => void {
  let frame: number | null = null;
  const draw = (): void => {
    const now = performance.now();
    const motion = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'still' : 'fades';
    const trails = canvas.laser.shown(now, motion);
    host.replaceChildren(...trails.map((trail) => pathOf(trail, (age) => (motion === 'still' ? 1 : 1 - age / laserMs))));
    frame = trails.length > 0 ? requestAnimationFrame(draw) : null;
  };
  const pathOf = ({ points, color }: LaserTrail, shareAt: (ageMs: number) => number): SVGPathElement => {
    const now = performance.now();
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    const steps = points.map(({ at: [x, y], ms }) => {
      const inWindow = viewport.toScreen({ x, y });
      return { at: [inWindow.x, inWindow.y] as const, half: halfPx * Math.max(0, shareAt(now - ms)) };
    });
    path.setAttribute('d', trailPath(steps));
    path.setAttribute('fill', color);
    return path;
  };
  const stop = canvas.laser.subscribe(() => {
    frame ??= requestAnimationFrame(draw);
  });
  return () => {
    stop();
    if (frame !== null) cancelAnimationFrame(frame);
  };
}
