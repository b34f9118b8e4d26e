/** A tab in the API, and the plain state of a tab from which everything is computed. */
import Type, { type Static } from 'typebox';

import { type Arrow, type Box, type Element, elementSchemas, lineStyles, Point } from './element.ts';
import { limits } from './limits.ts';

export const tabModes = ['canvas', 'pages', 'event-storming'] as const;
export type TabMode = (typeof tabModes)[number];
/** The themes with colors of their own. */
export const builtInThemes = ['light', 'dark', 'paper', 'contrast', 'blueprint'] as const;
/** The themes of tabs without custom ones. `auto` is light or dark, as the page of the viewer is; in pictures it is light. */
export const tabThemes = ['auto', ...builtInThemes] as const;

export const TabMode = Type.Enum([...tabModes], {
  description: 'canvas: a free canvas; pages: a row of pages; event-storming: a free canvas for workshops, which takes no pages.',
});
export const Name = Type.String({
  minLength: 1,
  maxLength: limits.nameCharacters,
  pattern: '\\S',
  description: 'A name that is not blank.',
});
export const ThemeId = Type.String({
  maxLength: 80,
  pattern: '^(auto|light|dark|paper|contrast|blueprint|custom:[A-Za-z0-9_-]{1,64})$',
  description:
    'auto (light or dark, as each viewer’s page is; light in pictures), light, dark, paper, contrast, blueprint, or the id of a custom theme.',
});
/** The line of the arrows that people draw by hand. */
export const ArrowLine = Type.Enum([...lineStyles], {
  description: 'The line of arrows that people draw by hand; `angled` unless it is set. `connect` draws the line that it names.',
});
export type ArrowLine = (typeof lineStyles)[number];
export const defaultArrowLine: ArrowLine = 'angled';
/** How the outlines and lines of a tab are drawn. */
export const tabLooks = ['clean', 'hand-drawn'] as const;
export const TabLook = Type.Enum([...tabLooks], {
  description:
    'clean: even lines; hand-drawn: sketched lines, and handwriting for text without a font of its own. `clean` unless it is set.',
});
export type TabLook = (typeof tabLooks)[number];
export const defaultLook: TabLook = 'clean';
export const LayerId = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_~-]+$', description: 'Id of the layer.' });

/** A layer of a tab. Elements name their layer; those that name none are on the default layer. */
export const Layer = Type.Object(
  {
    id: LayerId,
    name: Name,
    locked: Type.Boolean({ description: 'Its elements cannot be changed.' }),
    hidden: Type.Boolean({ description: 'Its elements are not drawn.' }),
  },
  { additionalProperties: false, description: 'A layer of a tab.' },
);
export type Layer = Static<typeof Layer>;

const rectMembers = {
  x: Type.Number({ description: 'The left edge, in pixels.' }),
  y: Type.Number({ description: 'The top edge, in pixels; down is positive.' }),
  width: Type.Number({ description: 'In pixels.' }),
  height: Type.Number({ description: 'In pixels.' }),
};
export const Rect = Type.Object(rectMembers, { description: 'A rectangle on the canvas.' });
export type Rect = Static<typeof Rect>;

export type Size = { readonly width: number; readonly height: number };

export const Page = Type.Object(
  {
    id: Type.String({ description: 'Id of the page.' }),
    place: Type.Integer({ minimum: 1, description: 'Its place in the row, from 1.' }),
    kind: Type.Enum(['infographic', 'slide', 'logo'], { description: 'What the page is for.' }),
    name: Type.String({ description: 'Its name, unique on the tab.' }),
    size: Type.String({ description: 'The name of its size, such as `16:9` or `a4`.' }),
    orientation: Type.Enum(['landscape', 'portrait'], { description: 'Which side is longer.' }),
    layout: Type.String({ description: 'The arrangement of what is on it.' }),
    background: Type.Union([Type.Null(), Type.String(), Type.Array(Type.String())], {
      description: 'A color, or the colors of a gradient from top to bottom; null: the color of the theme.',
    }),
    rect: Rect,
    article: Type.Optional(
      Type.String({ maxLength: limits.nameCharacters, description: 'The article that the page belongs to.' }),
    ),
  },
  { description: 'A page of a tab.' },
);
export type Page = Static<typeof Page>;

