/** card-fields: the fields of a card as its dialog shows them, and what is written when one changes. */
import type { Item, ItemType } from '#schema/board.ts';

import type { DocumentSession } from '../../live/document-session.ts';
import { boardTexts } from '../../strings/board.ts';
import { boardsOf } from '../boards-in.ts';

export type CardFieldsChange = {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly clear?: readonly string[];
  readonly type?: string;
};

/** An empty value clears the field. */
export const fieldChange = (name: string, value: unknown): CardFieldsChange =>
  value === null || value === '' ? { clear: [name] } : { set: { [name]: value } };

/** The fields of the card's type, and others that the card has. A card of a deleted type shows all of them. */
export const showsField = (item: Item, type: ItemType | undefined, name: string): boolean =>
  type === undefined || type.fields.includes(name) || Object.hasOwn(item, name);

/** Labels separated by commas, each once; null for none. */
export function labelsIn(text: string): string[] | null {
  const labels = [...new Set(text.split(',').map((label) => label.trim()))].filter((label) => label !== '');
  return labels.length === 0 ? null : labels;
}

/** The columns of all boards that accept the type, and the card's own status, even if its column was deleted. */
export function statusOptions(
  session: Pick<DocumentSession, 'tabs' | 'tab' | 'doc'>,
  item: Item,
  type: ItemType | undefined,
): { readonly value: string; readonly label: string }[] {
  const statuses = new Map<string, string>();
  for (const { board } of boardsOf(session))
    for (const { status, name } of board.planBoard.columns)
      if (!statuses.has(status) && type?.statuses?.includes(status) !== false) statuses.set(status, name);
  if (item.status !== undefined && !statuses.has(item.status)) statuses.set(item.status, boardTexts.deletedColumn);
  return Array.from(statuses, ([value, label]) => ({ value, label }));
}
