/**
 * tab: a tab as the interface shows it, and the plain state of a tab from which everything is computed.
 */
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

/** A layer of a tab, in stacking order. Elements name their layer; those that name none lie on the base layer. */
export const Layer = Type.Object(
  { id: LayerId, name: Name, locked: Type.Boolean(), hidden: Type.Boolean() },
  { additionalProperties: false },
);
export type Layer = Static<typeof Layer>;

export const Rect = Type.Object({ x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() });
export type Rect = Static<typeof Rect>;

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
  article: Type.Optional(
    Type.String({ maxLength: limits.nameCharacters, description: 'The article whose text the page carries.' }),
  ),
});
export type Page = Static<typeof Page>;

/** The answer of every call that shows a tab. */
export const Tab = Type.Object({
  id: Type.String(),
  name: Type.String(),
  mode: TabMode,
  rev: Type.Integer({ minimum: 0 }),
  locked: Type.Boolean(),
  theme: Type.String(),
  elements: Type.Integer({ minimum: 0, description: 'Boxes on the tab: every element that is no arrow.' }),
  arrows: Type.Integer({ minimum: 0 }),
});
export type Tab = Static<typeof Tab>;

/** What of a tab is not an element. Plain values read from the document; `rev` and access live elsewhere. */
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

/** Something in the document that is not what it should be: named by lint, left out or mended by every read. */
export type Skipped = { readonly id: string; readonly reason: string };

export type TabState = TabSettings & {
  /** By full id; the map's order means nothing. Every value satisfies its schema. */
  readonly elements: ReadonlyMap<string, Element>;
  readonly skipped: readonly Skipped[];
};

/** An element as reads answer it: the stored form, its ref, and for an arrow the box that its route fills. */
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
  description: 'An element: the common fields and those of its type. An arrow answers the box that its route fills.',
});
export type ElementView = Static<typeof ElementView>;

export const TabReading = Type.Object({
  tab: Tab,
  elements: Type.Array(ElementView),
  layers: Type.Array(Layer),
  pages: Type.Array(Page),
});
export type TabReading = Static<typeof TabReading>;
