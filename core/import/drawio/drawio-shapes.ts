/** drawio-shapes: which style of draw.io draws which kind of shape, for import and export. */
import type { ShapeKind } from '#schema/shape-kinds.ts';
import { shapeKinds } from '#schema/shape-kinds.ts';
import type { Size } from '#schema/tab.ts';

import { type DrawioStyle, isOn, numberIn, styleOf } from './drawio-style.ts';

/** Kinds that the import of a style alone would not find again have their name in the style under this key. */
export const kindKey = 'atelier';

/** Kinds that no style draws. */
const ownKinds = ['plan-board', 'plan-sheet', 'icon'] as const;
type OwnKind = (typeof ownKinds)[number];

/** The style that draw.io itself writes for the kind. */
export const drawioStyles: Readonly<Record<Exclude<ShapeKind, OwnKind>, string>> = {
  square: 'rounded=0',
  rounded: 'rounded=1',
  circle: 'ellipse;aspect=fixed',
  ellipse: 'ellipse',
  diamond: 'rhombus',
  cylinder: 'shape=cylinder3;boundedLbl=1;backgroundOutline=1;size=12',
  stadium: 'rounded=1;arcSize=50',
  hexagon: 'shape=hexagon;perimeter=hexagonPerimeter2;fixedSize=1',
  triangle: 'triangle;direction=north',
  parallelogram: 'shape=parallelogram;perimeter=parallelogramPerimeter;fixedSize=1',
  trapezoid: 'shape=trapezoid;perimeter=trapezoidPerimeter;fixedSize=1',
  pentagon: 'shape=mxgraph.basic.pentagon',
  octagon: 'shape=mxgraph.basic.octagon2;dx=15',
  star: 'shape=mxgraph.basic.star',
  cloud: 'ellipse;shape=cloud',
  document: 'shape=document;boundedLbl=1',
  documents: 'shape=mxgraph.flowchart.multi-document',
  actor: 'shape=umlActor;verticalLabelPosition=bottom;verticalAlign=top',
  queue: 'shape=mxgraph.flowchart.direct_data',
  component: 'shape=component;align=center',
  package: 'shape=folder;tabWidth=40;tabHeight=14;tabPosition=left',
  cross: 'shape=cross',
  callout: 'shape=callout;perimeter=calloutPerimeter',
  'block-arrow': 'shape=singleArrow',
  class: 'swimlane;childLayout=stackLayout',
  entity: 'swimlane;childLayout=stackLayout',
  start: 'ellipse;shape=startState;fillColor=#000000;strokeColor=#000000',
  end: 'ellipse;shape=endState;fillColor=#000000;strokeColor=#000000',
};

/** By the last part of the name of a shape in draw.io, in lower case. */
const kindsByName: ReadonlyMap<string, ShapeKind> = new Map<string, ShapeKind>([
  ['rect', 'square'], ['rectangle', 'square'], ['process', 'square'], ['label', 'square'], ['partialrectangle', 'square'],
  ['ellipse', 'ellipse'], ['doubleellipse', 'ellipse'], ['circle', 'circle'], ['start_1', 'circle'], ['start_2', 'circle'],
  ['on-page_reference', 'circle'], ['rhombus', 'diamond'], ['decision', 'diamond'], ['diamond', 'diamond'], ['gateway', 'diamond'], ['gateway2', 'diamond'], ['event', 'circle'], ['task', 'rounded'], ['task2', 'rounded'],
  ['cylinder', 'cylinder'], ['cylinder2', 'cylinder'], ['cylinder3', 'cylinder'], ['datastore', 'cylinder'], ['database', 'cylinder'],
  ['terminator', 'stadium'], ['hexagon', 'hexagon'], ['preparation', 'hexagon'], ['triangle', 'triangle'], ['acute_triangle', 'triangle'],
  ['parallelogram', 'parallelogram'], ['data', 'parallelogram'], ['trapezoid', 'trapezoid'], ['manual_operation', 'trapezoid'],
  ['pentagon', 'pentagon'], ['octagon', 'octagon'], ['octagon2', 'octagon'], ['star', 'star'], ['cloud', 'cloud'], ['document', 'document'],
  ['document2', 'document'], ['multi-document', 'documents'], ['umlactor', 'actor'], ['actor', 'actor'], ['direct_data', 'queue'],
  ['component', 'component'], ['module', 'component'], ['folder', 'package'], ['package', 'package'], ['cross', 'cross'],
  ['callout', 'callout'], ['rectcallout', 'callout'], ['roundrectcallout', 'callout'], ['singlearrow', 'block-arrow'],
  ['doublearrow', 'block-arrow'], ['flexarrow', 'block-arrow'], ['step', 'block-arrow'], ['startstate', 'start'], ['endstate', 'end'],
]); // prettier-ignore

/** A kind, and the shape of draw.io that it stands for only roughly. */
export type DrawioKind = { readonly kind: ShapeKind; readonly roughly: string | null };

export function kindIn(style: DrawioStyle, { width, height }: Size): DrawioKind {
  const own = shapeKinds.find((kind) => kind === style.get(kindKey) && !ownKinds.some((other) => other === kind));
  if (own !== undefined) return { kind: own, roughly: null };
  const name = shapeName(style);
  const kind = name === null ? 'square' : kindsByName.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
  if (kind === undefined) return { kind: 'square', roughly: name };
  if (kind === 'ellipse' && width === height) return { kind: 'circle', roughly: null };
  if (kind !== 'square' || !isOn(style, 'rounded')) return { kind, roughly: null };
  return {
    kind: (numberIn(style, 'arcSize') ?? 0) >= 40 && !isOn(style, 'absoluteArcSize') ? 'stadium' : 'rounded',
    roughly: null,
  };
}

/** The name of the shape that a style draws; null for a rectangle. A stencil that is written out has none of its own. */
export function shapeName(style: DrawioStyle): string | null {
  const named = style.get('shape');
  if (named !== undefined) return named.startsWith('stencil(') ? 'stencil' : named;
  for (const [name, value] of style) if (value === '' && kindsByName.has(name)) return name;
  return null;
}

/** The style of a kind, which is imported as that kind. */
export function styleTextOf(kind: keyof typeof drawioStyles, size: Size): string {
  const style = drawioStyles[kind];
  return kindIn(styleOf(style), size).kind === kind ? style : `${style};${kindKey}=${kind}`;
}
