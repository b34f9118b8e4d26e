import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { newId } from '#schema/ids.ts';
import type { Shape } from '#schema/element.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import { applyEdits, initDocument, insertTab, removeTab } from '#schema/ydoc/write.ts';

import type { LockTouch } from './guard/verdict.ts';
import { lockedSnapshot, restoreSnapshot } from './locked-snapshot.ts';

const tabId = newId('tab');
const box = (id: string): Shape => ({ type: 'shape', shape: 'square', id, z: 'a0', x: 1, y: 2, width: 10, height: 20, label: id, locked: true }); // prettier-ignore
/** Clients choose layer ids: one that looks like an element's or a tab's id is still a layer's. */
const layers = ['deep', 'deep~00000000', newId('tab')].map((id) => ({ id, name: id, locked: true, hidden: false }));

let doc: Y.Doc;
beforeEach(() => {
  doc = new Y.Doc();
  initDocument(doc, { name: 'Plan' });
  insertTab(doc, { id: tabId, name: 'One', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers, pages: [] });
  applyEdits(doc, tabId, ['a~00000000', 'b~00000000'].map((id) => ({ id, before: null, after: box(id) })));
  elements().get('a~00000000')?.set('odd~name', { plain: { value: [1] } });
}); // prettier-ignore

const tab = (): Y.Map<unknown> | null => mapIn(rootMap(doc, 'tabs'), tabId);
const elements = (): Y.Map<Y.Map<unknown>> => mapIn(tab(), 'elements') as Y.Map<Y.Map<unknown>>;
const touch = (part: Partial<LockTouch>): ReadonlyMap<string, LockTouch> =>
  new Map([[tabId, { elements: new Set(), layers: new Set(), whole: false, ...part }]]);

/** The document after `edit` and the restoration of what was touched. */
function afterRestoring(part: Partial<LockTouch>, edit: () => void): string {
  const snapshot = lockedSnapshot(doc, touch(part));
  doc.transact(edit);
  restoreSnapshot(doc, snapshot);
  return canonicalJson(doc);
}

describe('locked-snapshot', () => {
  const both = { elements: new Set(['a~00000000', 'b~00000000']) };

  test('[LV37] changed, removed and replaced elements are restored', () => {
    const before = canonicalJson(doc);
    const after = afterRestoring(both, () => {
      elements().get('a~00000000')?.set('at', [9, 9]).toString();
      elements().get('a~00000000')?.delete('label');
      elements().get('a~00000000')?.set('note', 'more');
      elements().delete('b~00000000');
    });
    expect(after).toBe(before);
    expect(afterRestoring(both, () => elements().clear())).toBe(before);
    expect(afterRestoring(both, () => elements().set('a~00000000', new Y.Map<unknown>([['type', 'text']])))).toBe(before);
    expect(afterRestoring(both, () => elements().set('a~00000000', 5 as unknown as Y.Map<unknown>))).toBe(before);
  });

  test('an element that did not exist before is removed', () => {
    const before = canonicalJson(doc);
    expect(afterRestoring({ elements: new Set(['c~00000000']) }, () => elements().set('c~00000000', new Y.Map()))).toBe(before);
  });

  test('layers are restored as plain values, whatever their ids look like', () => {
    const before = canonicalJson(doc);
    const ids = new Set(layers.map(({ id }) => id));
    expect(afterRestoring({ layers: ids }, () => mapIn(tab(), 'layers')?.clear())).toBe(before);
    expect(afterRestoring({ layers: ids }, () => mapIn(tab(), 'layers')?.forEach((_, id) => mapIn(tab(), 'layers')?.set(id, {})))).toBe(before); // prettier-ignore
  });

  test('a whole tab is restored with everything on it', () => {
    const before = canonicalJson(doc);
    expect(afterRestoring({ whole: true }, () => removeTab(doc, tabId))).toBe(before);
    expect(afterRestoring({ whole: true }, () => tab()?.set('name', 'Mine'))).toBe(before);
  });

  test('if the snapshots of a tab and its element differ, the element’s counts', () => {
    const before = canonicalJson(doc);
    const first = lockedSnapshot(doc, touch({ elements: new Set(['a~00000000']) }));
    elements().get('a~00000000')?.set('at', [9, 9]);
    const then = lockedSnapshot(doc, touch({ whole: true }));
    elements().clear();
    restoreSnapshot(doc, new Map([...first, ...then]));
    expect(canonicalJson(doc)).toBe(before);
  });

  test('changes of other elements stay, and unchanged values are not written', () => {
    const snapshot = lockedSnapshot(doc, touch({ elements: new Set(['a~00000000']) }));
    elements().get('b~00000000')?.set('label', 'theirs');
    const before = Y.encodeStateVector(doc);
    restoreSnapshot(doc, snapshot);
    expect(Y.encodeStateVector(doc)).toEqual(before);
    expect(elements().get('b~00000000')?.get('label')).toBe('theirs');
  });
});
