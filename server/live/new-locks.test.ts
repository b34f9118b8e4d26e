import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { newId } from '#schema/ids.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import { initDocument, insertTab } from '#schema/ydoc/write.ts';

import { addsLock } from './new-locks.ts';

const tabId = newId('tab');
let doc: Y.Doc;
beforeEach(() => {
  doc = new Y.Doc();
  initDocument(doc, { name: 'Plan' });
  const layers = [{ id: 'deep', name: 'Deep', locked: true, hidden: false }];
  insertTab(doc, { id: tabId, name: 'One', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers, pages: [] });
  elements().set('open', new Y.Map([['type', 'shape']]));
});

const tab = (): Y.Map<unknown> => mapIn(rootMap(doc, 'tabs'), tabId)!;
const elements = (): Y.Map<unknown> => mapIn(tab(), 'elements')!;
const locked = (): Y.Map<unknown> => new Y.Map<unknown>([['type', 'shape'], ['locked', true]]); // prettier-ignore

function isNewLock(change: () => void): boolean {
  let added = false;
  const listener = (transaction: Y.Transaction): void => void (added ||= addsLock(doc, transaction));
  doc.on('afterTransaction', listener);
  doc.transact(change);
  doc.off('afterTransaction', listener);
  return added;
}

describe('[LV40] new-locks', () => {
  test.each<[string, () => void]>([
    ['an element', () => mapIn(elements(), 'open')!.set('locked', true)],
    ['a tab', () => tab().set('locked', true)],
    ['a layer', () => mapIn(tab(), 'layers')!.set('high', { name: 'High', order: 'a1', locked: true })],
    ['an inserted element with a lock', () => elements().set('held', locked())],
    ['an element inserted on a locked layer', () => elements().set('held', new Y.Map([['layer', 'deep']]))],
    [
      'a whole tab with a locked element',
      () => rootMap(doc, 'tabs')!.set(newId('tab'), new Y.Map([['elements', new Y.Map([['held', locked()]])]])),
    ],
    ['an element moved to a locked layer', () => mapIn(elements(), 'open')!.set('layer', 'deep')],
  ])('%s is a new lock', (_what, change) => {
    expect(isNewLock(change)).toBe(true);
  });

  test.each<[string, () => void]>([
    ['a new element', () => elements().set('new', new Y.Map([['type', 'shape']]))],
    ['a move', () => mapIn(elements(), 'open')!.set('at', [1, 2])],
    ['an element onto an open layer', () => mapIn(elements(), 'open')!.set('layer', 'other')],
    ['a removed element', () => elements().delete('open')],
    ['a tab without locks', () => rootMap(doc, 'tabs')!.set(newId('tab'), new Y.Map([['elements', new Y.Map()]]))],
    ['a name', () => tab().set('name', 'Two')],
  ])('%s is not a new lock', (_what, change) => {
    expect(isNewLock(change)).toBe(false);
  });
});
