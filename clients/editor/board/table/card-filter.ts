/** card-filter: which cards of a board match the filter: by words, assignee and label. */
import type { Item } from '#schema/board.ts';

export type CardFilter = {
  readonly text: string;
  /** A person's id, the value for unassigned cards, or empty for all. */
  readonly assignee: string;
  /** Empty for all. */
  readonly label: string;
};

export const noFilter: CardFilter = { text: '', assignee: '', label: '' };
export const nobody = 'nobody';

export const isFiltering = ({ text, assignee, label }: CardFilter): boolean =>
  text.trim() !== '' || assignee !== '' || label !== '';

/** Each word is in the title, the description or a label, or is the card's number as `#3`. */
export function filterCards(cards: readonly Item[], filter: CardFilter): readonly Item[] {
  if (!isFiltering(filter)) return cards;
  const words = filter.text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  return cards.filter(
    (card) =>
      (filter.label === '' || card.labels?.includes(filter.label) === true) &&
      (filter.assignee === '' || (card.assignee?.id ?? nobody) === filter.assignee) &&
      words.every((word) => hasWord(card, word)),
  );
}

const hasWord = ({ key, title, description, labels }: Item, word: string): boolean =>
  word === `#${key}` ||
  title.toLowerCase().includes(word) ||
  description?.toLowerCase().includes(word) === true ||
  labels?.some((label) => label.toLowerCase().includes(word)) === true;
