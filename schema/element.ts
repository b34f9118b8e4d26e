/**
 * The elements of a tab, one schema per type.
 *
 * These are the stored forms: what an editor writes, what a whole-element `add` carries, what a changeset record keeps. An arrow
 * stores its ends, never its bounding box; reads add the box of its route.
 * Canvas lengths are pixels, x to the right, y down, (x, y) the top-left corner. A color is the name of a slot or #rrggbb.
 */
import Type, { type Static } from 'typebox';

import { elementIdPattern } from './ids.ts';
import { limits } from './limits.ts';

export const shapeKinds = [
  'square', 'rounded', 'circle', 'ellipse', 'diamond', 'cylinder', 'stadium', 'hexagon', 'triangle', 'parallelogram', 'trapezoid',
  'pentagon', 'octagon', 'star', 'cloud', 'document', 'documents', 'actor', 'queue', 'component', 'package', 'cross', 'callout',
  'block-arrow', 'plan-board', 'plan-sheet',
] as const; // prettier-ignore
export type ShapeKind = (typeof shapeKinds)[number];

export const colorSlots = [
  'neutral',
  'blue',
  'teal',
  'green',
  'yellow',
  'orange',
  'red',
  'pink',
  'purple',
  'grey',
  'none',
] as const;
export const stickyColors = ['yellow', 'orange', 'red', 'pink', 'purple', 'blue', 'teal', 'green', 'grey'] as const;
export const borders = ['solid', 'dashed', 'dotted', 'none'] as const;
export const textSizes = ['sm', 'md', 'lg', 'scale'] as const;
export const fonts = ['sans', 'serif', 'mono', 'hand'] as const;
export const lineStyles = ['straight', 'angled', 'curved'] as const;
export const arrowHeads = ['end', 'start', 'both', 'none'] as const;
export const sides = ['top', 'right', 'bottom', 'left'] as const;

export type ColorSlot = (typeof colorSlots)[number];
export type Side = (typeof sides)[number];

const oneOf = <const T extends readonly string[]>(values: T) => Type.Unsafe<T[number]>(Type.Enum([...values]));
const coordinate = Type.Number({ minimum: -limits.coordinateMax, maximum: limits.coordinateMax });
const length = Type.Number({ minimum: 1, maximum: limits.sizeMax });

export const ElementId = Type.String({ pattern: elementIdPattern, description: 'Full element id, `<slug>~<suffix>`.' });
export const Color = Type.Union([oneOf(colorSlots), Type.String({ pattern: '^#[0-9a-f]{6}$' })]);
export type Color = Static<typeof Color>;
export type Point = [x: number, y: number];
/** Written out: JSON Schema 2020 uses `prefixItems` where TypeBox's Tuple still uses `items`. */
export const Point = Type.Unsafe<Point>({
  type: 'array',
  prefixItems: [coordinate, coordinate],
  items: false,
  minItems: 2,
  maxItems: 2,
});
/** http and https only: the addresses that a drawing may send a browser to. */
export const WebAddress = Type.String({ maxLength: limits.linkCharacters, pattern: '^https?://[^\\s"<>\\\\]+$' });
/** A link of an element: http, https or mailto. */
export const Link = Type.String({ maxLength: limits.linkCharacters, pattern: '^(https?://|mailto:)[^\\s"<>\\\\]+$' });
/** A fractional index (fractional-indexing, base 62): stacking order, lowest at the back. */
export const OrderKey = Type.String({ minLength: 1, maxLength: 256, pattern: '^[0-9A-Za-z]+$' });

const common = {
  id: ElementId,
  z: OrderKey,
  label: Type.Optional(Type.String({ maxLength: limits.labelCharacters })),
  note: Type.Optional(Type.String({ maxLength: limits.noteCharacters })),
  locked: Type.Optional(Type.Boolean()),
  layer: Type.Optional(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_~-]+$' })),
  opacity: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  link: Type.Optional(Link),
  fill: Type.Optional(Color),
  stroke: Type.Optional(Color),
  textColor: Type.Optional(Color),
  border: Type.Optional(oneOf(borders)),
  text: Type.Optional(oneOf(textSizes)),
  font: Type.Optional(oneOf(fonts)),
  line: Type.Optional(oneOf(lineStyles)),
};

const box = {
  ...common,
  x: coordinate,
  y: coordinate,
  width: length,
  height: length,
  rotation: Type.Optional(Type.Number({ minimum: -360, maximum: 360, description: 'Degrees, clockwise, about the center.' })),
  unplacedAt: Type.Optional(
    Type.Unsafe<Point>({
      ...Point,
      description: 'The center of a box that was put there without a placement; it is unplaced while it is there.',
    }),
  ),
};

const strict = { additionalProperties: false } as const;

export const BoardColumn = Type.Object(
  {
    status: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,23}~[0-9a-z]{1,16}$' }),
    name: Type.String({ minLength: 1, maxLength: limits.nameCharacters }),
    wipLimit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000 })),
  },
  strict,
);
export type BoardColumn = Static<typeof BoardColumn>;
export const PlanBoard = Type.Object(
  {
    types: Type.Union([Type.Null(), Type.Array(Type.String({ maxLength: 64 }), { maxItems: 32 })]),
    columns: Type.Array(BoardColumn, { maxItems: limits.boardColumns }),
  },
  strict,
);
export type PlanBoard = Static<typeof PlanBoard>;

