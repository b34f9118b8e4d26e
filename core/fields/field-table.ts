/**
 * field-table: which fields an element of each type takes, derived from the element schemas.
 * F1  The table is an allow-list: what the schema of the type does not have is no field.
 * F2  Identity is no field: `id`, `type` and `z` are made by operations, never set.
 * F3  The line form's `text-color` is the stored `textColor`; all other names are the stored ones.
 */
import { type Element, elementSchemas, type ElementType, elementTypes } from '#schema/element.ts';
import type { TSchema } from 'typebox';

export type FieldRule = {
  /** As stored. */
  readonly name: string;
  /** As the line form writes it. */
  readonly lineName: string;
  readonly form: 'text' | 'choice' | 'colour' | 'number' | 'integer' | 'boolean' | 'value';
  /** The values that a choice takes, or the slots of a colour. */
  readonly allowed: readonly string[];
  readonly minimum: number;
  readonly maximum: number;
  /** Characters of a text. */
  readonly maxLength: number;
  /** The element cannot be without it: it is never unset. */
  readonly required: boolean;
  readonly schema: TSchema;
};

/** The rule of a field by its stored or its line name; undefined when elements of this type have no such field. */
export const fieldRule = (type: ElementType, name: string): FieldRule | undefined => tables.get(type)?.get(storedName(name));

/** The names of all fields of a type, as the line form writes them. */
export const fieldNames = (type: ElementType): string[] => Array.from(tables.get(type)?.values() ?? [], (rule) => rule.lineName);

/** The name by which a field is stored. */
export const storedName = (name: string): string => (name === 'text-color' ? 'textColor' : name);

/** The name by which the line form knows a field. */
export const lineName = (name: string): string => (name === 'textColor' ? 'text-color' : name);

/** True when the field holds text in every type that has it: a bare number is then its text. */
export const isTextField = (name: string): boolean => textFields.has(storedName(name));

/** Where a field, by its stored name, stands among those of its type: the order in which they are listed. */
export function fieldRank(type: ElementType, name: string): number {
  const at = [...(tables.get(type)?.keys() ?? [])].indexOf(name);
  return at === -1 ? Infinity : at;
}

/** The value of a field of an element by its stored name; undefined when it has none. */
export const fieldValue = (element: Element, name: string): unknown => new Map(Object.entries(element)).get(name);

const identity: ReadonlySet<string> = new Set(['id', 'type', 'z']);

/** What of JSON Schema the element schemas use. */
type JsonSchema = TSchema & {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
};

const tables: ReadonlyMap<string, ReadonlyMap<string, FieldRule>> = new Map(elementTypes.map((type) => [type, tableOf(type)]));

const textFields: ReadonlySet<string> = textFieldsOf([...tables.values()].flatMap((table) => [...table.values()]));

function tableOf(type: ElementType): ReadonlyMap<string, FieldRule> {
  const { properties, required } = elementSchemas[type] as TSchema & {
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  const table = new Map<string, FieldRule>();
  for (const [name, schema] of Object.entries(properties)) {
    if (!identity.has(name)) table.set(name, ruleOf(name, schema, required?.includes(name) === true));
  }
  return table;
}

function ruleOf(name: string, schema: JsonSchema, required: boolean): FieldRule {
  const choices = schema.enum ?? schema.anyOf?.[0]?.enum;
  return {
    name,
    lineName: lineName(name),
    form: formOf(schema),
    allowed: choices ?? [],
    minimum: schema.minimum ?? -Infinity,
    maximum: schema.maximum ?? Infinity,
    maxLength: schema.maxLength ?? Infinity,
    required,
    schema,
  };
}

function formOf(schema: JsonSchema): FieldRule['form'] {
  if (schema.enum !== undefined) return 'choice';
  if (schema.anyOf?.[0]?.enum !== undefined) return 'colour';
  if (schema.type === 'string') return 'text';
  return schema.type === 'number' || schema.type === 'integer' || schema.type === 'boolean' ? schema.type : 'value';
}

function textFieldsOf(rules: readonly FieldRule[]): ReadonlySet<string> {
  const textual = (rule: FieldRule): boolean => rule.form === 'text' || rule.form === 'choice' || rule.form === 'colour';
  const others = new Set(rules.filter((rule) => !textual(rule)).map((rule) => rule.name));
  return new Set(
    rules
      .filter(textual)
      .map((rule) => rule.name)
      .filter((name) => !others.has(name)),
  );
}
