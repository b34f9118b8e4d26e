/**
 * cards: how cards lie in a document's Y.Doc, read and written.
 *
 * The root `items` holds, by card id, a Y.Map of the card's fields, each a plain value; editors write it too. The root
 * `cards` holds what only the server gives a card, by card id: `{ key }`.
 * C1  Reading never throws; what it yields satisfies the schemas: a value that its field does not take is mended or left out.
 * C2  A change writes only the keys that differ, so that what others write to other fields of the card stays.
 * C3  A key stays in the document when an editor removes the card, and is the card's again when it comes back.
 */
import * as Y from 'yjs';

import { isId } from '../ids.ts';
import {
  type Card,
  cardFieldNames,
  cardFields,
  type CardField,
  type CustomField,
  type CustomKind,
  customValues,
  type CustomValue,
  isCustomFieldId,
  isDay,
  type ItemType,
} from '../board.ts';
import { isPlainObject, coercerOf, type Coerce } from './coerce.ts';
import { firstOrderKey, isOrderKey } from './order-key.ts';
import { mapIn, root, rootMap } from './roots.ts';
import { removeThread } from './threads.ts';
import { removeVotes } from './votes.ts';
import { jsonEqual } from '../json-equal.ts';

/** What a card without a usable one has. */
const noTitle = 'Untitled';
const noType = 'task';

/** Every card, by its id. `types`: by their id. */
export function readCards(doc: Y.Doc, types: ReadonlyMap<string, ItemType>): Map<string, Card> {
  const cards = new Map<string, Card>();
  rootMap(doc, 'items')?.forEach((value, id) => {
    if (value instanceof Y.Map && isId('item', id)) cards.set(id, cardOf(id, value, types));
  });
  return cards;
}

/** Null when there is no such card. */
export function readCard(doc: Y.Doc, id: string, types: ReadonlyMap<string, ItemType>): Card | null {
  const item = isId('item', id) ? mapIn(rootMap(doc, 'items'), id) : null;
  return item === null ? null : cardOf(id, item, types);
}

/** The card's number; 0 while it has none. */
export function keyOf(doc: Y.Doc, id: string): number {
  return numberIn(rootMap(doc, 'cards')?.get(id));
}

/** The highest number that any card has or had, as far as the document knows. */
export function highestKey(doc: Y.Doc): number {
  let highest = 0;
  rootMap(doc, 'cards')?.forEach((value) => {
    highest = Math.max(highest, numberIn(value));
  });
  return highest;
}

/** Of these cards, those that are there and have no number. */
export function cardsWithoutKey(doc: Y.Doc, ids: Iterable<string>): string[] {
  const items = rootMap(doc, 'items');
  return Array.from(ids).filter((id) => keyOf(doc, id) === 0 && mapIn(items, id) !== null);
}

/** Gives the cards numbers, from `first` on. */
export function setKeys(doc: Y.Doc, ids: readonly string[], first: number): void {
  doc.transact(() => {
    const cards = root(doc, 'cards');
    ids.forEach((id, index) => cards.set(id, { key: first + index }));
  });
}

/** What becomes of a card; `before` null: it is new, `after` null: it goes, with all that hangs on it. */
export type CardEdit = { readonly id: string; readonly before: Card | null; readonly after: Card | null };

/** [C2] */
export function writeCards(doc: Y.Doc, edits: readonly CardEdit[]): void {
  doc.transact(() => {
    const items = root(doc, 'items');
    for (const { id, before, after } of edits) {
      if (after === null) {
        items.delete(id);
        if (keyOf(doc, id) !== 0) root(doc, 'cards').delete(id);
        removeThread(doc, id);
        removeVotes(doc, id);
        continue;
      }
      const item = mapIn(items, id);
      if (before === null || item === null) items.set(id, new Y.Map(entriesOf(after)));
      else writeFields(item, before, after);
    }
  });
}

function writeFields(item: Y.Map<unknown>, before: Card, after: Card): void {
  const [past, entries] = [new Map(entriesOf(before)), new Map(entriesOf(after))];
  for (const name of past.keys()) if (!entries.has(name)) item.delete(name);
  for (const [name, value] of entries) if (!jsonEqual(past.get(name), value)) item.set(name, value);
}

const entriesOf = ({ id: _id, ...fields }: Card): [string, unknown][] => Object.entries(fields);

/** [C1] */
function cardOf(id: string, item: Y.Map<unknown>, types: ReadonlyMap<string, ItemType>): Card {
  const stored = mendType(item.get('type'));
  const type = typeof stored === 'string' ? stored : noType;
  const rank = item.get('rank');
  const fields: Record<string, unknown> = {};
  for (const name of cardFieldNames) {
    const value = readField(name, item.get(name));
    if (value !== undefined) fields[name] = value;
  }
  const known = types.get(type);
  const custom = new Map(known?.custom.map((field) => [field.id, field]));
  item.forEach((stored, name) => {
    if (!isCustomFieldId(name)) return;
    const field = custom.get(name);
    // Of a type that there is no more, whatever could be a value.
    const value = field === undefined ? (known === undefined ? looseValue(stored) : undefined) : readCustom(field, stored);
    if (value !== undefined) fields[name] = value;
  });
  return { title: noTitle, ...fields, id, type, rank: isOrderKey(rank) ? rank : firstOrderKey };
}

function readField(name: CardField, stored: unknown): unknown {
  if (stored === undefined) return undefined;
  const value = menders[name](stored);
  return (name === 'start' || name === 'due') && !(typeof value === 'string' && isDay(value)) ? undefined : value;
}

function readCustom({ kind, options }: CustomField, stored: unknown): CustomValue | undefined {
  const value = customMenders[kind](stored) as CustomValue | undefined;
  if (kind === 'date' && !(typeof value === 'string' && isDay(value))) return undefined;
  if (kind === 'choice' && options?.includes(String(value)) !== true) return undefined;
  return value;
}

function looseValue(stored: unknown): CustomValue | undefined {
  if (typeof stored === 'boolean' || (typeof stored === 'number' && Number.isFinite(stored))) return stored;
  return customMenders.longtext(stored) as string | undefined;
}

function numberIn(value: unknown): number {
  const key: unknown = isPlainObject(value) && Object.hasOwn(value, 'key') ? value['key'] : 0;
  return typeof key === 'number' && Number.isSafeInteger(key) && key > 0 ? key : 0;
}

const mendType = coercerOf({ type: 'string', minLength: 1, maxLength: 64 });
const menders = Object.fromEntries(cardFieldNames.map((name) => [name, coercerOf(cardFields[name])])) as Record<
  CardField,
  Coerce
>;
const customMenders = Object.fromEntries(
  Object.entries(customValues).map(([kind, schema]) => [kind, coercerOf(schema)]),
) as Record<CustomKind, Coerce>;
