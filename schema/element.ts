/**
 * The elements of a tab, one schema per type.
 *
 * These are the stored forms: what an editor writes, what a whole-element `add` carries, what a changeset record keeps. An arrow
 * stores its ends, never its bounding box; reads add the box of its route.
 * Canvas lengths are pixels, x to the right, y down, (x, y) the top-left corner. A color is the name of a slot or #rrggbb.
 */
import Type, { type Static } from 'typebox';

import { arrangedFields, Level, Lifeline } from './arranged.ts';
import { Crop } from './crop.ts';
import { Group } from './group.ts';
import { Heads } from './heads.ts';
import { elementIdPattern } from './ids.ts';
import { limits } from './limits.ts';
import { Link, WebAddress } from './links.ts';
import { Origin } from './origin.ts';
import { PlanBoard, PlanSheet } from './plan-board.ts';
import { shapeKinds } from './shape-kinds.ts';
import { alignedFields, kindFields, lookFields, outlinedFields } from './style-fields.ts';

export const colorSlots = [
  'neutral', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'pink', 'purple', 'grey', 'none',
] as const; // prettier-ignore
export const stickyColors = ['yellow', 'orange', 'red', 'pink', 'purple', 'blue', 'teal', 'green', 'grey'] as const;
export const lineStyles = ['straight', 'angled', 'curved'] as const;
export const sides = ['top', 'right', 'bottom', 'left'] as const;

export type ColorSlot = (typeof colorSlots)[number];
export type Side = (typeof sides)[number];

const oneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>(Type.Enum([...values], { description }));
const coordinate = (description: string) =>
  Type.Number({ minimum: -limits.coordinateMax, maximum: limits.coordinateMax, description });
const length = (description: string) => Type.Number({ minimum: 1, maximum: limits.sizeMax, description });
const text = (maxLength: number, description: string) => Type.String({ maxLength, description });

export const ElementId = Type.String({ pattern: elementIdPattern, description: 'Full element id, `<slug>~<suffix>`.' });
export const Color = Type.Union(
  [
    oneOf(colorSlots, 'A color of the theme.'),
    Type.String({ pattern: '^#[0-9a-f]{6}$', description: '`#rrggbb`, which stays when the theme changes.' }),
  ],
  { description: 'A color: a slot of the theme, or `#rrggbb`.' },
);
const color = (description: string) => Type.Optional(Type.Union(Color.anyOf, { description }));
export type Color = Static<typeof Color>;
export type Point = [x: number, y: number];
/** Written out: JSON Schema 2020 uses `prefixItems` where TypeBox's Tuple still uses `items`. */
export const Point = Type.Unsafe<Point>({
  type: 'array',
  description: 'x and y, in pixels.',
  prefixItems: [coordinate('x'), coordinate('y')],
  items: false,
  minItems: 2,
  maxItems: 2,
});
/** A fractional index (fractional-indexing, base 62): stacking order, lowest at the back. */
export const OrderKey = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: '^[0-9A-Za-z]+$',
  description: 'Its place in the order, compared as text.',
});

const common = {
  id: ElementId,
  z: OrderKey,
  label: Type.Optional(text(limits.labelCharacters, 'The text that it shows.')),
  note: Type.Optional(text(limits.noteCharacters, 'A longer text that is not drawn.')),
  locked: Type.Optional(Type.Boolean({ description: 'It cannot be changed.' })),
  layer: Type.Optional(
    Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_~-]+$', description: 'Id of its layer. Default: the default layer.' }),
  ),
  group: Type.Optional(Group),
  opacity: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: '0: invisible, 1: opaque.' })),
  link: Type.Optional(Link),
  origin: Type.Optional(Origin),
  fill: color('The color of its inside.'),
  stroke: color('The color of its outline, or of the line of an arrow.'),
  textColor: color('The color of its text.'),
  ...lookFields,
  line: Type.Optional(oneOf(lineStyles, 'The course of the line of an arrow.')),
};

const box = {
  ...common,
  x: coordinate('The left edge, in pixels.'),
  y: coordinate('The top edge, in pixels; down is positive.'),
  width: length('In pixels.'),
  height: length('In pixels.'),
  rotation: Type.Optional(Type.Number({ minimum: -360, maximum: 360, description: 'Degrees, clockwise, about the center.' })),
  unplacedAt: Type.Optional(
    Type.Unsafe<Point>({
      ...Point,
      description: 'The center of a box that was put there without a placement; it is unplaced while it is there.',
    }),
  ),
  lifeline: Type.Optional(Lifeline),
};

const strict = { additionalProperties: false } as const;

export const Shape = Type.Object(
  {
    type: Type.Literal('shape'),
    shape: oneOf(shapeKinds, 'The kind of shape.'),
    ...box,
    ...outlinedFields,
    ...alignedFields,
    planSheet: Type.Optional(PlanSheet),
    planBoard: Type.Optional(PlanBoard),
    ...kindFields,
  },
  { ...strict, description: 'A shape.' },
);
export type Shape = Static<typeof Shape>;

export const Text = Type.Object(
  { type: Type.Literal('text'), ...box, ...outlinedFields, ...alignedFields },
  { ...strict, description: 'A text without an outline.' },
);
export type Text = Static<typeof Text>;

