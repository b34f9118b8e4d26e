/**
 * schema: the JSON form of operations as one discriminated union, for clients and the description of the interface.
 *
 * `parseOperations` checks with the same schemas, one operation at a time and with codes of its own. It takes any object as fields
 * and as a whole element, because the engine coerces their values: `ElementFields` and `AddedElement` are the forms that need no
 * coercion.
 */
import Type, { type Static, type TSchema } from 'typebox';

import { elementSchemas, FreeEnd, OrderKey, type ElementType } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

import { fieldNames, type FieldRule, fieldRule } from '../fields/field-table.ts';
import { EndParts } from '../ops/find-end.ts';
import { SlugText, strict } from '../ops/members.ts';
import { operationKinds, type typedOperations } from '../ops/operation-list.ts';

export type Operation = Static<(typeof typedOperations)[number]['input']>;

/** `AddOperation`, `SetOperation` and so on. */
export const operationSchemas: Readonly<Record<string, TSchema>> = Object.fromEntries(
  operationKinds.map(({ name, summary, usage, input }) => [
    `${name.charAt(0).toUpperCase()}${name.slice(1)}Operation`,
    { ...input, description: `${summary} The line form: \`${usage}\`.` },
  ]),
);

export const Operation = Type.Unsafe<Operation>({
  type: 'object',
  description: 'An operation in its JSON form: `op` names it.',
  discriminator: { propertyName: 'op' },
  required: ['op'],
  oneOf: Object.values(operationSchemas),
});

export const Operations = Type.Union(
  [
    Type.String({ description: 'The line form: an operation a line. A line that begins with { is an operation in JSON.' }),
    Type.Array(Operation, { maxItems: limits.operationsPerChangeset, description: 'The JSON form.' }),
  ],
  { description: 'The line form as one text, or the JSON form as a list.' },
);

const ArrowEndField = Type.Union([EndParts, FreeEnd], { description: 'An end of an arrow: on a box, or a point of the canvas.' });

/** The form of a field that the engine takes as it is. */
const formOf = ({ name, schema }: FieldRule): TSchema => (name === 'from' || name === 'to' ? ArrowEndField : schema);

const rulesOf = (type: ElementType): readonly FieldRule[] => fieldNames(type).flatMap((name) => fieldRule(type, name) ?? []);

const types = Object.keys(elementSchemas) as ElementType[];

/** The forms of each field, by its name in lines and by its stored name. */
function formsByField(): ReadonlyMap<string, readonly TSchema[]> {
  const forms = new Map<string, Map<string, TSchema>>();
  for (const rule of types.flatMap(rulesOf)) {
    for (const name of new Set([rule.name, rule.lineName])) {
      const byText = forms.get(name) ?? new Map<string, TSchema>();
      forms.set(name, byText.set(JSON.stringify(formOf(rule)), formOf(rule)));
    }
  }
  return new Map([...forms].map(([name, byText]) => [name, [...byText.values()]]));
}

export const ElementFields = Type.Object(
  Object.fromEntries(
    [...formsByField()].map(([name, forms]) => [name, Type.Optional(Type.Union([...forms, Type.Null()], describedAs(forms)))]),
  ),
  {
    ...strict,
    description:
      'Values by field. Null unsets a field. An element takes the fields of its type; a refusal of another one lists them.',
  },
);

function describedAs(forms: readonly TSchema[]): { readonly description?: string } {
  const texts = forms.flatMap((form) =>
    'description' in form && typeof form.description === 'string' ? [form.description] : [],
  );
  return texts.length === 0 ? {} : { description: [...new Set(texts)].join(' Or: ') };
}

/** What the engine cannot do without; everything else has a default. */
const needed: ReadonlySet<string> = new Set(['shape', 'from', 'to', 'imageId', 'url', 'points']);

function addedForm(type: ElementType): TSchema {
  const { type: named } = elementSchemas[type].properties;
  const rules = rulesOf(type);
  const isNeeded = ({ name, required }: FieldRule): boolean => required && needed.has(name);
  const members = rules.map((rule) => [rule.name, isNeeded(rule) ? formOf(rule) : Type.Optional(formOf(rule))] as const);
  const id = Type.Optional(Type.String({ ...SlugText, description: 'A slug or a full id. Default: from the label or kind.' }));
  const z = Type.Optional(Type.String({ ...OrderKey, description: 'Its place in the stacking order. Default: on top.' }));
  return Type.Object(
    { type: named, id, z, ...Object.fromEntries(members) },
    {
      ...strict,
      description: `A new element of type ${type}.`,
    },
  );
}

/** An element as `add` takes it: position and size are optional, and an end names its box by a ref or label. */
export const AddedElement = Type.Unsafe<object>({
  type: 'object',
  description: 'A whole element. What is left out has a default; without x and y the element is put where there is room.',
  discriminator: { propertyName: 'type' },
  required: ['type'],
  oneOf: types.map(addedForm),
});
