/** catalogue-draft: the card types of a document while they are being edited; they are saved together. */
import { cardFieldNames, type CustomField, type CustomKind, isCardField, type ItemType } from '#schema/board.ts';
import { limits } from '#schema/limits.ts';

import { numberedSlug, slugFrom } from '#core/notation/slug.ts';

import { storable } from '../../changes/text.ts';
import { boardTexts } from '../../strings/board.ts';

export type CatalogueDraft = readonly ItemType[];

/** The fields that a type shows or hides, in order. Title and status are always shown; any card can be archived. */
export const choosableFields = [
  ...cardFieldNames.filter((name) => name !== 'title' && name !== 'status' && name !== 'archived'),
  'comments',
] as const;

const newColour = '#64748b';

/** The id of a type comes from its first name and never changes. Null if the name is empty or there are too many types. */
export function withType(
  draft: CatalogueDraft,
  name: string,
): { readonly draft: CatalogueDraft; readonly made: ItemType } | null {
  const label = typeName(name);
  if (label === null || draft.length >= limits.itemTypes) return null;
  const fields = ['title', 'description', 'status', 'assignee', 'priority', 'labels', 'due', 'comments'];
  const id = freeId(slugFrom(label) || 'type', draft.map((type) => type.id)); // prettier-ignore
  const made: ItemType = {
    id,
    label,
    newTitle: boardTexts.newNamed(label.toLowerCase()),
    glyph: '',
    color: newColour,
    fields,
    custom: [],
  };
  return { draft: [...draft, made], made };
}

export const withoutType = (draft: CatalogueDraft, id: string): CatalogueDraft => draft.filter((type) => type.id !== id);

export const changedType = (draft: CatalogueDraft, id: string, change: Partial<ItemType>): CatalogueDraft =>
  draft.map((type) => (type.id === id ? { ...type, ...change } : type));

/** `by`: places down. A type at the end stays there. */
export const movedType = (draft: CatalogueDraft, id: string, by: number): CatalogueDraft =>
  moveItem(draft, draft.findIndex((type) => type.id === id), by); // prettier-ignore

export function withFieldShown(type: ItemType, field: string, isShown: boolean): ItemType {
  const fields = isShown ? [...type.fields, field] : type.fields.filter((name) => name !== field);
  return { ...type, fields: inOrder(fields, type.custom) };
}

/** The id of a field comes from its first name and never changes. Null if the name is empty or there are too many fields. */
export function withField(type: ItemType, name: string, kind: CustomKind): ItemType | null {
  const label = typeName(name);
  if (label === null || type.custom.length >= limits.customFieldsPerType) return null;
  const id = freeId(`f-${slugFrom(label) || kind}`, type.custom.map((field) => field.id)); // prettier-ignore
  const custom: CustomField[] = [
    ...type.custom,
    { id, label, kind, ...(kind === 'choice' && { options: [boardTexts.yes, boardTexts.no] }) },
  ];
  return { ...type, custom, fields: inOrder([...type.fields, id], custom) };
}

export function withoutField(type: ItemType, id: string): ItemType {
  const custom = type.custom.filter((field) => field.id !== id);
  return { ...type, custom, fields: inOrder(type.fields.filter((name) => name !== id), custom) }; // prettier-ignore
}

export function changedField(type: ItemType, id: string, { label, kind, options }: Partial<CustomField>): ItemType {
  const change = (field: CustomField): CustomField => {
    const next = { ...field, ...(label !== undefined && { label }), ...(kind !== undefined && { kind }) };
    const { options: known = [boardTexts.yes, boardTexts.no], ...plain } = next;
    // Only a choice has options.
    return next.kind === 'choice' ? { ...plain, options: options ?? known } : plain;
  };
  return { ...type, custom: type.custom.map((field) => (field.id === id ? change(field) : field)) };
}

export function movedField(type: ItemType, id: string, by: number): ItemType {
  const custom = moveItem(type.custom, type.custom.findIndex((field) => field.id === id), by); // prettier-ignore
  return { ...type, custom: [...custom], fields: inOrder(type.fields, custom) };
}

/** One on each line. */
export function optionsIn(text: string): string[] {
  const lines = storable(text, Infinity).split('\n');
  const options = lines.map((line) => storable(line, limits.nameCharacters).trim()).filter((line) => line !== '');
  return [...new Set(options)].slice(0, limits.optionsPerField);
}

export type CatalogueFault = { readonly type: string; readonly text: string };

/** The first thing that the server would refuse; null if there is nothing. */
export function faultOf(draft: CatalogueDraft): CatalogueFault | null {
  for (const { id, label, custom } of draft) {
    const fault = (text: string): CatalogueFault => ({ type: id, text });
    if (typeName(label) === null) return fault(boardTexts.enterTypeName);
    for (const field of custom) {
      if (typeName(field.label) === null) return fault(boardTexts.enterFieldNames(label));
      if (field.kind === 'choice' && (field.options ?? []).length === 0) return fault(boardTexts.enterOptionsFor(field.label));
    }
  }
  return null;
}

/** The catalogue that is sent, with texts that can be stored. */
export const toSend = (draft: CatalogueDraft): { readonly version: 1; readonly types: ItemType[] } => ({
  version: 1,
  types: draft.map((type) => ({
    ...type,
    label: typeName(type.label) ?? '',
    newTitle: storable(type.newTitle, limits.titleCharacters),
    glyph: storable(type.glyph, 16),
    custom: type.custom.map((field) => ({ ...field, label: typeName(field.label) ?? '' })),
  })),
});

/** Standard fields, then the type's own, then comments. */
function inOrder(fields: readonly string[], custom: readonly CustomField[]): string[] {
  const shown = new Set([...fields, 'title', 'status']);
  return [...cardFieldNames, ...custom.map(({ id }) => id), 'comments'].filter((name) => shown.has(name) || isOwn(name, custom));
}

const isOwn = (name: string, custom: readonly CustomField[]): boolean =>
  !isCardField(name) && custom.some(({ id }) => id === name);

function freeId(wanted: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const id = numberedSlug(wanted, number);
    if (!taken.includes(id)) return id;
  }
}

function moveItem<T>(list: readonly T[], from: number, by: number): readonly T[] {
  const one = list[from];
  const to = from + by;
  if (one === undefined || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, one);
}

function typeName(text: string): string | null {
  const name = storable(text, limits.cardLabelCharacters).trim();
  return name === '' ? null : name;
}