export const Sticky = Type.Object(
  {
    type: Type.Literal('sticky'),
    ...box,
    ...alignedFields,
    color: Type.Optional(oneOf(stickyColors, 'The color of the paper.')),
  },
  { ...strict, description: 'A sticky note.' },
);
export type Sticky = Static<typeof Sticky>;

export const Annotation = Type.Object(
  {
    type: Type.Literal('annotation'),
    ...box,
    number: Type.Optional(Type.Integer({ minimum: 0, maximum: 9_999, description: 'The number in its circle.' })),
  },
  { ...strict, description: 'A numbered remark.' },
);
export type Annotation = Static<typeof Annotation>;

const cell = Type.String({ maxLength: 2_000 });
export const Table = Type.Object(
  {
    type: Type.Literal('table'),
    ...box,
    ...outlinedFields,
    columns: Type.Array(cell, { minItems: 1, maxItems: limits.tableColumns, description: 'The headings.' }),
    rows: Type.Array(Type.Array(cell, { maxItems: limits.tableColumns }), {
      maxItems: limits.tableRows,
      description: 'The texts of the cells, row by row.',
    }),
  },
  { ...strict, description: 'A table of texts.' },
);
export type Table = Static<typeof Table>;

const titled = { title: Type.Optional(text(limits.labelCharacters, 'Its title.')) };
export const LinkCard = Type.Object(
  { type: Type.Literal('link-card'), ...box, ...outlinedFields, url: Type.Optional(WebAddress), ...titled },
  { ...strict, description: 'A card that links to a page of the web.' },
);
export type LinkCard = Static<typeof LinkCard>;

const direction = Type.Optional(oneOf(['right', 'down'], 'The direction in which it is read.'));

export const Frame = Type.Object(
  { type: Type.Literal('frame'), ...box, ...outlinedFields, direction, ...arrangedFields },
  { ...strict, description: 'A frame: what is inside belongs to it and moves with it.' },
);
export type Frame = Static<typeof Frame>;

export const Lane = Type.Object(
  { type: Type.Literal('lane'), ...box, ...outlinedFields, direction },
  { ...strict, description: 'A lane: a frame with its label on a side.' },
);
export type Lane = Static<typeof Lane>;

export const Image = Type.Object(
  {
    type: Type.Literal('image'),
    ...box,
    ...outlinedFields,
    imageId: Type.String({ maxLength: 64, pattern: '^img_[a-z0-9]+$', description: 'Id of the uploaded image.' }),
    naturalWidth: Type.Optional(length('The width of the image itself, in pixels.')),
    naturalHeight: Type.Optional(length('The height of the image itself, in pixels.')),
    alt: Type.Optional(text(2_000, 'What the image shows, in words.')),
    crop: Type.Optional(Crop),
  },
  { ...strict, description: 'An uploaded image.' },
);
export type Image = Static<typeof Image>;

export const Video = Type.Object(
  { type: Type.Literal('video'), ...box, ...outlinedFields, url: WebAddress, ...titled },
  { ...strict, description: 'A video of the web.' },
);
export type Video = Static<typeof Video>;

export const Stroke = Type.Object(
  {
    type: Type.Literal('stroke'),
    ...box,
    points: Type.Array(Point, { minItems: 1, maxItems: limits.strokePoints, description: 'Relative to the top-left corner.' }),
    thickness: Type.Optional(Type.Number({ minimum: 0.5, maximum: 100, description: 'In pixels.' })),
  },
  { ...strict, description: 'A freehand line.' },
);
export type Stroke = Static<typeof Stroke>;

export const PinnedEnd = Type.Object(
  {
    element: ElementId,
    side: Type.Optional(oneOf(sides, 'The side of the box. Default: the one that faces the other end.')),
    offset: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Along the side: 0 at the top or left, 1 at the bottom or right.' }),
    ),
    row: Type.Optional(Type.String({ maxLength: 2_000, description: 'Of a table: the first cell of the row.' })),
    level: Type.Optional(Level),
  },
  { ...strict, description: 'An end that is attached to a box.' },
);
export type PinnedEnd = Static<typeof PinnedEnd>;
export const FreeEnd = Type.Object(
  { x: coordinate('In pixels.'), y: coordinate('In pixels.') },
  { ...strict, description: 'An end at a point of the canvas.' },
);
export type FreeEnd = Static<typeof FreeEnd>;
export const ArrowEnd = Type.Union([PinnedEnd, FreeEnd], { description: 'An end of an arrow.' });
export type ArrowEnd = Static<typeof ArrowEnd>;

export const Arrow = Type.Object(
  {
    type: Type.Literal('arrow'),
    ...common,
    ...outlinedFields,
    from: ArrowEnd,
    to: ArrowEnd,
    heads: Type.Optional(Heads),
    points: Type.Optional(Type.Array(Point, { maxItems: limits.wayPoints, description: 'Way-points, canvas coordinates.' })),
    labelAt: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The place of its label on its line: 0 at the start, 1 at the end. Default: automatic.',
      }),
    ),
  },
  { ...strict, description: 'An arrow. Its position and size follow from its ends.' },
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
  description: 'An element: `type` selects the form.',
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
