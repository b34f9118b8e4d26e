/** start-marker: the filled dot where the states of a machine begin. */
import { ellipse } from './ellipse.ts';
import { d } from './path-data.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const start: ShapeDefinition = {
  ...ellipse,
  outline: ({ x, y, width, height }) => ({ ...ellipse.outline({ x, y, width, height }), solid: dot(x, y, width, height) }),
  defaultSize: { width: 28, height: 28 },
  aliases: ['initial'],
  icon: 'square',
};

/** Path data of an ellipse in the middle of a rectangle; `share`: of its width and height. */
export function dot(x: number, y: number, width: number, height: number, share = 1): string {
  const [rx, ry, middle] = [(width / 2) * share, (height / 2) * share, y + height / 2];
  const left = x + width / 2 - rx;
  return d`M${left} ${middle}A${rx} ${ry} 0 0 1 ${left + 2 * rx} ${middle}A${rx} ${ry} 0 0 1 ${left} ${middle}Z`;
}
