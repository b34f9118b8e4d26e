/** shape-list: the definition of every kind of shape. */
import { type ShapeKind, shapeKinds } from '#schema/shape-kinds.ts';
import type { Size } from '#schema/tab.ts';

import { actor } from './actor.ts';
import { blockArrow } from './block-arrow.ts';
import { callout } from './callout.ts';
import { classShape } from './class.ts';
import { circle } from './circle.ts';
import { cloud } from './cloud.ts';
import { component } from './component.ts';
import { cross } from './cross.ts';
import { cylinder } from './cylinder.ts';
import { diamond } from './diamond.ts';
import { document } from './document.ts';
import { documents } from './documents.ts';
import { ellipse } from './ellipse.ts';
import { end } from './end-marker.ts';
import { entity } from './entity.ts';
import { hexagon } from './hexagon.ts';
import { iconShape } from './icon-shape.ts';
import { octagon } from './octagon.ts';
import { packageShape } from './package.ts';
import { parallelogram } from './parallelogram.ts';
import { pentagon } from './pentagon.ts';
import { planBoard } from './plan-board.ts';
import { planSheet } from './plan-sheet.ts';
import { queue } from './queue.ts';
import { rounded } from './rounded.ts';
import { square } from './square.ts';
import { stadium } from './stadium.ts';
import { star } from './star.ts';
import { start } from './start-marker.ts';
import { trapezoid } from './trapezoid.ts';
import { triangle } from './triangle.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const shapes: Readonly<Record<ShapeKind, ShapeDefinition>> = {
  square,
  rounded,
  circle,
  ellipse,
  diamond,
  cylinder,
  stadium,
  hexagon,
  triangle,
  parallelogram,
  trapezoid,
  pentagon,
  octagon,
  star,
  cloud,
  document,
  documents,
  actor,
  queue,
  component,
  package: packageShape,
  cross,
  callout,
  'block-arrow': blockArrow,
  icon: iconShape,
  class: classShape,
  entity,
  start,
  end,
  'plan-board': planBoard,
  'plan-sheet': planSheet,
};

/** Other names of shape kinds, which are accepted without a warning. */
export const shapeAliases: ReadonlyMap<string, ShapeKind> = new Map(
  shapeKinds.flatMap((kind) => (shapes[kind].aliases ?? []).map((alias) => [alias, kind] as const)),
);

/** The size of a new element of the kind with a short label. */
export const defaultShapeSize = (kind: ShapeKind): Size => shapes[kind].defaultSize ?? { width: 160, height: 80 };
