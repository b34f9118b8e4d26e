/** star: a five-pointed star that fills its rectangle. */
import { type Corners, polygon } from './polygon.ts';
import type { ShapeDefinition } from './shape-definition.ts';

/** The inner corners are about half as far from the center as the points. */
const corners: Corners = Array.from({ length: 10 }, (_, index) => {
  const angle = ((index * 36 - 90) * Math.PI) / 180;
  const reach = index % 2 === 0 ? 1 : 0.52;
  return [
    0.5 + (reach * Math.cos(angle)) / (2 * Math.cos(Math.PI / 10)),
    (1 + reach * Math.sin(angle)) / (1 + Math.cos(Math.PI / 5)),
  ];
});

export const star: ShapeDefinition = {
  ...polygon(corners),
  labelInsets: [0.28, 0.36, 0.28, 0.26],
  defaultSize: { width: 160, height: 160 },
  icon: 'square',
};
