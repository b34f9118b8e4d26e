import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';

import { officeWith, openEditor } from '../live/desk.test-support.ts';
import { hasEmphasis, toggleEmphasis } from './emphasis.ts';
import { writeChange } from './write-change.ts';

const element = (id: string, more: object): Element => ({ id, z: 'a0', x: 0, y: 0, width: 100, height: 50, ...more }) as Element;
const [box, frame] = ['box~00000000', 'frame~00000000'] as const;

function open() {
  const { desk, editor } = openEditor(
    officeWith(
      element(box, { type: 'shape', shape: 'square', label: 'Box' }),
      element(frame, { type: 'frame', label: 'Frame', width: 400, height: 300 }),
    ),
  );
  const at = (id: string): Element => editor.tab.view.get(id)!;
  const toggle = (...ids: string[]) => writeChange(editor, toggleEmphasis(ids.map(at), 'bold'));
  return { desk, at, toggle, bold: () => [at(box).bold, at(frame).bold] };
}

describe('emphasis', () => {
  test('a title is bold by itself, and is turned off', () => {
    const { at, toggle, bold } = open();
    expect([hasEmphasis(at(box), 'bold'), hasEmphasis(at(frame), 'bold')]).toEqual([false, true]);
    toggle(frame);
    expect(bold()).toEqual([undefined, false]);
    toggle(frame);
    expect(bold()).toEqual([undefined, undefined]);
  });

  test('several elements are turned on together, in one step of the undo, and off once all of them are', () => {
    const { desk, toggle, bold } = open();
    toggle(box, frame);
    expect(bold()).toEqual([true, undefined]);
    toggle(box, frame);
    expect(bold()).toEqual([undefined, false]);
    desk.undo();
    expect(bold()).toEqual([true, undefined]);
  });
});
