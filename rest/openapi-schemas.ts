/**
 * The schemas of the description: as plain JSON, with a component for each schema that has a name.
 *
 * A component has the name under which its module exports the schema. Where the engine checks a value itself, with codes of its
 * own, validation takes any value of a kind: `described` has the forms that the engine then accepts.
 */
import type { TSchema } from 'typebox';

import { AddedElement, ElementFields, Operation, operationSchemas, Operations } from '#core/changeset/schema.ts';
import * as placements from '#core/notation/place.ts';
import * as ends from '#core/ops/find-end.ts';
import { LayoutFields, LayoutForm } from '#core/ops/layout.ts';
import { Fields, WholeElement } from '#core/ops/members.ts';
import * as access from '#schema/access.ts';
import * as boardCalls from '#schema/board-calls.ts';
import * as admin from '#schema/admin-calls.ts';
import * as board from '#schema/board.ts';
import * as calls from '#schema/calls.ts';
import * as changeset from '#schema/changeset.ts';
import * as comment from '#schema/comment.ts';
import * as customTheme from '#schema/custom-theme.ts';
import * as document from '#schema/document.ts';
import * as element from '#schema/element.ts';
import * as heads from '#schema/heads.ts';
import * as history from '#schema/history.ts';
import * as image from '#schema/image.ts';
import * as mention from '#schema/mention.ts';
import * as library from '#schema/library.ts';
import * as links from '#schema/links.ts';
import * as page from '#schema/page.ts';
import * as presence from '#schema/presence.ts';
import * as problemBody from '#schema/problem-body.ts';
import * as secondFactor from '#schema/second-factor.ts';
import * as sheet from '#schema/sheet.ts';
import * as tab from '#schema/tab.ts';

export type JsonSchema = { readonly [member: string]: unknown };

const modules = [
  access, admin, boardCalls, board, calls, changeset, comment, customTheme, document, element, heads, history, image, library, links, mention, page,
  presence, problemBody, secondFactor, sheet, tab, placements, ends, operationSchemas, { Operation, AddedElement, ElementFields, LayoutForm },
]; // prettier-ignore

/** What validation takes, and what the engine accepts. */
const described: readonly (readonly [TSchema, TSchema])[] = [
  [calls.OperationsBody, Operations],
  [library.LibraryElement, AddedElement],
  [boardCalls.Fields, boardCalls.CardFields],
  [boardCalls.Dots, boardCalls.CardDots],
  [Fields, ElementFields],
  [WholeElement, AddedElement],
  [LayoutFields, LayoutForm],
];

/** One description: its components are those that its calls use. */
export class OpenApiSchemas {
  readonly #nameOf = new Map<unknown, string>();
  readonly #nameByText = new Map<string, string>();
  readonly #describedByText = new Map(described.map(([taken, accepted]) => [JSON.stringify(taken), accepted]));
  readonly #components = new Map<string, unknown>();

  constructor() {
    for (const [name, schema] of modules.flatMap((exported) => Object.entries(exported)))
      if (isNameable(schema)) this.#add(name, schema);
  }

  /** By name, in alphabetical order. */
  get components(): JsonSchema {
    return Object.fromEntries([...this.#components].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A schema as plain JSON. One with a name is a reference to its component. */
  plain(schema: unknown): unknown {
    if (typeof schema !== 'object' || schema === null) return schema;
    if (Array.isArray(schema)) return schema.map((part) => this.plain(part));
    const name = this.#nameOf.get(schema);
    if (name !== undefined && this.#components.has(name)) return { $ref: refOf(name) };
    if (!isNameable(schema) && !isAnyObject(schema)) return this.#members(schema);
    const text = JSON.stringify(schema);
    const accepted = this.#describedByText.get(text);
    if (accepted !== undefined) return this.plain(accepted);
    const same = name ?? this.#nameByText.get(text);
    return same === undefined ? this.#members(schema) : this.#reference(same, schema);
  }

  #add(name: string, schema: object): void {
    this.#nameOf.set(schema, name);
    const text = JSON.stringify(schema);
    // An optional member is a copy of its schema.
    if (!this.#nameByText.has(text)) this.#nameByText.set(text, name);
    for (const alternative of alternativesOf(schema)) {
      if (!this.#nameOf.has(alternative.schema)) this.#add(`${name}${pascal(alternative.values[0] ?? '')}`, alternative.schema);
    }
  }

  #reference(name: string, schema: object): JsonSchema {
    if (!this.#components.has(name)) {
      // Before its members: a schema may contain itself.
      this.#components.set(name, {});
      this.#components.set(name, this.#members(schema));
    }
    return { $ref: refOf(name) };
  }

  #members(schema: object): JsonSchema {
    const members = Object.entries(schema).map(
      ([member, value]) => [member, member === 'properties' ? this.#properties(value) : this.plain(value)] as const,
    );
    const whole: JsonSchema = Object.fromEntries(members);
    if (Array.isArray(whole['enum'])) return { ...typeOf(whole['enum']), ...whole };
    const alternatives = alternativesOf(schema);
    if (alternatives.length === 0) return whole;
    const mapping = alternatives.flatMap(({ values, schema: one }) => {
      const { $ref } = this.plain(one) as { readonly $ref: string };
      return values.map((value) => [value, $ref] as const);
    });
    return { ...whole, discriminator: { propertyName: discriminatorOf(schema), mapping: Object.fromEntries(mapping) } };
  }

  /** A member may have the name of a keyword. */
  #properties(properties: unknown): JsonSchema {
    const entries = Object.entries(properties as JsonSchema);
    return Object.fromEntries(entries.map(([name, schema]) => [name, this.plain(schema)]));
  }
}

const refOf = (name: string): string => `#/components/schemas/${name}`;

/** Objects and unions: a generated client gives them a type of their own. */
const isNameable = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && ['properties', 'oneOf', 'anyOf', 'allOf'].some((keyword) => keyword in value);

/** An object whose members the schema leaves open. */
const isAnyObject = (schema: object): boolean => 'type' in schema && schema.type === 'object';

type Alternative = { readonly schema: object; readonly values: readonly string[] };
type Union = { readonly discriminator?: { readonly propertyName: string }; readonly oneOf?: readonly TSchema[] };

const discriminatorOf = (schema: Union): string => schema.discriminator?.propertyName ?? '';

/** The alternatives of a discriminated union, each with the values that select it. */
function alternativesOf(schema: Union): readonly Alternative[] {
  const name = discriminatorOf(schema);
  if (name === '') return [];
  return (schema.oneOf ?? []).map((one) => {
    const { properties } = one as unknown as {
      readonly properties: Readonly<Record<string, { readonly const?: string; readonly enum?: readonly string[] }>>;
    };
    const { const: only, enum: several = [] } = properties[name] ?? {};
    return { schema: one, values: only === undefined ? several : [only] };
  });
}

export const pascal = (value: string): string =>
  value
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Generators read the type of a choice from `type`. */
const typeOf = (values: readonly unknown[]): JsonSchema =>
  values.every((value) => typeof value === 'string') ? { type: 'string' } : {};
