/**
 * Cards, their fields, and the catalogue of card types.
 *
 * A card belongs to the document, not to a tab: a board shows the cards whose status is that of one of its columns. `Card` is what
 * editors and the server write; `Item` is the card in the API, with what only the server writes.
 */
import Type, { type Static } from 'typebox';

import { AnyCaseHexColor, HexColor } from './access.ts';
import { Comment } from './comment.ts';
import { OrderKey } from './element.ts';
import { WebAddress } from './links.ts';
import { PlanBoard } from './plan-board.ts';
import { limits } from './limits.ts';

const strict = { additionalProperties: false } as const;
const shortText = (description: string) => Type.String({ minLength: 1, maxLength: limits.cardLabelCharacters, description });

export const priorities = ['urgent', 'high', 'medium', 'low'] as const;
export const Status = Type.String({
  maxLength: 64,
  pattern: '^[a-z][a-z0-9_-]{0,23}~[0-9a-z]{1,16}$',
  description: 'The status of a column: the card is in that column.',
});
export const CardDate = Type.String({
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
  description: '`YYYY-MM-DD`, a valid date.',
});
export const assigneeText = 'The person who works on the card.';
export const Assignee = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the person, or any other.' }),
    name: Type.String({ minLength: 1, maxLength: limits.nameCharacters, description: 'The name of the person.' }),
    color: HexColor,
  },
  { ...strict, description: assigneeText },
);
export type Assignee = Static<typeof Assignee>;
export const ChecklistEntry = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 64, description: 'Unique in the list.' }),
    text: Type.String({ maxLength: limits.checklistTextCharacters, description: 'What is to be done.' }),
    done: Type.Boolean({ description: 'It is done.' }),
  },
  { ...strict, description: 'An entry of a checklist.' },
);

/** The standard fields of a card, in display order. */
export const cardFields = {
  title: Type.String({ minLength: 1, maxLength: limits.titleCharacters, pattern: '\\S', description: 'What the card is about.' }),
  description: Type.String({ maxLength: limits.descriptionCharacters, description: 'A longer text.' }),
  status: Status,
  assignee: Assignee,
  priority: Type.Unsafe<(typeof priorities)[number]>(Type.Enum([...priorities], { description: 'How urgent it is.' })),
  color: HexColor,
  labels: Type.Array(shortText('A label.'), { maxItems: limits.labelsPerCard, description: 'Its labels.' }),
  estimate: Type.Number({ minimum: 0, maximum: limits.estimateMax, description: 'The expected effort.' }),
  start: Type.String({ ...CardDate, description: 'The first day, `YYYY-MM-DD`.' }),
  due: Type.String({ ...CardDate, description: 'The last day, `YYYY-MM-DD`.' }),
  checklist: Type.Array(ChecklistEntry, { maxItems: limits.checklistEntries, description: 'Its checklist, in order.' }),
  archived: Type.Boolean({ description: 'Boards do not show it.' }),
  flagged: Type.Boolean({ description: 'It needs attention.' }),
} as const;
export type CardField = keyof typeof cardFields;
export const cardFieldNames = Object.keys(cardFields) as CardField[];
export const isCardField = (name: string): name is CardField => Object.hasOwn(cardFields, name);

export const customFieldPattern = '^f-[A-Za-z0-9_-]{1,62}$';
const customFieldForm = new RegExp(customFieldPattern);
export type CustomFieldId = `f-${string}`;
export const isCustomFieldId = (name: string): name is CustomFieldId => customFieldForm.test(name);

/** The values of each kind of custom field. A choice must also be one of its options, and a card must exist. */
export const customValues = {
  text: Type.String({ maxLength: limits.customTextCharacters }),
  longtext: Type.String({ maxLength: limits.descriptionCharacters }),
  number: Type.Number(),
  date: CardDate,
  checkbox: Type.Boolean(),
  link: WebAddress,
  choice: Type.String({ maxLength: limits.nameCharacters }),
  card: Type.String({ maxLength: 64, pattern: '^item_[a-z0-9]{16,40}$' }),
} as const;
export type CustomKind = keyof typeof customValues;
export const customKinds = Object.keys(customValues) as CustomKind[];
export type CustomValue = string | number | boolean;

type StandardFields = { readonly [F in CardField]?: Static<(typeof cardFields)[F]> };
/** A card's plain values. It always has a title. If its type exists, it has only the custom fields that the type defines. */
export type Card = StandardFields & {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  /** A fractional index within the column of its status. */
  readonly rank: string;
  readonly [custom: CustomFieldId]: CustomValue;
};