export const Shape = Type.Object(
  {
    type: Type.Literal('shape'),
    shape: oneOf(shapeKinds),
    ...box,
    planSheet: Type.Optional(Type.Object({ sheetId: Type.String({ maxLength: 64, pattern: '^sheet_[a-z0-9]+$' }) }, strict)),
    planBoard: Type.Optional(PlanBoard),
  },
  strict,
);
export type Shape = Static<typeof Shape>;

export const Text = Type.Object({ type: Type.Literal('text'), ...box }, strict);
export type Text = Static<typeof Text>;

export const Sticky = Type.Object({ type: Type.Literal('sticky'), ...box, color: Type.Optional(oneOf(stickyColors)) }, strict);
export type Sticky = Static<typeof Sticky>;

export const Annotation = Type.Object(
  { type: Type.Literal('annotation'), ...box, number: Type.Optional(Type.Integer({ minimum: 0, maximum: 9_999 })) },
  strict,
);
export type Annotation = Static<typeof Annotation>;

const cell = Type.String({ maxLength: 2_000 });
export const Table = Type.Object(
  {
    type: Type.Literal('table'),
    ...box,
    columns: Type.Array(cell, { minItems: 1, maxItems: limits.tableColumns }),
    rows: Type.Array(Type.Array(cell, { maxItems: limits.tableColumns }), { maxItems: limits.tableRows }),
  },
  strict,
);
export type Table = Static<typeof Table>;

const titled = { title: Type.Optional(Type.String({ maxLength: limits.labelCharacters })) };
export const LinkCard = Type.Object(
  { type: Type.Literal('link-card'), ...box, url: Type.Optional(WebAddress), ...titled },
  strict,
);
export type LinkCard = Static<typeof LinkCard>;

export const Frame = Type.Object({ type: Type.Literal('frame'), ...box }, strict);
export type Frame = Static<typeof Frame>;

export const Lane = Type.Object(
  { type: Type.Literal('lane'), ...box, direction: Type.Optional(Type.Enum(['right', 'down'])) },
  strict,
);
export type Lane = Static<typeof Lane>;

export const Image = Type.Object(
  {
    type: Type.Literal('image'),
    ...box,
    imageId: Type.String({ maxLength: 64, pattern: '^img_[a-z0-9]+$' }),
    naturalWidth: Type.Optional(length),
    naturalHeight: Type.Optional(length),
    alt: Type.Optional(Type.String({ maxLength: 2_000 })),
  },
  strict,
);
export type Image = Static<typeof Image>;

export const Video = Type.Object({ type: Type.Literal('video'), ...box, url: WebAddress, ...titled }, strict);
export type Video = Static<typeof Video>;

export const Stroke = Type.Object(
  {
    type: Type.Literal('stroke'),
    ...box,
    points: Type.Array(Point, { minItems: 1, maxItems: limits.strokePoints, description: 'Relative to the top-left corner.' }),
    thickness: Type.Optional(Type.Number({ minimum: 0.5, maximum: 100 })),
  },
  strict,
);
export type Stroke = Static<typeof Stroke>;

export const PinnedEnd = Type.Object(
  {
    element: ElementId,
    side: Type.Optional(oneOf(sides)),
    offset: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Along the side: 0 at the top or left, 1 at the bottom or right.' }),
    ),
    row: Type.Optional(Type.String({ maxLength: 2_000, description: 'Of a table: the first cell of the row.' })),
  },
  strict,
);
export type PinnedEnd = Static<typeof PinnedEnd>;
export const FreeEnd = Type.Object({ x: coordinate, y: coordinate }, strict);
export type FreeEnd = Static<typeof FreeEnd>;
export const ArrowEnd = Type.Union([PinnedEnd, FreeEnd]);
export type ArrowEnd = Static<typeof ArrowEnd>;

export const Arrow = Type.Object(
  {
    type: Type.Literal('arrow'),
    ...common,
    from: ArrowEnd,
    to: ArrowEnd,
    heads: Type.Optional(oneOf(arrowHeads)),
    points: Type.Optional(Type.Array(Point, { maxItems: limits.wayPoints, description: 'Way-points, canvas coordinates.' })),
  },
  strict,
);
export type Arrow = Static<typeof Arrow>;

/** The schema of each element type. Validators, readers and field tables derive from this one list. */
export const elementSchemas = {
  shape: Shape,
  text: Text,
  sticky: Sticky,
  annotation: Annotation,
  table: Table,
  'link-card': LinkCard,
  arrow: Arrow,
  frame: Frame,
  lane: Lane,
  image: Image,
  video: Video,
  stroke: Stroke,
} as const;

export type ElementType = keyof typeof elementSchemas;
export const elementTypes = Object.keys(elementSchemas) as ElementType[];

export type Element = { [T in ElementType]: Static<(typeof elementSchemas)[T]> }[ElementType];
/** A discriminated union: the validator looks at `type` and then at one schema only. */
export const Element = Type.Unsafe<Element>({
  type: 'object',
  discriminator: { propertyName: 'type' },
  required: ['type'],
  oneOf: Object.values(elementSchemas),
});

/** Any element but an arrow: it has a position and a size, can be connected and can have a comment thread. */
export type Box = Exclude<Element, Arrow>;

export const isArrow = (element: Element): element is Arrow => element.type === 'arrow';
export const isBox = (element: Element): element is Box => element.type !== 'arrow';
export const isContainer = (element: Element): element is Frame | Lane => element.type === 'frame' || element.type === 'lane';
export const isPinned = (end: ArrowEnd): end is PinnedEnd => 'element' in end;
