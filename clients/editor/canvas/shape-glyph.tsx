/** shape-glyph: the outline of a shape as an icon. */
import { shapes } from '#core/shapes/shape-list.ts';

import { roundRectPath } from './round-rect-path.ts';
import type { DrawnShape } from '../state/tools.ts';

const wide = { x: 2, y: 5, width: 20, height: 14 };
const square = { x: 3, y: 3, width: 18, height: 18 };

export function ShapeGlyph({ kind }: { readonly kind: DrawnShape }) {
  const rect = shapes[kind].icon === 'square' ? square : wide;
  const line = {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 1.5,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
  } as const;
  if (kind === 'plan-board') {
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path {...line} d={`${roundRectPath(wide, 2)}M8.7 5V19M15.3 5V19`} />
      </svg>
    );
  }
  const { body, behind = [], lines } = shapes[kind].outline(rect);
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {behind.map((path) => (
        <path key={path} {...line} d={path} />
      ))}
      <path {...line} d={typeof body === 'number' ? roundRectPath(rect, kind === 'stadium' ? body : body / 3) : body} />
      {lines !== undefined && <path {...line} d={lines} />}
    </svg>
  );
}
