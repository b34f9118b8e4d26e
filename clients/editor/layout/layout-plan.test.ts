import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyDrawing, arrow, box, frame, idOf, tabOf } from '#core/arrows/drawing.test-support.ts';
import { planChangeset } from '#core/changeset/plan.ts';
import { asUnplaced } from '#core/tab/unplaced.ts';
import { type Element, isBox } from '#schema/element.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { officeWith, openEditor } from '../live/desk.test-support.ts';
import { editOf, isCurrent, laidOutBoxes, type LayoutRequest, planLayout } from './layout-plan.ts';

const form: LayoutRequest = { style: 'flow', direction: 'right', line: 'angled' };
const drawn = [box('a', 0, 0), box('b', 300, 100), box('c', 10, 400), arrow('e1', 'a', 'b'), arrow('e2', 'b', 'c', { points: [[200, 200]] })]; // prettier-ignore

function editorWith(elements: readonly Element[], ...selected: readonly string[]) {
  const opened = openEditor(officeWith(...elements));
  opened.editor.selection.set(selected.map(idOf));
  return opened;
}

describe('the layout of a selection', () => {
  test('is planned without changing the tab, on its current elements', async () => {
    const { desk, editor } = editorWith(drawn, 'a', 'b', 'c');
    const planned = await planLayout(editor, form);
    if (!('edits' in planned)) throw new Error(planned.refusal);
    expect([...editor.tab.view.elements()]).toEqual(expect.arrayContaining(drawn));
    const { edits } = planned;
    expect(isCurrent(edits, editor.tab.view)).toBe(true);
    const after = new Map(edits.map((edit) => [edit.id, edit.after]));
    expect(after.get(idOf('e2'))).toMatchObject({ line: 'angled' });
    expect(after.get(idOf('e2'))).not.toHaveProperty('points');
    desk.edit(editor.tab.id, edits);
    expect(isCurrent(edits, editor.tab.view)).toBe(false);
    desk.undo();
    expect([...editor.tab.view.elements()]).toEqual(expect.arrayContaining(drawn));
  });

  test('is refused in the words of the language', async () => {
    const { editor } = editorWith([...drawn, box('d', 600, 0, 100, 60, { locked: true })], 'a', 'd');
    expect(await planLayout(editor, form)).toEqual({ refusal: expect.stringContaining('locked') });
  });

  test('includes the contents of a frame that is selected alone', () => {
    const framed = [frame('f', -50, -50, 600, 300), ...drawn];
    expect(new Set(laidOutBoxes(editorWith(framed, 'f').editor).map(({ id }) => id))).toEqual(new Set(['f', 'a', 'b'].map(idOf)));
    expect(laidOutBoxes(editorWith(framed, 'f', 'c').editor)).toHaveLength(2);
    expect(laidOutBoxes(editorWith(framed, 'a', 'e1').editor)).toHaveLength(1);
  });
});

describe('the results of a dry run', () => {
  test('are the edits that the changeset would make', () => {
    fc.assert(
      fc.property(anyDrawing, fc.constantFrom('flow', 'tree', 'mindmap'), fc.boolean(), (elements, style, areUnplaced) => {
        const tab = tabOf(elements.map((element) => (areUnplaced && isBox(element) ? asUnplaced(element) : element)));
        const operation = { op: 'layout' as const, all: true as const, fields: { style, line: 'angled' } };
        const context = { newSuffix: () => '00000001', selected: null, mayReference: () => true };
        const planned = planChangeset(tab, [{ operation, index: 0 }], context);
        if (!('edits' in planned)) return;
        expect(planned.results.flatMap((result) => editOf(result, tab))).toEqual(planned.edits);
      }),
      fuzz(300),
    );
  });
});
