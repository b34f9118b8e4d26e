/**
 * Reads and writes the cards of a document (SPEC.md).
 *
 * The root `items` maps a card id to a Y.Map of the card's fields, each a plain value; editors write it too. The root `cards`
 * maps a card id to what only the server assigns: `{ key }`.
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
import { isPlainObject } from '../plain-object.ts';
import { coercerOf, type Coerce } from './coerce.ts';
import { firstOrderKey, isOrderKey } from './order-key.ts';
import { mapIn, root, rootMap } from './roots.ts';
import { removeThread } from './threads.ts';
import { removeVotes } from './votes.ts';
import { jsonEqual } from '../json-equal.ts';

const defaultTitle = 'Untitled';
const defaultType = 'task';

/** Every card by its id. `types` maps ids to card types. */
export function readCards(doc: Y.Doc, types: ReadonlyMap<string, ItemType>): Map<string, Card> {
  const cards = new Map<string, Card>();
  rootMap(doc, 'items')?.forEach((value, id) => {
    if (value instanceof Y.Map && isId('item', id)) cards.set(id, cardOf(id, value, types));
  });
  return cards;
}

/** Null if the document has no such card. */
export function readCard(doc: Y.Doc, id: string, types: ReadonlyMap<string, ItemType>): Card | null {
  const item = isId('item', id) ? mapIn(rootMap(doc, 'items'), id) : null;
  return item === null ? null : cardOf(id, item, types);
}

/** The card's number; 0 until it has one. */
export function keyOf(doc: Y.Doc, id: string): number {
  return numberIn(rootMap(doc, 'cards')?.get(id));
}

/** The highest number in the document; cards that editors removed keep theirs. */
export function highestKey(doc: Y.Doc): number {
  let highest = 0;
  rootMap(doc, 'cards')?.forEach((value) => {
    highest = Math.max(highest, numberIn(value));
  });
  return highest;
}

/** The existing cards among `ids` that have no number. */
export function cardsWithoutKey(doc: Y.Doc, ids: Iterable<string>): string[] {
  const items = rootMap(doc, 'items');
  return Array.from(ids).filter((id) => keyOf(doc, id) === 0 && mapIn(items, id) !== null);
}

/** Numbers the cards from `first` on. */
export function setKeys(doc: Y.Doc, ids: readonly string[], first: number): void {
  doc.transact(() => {
    const cards = root(doc, 'cards');
    ids.forEach((id, index) => cards.set(id, { key: first + index }));
  });
}

/** `before` is null for a new card. `after` is null for a deleted one: its thread and votes are deleted too. */
export type CardEdit = { readonly id: string; readonly before: Card | null; readonly after: Card | null };

/** Writes only the fields that differ, so that concurrent writes to other fields survive. */
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
  const [previous, entries] = [new Map(entriesOf(before)), new Map(entriesOf(after))];
  for (const name of previous.keys()) if (!entries.has(name)) item.delete(name);
  for (const [name, value] of entries) if (!jsonEqual(previous.get(name), value)) item.set(name, value);
}

const entriesOf = ({ id: _id, ...fields }: Card): [string, unknown][] => Object.entries(fields);

function cardOf(id: string, item: Y.Map<unknown>, types: ReadonlyMap<string, ItemType>): Card {
  const stored = coerceType(item.get('type'));
  const type = typeof stored === 'string' ? stored : defaultType;
  const rank = item.get('rank');
  const fields: Record<string, unknown> = {};
  for (const name of cardFieldNames) {
    const value = readField(name, item.get(name));
    if (value !== undefined) fields[name] = value;
  }
  const itemType = types.get(type);
  const custom = new Map(itemType?.custom.map((field) => [field.id, field]));
  item.forEach((stored, name) => {
    if (!isCustomFieldId(name)) return;
    const field = custom.get(name);
    // A card of a deleted type keeps everything that can be a custom value.
    const value = field === undefined ? (itemType === undefined ? looseValue(stored) : undefined) : readCustom(field, stored);
    if (value !== undefined) fields[name] = value;
  });
  return { title: defaultTitle, ...fields, id, type, rank: isOrderKey(rank) ? rank : firstOrderKey };
}

function readField(name: CardField, stored: unknown): unknown {
  if (stored === undefined) return undefined;
  const value = coercers[name](stored);
  return (name === 'start' || name === 'due') && !(typeof value === 'string' && isDay(value)) ? undefined : value;
}

function readCustom({ kind, options }: CustomField, stored: unknown): CustomValue | undefined {
  const value = customCoercers[kind](stored) as CustomValue | undefined;
  if (kind === 'date' && !(typeof value === 'string' && isDay(value))) return undefined;
  if (kind === 'choice' && options?.includes(String(value)) !== true) return undefined;
  return value;
}

function looseValue(stored: unknown): CustomValue | undefined {
  if (typeof stored === 'boolean' || (typeof stored === 'number' && Number.isFinite(stored))) return stored;
  return customCoercers.longtext(stored) as string | undefined;
}

function numberIn(value: unknown): number {
  const key: unknown = isPlainObject(value) && Object.hasOwn(value, 'key') ? value['key'] : 0;
  return typeof key === 'number' && Number.isSafeInteger(key) && key > 0 ? key : 0;
}

const coerceType = coercerOf({ type: 'string', minLength: 1, maxLength: 64 });
const coercers = Object.fromEntries(cardFieldNames.map((name) => [name, coercerOf(cardFields[name])])) as Record<
  CardField,
  Coerce
>;
const customCoercers = Object.fromEntries(
  Object.entries(customValues).map(([kind, schema]) => [kind, coercerOf(schema)]),
) as Record<CustomKind, Coerce>;
