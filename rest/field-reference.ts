/** The fields of elements as rows of docs/changesets.md. */
import { valueForms } from '#core/fields/examples.ts';
import { fieldNames, fieldRule, type FieldRule } from '#core/fields/field-table.ts';
import { elementTypes } from '#schema/element.ts';

import { code, list } from './markdown.ts';

/** One row per field that means the same in several types. */
export function fieldRows(): string[][] {
  const rows = new Map<string, { readonly name: string; readonly takes: string; readonly types: string[] }>();
  for (const type of elementTypes) {
    for (const name of fieldNames(type)) {
      const rule = fieldRule(type, name);
      if (rule === undefined) continue;
      const takes = takesOf(rule);
      const row = rows.get(`${name} ${takes}`) ?? { name, takes, types: [] };
      row.types.push(type);
      rows.set(`${name} ${takes}`, row);
    }
  }
  return Array.from(rows.values(), ({ name, takes, types }) => [code(name), typesNamed(types), takes]);
}

function typesNamed(types: readonly string[]): string {
  if (types.length === elementTypes.length) return 'all';
  const boxes = elementTypes.filter((type) => type !== 'arrow');
  return types.length === boxes.length && !types.includes('arrow') ? 'all but arrow' : types.join(', ');
}

function takesOf({ name, form, allowed, minimum, maximum, maxLength }: FieldRule): string {
  const number = (value: number): string => value.toLocaleString('en');
  switch (form) {
    case 'text':
      return maxLength === Infinity ? 'text' : `text, at most ${number(maxLength)} characters`;
    case 'choice':
      return list(allowed.map(code));
    case 'choices':
      return `${list(allowed.map(code))}, or a list, such as \`${JSON.stringify(valueForms.get(name)?.example)}\``;
    case 'colour':
      return `${allowed.map(code).join(', ')}, or \`#rrggbb\``;
    case 'size':
      return `${allowed.map(code).join(', ')}, or ${number(minimum)} to ${number(maximum)}`;
    case 'number':
    case 'integer':
      return minimum === -Infinity ? `a ${form}` : `${number(minimum)} to ${number(maximum)}`;
    case 'boolean':
      return '`true` or `false`';
    case 'value': {
      const form = valueForms.get(name);
      return form === undefined ? 'JSON' : `${form.takes}: \`${JSON.stringify(form.example)}\``;
    }
  }
}
