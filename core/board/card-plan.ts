/**
 * card-plan: plans the cards that a call creates, changes and moves, each step on the result of those before it.
 *
 * After a refusal the plan is unusable: the caller discards it, so that a call is applied as a whole or not at all. A card that
 * is new, or gets a status by `set`, goes to the end of that column unless a place is given. A place names a card of the target
 * column (otherwise place_invalid); `after` takes precedence over `before`. NUL and lone surrogates are removed from texts. A
 * change of type keeps the card's fields; the new type must allow its status.
 */
import type { Card, ItemType } from '#schema/board.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { cleanTexts } from '../text/clean-texts.ts';
import {
  type CardRules,
  type FieldChanges,
  refuseExcludedStatus,
  refuseFields,
  refuseStatus,
  withStoredColors,
} from './check-fields.ts';
import { Columns } from './columns.ts';

export type CardPlace = { readonly status?: string; readonly after?: string; readonly before?: string };
export type NewCard = { readonly type: string; readonly fields: Readonly<Record<string, unknown>>; readonly place?: CardPlace };

/** A document's cards before the call. */
export type CardDocument = {
  readonly cards: ReadonlyMap<string, Card>;
  readonly types: ReadonlyMap<string, ItemType>;
  readonly statuses: ReadonlySet<string>;
};
type Edit = { readonly id: string; readonly before: Card | null; readonly after: Card | null };

export class CardPlan {
  readonly #document: CardDocument;
  readonly #changes = new Map<string, Card | null>();
  #columns: Columns | null = null;
  #size: number;

  constructor(document: CardDocument) {
    this.#document = document;
    this.#size = document.cards.size;
  }

  /** The differences, card by card. */
  get edits(): Edit[] {
    const edits: Edit[] = [];
    for (const [id, after] of this.#changes) {
      const before = this.#document.cards.get(id) ?? null;
      if (!jsonEqual(before, after)) edits.push({ id, before, after });
    }
    return edits;
  }

  card(id: string): Card | undefined {
    return this.#changes.has(id) ? (this.#changes.get(id) ?? undefined) : this.#document.cards.get(id);
  }

