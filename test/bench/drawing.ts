/**
 * A tab as agents draw them: of ten elements, six are boxes in rows, connected in pairs by three arrows, and one is a text.
 */
import * as Y from 'yjs';

import { TabIndex } from '#core/tab/tab-index.ts';
import type { Arrow, Element, Shape, Text } from '#schema/element.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { orderKeys } from '#schema/ydoc/order-key.ts';
import { applyEdits, initDocument, insertTab } from '#schema/ydoc/write.ts';

const columns = 40;

/** The id of the box with this number. */
export const boxId = (index: number): string => `b${index}~${String(index).padStart(8, '0')}`;

/** The number of boxes among `count` elements: `b0`, `b1`, … */
export const boxesAmong = (count: number): number => 2 * Math.floor(count * 0.3);

/** `count` elements: boxes, arrows from each even box to the next, texts. */
export function elementsOf(count: number): Element[] {
  const boxes = boxesAmong(count);
  return orderKeys(count).map((z, index) => {
    if (index < boxes) return box(index, z);
    return index < boxes * 1.5 ? arrow(index, (index - boxes) * 2, z) : text(index, z);
  });
}

function box(index: number, z: string): Shape {
  return {
    type: 'shape',
    shape: 'square',
    id: boxId(index),
    x: (index % columns) * 260,
    y: Math.floor(index / columns) * 200,
    width: 120,
    height: 80,
    z,
    label: `Step ${index}`,
  };
}

const text = (index: number, z: string): Text => ({
  type: 'text',
  id: `t${index}~${String(index).padStart(8, '0')}`,
  x: (index % columns) * 260,
  y: -100 * (1 + Math.floor(index / columns)),
  width: 120,
  height: 24,
  z,
  label: `Note ${index}`,
});

const arrow = (index: number, from: number, z: string): Arrow => ({
  type: 'arrow',
  id: `e${index}~${String(index).padStart(8, '0')}`,
  z,
  from: { element: boxId(from) },
  to: { element: boxId(from + 1) },
});

/** A tab with `count` elements, in process. */
export const tabOf = (count: number): TabIndex => tabWith(elementsOf(count));

export function tabWith(list: readonly Element[]): TabIndex {
  const elements = new Map(list.map((element) => [element.id, element]));
  const settings = { id: 'tab_bench', name: 'Bench', mode: 'canvas', theme: 'light', locked: false, order: 'a0' } as const;
  return TabIndex.of({ ...settings, layers: [], pages: [], elements, skipped: [] });
}

export type Drawn = { readonly state: Uint8Array; readonly tabs: readonly string[] };

/** The state of a document with `count` elements, on as many tabs as they need. */
export function drawDocument(count: number): Drawn {
  const doc = new Y.Doc();
  initDocument(doc, { name: 'Bench' });
  const tabs: string[] = [];
  const orders = orderKeys(Math.ceil(count / limits.elementsPerTab));
  for (const [index, order] of orders.entries()) {
    const id = newId('tab');
    insertTab(doc, { id, name: `Tab ${index + 1}`, mode: 'canvas', theme: 'light', locked: false, order, layers: [], pages: [] });
    const elements = elementsOf(Math.min(limits.elementsPerTab, count - index * limits.elementsPerTab));
    applyEdits(doc, id, elements.map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore
    tabs.push(id);
  }
  const state = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return { state, tabs };
}
