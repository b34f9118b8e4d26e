import { describe, expect, test } from 'vitest';

import { TabIndex } from '#core/tab/tab-index.ts';
import type { Element } from '#schema/element.ts';

import { spokenBoard, spokenMax } from './spoken-board.ts';

const text = (id: string, y: number, label: string, rest: object = {}): Element =>
  ({ type: 'text', id, z: 'a0', x: 0, y, width: 100, height: 20, label, ...rest }) as Element;
const arrow = (id: string, from: string, to: string, label?: string): Element => ({
  type: 'arrow', id, z: 'a0', from: { element: from }, to: { element: to }, ...(label !== undefined && { label }),
}); // prettier-ignore
const spoken = (elements: readonly Element[]) =>
  spokenBoard(
    TabIndex.of({
      id: 'tab_1', name: 'T', mode: 'canvas', theme: 'light', locked: false, order: 'a0', pages: [],
      layers: [{ id: 'drafts', name: 'Drafts', locked: false, hidden: true }],
      elements: new Map(elements.map((one) => [one.id, one])), skipped: [],
    }),
  ); // prettier-ignore
const texts = (elements: readonly Element[]) => spoken(elements).elements.map((one) => one.text);

describe('the spoken board', () => {
  test('reads boxes from top to bottom, then what connects them', () =>
    expect(
      texts([arrow('x~1', 'a~1', 'b~1', 'pays'), arrow('y~1', 'b~1', 'a~1'), text('b~1', 200, 'Orders'), text('a~1', 0, 'Shop')]),
    ).toEqual(['Shop', 'Orders', 'Shop to Orders: pays', 'Orders to Shop']));
  test('has all words of a box on one line', () =>
    expect(
      texts([text('a~1', 0, 'Two\nlines \u202eevil'), text('b~1', 50, '', { type: 'image', imageId: 'img_1', alt: 'A map' })]),
    ).toEqual(['Two lines evil', 'A map']));
  test('leaves out hidden layers and what says nothing', () =>
    expect(texts([text('a~1', 0, 'Draft', { layer: 'drafts' }), text('b~1', 0, ''), text('c~1', 9, 'Shown')])).toEqual([
      'Shown',
    ]));
  test('is bounded, and counts the rest', () => {
    const many = spoken(Array.from({ length: spokenMax + 7 }, (_, index) => text(`a~${index}`, index * 30, `Text ${index}`)));
    expect([many.elements.length, many.left]).toEqual([spokenMax, 7]);
  });
});
