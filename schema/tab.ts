/** A tab in the API, and the plain state of a tab from which everything is computed. */
import Type, { type Static } from 'typebox';

import { type Element, ElementId, OrderKey } from './element.ts';
import { limits } from './limits.ts';

export const tabModes = ['canvas', 'pages', 'event-storming'] as const;
export type TabMode = (typeof tabModes)[number];
export const builtInThemes = ['light', 'dark', 'paper', 'contrast', 'blueprint'] as const;

export const TabMode = Type.Enum([...tabModes]);
export const Name = Type.String({ minLength: 1, maxLength: limits.nameCharacters, pattern: '\\S' });
export const ThemeId = Type.String({
  maxLength: 80,
  pattern: '^(light|dark|paper|contrast|blueprint|custom:[A-Za-z0-9_-]{1,64})$',
});
export const LayerId = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_~-]+$' });

/** A layer of a tab. Elements name their layer; those that name none are on the default layer. */
export const Layer = Type.Object(
  { id: LayerId, name: Name, locked: Type.Boolean(), hidden: Type.Boolean() },
  { additionalProperties: false },
);
export type Layer = Static<typeof Layer>;

export const Rect = Type.Object({ x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() });
export type Rect = Static<typeof Rect>;

export type Size = { readonly width: number; readonly height: number };

export const Page = Type.Object({
  id: Type.String(),
  place: Type.Integer({ minimum: 1 }),
  kind: Type.Enum(['infographic', 'slide', 'logo']),
  name: Type.String(),
  size: Type.String(),
  orientation: Type.Enum(['landscape', 'portrait']),
  layout: Type.String(),
  background: Type.Union([Type.Null(), Type.String(), Type.Array(Type.String())]),
  rect: Rect,
  article: Type.Optional(Type.String({ maxLength: limits.nameCharacters, description: 'The article that the page belongs to.' })),
});
export type Page = Static<typeof Page>;

/** A tab in every answer that shows one. */
export const Tab = Type.Object({
  id: Type.String(),
  name: Type.String(),
  mode: TabMode,
  rev: Type.Integer({ minimum: 0 }),
  locked: Type.Boolean(),
  theme: Type.String(),
  elements: Type.Integer({ minimum: 0, description: 'The number of boxes on the tab, that is, of all elements but arrows.' }),
  arrows: Type.Integer({ minimum: 0 }),
});
export type Tab = Static<typeof Tab>;

/** The plain values of a tab apart from its elements. `rev` and access are not part of the document. */
export type TabSettings = {
  readonly id: string;
  readonly name: string;
  readonly mode: TabMode;
  readonly theme: string;
  readonly locked: boolean;
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

/** An element in an answer: the stored form, its ref, and for an arrow the bounding box of its route. */
export const ElementView = Type.Unsafe<Element & Rect & { ref: string }>({
  type: 'object',
  required: ['id', 'ref', 'type', 'x', 'y', 'width', 'height', 'z'],
  properties: {
    id: ElementId,
    ref: Type.String(),
    type: Type.String(),
    x: Type.Number(),
    y: Type.Number(),
    width: Type.Number(),
    height: Type.Number(),
    z: OrderKey,
  },
  description:
    'An element: the common fields and those of its type. The position and size of an arrow are the bounding box of its route.',
});
export type ElementView = Static<typeof ElementView>;

export const TabReading = Type.Object({
  tab: Tab,
  elements: Type.Array(ElementView),
  layers: Type.Array(Layer),
  pages: Type.Array(Page),
});
export type TabReading = Static<typeof TabReading>;
