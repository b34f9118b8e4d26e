import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';

import { officeWith, onlyTab, openEditor } from '../live/desk.test-support.ts';
import { CanvasState } from '../state/canvas-state.ts';
import { addNextSticky, endsEditing, writeLabel } from './label-text.ts';

const element = (slug: string, more: object): Element =>
  ({ id: `${slug}~00000000`, z: 'a0', x: 0, y: 0, width: 200, height: 100, ...more }) as Element;
const square = element('square', { type: 'shape', shape: 'square', label: 'Old' });
const sticky = element('sticky', { type: 'sticky' });
const link = element('link', { type: 'link-card' });
const text = element('text', { type: 'text' });

function withElements(...drawn: Element[]) {
  const { desk, editor: given } = openEditor(officeWith(...drawn));
  const editor = { ...given, canvas: new CanvasState() };
  const at = ({ id }: Element) => editor.tab.view.get(id) as unknown as Record<string, unknown> | undefined;
  return { desk, editor, at };
}

describe('the typed text of an element', () => {
  test('is its label after one step of the undo', () => {
    const { desk, editor, at } = withElements(square);
    writeLabel(editor, square.id, 'New');
    expect(at(square)?.['label']).toBe('New');
    desk.undo();
    expect(at(square)?.['label']).toBe('Old');
  });

  test("leaves somebody else's change if nothing was typed", () => {
    const { desk, editor, at } = withElements(square);
    writeLabel(editor, square.id, null);
    writeLabel(editor, square.id, 'Old');
    expect([at(square)?.['label'], desk.undo()]).toEqual(['Old', null]);
  });

  test('is the link of a new link card if it is a web address', () => {
    const { editor, at } = withElements(link);
    writeLabel(editor, link.id, 'example.com/a');
    expect([at(link)?.['url'], at(link)?.['label']]).toEqual(['https://example.com/a', undefined]);
    const other = withElements(link);
    writeLabel(other.editor, link.id, 'An example');
    expect([other.at(link)?.['url'], other.at(link)?.['label']]).toEqual([undefined, 'An example']);
  });

  test('removes a new text that is left empty, without an undo step', () => {
    const { desk, editor, at } = withElements();
    desk.edit(onlyTab, [{ id: text.id, before: null, after: text }]);
    writeLabel(editor, text.id, ' ');
    expect([at(text), desk.undo()]).toEqual([undefined, null]);
  });

  test('removes an older text that is left empty', () => {
    const { desk, editor, at } = withElements(text);
    writeLabel(editor, text.id, null);
    expect(at(text)).toBeUndefined();
    desk.undo();
    expect(at(text)).toBeDefined();
  });
});

test('Tab on a sticky adds the next one to its right, which is edited', () => {
  const { editor } = withElements(sticky);
  addNextSticky(editor, sticky.id);
  const [added = ''] = editor.selection.get();
  expect(editor.canvas.editing.get()).toEqual({ kind: 'label', id: added });
  expect(editor.tab.view.get(added)).toMatchObject({ type: 'sticky', y: 0 });
  expect((editor.tab.view.get(added) as { x?: number }).x).toBeGreaterThan(199);
});

test('Enter ends the editing of a name and breaks the line of a note', () => {
  const press = (key: string, of: Element, more: object = {}): boolean =>
    endsEditing({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...more }, of);
  expect([press('Enter', square), press('Enter', sticky), press('Enter', text)]).toEqual([true, false, false]);
  expect([press('Enter', square, { shiftKey: true }), press('Enter', sticky, { ctrlKey: true })]).toEqual([false, true]);
  expect([press('Escape', sticky), press('Tab', square), press('a', square)]).toEqual([true, true, false]);
});
