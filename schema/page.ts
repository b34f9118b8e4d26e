/**
 * page: a page of a tab, what pages there can be, and the call that makes and changes them.
 *
 * Pages stand in a row; `place` counts from 1. An element belongs to the page that its centre lies on.
 */
import Type, { type Static } from 'typebox';

import { WrittenChangeset } from './changeset.ts';
import { limits } from './limits.ts';
import { Name, Page } from './tab.ts';

export const pageKinds = ['infographic', 'slide', 'logo'] as const;
export type PageKind = (typeof pageKinds)[number];
export const orientations = ['landscape', 'portrait'] as const;
export type Orientation = (typeof orientations)[number];

export type PageSize = { readonly kind: PageKind; readonly width: number; readonly height: number };

/** By name, in pixels, the way round in which each is usual. The first of a kind is its default. */
export const pageSizes: ReadonlyMap<string, PageSize> = new Map<string, PageSize>([
  ['16:9', { kind: 'slide', width: 1_280, height: 720 }],
  ['4:3', { kind: 'slide', width: 1_024, height: 768 }],
  ['a4', { kind: 'infographic', width: 794, height: 1_123 }],
  ['a3', { kind: 'infographic', width: 1_123, height: 1_587 }],
  ['letter', { kind: 'infographic', width: 816, height: 1_056 }],
  ['tall', { kind: 'infographic', width: 800, height: 2_000 }],
  ['square', { kind: 'logo', width: 512, height: 512 }],
  ['wide', { kind: 'logo', width: 800, height: 400 }],
]);

export const pageLayouts = ['blank', 'title', 'title-body', 'two-columns', 'image-left', 'image-right', 'grid'] as const;

const strict = { additionalProperties: false } as const;
const HexText = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });
const Background = Type.Union([Type.Null(), HexText, Type.Array(HexText, { minItems: 1, maxItems: limits.pageColours })], {
  description: 'A colour, or colours from top to bottom (a gradient); null: that of the theme.',
});
const PageName = Type.String({ ...Name, description: 'One that another page has gets a number.' });
const Size = Type.Enum([...pageSizes.keys()], { description: 'Of the kind of the page.' });
const SizeOrNone = Type.Optional(Size);
const Place = Type.Integer({
  minimum: 1,
  maximum: limits.pagesPerTab,
  description: 'In the row, from 1; past the end is the end.',
});
const PageRef = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ minLength: 1, maxLength: limits.nameCharacters })], {
  description: 'Its id, its place in the row (from 1) or its name.',
});
const Orientation = Type.Enum([...orientations]);
const Layout = Type.Enum([...pageLayouts]);

const AddPage = Type.Object(
  {
    op: Type.Literal('add'),
    kind: Type.Enum([...pageKinds]),
    size: SizeOrNone,
    orientation: Type.Optional(Orientation),
    name: Type.Optional(PageName),
    background: Type.Optional(Background),
    layout: Type.Optional(Layout),
    at: Type.Optional(Place),
  },
  strict,
);
const SetPage = Type.Object(
  {
    op: Type.Literal('set'),
    page: PageRef,
    size: SizeOrNone,
    orientation: Type.Optional(Orientation),
    name: Type.Optional(PageName),
    background: Type.Optional(Background),
    layout: Type.Optional(Layout),
  },
  strict,
);
const LayOutPage = Type.Object({ op: Type.Literal('layout'), page: PageRef, layout: Layout }, strict);
const MovePage = Type.Object({ op: Type.Literal('move'), page: PageRef, at: Place }, strict);
const DuplicatePage = Type.Object(
  { op: Type.Literal('duplicate'), page: PageRef, name: Type.Optional(PageName), at: Type.Optional(Place) },
  strict,
);
const DeletePage = Type.Object({ op: Type.Literal('delete'), page: PageRef }, strict);

const pageChanges = [AddPage, SetPage, LayOutPage, MovePage, DuplicatePage, DeletePage] as const;
export type PageChange = Static<(typeof pageChanges)[number]>;
export type PageAttributes = Pick<Static<typeof SetPage>, 'size' | 'orientation' | 'name' | 'background' | 'layout'>;
/** A discriminated union: the validator looks at `op` and then at one schema only. */
export const PageChange = Type.Unsafe<PageChange>({
  type: 'object',
  discriminator: { propertyName: 'op' },
  required: ['op'],
  oneOf: [...pageChanges],
  description:
    'The others move up; elements go with their page. `layout` arranges what lies on the page; `delete` takes it along.',
});

export const Article = Type.Object(
  {
    markdown: Type.String({ description: `At most ${limits.articleCharacters.toLocaleString('en')} characters.` }),
    size: Type.Optional(
      Type.Enum(
        [...pageSizes].flatMap(([name, { kind }]) => (kind === 'logo' ? [] : [name])),
        {
          description: "Default: that of the article's pages, else a4.",
        },
      ),
    ),
    mode: Type.Optional(
      Type.Enum(['replace', 'append'], {
        default: 'replace',
        description: 'replace: its pages and all that lies on them are made anew; append: it goes on after its last page.',
      }),
    ),
    article: Type.Optional(
      Type.String({ ...Name, default: 'article', description: 'The name of the article; a new name makes one.' }),
    ),
  },
  strict,
);
export type Article = Static<typeof Article>;

const rev = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** Exactly one of `pages` and `article`. */
export const Illustration = Type.Object(
  {
    pages: Type.Optional(
      Type.Array(PageChange, { minItems: 1, description: `At most ${limits.pageChanges} changes, made one after the other.` }),
    ),
    article: Type.Optional(Article),
    baseRev: Type.Optional(rev),
    expectedRev: Type.Optional(rev),
    summary: Type.Optional(Type.String({ maxLength: limits.summaryCharacters })),
  },
  strict,
);
export type Illustration = Static<typeof Illustration>;

export const IllustrateAnswer = Type.Object({
  changeset: Type.Union([WrittenChangeset, Type.Null()], { description: 'Null when nothing changed.' }),
  pages: Type.Array(Page, { description: 'Every page of the tab, in the order of the row.' }),
  article: Type.Optional(
    Type.Object({
      name: Type.String(),
      pages: Type.Array(Type.String(), { description: 'Ids of its pages, in order.' }),
      elements: Type.Integer({ description: 'How many elements this call made.' }),
    }),
  ),
});
export type IllustrateAnswer = Static<typeof IllustrateAnswer>;
