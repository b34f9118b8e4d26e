/**
 * The document model as the guard enforces it: which maps there are, and what each key accepts; in words in docs/document-model.md.
 *
 * Fields of elements and cards are open (any plain value under any name that the server does not vouch for), because the reader coerces whatever
 * it finds; everything else is closed.
 */
import { isId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { type EditorRoot, editorRoots, serverRoots } from '#schema/ydoc/roots.ts';

import { GuardRefusal } from './guard-refusal.ts';
import type { GuardReason } from './verdict.ts';

/**
 * The kinds of maps. `junk` is a map that the model does not have (written by an old client): it may be removed. `server` is everything under
 * a server root.
 */
export type NodeKind =
  | EditorRoot
  | 'tab'
  | 'elements'
  | 'element'
  | 'layers'
  | 'pages'
  | 'item'
  | 'sheet'
  | 'sheet-part'
  | 'junk'
  | 'server';

/** What a key accepts: a map of some kind, or plain values: any, texts only, or values that need a check of their own. */
export type KeyRule =
  | { readonly accepts: 'map'; readonly kind: NodeKind }
  | { readonly accepts: 'plain' | 'text' | 'lock' | 'layer' | 'layer-name' | 'mode' | 'image' | 'sheet-tab' }
  | { readonly accepts: 'nothing'; readonly reason: GuardReason };

const map = (kind: NodeKind): KeyRule => ({ accepts: 'map', kind });
const nothing = (reason: GuardReason): KeyRule => ({ accepts: 'nothing', reason });
const plain: KeyRule = { accepts: 'plain' };
const text: KeyRule = { accepts: 'text' };

const tabRules: ReadonlyMap<string, KeyRule> = new Map<string, KeyRule>([
  ['name', text],
  ['order', text],
  ['theme', text],
  ['mode', { accepts: 'mode' }],
  ['locked', { accepts: 'lock' }],
  ['elements', map('elements')],
  ['layers', map('layers')],
  ['pages', map('pages')],
]);

const sheetRules: ReadonlyMap<string, KeyRule> = new Map<string, KeyRule>([
  ['tabId', { accepts: 'sheet-tab' }],
  ['title', text],
  ['rows', map('sheet-part')],
  ['cols', map('sheet-part')],
  ['cells', map('sheet-part')],
  ['sizes', map('sheet-part')],
  ['hidden', map('sheet-part')],
  ['merges', map('sheet-part')],
  ['filters', map('sheet-part')],
  ['frozen', plain],
]);

/** Values that the server vouches for are in server roots or in SQL, never among the fields that editors write. */
const vouchedFieldsOfElement: ReadonlySet<string> = new Set(['comments', 'votes', 'ideas', 'rev']);
const vouchedFieldsOfItem: ReadonlySet<string> = new Set(['key', 'comments', 'commentsResolved', 'votes', 'rev']);

const elementLock: KeyRule = { accepts: 'lock' };
const elementImage: KeyRule = { accepts: 'image' };
const elementLayer: KeyRule = { accepts: 'layer-name' };
const element = map('element');
const layer: KeyRule = { accepts: 'layer' };
const serverField = nothing('server_field');
const wrongPlace = nothing('wrong_type');
const invalidKey = nothing('invalid_key');

/** What a map of this kind accepts under this key. */
export function ruleOf(kind: NodeKind, key: string): KeyRule {
  switch (kind) {
    case 'tabs':
      return isId('tab', key) ? map('tab') : invalidKey;
    case 'items':
      return isId('item', key) ? map('item') : invalidKey;
    case 'sheets':
      return isId('sheet', key) ? map('sheet') : invalidKey;
    case 'tab':
      return tabRules.get(key) ?? serverField;
    case 'elements':
      return element;
    case 'element':
      if (key === 'locked') return elementLock;
      if (key === 'imageId') return elementImage;
      if (key === 'layer') return elementLayer;
      return vouchedFieldsOfElement.has(key) ? serverField : plain;
    case 'layers':
      return layer;
    case 'pages':
    case 'sheet-part':
      return plain;
    case 'item':
      return vouchedFieldsOfItem.has(key) ? serverField : plain;
    case 'sheet':
      return sheetRules.get(key) ?? serverField;
    case 'junk':
      return wrongPlace;
    case 'server':
      return nothing('server_root');
  }
}

/** The maximum number of keys in a map of this kind; infinite for closed kinds, whose keys the model names. */
export function keysMax(kind: NodeKind): number {
  return keyLimits.get(kind) ?? Infinity;
}

const keyLimits: ReadonlyMap<NodeKind, number> = new Map<NodeKind, number>([
  ['tabs', limits.tabsPerDocument],
  ['elements', limits.elementsPerTab],
  ['element', 128],
  ['layers', limits.layersPerTab],
  ['pages', limits.pagesPerTab],
  ['items', limits.itemsPerDocument],
  ['item', 256],
  ['sheets', 1_000],
  ['sheet-part', 100_000],
]);

/** The kind of a root of editors; throws GuardRefusal (`server_root`, `unknown_root`) for any other. */
export function rootKind(name: string): EditorRoot {
  const kind = editorRoots.find((root) => root === name);
  if (kind !== undefined) return kind;
  throw new GuardRefusal(serverRoots.some((root) => root === name) ? 'server_root' : 'unknown_root');
}
