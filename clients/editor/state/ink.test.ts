import { describe, expect, test } from 'vitest';

import { CanvasState } from './canvas-state.ts';
import { inkToolOf, readInk, setInk, usualInk } from './ink.ts';

const storageWith = (text: string | null): Pick<Storage, 'getItem'> => ({ getItem: () => text });

describe('the looks of freehand lines', () => {
  test('are those of each tool, and what is set for one does not change the other', () => {
    const canvas = new CanvasState();
    setInk(canvas, 'highlighter', { stroke: 'green', thickness: 32, opacity: 1, note: 'Not a look' });
    setInk(canvas, 'pen', { thickness: 6 });
    expect(canvas.ink.get()).toEqual({
      pen: { thickness: 6 },
      highlighter: { stroke: 'green', thickness: 32, opacity: 0.4 },
    });
    setInk(canvas, 'pen', { thickness: null });
    expect(canvas.ink.get().pen).toEqual({});
  });

  test('are read as they were kept, as far as they are valid', () => {
    expect(readInk(storageWith(null))).toEqual(usualInk);
    expect(readInk(storageWith('{'))).toEqual(usualInk);
    expect(readInk(storageWith('{"pen":{"stroke":"red","thickness":6},"highlighter":{"stroke":"#12345","thickness":900,"opacity":1,"label":"x"}}'))).toEqual({
      pen: { stroke: 'red', thickness: 6 },
      highlighter: { opacity: 0.4 },
    }); // prettier-ignore
  });

  test('show which tool drew a line', () => {
    const lines = [{}, { thickness: 12 }, { opacity: 0.5 }, { thickness: 12, opacity: 0.4 }];
    expect(lines.map(inkToolOf)).toEqual(['pen', 'pen', 'pen', 'highlighter']);
  });
});