  /** Refuses with items_full, type_invalid, title_required, field_value_invalid, status_excluded, place_invalid. */
  create(id: string, { type: typeId, fields: fieldsGiven, place }: NewCard): Problem | null {
    const fields = withStoredColors(cleanTexts(fieldsGiven) as NewCard['fields']);
    if (this.#size >= limits.itemsPerDocument) return problem('items_full', { limit: limits.itemsPerDocument });
    const type = this.#document.types.get(typeId);
    if (type === undefined) return this.#noType();
    if (!Object.hasOwn(fields, 'title')) return problem('title_required');
    const rules = this.#rulesFor(type);
    const refusal = refuseFields({ set: fields }, rules) ?? this.#refusePlaceStatus(place?.status, rules);
    if (refusal !== null) return refusal;
    if (place?.status !== undefined && fields['status'] !== undefined && fields['status'] !== place.status)
      return misplaced('The fields and the place name different statuses.');
    // The fields were checked above.
    const card = { ...fields, ...(place?.status !== undefined && { status: place.status }), id, type: typeId, rank: '' } as Card;
    this.#size += 1;
    return this.#place(card, place ?? {});
  }

  /** Refuses with item_not_found, type_invalid, title_required, field_value_invalid, status_excluded. */
  change(id: string, { type: typeId, ...fieldsGiven }: FieldChanges & { readonly type?: string }): Problem | null {
    const changes = storedChanges(fieldsGiven);
    const before = this.card(id);
    if (before === undefined) return problem('item_not_found');
    if (typeId !== undefined && !this.#document.types.has(typeId)) return this.#noType();
    const type = this.#document.types.get(typeId ?? before.type);
    const refusal = refuseFields(changes, this.#rulesFor(type));
    if (refusal !== null) return refusal;
    const after = { ...withFields(before, changes), type: typeId ?? before.type };
    if (typeId !== undefined) {
      const excluded = refuseExcludedStatus(after.status, type);
      if (excluded !== null) return excluded;
    }
    const isFiled = changes.set !== undefined && Object.hasOwn(changes.set, 'status');
    if (!isFiled && after.status === before.status) return this.#keep(after);
    if (after.status === before.status && this.#cards().isLast(after.status ?? '', id)) return this.#keep(after);
    this.#cards().remove(before);
    return this.#place(after, {});
  }

  /** Refuses with item_not_found, field_value_invalid, status_excluded, place_invalid. */
  move(id: string, { status, after, before, ...fieldsGiven }: CardPlace & FieldChanges): Problem | null {
    const changes = storedChanges(fieldsGiven);
    const existing = this.card(id);
    if (existing === undefined) return problem('item_not_found');
    const rules = this.#rulesFor(this.#document.types.get(existing.type));
    const refusal = (status === undefined ? null : refuseStatus(status, rules)) ?? refuseFields(changes, rules, 'swimlane');
    if (refusal !== null) return refusal;
    const moved = { ...withFields(existing, changes), ...(status !== undefined && { status }) };
    const place = { ...(after !== undefined && { after }), ...(before !== undefined && { before }) };
    const stays = after === undefined && before === undefined && moved.status === existing.status;
    if (stays && this.#cards().isLast(moved.status ?? '', id)) return this.#keep(moved);
    this.#cards().remove(existing);
    return this.#place(moved, place);
  }

  /** Refuses with item_not_found. */
  remove(id: string): Problem | null {
    const card = this.card(id);
    if (card === undefined) return problem('item_not_found');
    this.#cards().remove(card);
    this.#changes.set(id, null);
    this.#size -= 1;
    return null;
  }

  #keep(card: Card): null {
    this.#changes.set(card.id, card);
    return null;
  }

  /** Inserts a card that is in no column. */
  #place(card: Card, { after, before }: CardPlace): Problem | null {
    const status = card.status ?? '';
    const columns = this.#cards();
    const beside = after ?? before;
    if (beside !== undefined && !columns.holds(status, beside)) return misplaced('It names no other card of that column.');
    const place = after !== undefined ? { after } : before !== undefined ? { before } : null;
    this.#changes.set(card.id, card);
    for (const [id, rank] of columns.insert(card.id, status, place)) {
      const each = this.card(id);
      if (each !== undefined) this.#changes.set(id, { ...each, rank });
    }
    return null;
  }

  #refusePlaceStatus(status: string | undefined, rules: CardRules): Problem | null {
    if (status === undefined) return null;
    const refusal = refuseStatus(status, rules);
    return isProblem(refusal) && refusal.code === 'field_value_invalid' ? misplaced('No board of the document has a column of this status.') : refusal; // prettier-ignore
  }

  #rulesFor(type: ItemType | undefined): CardRules {
    const { statuses } = this.#document;
    return { type, statuses, isCard: (id) => this.card(id) !== undefined };
  }

  #noType(): Problem {
    return problem('type_invalid', { allowed: [...this.#document.types.keys()] });
  }

  /** Read on first use and maintained from then on. */
  #cards(): Columns {
    if (this.#columns === null) {
      const cards = new Map<string, Card>(this.#document.cards);
      for (const [id, card] of this.#changes) {
        if (card === null) cards.delete(id);
        else cards.set(id, card);
      }
      this.#columns = new Columns(cards.values());
    }
    return this.#columns;
  }
}

function withFields(card: Card, { set = {}, clear = [] }: FieldChanges): Card {
  const fields: Record<string, unknown> = { ...card, ...set };
  for (const name of clear) delete fields[name];
  // The values set were checked, and cleared fields are optional.
  return fields as unknown as Card;
}

const misplaced = (detail: string): Problem => problem('place_invalid', { detail });

/** The changes as they are stored if they are valid. */
function storedChanges(given: FieldChanges): FieldChanges {
  const { set, ...others } = cleanTexts(given) as FieldChanges;
  return set === undefined ? others : { ...others, set: withStoredColors(set) };
}
