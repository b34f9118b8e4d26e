import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { newId } from '#schema/ids.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import { initDocument, insertTab } from '#schema/ydoc/write.ts';

import { bringsLock } from './lock-news.ts';

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

function brings(change: () => void): boolean {
  let brought = false;
  const judge = (transaction: Y.Transaction): void => void (brought ||= bringsLock(doc, transaction));
  doc.on('afterTransaction', judge);
  doc.transact(change);
  doc.off('afterTransaction', judge);
  return brought;
}

describe('lock-news', () => {
  test.each<[string, () => void]>([
    ['[N1] an element', () => mapIn(elements(), 'open')!.set('locked', true)],
    ['[N1] a tab', () => tab().set('locked', true)],
    ['[N1] a layer', () => mapIn(tab(), 'layers')!.set('high', { name: 'High', order: 'a1', locked: true })],
    ['[N2] an element that is put there with its lock', () => elements().set('held', locked())],
    ['[N2] one that is put onto a locked layer', () => elements().set('held', new Y.Map([['layer', 'deep']]))],
    [
      '[N2] a whole tab',
      () => rootMap(doc, 'tabs')!.set(newId('tab'), new Y.Map([['elements', new Y.Map([['held', locked()]])]])),
    ],
    ['[N3] an element that comes onto a locked layer', () => mapIn(elements(), 'open')!.set('layer', 'deep')],
  ])('%s', (_what, change) => {
    expect(brings(change)).toBe(true);
  });

  test.each<[string, () => void]>([
    ['a new element', () => elements().set('new', new Y.Map([['type', 'shape']]))],
    ['a move', () => mapIn(elements(), 'open')!.set('at', [1, 2])],
    ['an element onto an open layer', () => mapIn(elements(), 'open')!.set('layer', 'other')],
    ['one that goes', () => elements().delete('open')],
    ['a tab without locks', () => rootMap(doc, 'tabs')!.set(newId('tab'), new Y.Map([['elements', new Y.Map()]]))],
    ['a name', () => tab().set('name', 'Two')],
  ])('%s brings none', (_what, change) => {
    expect(brings(change)).toBe(false);
  });
});
