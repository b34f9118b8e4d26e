/** card-moves: a card of an open board moved to another column, lane or place, as one step of the undo, and announced. */
import type { Item } from '#schema/board.ts';

import type { Editor } from '../../state/editor.ts';
import { boardTexts } from '../../strings/board.ts';
import { changedCards } from '../deck.ts';
import { isStep, type Lanes, type LaneSpot, type LaneTarget, nextSpot, nextTarget, staysAt } from './lane-steps.ts';
import { type Grouping, laneChange, type LaneGround, type Swimlane } from './lanes.ts';
import { placeCard } from './place-card.ts';

type MovesOptions = {
  readonly editor: Editor;
  readonly by: Grouping;
  readonly lanes: readonly Swimlane[];
  /** The lanes that are not folded. */
  readonly shown: Lanes;
  readonly ground: LaneGround;
};

export type CardStroke = Readonly<Record<'key', string>> &
  Readonly<Record<'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey', boolean>>;

/** What a key does on a card: moves the focus or the card; a null target is beyond the edge. */
export type CardKeyAction =
  | { readonly kind: 'focus'; readonly spot: LaneSpot | null }
  | { readonly kind: 'move'; readonly target: LaneTarget | null };

/** Null if the key does nothing here. */
export function cardKeyAction(board: Lanes, spot: LaneSpot, stroke: CardStroke): CardKeyAction | null {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = stroke;
  if (altKey || shiftKey) return null;
  if (ctrlKey || metaKey) return isStep(key) ? { kind: 'move', target: nextTarget(board, spot, key) } : null;
  return isStep(key) || key === 'Home' || key === 'End' ? { kind: 'focus', spot: nextSpot(board, spot, key) } : null;
}

export class CardMoves {
  readonly #options: MovesOptions;

  constructor(options: MovesOptions) {
    this.#options = options;
  }

  /** Whether the card can be in a lane. */
  readonly mayMove = (spot: LaneSpot, lane: string): boolean => {
    const card = this.#card(spot);
    return card !== undefined && this.#change(card, spot.lane, lane) !== null;
  };

  /** Where the card is after the move; null if it was not moved. */
  move(spot: LaneSpot, target: LaneTarget): LaneSpot | null {
    const { editor, by, lanes, shown } = this.#options;
    const card = this.#card(spot);
    if (card === undefined || !editor.mayEdit.get() || staysAt(shown, spot, target)) return null;
    const change = this.#change(card, spot.lane, target.lane);
    if (change === null) {
      editor.announce(by === 'type' ? boardTexts.openCardToChangeType : boardTexts.typeLacksOption);
      return null;
    }
    const lane = lanes.find(({ key }) => key === target.lane);
    const { status, before } = target;
    const placement = { status, before, cell: lane?.cells.get(status) ?? [], change };
    if (!changedCards(editor, (plan) => placeCard(plan, card, placement))) return null;
    this.#announce(card, status, lane);
    return { id: spot.id, lane: target.lane };
  }

  #announce(card: Item, status: string, lane: Swimlane | undefined): void {
    const { editor, by, ground } = this.#options;
    const column = ground.columns.find((one) => one.status === status);
    const place = [column?.name, by === 'none' ? undefined : lane?.title].filter((part) => part !== undefined);
    editor.announce(boardTexts.cardMovedTo(card.title, place.join(', ')));
  }

  #card({ id }: LaneSpot): Item | undefined {
    return this.#options.editor.session.cards.items.get(id);
  }

  #change(card: Item, from: string, to: string) {
    return laneChange(this.#options.by, card, { from, to }, this.#options.ground);
  }
}
