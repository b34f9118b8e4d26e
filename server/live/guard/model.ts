/**
 * model: the shape of the document as the guard enforces it: which map may stand where, and what each key takes.
 *
 * The same table in words is docs/document-model.md. Element and card fields are open (any plain value under any name
 * that the server does not vouch for), since the reader makes sense of whatever lies there; everything else is closed.
 */
import { isId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { type EditorRoot, editorRoots, serverRoots } from '#schema/ydoc/roots.ts';

import { GuardRefusal } from './guard-refusal.ts';
import type { GuardReason } from './verdict.ts';

/**
 * The kinds of maps. `junk` is what stands where the model has nothing (written by an old client): it may be removed.
 * `server` is everything under a root that the server alone writes.
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

/** What a key takes: a map of some kind, or plain values: of any kind, texts, or one whose meaning decides. */
export type KeyRule =
  | { readonly takes: 'map'; readonly kind: NodeKind }
  | { readonly takes: 'plain' | 'text' | 'lock' | 'layer' | 'layer-name' | 'mode' | 'image' | 'sheet-tab' }
  | { readonly takes: 'nothing'; readonly reason: GuardReason };

const map = (kind: NodeKind): KeyRule => ({ takes: 'map', kind });
const nothing = (reason: GuardReason): KeyRule => ({ takes: 'nothing', reason });
const plain: KeyRule = { takes: 'plain' };
const text: KeyRule = { takes: 'text' };

const tabSlots: ReadonlyMap<string, KeyRule> = new Map<string, KeyRule>([
  ['name', text],
  ['order', text],
  ['theme', text],
  ['mode', { takes: 'mode' }],
  ['locked', { takes: 'lock' }],
  ['elements', map('elements')],
  ['layers', map('layers')],
  ['pages', map('pages')],
]);

const sheetSlots: ReadonlyMap<string, KeyRule> = new Map<string, KeyRule>([
  ['tabId', { takes: 'sheet-tab' }],
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

/** What the server vouches for: it lies in the server's roots or in SQL, never beside what editors write. */
const vouchedOfElement: ReadonlySet<string> = new Set(['comments', 'votes', 'ideas', 'rev']);
const vouchedOfItem: ReadonlySet<string> = new Set(['key', 'comments', 'commentsResolved', 'votes', 'rev']);

const elementLock: KeyRule = { takes: 'lock' };
const elementImage: KeyRule = { takes: 'image' };
const elementLayer: KeyRule = { takes: 'layer-name' };
const element = map('element');
const layer: KeyRule = { takes: 'layer' };
const serverField = nothing('server_field');
const wrongPlace = nothing('wrong_type');
const invalidKey = nothing('invalid_key');

/** What a map of this kind takes under this key. */
export function slotOf(kind: NodeKind, key: string): KeyRule {
  switch (kind) {
    case 'tabs':
      return isId('tab', key) ? map('tab') : invalidKey;
    case 'items':
      return isId('item', key) ? map('item') : invalidKey;
    case 'sheets':
      return isId('sheet', key) ? map('sheet') : invalidKey;
    case 'tab':
      return tabSlots.get(key) ?? serverField;
    case 'elements':
      return element;
    case 'element':
      if (key === 'locked') return elementLock;
      if (key === 'imageId') return elementImage;
      if (key === 'layer') return elementLayer;
      return vouchedOfElement.has(key) ? serverField : plain;
    case 'layers':
      return layer;
    case 'pages':
    case 'sheet-part':
      return plain;
    case 'item':
      return vouchedOfItem.has(key) ? serverField : plain;
    case 'sheet':
      return sheetSlots.get(key) ?? serverField;
    case 'junk':
      return wrongPlace;
    case 'server':
      return nothing('server_root');
  }
}

/** How many keys a map of this kind may hold; those of closed kinds are as many as the model names. */
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

/** The kind of an editors' root; throws Refused (`server_root`, `unknown_root`) for any other. */
export function rootKind(name: string): EditorRoot {
  const kind = editorRoots.find((root) => root === name);
  if (kind !== undefined) return kind;
  throw new GuardRefusal(serverRoots.some((root) => root === name) ? 'server_root' : 'unknown_root');
}
