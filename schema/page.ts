/**
 * The pages of a tab: their kinds and sizes, and the call that adds and changes them.
 *
 * Pages are in a row; `place` counts from 1. An element belongs to the page that its center is on.
 */
import Type, { type Static } from 'typebox';

import { AnyCaseHexColor } from './access.ts';
import { WrittenChangeset } from './changeset.ts';
import { limits } from './limits.ts';
import { Name, Page } from './tab.ts';

export const pageKinds = ['infographic', 'slide', 'logo'] as const;
export type PageKind = (typeof pageKinds)[number];
export const orientations = ['landscape', 'portrait'] as const;
export type Orientation = (typeof orientations)[number];

export type PageSize = { readonly kind: PageKind; readonly width: number; readonly height: number };

/** By name, in pixels, in the default orientation. The first size of a kind is its default. */
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
const Background = Type.Union(
  [Type.Null(), AnyCaseHexColor, Type.Array(AnyCaseHexColor, { minItems: 1, maxItems: limits.pageColors })],
  {
    description: 'A color, or the colors of a gradient from top to bottom; null: the color of the theme.',
  },
);
const PageName = Type.String({ ...Name, description: 'A name that another page has is given a number.' });
const Size = Type.Enum([...pageSizes.keys()], { description: "A size of the page's kind." });
const OptionalSize = Type.Optional(Size);
const Place = Type.Integer({
  minimum: 1,
  maximum: limits.pagesPerTab,
  description: 'The place in the row, from 1. A place past the end is the end.',
});
const PageRef = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ minLength: 1, maxLength: limits.nameCharacters })], {
  description: 'The id, the place in the row (from 1) or the name of a page.',
});
const Orientation = Type.Enum([...orientations], { description: 'Which side is longer.' });
const Layout = Type.Enum([...pageLayouts], { description: 'The arrangement of what is on the page.' });

const AddPage = Type.Object(
  {
    op: Type.Literal('add'),
    kind: Type.Enum([...pageKinds], { description: 'What the page is for.' }),
    size: OptionalSize,
    orientation: Type.Optional(Orientation),
    name: Type.Optional(PageName),
    background: Type.Optional(Background),
    layout: Type.Optional(Layout),
    at: Type.Optional(Place),
  },
  { ...strict, description: 'Adds a page.' },
);
const SetPage = Type.Object(
  {
    op: Type.Literal('set'),
    page: PageRef,
    size: OptionalSize,
    orientation: Type.Optional(Orientation),
    name: Type.Optional(PageName),
    background: Type.Optional(Background),
    layout: Type.Optional(Layout),
  },
  { ...strict, description: 'Changes what it names.' },
);
const LayOutPage = Type.Object(
  { op: Type.Literal('layout'), page: PageRef, layout: Layout },
  { ...strict, description: 'Arranges what is on the page.' },
);
const MovePage = Type.Object(
  { op: Type.Literal('move'), page: PageRef, at: Place },
  { ...strict, description: 'Moves the page within the row.' },
);
const DuplicatePage = Type.Object(
  { op: Type.Literal('duplicate'), page: PageRef, name: Type.Optional(PageName), at: Type.Optional(Place) },
  { ...strict, description: 'Copies the page with what is on it.' },
);
const DeletePage = Type.Object(
  { op: Type.Literal('delete'), page: PageRef },
  { ...strict, description: 'Deletes the page with what is on it.' },
);

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
    'The other pages move along; elements move with their page. `layout` arranges the elements of the page; `delete` deletes them with the page.',
});

export const Article = Type.Object(
  {
    markdown: Type.String({ description: `At most ${limits.articleCharacters.toLocaleString('en')} characters.` }),
    size: Type.Optional(
      Type.Enum(
        [...pageSizes].flatMap(([name, { kind }]) => (kind === 'logo' ? [] : [name])),
        {
          description: "Default: the size of the article's pages, or a4.",
        },
      ),
    ),
    mode: Type.Optional(
      Type.Enum(['replace', 'append'], {
        default: 'replace',
        description:
          'replace: replaces the pages of the article and everything on them; append: continues after its last page; a named article must exist.',
      }),
    ),
    article: Type.Optional(
      Type.String({ ...Name, default: 'article', description: 'The name of the article; a new name starts an article.' }),
    ),
  },
  { ...strict, description: 'Markdown to lay out on pages.' },
);
export type Article = Static<typeof Article>;

const rev = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));
/** Exactly one of `pages` and `article`. */
export const Illustration = Type.Object(
  {
    pages: Type.Optional(
      Type.Array(PageChange, { minItems: 1, description: `At most ${limits.pageChanges} changes, applied in order.` }),
    ),
    article: Type.Optional(Article),
    baseRev: rev('The revision that was read. Refused if others have changed one of its targets since.'),
    expectedRev: rev('Refused if the tab is at any other revision.'),
    summary: Type.Optional(
      Type.String({ maxLength: limits.summaryCharacters, description: 'What the change is about, for people.' }),
    ),
  },
  { ...strict, minProperties: 1, description: 'Changes of pages, or an article: exactly one of the two.' },
);
export type Illustration = Static<typeof Illustration>;

export const IllustrateAnswer = Type.Object({
  changeset: Type.Union([WrittenChangeset, Type.Null()], { description: 'Null if nothing changed.' }),
  pages: Type.Array(Page, { description: 'All pages of the tab, in the order of the row.' }),
  article: Type.Optional(
    Type.Object(
      {
        name: Type.String({ description: 'The name of the article.' }),
        pages: Type.Array(Type.String(), { description: 'The ids of its pages, in order.' }),
        elements: Type.Integer({ description: 'The number of elements that this call added.' }),
      },
      { description: 'The article that was laid out.' },
    ),
  ),
});
export type IllustrateAnswer = Static<typeof IllustrateAnswer>;
