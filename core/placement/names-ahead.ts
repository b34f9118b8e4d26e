/** names-ahead: how later operations of a changeset may name a box that is being placed. */
import { type Box, isBox } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';

import type { OperationAhead } from '../planning/planning.ts';
import { isParseError } from '../notation/parse-error.ts';
import { slugFrom } from '../notation/slug.ts';
import { readEnd } from '../selectors/end.ts';
import type { Operand } from '../selectors/term.ts';
import { foldCase } from '../tab/fold.ts';
import type { TabView } from '../tab/view.ts';

/** A box of the tab. */
export type Named = { readonly id: string; readonly label?: string | undefined };

const refName = (text: string): string => `ref ${text}`;
const labelName = (text: string): string => `label ${foldCase(text)}`;

/** The names by which an operation may refer to the box, except id prefixes. */
export const namesOf = ({ id, label }: Named): string[] => [
  refName(id),
  refName(slugOf(id)),
  ...(label === undefined ? [] : [labelName(label)]),
];

/** The names that an operation gives to what it adds. */
export function newNames({ id, fields = {} }: OperationAhead): string[] {
  const { label } = fields;
  if (typeof label !== 'string') return id === undefined ? [] : [refName(id)];
  return [refName(id ?? slugFrom(label)), labelName(label)];
}

export const nameOfOperand = ({ kind, text }: Operand): string => (kind === 'label' ? labelName(text) : refName(text));

/** The boxes of the tab with a name. */
export function boxesNamed(name: string, tab: TabView): Box[] {
  const text = name.slice(name.indexOf(' ') + 1);
  const ids = name.startsWith('label ') ? tab.idsOfLabel(text) : tab.get(text) === undefined ? tab.idsOfSlug(text) : [text];
  return ids.map((id) => tab.get(id)).filter((element) => element !== undefined && isBox(element));
}

/** The name of the box at the end of an arrow, or of the reference of a placement. */
export function nameIn(end: OperationAhead['from']): string | null {
  if (end === undefined) return null;
  const read = readEnd(typeof end === 'string' ? end : end.element);
  return isParseError(read) ? null : nameOfOperand(read.operand);
}
