import { describe, expect, test } from 'vitest';

import type { ArrowLine } from '#schema/tab.ts';
import { setTab } from '#schema/ydoc/write.ts';

import { officeWith, onlyTab, openEditor } from '../live/desk.test-support.ts';
import { CanvasState } from './canvas-state.ts';
import { newLooks } from './new-looks.ts';

function tabSetTo(arrowLine?: ArrowLine) {
  const office = officeWith();
  if (arrowLine !== undefined) setTab(office.doc, onlyTab, { arrowLine });
  const { editor } = openEditor(office);
  return { ...editor, canvas: new CanvasState() };
}

describe('the fields of new elements', () => {
  test('a new arrow is angled on a tab that is set to nothing else', () => {
    expect(newLooks(tabSetTo(), 'arrow')).toEqual({ line: 'angled' });
    expect(newLooks(tabSetTo('angled'), 'arrow')).toEqual({ line: 'angled' });
    expect(newLooks(tabSetTo('curved'), 'arrow')).toEqual({ line: 'curved' });
    expect(newLooks(tabSetTo('straight'), 'arrow')).toEqual({});
  });

  test('it has the style that was last set on an arrow too', () => {
    const editor = tabSetTo();
    editor.canvas.styles.set('arrow', { heads: 'both', stroke: 'red' });
    expect(newLooks(editor, 'arrow')).toEqual({ line: 'angled', heads: 'both', stroke: 'red' });
  });

  test('elements of other kinds have no line', () => {
    const editor = tabSetTo();
    editor.canvas.styles.set('shape:square', { fill: 'blue' });
    expect([newLooks(editor, 'shape:square'), newLooks(editor, 'text')]).toEqual([{ fill: 'blue' }, {}]);
  });
});
