/**
 * A deterministic JSON text of everything in a Y.Doc, for comparing replicas. Documents with equal content have equal texts,
 * whatever the order of writes. Values without a JSON form, other Y types and list entries in a map are spelled out.
 */
import * as Y from 'yjs';

import { isPlainObject } from '../plain-object.ts';
import { type AnyType, itemOf, itemsOfList, itemsOfMap } from './struct-store.ts';

/** Deeper values are cut: the stack is finite. */
const depthMax = 200;

/** Members are sorted by name, without spaces. Empty roots are left out. */
export function canonicalJson(doc: Y.Doc): string {
  const roots = [...doc.share].map(([name, type]) => [name, textOfType(type, 0)] as const);
  return textOfMembers(roots.filter(([, text]) => text !== '{}'));
}

function textOfType(type: AnyType, depth: number): string {
  if (depth > depthMax) return '"$deep"';
  const members: (readonly [string, string])[] = [];
  for (const [name, item] of itemsOfMap(type)) {
    if (!item.deleted) members.push([name, textOfValue(item.content.getContent()[item.length - 1], depth + 1)]);
  }
  const entries: string[] = [];
  for (const item of itemsOfList(type)) {
    if (item.deleted) continue;
    if (item.content instanceof Y.ContentFormat)
      entries.push(`{"$format":${textOfValue([item.content.key, item.content.value], depth + 1)}}`);
    else for (const value of item.content.getContent()) entries.push(textOfValue(value, depth + 1));
  }
  if (entries.length > 0) members.push(['$list', `[${entries.join(',')}]`]);
  if (itemOf(type) !== null && !(type instanceof Y.Map)) members.push(['$kind', JSON.stringify(kindOf(type))]);
  return textOfMembers(members);
}

function textOfValue(value: unknown, depth: number): string {
  if (depth > depthMax) return '"$deep"';
  if (value instanceof Y.AbstractType) return textOfType(value, depth);
  if (value instanceof Y.Doc) return `{"$document":${JSON.stringify(value.guid)}}`;
  if (value instanceof Uint8Array) return `{"$bytes":"${Buffer.from(value).toString('hex')}"}`;
  if (Array.isArray(value)) return `[${Array.from(value, (entry: unknown) => textOfValue(entry, depth + 1)).join(',')}]`;
  if (isPlainObject(value)) {
    return textOfMembers(Object.keys(value).map((name) => [name, textOfValue(value[name], depth + 1)] as const));
  }
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  const spelled = typeof value === 'number' || typeof value === 'bigint' ? value.toString() : '';
  return `{"$${typeof value}":${JSON.stringify(spelled)}}`;
}

function textOfMembers(members: readonly (readonly [string, string])[]): string {
  const sorted = members.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${sorted.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

function kindOf(type: AnyType): string {
  if (type instanceof Y.XmlText) return 'XmlText';
  if (type instanceof Y.Text) return 'Text';
  if (type instanceof Y.Array) return 'Array';
  if (type instanceof Y.XmlElement) return `XmlElement ${type.nodeName}`;
  return type instanceof Y.XmlFragment ? 'XmlFragment' : 'XmlHook';
}
