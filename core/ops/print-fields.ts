/** print-fields: prints fields as `key=value` tokens of the line form. */
import type { Json } from '../notation/json.ts';
import { jsonOnOneLine, quoteExactly } from '../notation/quote.ts';
import type { Fields } from './assign.ts';
import { isTextField, lineName } from '../fields/field-table.ts';

/** One token per field; null if the line form cannot express one of them. */
export function printFields(fields: Fields = {}): string[] | null {
  const tokens: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'number' && isTextField(name)) return null;
    tokens.push(`${lineName(name)}=${printValue(value)}`);
  }
  return tokens;
}

function printValue(value: Json): string {
  if (value === null) return '';
  if (typeof value !== 'string') return jsonOnOneLine(value);
  return bare.test(value) && value !== 'true' && value !== 'false' ? value : quoteExactly(value);
}

/** Text that reads back as itself without quotes. */
const bare = /^[A-Za-z#][A-Za-z0-9_-]*$/;
