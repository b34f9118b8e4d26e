import { expect, test } from 'vitest';

import { drawnKindOf, drawnShapes, shapesLike, titleOf } from './tools.ts';

test('every shape but the sheet is drawn by its tool', () => {
  expect(drawnShapes.map((kind) => drawnKindOf(`shape:${kind}`))).toEqual(drawnShapes.map((shape) => ({ type: 'shape', shape })));
  expect(['select', 'hand', 'shape:plan-sheet', 'shape:', 'arrow', '__proto__'].map(drawnKindOf)).toEqual(Array(6).fill(null));
});

test('shapes are found by their common names', () => {
  expect(shapesLike('db')).toEqual(['cylinder']);
  expect(shapesLike(' Person ')).toEqual(['actor']);
  expect(shapesLike('kanban')).toEqual(['plan-board']);
  expect(shapesLike('')).toEqual(drawnShapes);
  expect(shapesLike('.*')).toEqual([]);
});

test('every kind has a title', () => {
  expect(['block-arrow', 'square', 'sticky'].map(titleOf)).toEqual(['Block arrow', 'Rectangle', 'Sticky note']);
});
