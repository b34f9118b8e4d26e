/** layout-options: how a layout is to be drawn, from the fields of the operation. */
import { lineStyles } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import { valueText } from '../fields/coerce-value.ts';
import { type LayoutDirection, layoutDirections, type LayoutStyle, layoutStyles } from '../layout/graph.ts';
import type { Json } from '../notation/json.ts';
import { quoteShort } from '../notation/quote.ts';
import type { Planning } from '../planning/planning.ts';

export type LayoutOptions = {
  readonly style: LayoutStyle;
  readonly direction: LayoutDirection;
  readonly line: (typeof lineStyles)[number] | null;
};

const formFields = ['style', 'direction', 'line', 'only'];

export function readLayoutFields(
  fields: { readonly [name: string]: Json },
  planning: Planning,
): (LayoutOptions & { readonly only: 'unplaced' | null }) | Problem {
  const unknown = Object.keys(fields).find((name) => !formFields.includes(name));
  if (unknown !== undefined) {
    const detail = `layout has no field ${quoteShort(unknown, 40)}.`;
    return problem('unknown_field', {
      detail,
      hint: `Its fields: ${formFields.join(', ')}.`,
      field: unknown,
      fields: [...formFields],
    });
  }
  const choice = <T extends string, F>(field: string, allowed: readonly T[], fallback: F): T | F | Problem =>
    oneOf(field, fields[field], allowed, fallback, planning);
  const style = choice('style', layoutStyles, 'flow');
  if (isProblem(style)) return style;
  const direction = choice('direction', layoutDirections, style === 'mindmap' ? 'right' : 'down');
  if (isProblem(direction)) return direction;
  const line = choice('line', lineStyles, null);
  if (isProblem(line)) return line;
  const only = choice('only', ['unplaced'] as const, null);
  return isProblem(only) ? only : { style, direction, line, only };
}

function oneOf<T extends string, F>(
  field: string,
  value: Json | undefined,
  allowed: readonly T[],
  fallback: F,
  planning: Planning,
): T | F | Problem {
  if (value === undefined || value === null) return fallback;
  const match = allowed.find((word) => typeof value === 'string' && value.toLowerCase() === word);
  if (match !== undefined) {
    if (match !== value) planning.warn('value_coerced', null, `${field} ${valueText(value)} became ${valueText(match)}.`);
    return match;
  }
  const choice = allowed.length === 1 ? allowed.join() : `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`;
  const hint = `Use ${allowed.length === 1 ? `${field}=${choice}` : `one of: ${allowed.join(', ')}`}.`;
  return problem('invalid_value', {
    detail: `${field} is ${choice}, not ${valueText(value)}.`,
    hint,
    field,
    allowed: [...allowed],
  });
}
