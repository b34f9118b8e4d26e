/**
 * field-table: the fields of each element type, derived from the element schemas.
 *
 * The table is an allow-list. `id`, `type`, `z`, `unplacedAt`, `lifeline` and `origin` are not fields: operations determine them. Lines have names of their
 * own for the stored `textColor`, `strokeWidth`, `textAlign` and `verticalAlign`: with hyphens; all other names are the stored ones.
 */
import { type Element, elementSchemas, type ElementType, elementTypes } from '#schema/element.ts';
import type { TSchema } from 'typebox';

export type FieldRule = {
  /** As stored. */
  readonly name: string;
  /** In the line form. */
  readonly lineName: string;
  readonly form: 'text' | 'choice' | 'choices' | 'colour' | 'size' | 'number' | 'integer' | 'boolean' | 'value';
  /** The values of a choice or a size, or the slots of a color. */
  readonly allowed: readonly string[];
  readonly minimum: number;
  readonly maximum: number;
  /** Greatest length of a text, in characters. */
  readonly maxLength: number;
  /** The element requires it, so it cannot be unset. */
  readonly required: boolean;
  readonly schema: TSchema;
};

/** The rule of a field by its stored or line name; undefined if elements of this type have no such field. */
export const fieldRule = (type: ElementType, name: string): FieldRule | undefined => tables.get(type)?.get(storedName(name));

/** The line names of all fields of a type. */
export const fieldNames = (type: ElementType): string[] => Array.from(tables.get(type)?.values() ?? [], (rule) => rule.lineName);

/** The stored name of a field. */
export const storedName = (name: string): string => storedNames.get(name) ?? name;

/** The line name of a field. */
export const lineName = (name: string): string => lineNames.get(name) ?? name;

/** True if the field is text in every type that has it. A bare number is then text. */
export const isTextField = (name: string): boolean => textFields.has(storedName(name));

/** Index of a field, by its stored name, in the order in which the fields of its type are listed. */
export function fieldRank(type: ElementType, name: string): number {
  const at = [...(tables.get(type)?.keys() ?? [])].indexOf(name);
  return at === -1 ? Infinity : at;
}

/** The value of an element's field by its stored name; undefined if it has none. */
export const fieldValue = (element: Element, name: string): unknown => new Map(Object.entries(element)).get(name);

const lineNames: ReadonlyMap<string, string> = new Map([
  ['textColor', 'text-color'],
  ['strokeWidth', 'stroke-width'],
  ['textAlign', 'text-align'],
  ['verticalAlign', 'vertical-align'],
]);
const storedNames: ReadonlyMap<string, string> = new Map([...lineNames].map(([stored, line]) => [line, stored]));

const identity: ReadonlySet<string> = new Set(['id', 'type', 'z', 'unplacedAt', 'lifeline', 'origin']);

/** The part of JSON Schema that the element schemas use. */
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
  const number = schema.anyOf?.find(({ type }) => type === 'number') ?? schema;
  return {
    name,
    lineName: lineName(name),
    form: formOf(schema),
    allowed: choices ?? [],
    minimum: number.minimum ?? -Infinity,
    maximum: number.maximum ?? Infinity,
    maxLength: schema.maxLength ?? Infinity,
    required,
    schema,
  };
}

function formOf(schema: JsonSchema): FieldRule['form'] {
  if (schema.enum !== undefined) return 'choice';
  if (schema.anyOf?.[1]?.type === 'array') return 'choices';
  if (schema.anyOf?.[1]?.type === 'number') return 'size';
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
