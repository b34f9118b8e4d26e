/**
 * copied-style: the style of elements, as it is copied from some and pasted on others. It is kept in this browser, for all tabs and
 * documents, and the system's clipboard keeps what it has.
 *
 * It has the fields that all of them agree on, null for one that none of them has set. Each element takes the fields that its
 * type draws: shapes and notes differ in what colors them, and a value that an element does not accept is left out.
 */
import type { Element } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { fieldRule, fieldValue } from '#core/fields/field-table.ts';
import { type Json, jsonFault } from '#core/notation/json.ts';

import { type Change, freeElements } from '../changes/change.ts';
import { drawsField } from '../changes/drawn-fields.ts';
import { setFields } from '../changes/set-fields.ts';

const styleNames = ['fill', 'color', 'stroke', 'textColor', 'text', 'font', 'bold', 'italic', 'strike', 'textAlign', 'verticalAlign', 'border', 'strokeWidth', 'line', 'heads', 'thickness', 'opacity'] as const; // prettier-ignore
type StyleName = (typeof styleNames)[number];

export type CopiedStyle = { readonly [name in StyleName]?: Json };

/** Empty if the elements agree on nothing. */
export function styleOf(elements: readonly Element[]): CopiedStyle {
  const style: { [name in StyleName]?: Json } = {};
  for (const name of styleNames) {
    const values = elements.filter((element) => takes(element, name)).map((element) => valueOf(element, name));
    const [first, ...others] = values;
    if (first !== undefined && others.every((value) => jsonEqual(value, first))) style[name] = first;
  }
  return style;
}

export const pasteStyle =
  (ids: Iterable<string>, style: CopiedStyle): Change =>
  (planning) => {
    for (const element of freeElements(ids, planning)) {
      for (const name of styleNames) {
        const value = style[name];
        // A refusal leaves the element as it is.
        if (value !== undefined && takes(element, name)) setFields([element.id], { [name]: value })(planning);
      }
    }
    return null;
  };

const key = 'atelier.style';

/** Null if none was copied in this browser, or storage is disabled. */
export function readStyle(storage: Pick<Storage, 'getItem'>): CopiedStyle | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const entries = Object.entries(value).filter(([name, one]) => styleNames.some((known) => known === name) && isJson(one));
    return entries.length === 0 ? null : Object.fromEntries(entries);
  } catch {
    return null;
  }
}

/** False if the browser does not keep it. */
export function keepStyle(storage: Pick<Storage, 'setItem'>, style: CopiedStyle): boolean {
  try {
    storage.setItem(key, JSON.stringify(style));
    return true;
  } catch {
    return false;
  }
}

const isJson = (value: unknown): value is Json => jsonFault(value) === null;

const takes = ({ type }: Element, name: StyleName): boolean => drawsField(type, name) && fieldRule(type, name) !== undefined;

function valueOf(element: Element, name: StyleName): Json {
  const value = fieldValue(element, name);
  return isJson(value) ? value : null;
}