/** The card in the API. */
export const Item = Type.Object(
  {
    id: Type.String({ description: 'Id of the card.' }),
    type: Type.String({ description: 'Id of a card type.' }),
    key: Type.Integer({ minimum: 0, description: 'The number of the card, which people see as `#n`.' }),
    rank: OrderKey,
    ...Type.Partial(Type.Object(cardFields)).properties,
    title: cardFields.title,
    votes: Type.Unsafe<Readonly<Record<string, number>>>({
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 1 },
      description: 'Voter id → dots.',
    }),
    comments: Type.Array(Comment, { description: 'Oldest first.' }),
    commentsResolved: Type.Boolean({ description: 'Its thread is settled.' }),
  },
  {
    patternProperties: { [customFieldPattern]: { type: ['string', 'number', 'boolean'] } },
    ...strict,
    description: 'A card. Custom fields have their ids as names.',
  },
);
export type Item = Card & {
  readonly key: number;
  readonly votes: Readonly<Record<string, number>>;
  readonly comments: readonly Comment[];
  readonly commentsResolved: boolean;
};

export const CustomField = Type.Object(
  {
    id: Type.String({ pattern: customFieldPattern, description: 'Id of the field, `f-…`.' }),
    label: shortText('The name that people see.'),
    kind: Type.Unsafe<CustomKind>(Type.Enum([...customKinds], { description: 'The kind of its values.' })),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: limits.nameCharacters }), {
        maxItems: limits.optionsPerField,
        uniqueItems: true,
        description: 'For kind `choice`.',
      }),
    ),
  },
  { ...strict, description: 'A field that a card type adds.' },
);
export type CustomField = Static<typeof CustomField>;

const typeMembers = {
  id: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$', description: 'Id of the type.' }),
  label: shortText('The name that people see.'),
  newTitle: Type.String({ maxLength: limits.titleCharacters, description: 'The title of a new card.' }),
  glyph: Type.String({ maxLength: 16, description: 'The sign of its cards.' }),
  color: HexColor,
  fields: Type.Array(Type.String({ maxLength: 64 }), {
    maxItems: cardFieldNames.length + 1 + limits.customFieldsPerType,
    uniqueItems: true,
    description: 'The fields to show: names of standard fields, ids of custom fields, and `comments`.',
  }),
  custom: Type.Array(CustomField, { maxItems: limits.customFieldsPerType, description: 'The fields that it adds.' }),
  statuses: Type.Optional(
    Type.Array(Status, { maxItems: 200, uniqueItems: true, description: 'The only statuses that its cards can have.' }),
  ),
};
export const ItemType = Type.Object(typeMembers, { ...strict, description: 'A card type.' });
export type ItemType = Static<typeof ItemType>;
export const Catalogue = Type.Object(
  {
    version: Type.Literal(1),
    types: Type.Array(ItemType, { minItems: 1, maxItems: limits.itemTypes, description: 'In the order of menus.' }),
  },
  { ...strict, description: 'The card types of a document.' },
);
export type Catalogue = Static<typeof Catalogue>;

/** What a client sends: only id and label are required. Too many types have an error code of their own. */
const { id: typeId, label: typeLabel, ...others } = { ...typeMembers, color: AnyCaseHexColor };
export const NewCatalogue = Type.Object(
  {
    version: Type.Literal(1),
    types: Type.Array(Type.Object({ id: typeId, label: typeLabel, ...Type.Partial(Type.Object(others)).properties }, strict), {
      minItems: 1,
      maxItems: 1_000,
      description: `At most ${limits.itemTypes}.`,
    }),
  },
  strict,
);
export type NewCatalogue = Static<typeof NewCatalogue>;

/** A board in the API. */
export const Board = Type.Object(
  {
    tabId: Type.String({ description: 'Id of its tab.' }),
    tabName: Type.String({ description: 'The name of its tab.' }),
    elementId: Type.String({ description: 'Full id of its element.' }),
    title: Type.String({ description: 'The label of its element.' }),
    kind: Type.Literal('board'),
    types: PlanBoard.properties.types,
    columns: PlanBoard.properties.columns,
  },
  { description: 'A board: an element that shows cards by status.' },
);
export type Board = Static<typeof Board>;

export const BoardDocument = Type.Object(
  {
    boards: Type.Array(Board, { description: 'In tab order; within a tab from top to bottom.' }),
    statuses: Type.Array(Type.Object({ status: Status, name: Type.String({ description: 'The heading of its columns.' }) }), {
      description: 'The statuses of all columns, each once.',
    }),
    types: Type.Array(ItemType, { description: 'The card types.' }),
    itemTypesRev: Type.Integer({ minimum: 0, description: 'The revision of the card types.' }),
  },
  { description: 'The boards of a document.' },
);
export type BoardDocument = Static<typeof BoardDocument>;

/** True if the date exists in the calendar. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