/** A tab in every answer that shows one. */
export const Tab = Type.Object(
  {
    id: Type.String({ description: 'Id of the tab.' }),
    name: Type.String({ description: 'Its name in the tab bar.' }),
    url: Type.String({ description: 'The address of its page.' }),
    mode: TabMode,
    rev: Type.Integer({ minimum: 0, description: 'Its revision: rises by one with each write to its elements.' }),
    locked: Type.Boolean({ description: 'Nothing on it can be changed.' }),
    theme: Type.String({ description: 'The id of its theme.' }),
    elements: Type.Integer({ minimum: 0, description: 'The number of boxes on the tab, that is, of all elements but arrows.' }),
    arrows: Type.Integer({ minimum: 0, description: 'The number of arrows on the tab.' }),
    arrowLine: Type.Optional(ArrowLine),
    look: Type.Optional(TabLook),
  },
  { description: 'A tab of a document.' },
);
export type Tab = Static<typeof Tab>;

/** The plain values of a tab apart from its elements. `rev` and access are not part of the document. */
export type TabSettings = {
  readonly id: string;
  readonly name: string;
  readonly mode: TabMode;
  readonly theme: string;
  readonly locked: boolean;
  /** Absent: the default. */
  readonly arrowLine?: ArrowLine;
  /** Absent: the default. */
  readonly look?: TabLook;
  /** A fractional index; tabs of equal keys are ordered by id. */
  readonly order: string;
  /** Bottom to top. */
  readonly layers: readonly Layer[];
  /** In the order of the row. */
  readonly pages: readonly Page[];
};

/** An invalid entry of the document, which readers leave out or coerce, and which lint reports. */
export type Skipped = { readonly id: string; readonly reason: string };

export type TabState = TabSettings & {
  /** By full id, in no particular order. Every element satisfies its schema. */
  readonly elements: ReadonlyMap<string, Element>;
  readonly skipped: readonly Skipped[];
};

/** Unlike stored points, these may be outside of the limits of coordinates. */
const DrawnPoint = Type.Unsafe<Point>({ ...Point, prefixItems: [Type.Number(), Type.Number()] });
const drawnMembers = {
  ...rectMembers,
  route: Type.Array(DrawnPoint, {
    description: 'Its line as it is drawn, in canvas coordinates; a curve in short straight parts. Empty if nothing is drawn.',
  }),
  labelRect: Type.Optional(Type.Object(rectMembers, { description: 'Where its label is drawn. Absent without a label.' })),
};
const viewMembers = { ref: Type.String({ description: 'The shortest name that operations accept.' }) };
type DrawnArrow = { route: Point[]; labelRect?: Rect };
/** An element in an answer: the stored form, its ref, and for an arrow what is drawn. */
export const ElementView = Type.Unsafe<((Arrow & DrawnArrow) | Box) & Rect & { ref: string }>({
  type: 'object',
  description:
    'An element as it is stored, with its ref. An arrow has its line and its label as they are drawn; its position and size are the bounding box of the line.',
  discriminator: { propertyName: 'type' },
  required: ['type'],
  oneOf: Object.values(elementSchemas).map(({ properties }) =>
    Type.Object(
      { ...properties, ...(properties.type.const === 'arrow' && drawnMembers), ...viewMembers },
      { additionalProperties: false, description: `An element of type ${properties.type.const}.` },
    ),
  ),
});
export type ElementView = Static<typeof ElementView>;

export const TabReading = Type.Object(
  {
    tab: Tab,
    elements: Type.Array(ElementView, { description: 'In the order of the outline; arrows are last.' }),
    layers: Type.Array(Layer, { description: 'Bottom to top.' }),
    pages: Type.Array(Page, { description: 'In the order of the row.' }),
    decisions: Type.Optional(
      Type.Array(Type.String({ description: 'A line.' }), {
        description: 'To a token: its proposals for the tab that were rejected since it last proposed there, and why.',
      }),
    ),
  },
  { description: 'A tab with its elements.' },
);
export type TabReading = Static<typeof TabReading>;
