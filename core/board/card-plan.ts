/**
 * card-plan: what a call makes of the cards: new ones, changed ones, moved ones, each seeing those before it.
 *
 * P1  A refusal leaves the plan in whatever state: who refuses one step throws the whole plan away, so that nothing of a
 *     call is applied unless all of it is.
 * P2  A card that is new, or is filed under a status by `set`, stands at the end of that column, unless a place says more.
 * P3  A place names a card of the target column, else it is place_invalid; `after` wins over `before`.
 * P4  NUL and lone surrogates are left out of texts.
 * P5  A change of type keeps the card's fields; the status must be one that the new type takes.
 */
import type { Card, ItemType } from '#schema/board.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { cleanTexts } from '../text/clean-texts.ts';
import { type CardRules, refuseExcludedStatus, refuseFields, refuseStatus, type FieldChanges } from './check-fields.ts';
import { Columns } from './columns.ts';

export type CardPlace = { readonly status?: string; readonly after?: string; readonly before?: string };
export type NewCard = { readonly type: string; readonly fields: Readonly<Record<string, unknown>>; readonly place?: CardPlace };

/** A document's cards as they are before the call. */
export type Deck = {
  readonly cards: ReadonlyMap<string, Card>;
  readonly types: ReadonlyMap<string, ItemType>;
  readonly statuses: ReadonlySet<string>;
};
type Edit = { readonly id: string; readonly before: Card | null; readonly after: Card | null };

export class CardPlan {
  readonly #deck: Deck;
  readonly #changes = new Map<string, Card | null>();
  #columns: Columns | null = null;
  #size: number;

  constructor(deck: Deck) {
    this.#deck = deck;
    this.#size = deck.cards.size;
  }

  /** What differs, card by card. */
  get edits(): Edit[] {
    const edits: Edit[] = [];
    for (const [id, after] of this.#changes) {
      const before = this.#deck.cards.get(id) ?? null;
      if (!jsonEqual(before, after)) edits.push({ id, before, after });
    }
    return edits;
  }

  card(id: string): Card | undefined {
    return this.#changes.has(id) ? (this.#changes.get(id) ?? undefined) : this.#deck.cards.get(id);
  }

  /** Errors: items_full, type_invalid, title_required, field_value_invalid, status_excluded, place_invalid. */
  create(id: string, { type: typeId, fields: given, place }: NewCard): Problem | null {
    const fields = cleanTexts(given) as NewCard['fields'];
    if (this.#size >= limits.itemsPerDocument) return problem('items_full', { limit: limits.itemsPerDocument });
    const type = this.#deck.types.get(typeId);
    if (type === undefined) return this.#noType();
    if (!Object.hasOwn(fields, 'title')) return problem('title_required');
    const ground = this.#ground(type);
    const refusal = refuseFields({ set: fields }, ground) ?? this.#refusePlaceStatus(place?.status, ground);
    if (refusal !== null) return refusal;
    if (place?.status !== undefined && fields['status'] !== undefined && fields['status'] !== place.status)
      return misplaced('The fields and the place name different statuses.');
    // Checked field by field just now.
    const card = { ...fields, ...(place?.status !== undefined && { status: place.status }), id, type: typeId, rank: '' } as Card;
    this.#size += 1;
    return this.#place(card, place ?? {});
  }

  /** Errors: item_not_found, type_invalid, title_required, field_value_invalid, status_excluded. */
  change(id: string, { type: typeId, ...given }: FieldChanges & { readonly type?: string }): Problem | null {
    const wanted = cleanTexts(given) as FieldChanges;
    const before = this.card(id);
    if (before === undefined) return problem('item_not_found');
    if (typeId !== undefined && !this.#deck.types.has(typeId)) return this.#noType();
    const type = this.#deck.types.get(typeId ?? before.type);
    const refusal = refuseFields(wanted, this.#ground(type));
    if (refusal !== null) return refusal;
    const after = { ...withFields(before, wanted), type: typeId ?? before.type };
    if (typeId !== undefined) {
      const excluded = refuseExcludedStatus(after.status, type);
      if (excluded !== null) return excluded;
    }
    const isFiled = wanted.set !== undefined && Object.hasOwn(wanted.set, 'status');
    if (!isFiled && after.status === before.status) return this.#keep(after);
    if (after.status === before.status && this.#cards().isLast(after.status ?? '', id)) return this.#keep(after);
    this.#cards().remove(before);
    return this.#place(after, {});
  }

  /** Errors: item_not_found, field_value_invalid, status_excluded, place_invalid. */
  move(id: string, { status, after, before, ...given }: CardPlace & FieldChanges): Problem | null {
    const wanted = cleanTexts(given) as FieldChanges;
    const known = this.card(id);
    if (known === undefined) return problem('item_not_found');
    const ground = this.#ground(this.#deck.types.get(known.type));
    const refusal = (status === undefined ? null : refuseStatus(status, ground)) ?? refuseFields(wanted, ground, 'swimlane');
    if (refusal !== null) return refusal;
    const moved = { ...withFields(known, wanted), ...(status !== undefined && { status }) };
    const place = { ...(after !== undefined && { after }), ...(before !== undefined && { before }) };
    const stays = after === undefined && before === undefined && moved.status === known.status;
    if (stays && this.#cards().isLast(moved.status ?? '', id)) return this.#keep(moved);
    this.#cards().remove(known);
    return this.#place(moved, place);
  }

  /** Errors: item_not_found. */
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

  /** [P2] [P3] The card is in no column. */
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

  #refusePlaceStatus(status: string | undefined, ground: CardRules): Problem | null {
    if (status === undefined) return null;
    const refusal = refuseStatus(status, ground);
    return isProblem(refusal) && refusal.code === 'field_value_invalid' ? misplaced('No board of the document has a column of this status.') : refusal; // prettier-ignore
  }

  #ground(type: ItemType | undefined): CardRules {
    const { statuses } = this.#deck;
    return { type, statuses, isCard: (id) => this.card(id) !== undefined };
  }

  #noType(): Problem {
    return problem('type_invalid', { allowed: [...this.#deck.types.keys()] });
  }

  /** As they are when first asked for; kept up from then on. */
  #cards(): Columns {
    if (this.#columns === null) {
      const cards = new Map<string, Card>(this.#deck.cards);
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
  // The fields that are set were checked; those that are cleared are optional.
  return fields as unknown as Card;
}

const misplaced = (detail: string): Problem => problem('place_invalid', { detail });
