/** type-text: a schema as a TypeScript type, with descriptions as comments. Schemas that are named elsewhere appear by their name. */
import type { TSchema } from 'typebox';

type Node = Readonly<Record<string, unknown>>;
export type SchemaNames = ReadonlyMap<unknown, string>;

/** `isTop`: write the schema out although it has a name, to declare it. */
export function typeText(schema: TSchema, names: SchemaNames, isTop = false): string {
  return new TypeText(names).of(schema, isTop);
}

class TypeText {
  readonly #names: SchemaNames;

  constructor(names: SchemaNames) {
    this.#names = names;
  }

  of(schema: unknown, isTop = false): string {
    const name = isTop ? undefined : this.#names.get(schema);
    if (name !== undefined) return name;
    const node = schema as Node;
    if ('const' in node) return JSON.stringify(node['const']);
    if (isList(node['enum'])) return node['enum'].map((value) => JSON.stringify(value)).join(' | ');
    const branches = node['anyOf'] ?? node['oneOf'];
    if (isList(branches)) return this.#joined(branches, ' | ');
    if (isList(node['allOf'])) return this.#joined(node['allOf'], ' & ');
    const types = isList(node['type']) ? node['type'] : [node['type']];
    return [...new Set(types.map((type) => this.#typed(type, node)))].join(' | ');
  }

  #typed(type: unknown, node: Node): string {
    switch (type) {
      case 'string':
      case 'boolean':
      case 'null':
        return type;
      case 'integer':
      case 'number':
        return 'number';
      case 'array':
        return this.#array(node);
      case 'object':
        return this.#object(node);
      default:
        return 'unknown';
    }
  }

  #array({ prefixItems, items, minItems, maxItems }: Node): string {
    if (isList(prefixItems)) return `[${prefixItems.map((item) => this.of(item)).join(', ')}]`;
    if (typeof minItems === 'number' && minItems === maxItems)
      return `[${Array.from({ length: minItems }, () => this.of(items)).join(', ')}]`;
    return isNode(items) ? `${bracketed(this.of(items))}[]` : 'unknown[]';
  }

  #object({ properties, required, patternProperties, additionalProperties }: Node): string {
    const names = new Set(isList(required) ? required : []);
    const members = Object.entries(isNode(properties) ? properties : {}).map(([key, schema]) => {
      const text = isNode(schema) ? schema['description'] : undefined;
      const comment = typeof text === 'string' ? `/** ${text.replaceAll('*/', '* /')} */\n` : '';
      return `${comment}${/^\w+$/.test(key) ? key : JSON.stringify(key)}${names.has(key) ? '' : '?'}: ${this.of(schema)};\n`;
    });
    const others = [
      ...(isNode(patternProperties) ? Object.values(patternProperties) : []),
      ...(isNode(additionalProperties) ? [additionalProperties] : []),
    ].map((schema) => this.of(schema));
    if (members.length > 0) return `{\n${members.join('')}}`;
    if (others.length > 0) return `Record<string, ${others.join(' | ')}>`;
    return additionalProperties === false ? 'Record<string, never>' : 'Record<string, unknown>';
  }

  #joined(schemas: readonly unknown[], by: ' | ' | ' & '): string {
    const all = new Set(schemas.flatMap((schema) => (isNode(schema) && isList(schema['enum']) ? schema['enum'].map((value) => JSON.stringify(value)) : this.of(schema)))); // prettier-ignore
    // A literal beside its own type says nothing.
    const texts = by === ' | ' && all.has('string') ? [...all].filter((text) => !/^"[^"]*"$/.test(text)) : [...all];
    return texts.map((text) => (by === ' & ' || text.includes('\n') ? bracketed(text) : text)).join(by);
  }
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !isList(value);
const bracketed = (text: string): string => (/[|&\n]/.test(text) && !/^\{[^]*\}$/.test(text) ? `(${text})` : text);
