import { describe, expect, test } from 'vitest';

import type { Arrow, Element } from '#schema/element.ts';

import { officeWith, openEditor } from '../live/desk.test-support.ts';
import { CanvasState } from '../state/canvas-state.ts';
import { usualInk } from '../state/ink.ts';
import { StyleFields } from './style-fields.ts';

const element = (id: string, more: object): Element => ({ id, z: 'a0', x: 0, y: 0, width: 100, height: 50, ...more }) as Element;
const [square, circle, sticky, stroke] = ['square~00000000', 'circle~00000000', 'sticky~00000000', 'stroke~00000000'] as const;
const drawn = [
  element(square, { type: 'shape', shape: 'square', fill: 'blue' }),
  element(circle, { type: 'shape', shape: 'circle' }),
  element(sticky, { type: 'sticky', color: 'yellow' }),
  element(stroke, { type: 'stroke', points: [[0, 0], [100, 50]], thickness: 6 }), // prettier-ignore
];

/** The style bar over some elements of a tab. */
function barOver(...ids: string[]) {
  const { desk, editor: given } = openEditor(officeWith(...drawn));
  const editor = { ...given, canvas: new CanvasState() };
  editor.selection.set(ids);
  const at = (id: string) => editor.tab.view.get(id) as unknown as Record<string, unknown>;
  const fields = (): StyleFields => new StyleFields(editor, ids.map((id) => at(id) as unknown as Element)); // prettier-ignore
  return { desk, editor, at, fields };
}

describe('the fields of the style bar', () => {
  test('an option is the shared value, the default where there is none, and empty where values differ', () => {
    expect(barOver(square).fields().option('fill', 'white')).toBe('blue');
    expect(barOver(circle).fields().option('fill', 'white')).toBe('white');
    expect(barOver(square, circle).fields().option('shape', 'square')).toBe('');
  });

  test('the thickness is a number even where it is not set', () => {
    expect([barOver(stroke).fields().thickness, barOver(square).fields().thickness]).toEqual([6, 3]);
  });

  test('a value is set on every selected element in one step of the undo', () => {
    const { desk, at, fields } = barOver(square, circle);
    fields().set({ border: 'dashed' });
    expect([at(square)['border'], at(circle)['border']]).toEqual(['dashed', 'dashed']);
    desk.undo();
    expect([at(square)['border'], at(circle)['border']]).toEqual([undefined, undefined]);
  });

  test('edits that join are one step of the undo', () => {
    const { desk, at, fields } = barOver(square);
    fields().set({ fill: 'red' }, 'fill');
    fields().set({ fill: 'green' }, 'fill');
    desk.undo();
    expect(at(square)['fill']).toBe('blue');
  });

  test('what is set is the style of the next new element of the kind, and of no other', () => {
    const { editor, fields } = barOver(square);
    fields().set({ fill: 'red' });
    expect(editor.canvas.styles.get('shape:square')).toEqual({ fill: 'red' });
    expect(editor.canvas.styles.get('shape:circle')).toBeUndefined();
    fields().set({ fill: null });
    expect(editor.canvas.styles.get('shape:square')).toEqual({});
  });

  test('what is set on a freehand line is kept for the tool that draws such lines', () => {
    const { editor, fields } = barOver(stroke);
    fields().set({ thickness: 12 });
    fields().set({ stroke: 'red' });
    expect(editor.canvas.ink.get()).toEqual({ ...usualInk, pen: { thickness: 12, stroke: 'red' } });
    fields().set({ opacity: 0.4 });
    fields().set({ stroke: 'green' });
    expect(editor.canvas.ink.get()).toMatchObject({ pen: { stroke: 'red' }, highlighter: { stroke: 'green', thickness: 20 } });
  });

  test('what is refused is not remembered', () => {
    const { desk, editor, fields } = barOver(square);
    fields().set({ fill: 'not a color' });
    expect([desk.told.length, editor.canvas.styles.size]).toEqual([1, 0]);
  });
});

describe('the heads of arrows', () => {
  const [one, other] = ['one~00000000', 'other~00000000'] as const;
  const ends = { type: 'arrow', from: { x: 0, y: 0 }, to: { x: 100, y: 0 } };
  const arrows = (heads?: unknown) => {
    const { desk, editor: given } = openEditor(
      officeWith(element(one, { ...ends, ...(heads !== undefined && { heads }) }), element(other, ends)),
    );
    const editor = { ...given, canvas: new CanvasState() };
    editor.selection.set([one, other]);
    const headsOf = (id: string): unknown => (editor.tab.view.get(id) as Arrow).heads;
    const fields = new StyleFields(
      editor,
      [one, other].flatMap((id) => editor.tab.view.get(id) ?? []),
    );
    return { desk, editor, fields, heads: () => [headsOf(one), headsOf(other)] };
  };

  test('a head is set at one end, and each arrow keeps that of its other end', () => {
    const { desk, fields, heads } = arrows(['one', 'many']);
    fields.setHead('end', 'zero-many');
    expect(heads()).toEqual([['one', 'zero-many'], 'zero-many']);
    fields.setHead('start', 'none');
    expect(heads()).toEqual(['zero-many', 'zero-many']);
    desk.undo();
    desk.undo();
    expect(heads()).toEqual([['one', 'many'], undefined]);
  });

  test('the heads of a new arrow are not stored', () => {
    const { fields, heads } = arrows('both');
    fields.setHead('start', 'none');
    fields.setHead('end', 'arrow');
    expect(heads()).toEqual([undefined, undefined]);
  });

  test('new arrows get the heads that were set last', () => {
    const { editor, fields } = arrows('both');
    fields.setHead('end', 'diamond');
    expect(editor.canvas.styles.get('arrow')).toEqual({ heads: ['arrow', 'diamond'] });
    fields.setHead('start', 'none');
    fields.setHead('end', 'arrow');
    expect(editor.canvas.styles.get('arrow')).toEqual({});
  });
});
