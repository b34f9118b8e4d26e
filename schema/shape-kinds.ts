/** The kinds of shapes. */
export const shapeKinds = [
  'square', 'rounded', 'circle', 'ellipse', 'diamond', 'cylinder', 'stadium', 'hexagon', 'triangle', 'parallelogram', 'trapezoid',
  'pentagon', 'octagon', 'star', 'cloud', 'document', 'documents', 'actor', 'queue', 'component', 'package', 'cross', 'callout',
  'block-arrow', 'icon', 'class', 'entity', 'start', 'end', 'plan-board', 'plan-sheet',
] as const; // prettier-ignore
export type ShapeKind = (typeof shapeKinds)[number];
