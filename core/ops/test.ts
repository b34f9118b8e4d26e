/** test: refuses the whole changeset unless an element still has certain values. */
import Type from 'typebox';

import type { Element } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import type { Json } from '../notation/json.ts';
import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { bindEnd } from './arrow-end.ts';
import { isNothing, ruleFor } from './assign.ts';
import { type FieldRule, fieldValue } from '../fields/field-table.ts';
import { capLabel } from '../fields/label-cap.ts';
import { coerceValue, valueText } from '../fields/coerce-value.ts';
import { selectOne } from '../selectors/select.ts';
import { Fields, Selector, strict } from './members.ts';
import { exampleRow } from './example.ts';
import { defineOp } from './op.ts';
import { printFields } from './print-fields.ts';

export const test = defineOp({
  name: 'test',
  summary: 'Refuses the whole changeset unless the element still holds these values.',
  usage: 'test <selector> key=value...',
  example: { before: exampleRow, lines: 'test order label="Order" fill=\nset order fill=blue' },
  completion: { takesFields: true },
  input: Type.Object({ op: Type.Literal('test'), target: Selector, fields: Fields }, strict),
  refuses: ['target_not_found', 'target_ambiguous', 'unknown_field', 'invalid_value', 'test_failed'],
  selectors: ['target'],
  fault: ({ fields }) => (Object.keys(fields).length === 0 ? 'at least one field' : null),
  read(line) {
    const target = line.text('target', 'a selector');
    const rest = line.rest({ fields: true });
    line.expect('fields' in rest, null, 'key=value');
    return { op: 'test', target, fields: {}, ...rest };
  },
  print({ target, fields }) {
    const tokens = printFields(fields);
    return tokens === null ? null : [target, ...tokens];
  },
  plan({ target, fields }, planning) {
    const element = selectOne(target, planning.search);
    if (isProblem(element)) return element;
    const differences: Difference[] = [];
    for (const [name, value] of Object.entries(fields)) {
      const rule = ruleFor(element, name);
      if (isProblem(rule)) return rule;
      const actual = fieldValue(element, rule.name);
      const expected = storedAs(value, rule, element, planning);
      if (isProblem(expected)) return expected;
      if (!jsonEqual(expected ?? undefined, actual)) differences.push({ name: rule.lineName, expected, actual: actual ?? null });
    }
    return differences.length === 0 ? null : failed(element, differences);
  },
});

type Difference = { readonly name: string; readonly expected: unknown; readonly actual: unknown };

/** The value as the field would store it; null for none. */
function storedAs(value: Json, rule: FieldRule, element: Element, planning: Planning): Json | Problem {
  if (value === null || jsonEqual(value, fieldValue(element, rule.name))) return value;
  const isEnd = element.type === 'arrow' && (rule.name === 'from' || rule.name === 'to');
  const bound = isEnd ? bindEnd(value, planning) : value;
  if (isProblem(bound)) return bound;
  const stored = coerceValue(rule, bound);
  if (isProblem(stored)) return stored;
  if (isNothing(rule, stored.value, element)) return null;
  const isLabel = element.type === 'shape' && rule.name === 'label' && typeof stored.value === 'string';
  const capped = isLabel ? capLabel(stored.value, undefined) : null;
  return capped?.label ?? stored.value;
}

function failed(element: Element, differences: readonly Difference[]): Problem {
  const phrases = differences.map(({ name, expected, actual }) => `${name} is ${inWords(actual)}, not ${inWords(expected)}`);
  return problem('test_failed', {
    detail: `${nameOf(element)} does not hold the expected values: ${phrases.join('; ')}.`,
    expected: Object.fromEntries(differences.map(({ name, expected }) => [name, expected])),
    actual: Object.fromEntries(differences.map(({ name, actual }) => [name, actual])),
  });
}

const inWords = (value: unknown): string => (value === null ? 'unset' : valueText(value as Json));
