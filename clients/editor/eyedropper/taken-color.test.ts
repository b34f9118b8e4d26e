import { describe, expect, test } from 'vitest';

import { dark } from '#core/render/themes/dark.ts';
import { light } from '#core/render/themes/light.ts';
import type { Element } from '#schema/element.ts';

import { otherTarget, usualTarget } from '../state/eyedropper-target.ts';
import { valuesFor } from './apply-color.ts';
import { takenColor } from './taken-color.ts';

const place = { id: 'a~00000001', x: 0, y: 0, width: 100, height: 60, z: 'a0' };
const shape = (more: object): Element => ({ ...place, type: 'shape', shape: 'square', ...more }) as Element;
const text = (more: object): Element => ({ ...place, type: 'text', label: 'T', ...more }) as Element;
const sticky = (more: object): Element => ({ ...place, type: 'sticky', ...more }) as Element;
const arrow = (more: object): Element => ({ id: 'w', z: 'a0', type: 'arrow', from: { x: 0, y: 0 }, to: { x: 9, y: 9 }, ...more }) as Element; // prettier-ignore
const stroke = (more: object): Element => ({ ...place, type: 'stroke', points: [[0, 0]], ...more }) as unknown as Element;
const image = (more: object): Element => ({ ...place, type: 'image', imageId: 'img_x', ...more }) as Element;

describe('taken-color', () => {
  test('a fill is what is filled, and otherwise what is drawn', () => {
    const fillOf = (element: Element): string | null => takenColor(element, 'fill', light);
    expect(fillOf(shape({ fill: 'blue', stroke: 'red' }))).toBe('blue');
    expect(fillOf(shape({ fill: '#123456' }))).toBe('#123456');
    expect(fillOf(shape({}))).toBe('neutral');
    expect(fillOf(shape({ fill: 'none', stroke: 'red' }))).toBe('red');
    expect(fillOf(shape({ fill: 'none' }))).toBe('neutral');
    expect(fillOf(sticky({}))).toBe('yellow');
    expect(fillOf(sticky({ color: 'teal' }))).toBe('teal');
    expect(fillOf(arrow({ stroke: 'green' }))).toBe('green');
    expect(fillOf(stroke({ stroke: '#abcdef' }))).toBe('#abcdef');
    expect(fillOf(text({ textColor: 'purple' }))).toBe('purple');
    expect(fillOf(text({ textColor: 'purple', fill: 'pink' }))).toBe('pink');
    expect(fillOf(image({}))).toBeNull();
    expect(fillOf(image({ stroke: 'red' }))).toBe('red');
  });

  test('an outline or a text without a color of its own has the slot of the fill, or what is mixed from a custom one', () => {
    for (const theme of [light, dark]) {
      expect(takenColor(shape({ fill: 'blue' }), 'stroke', theme)).toBe('blue');
      expect(takenColor(shape({ fill: 'blue', stroke: 'red' }), 'stroke', theme)).toBe('red');
      expect(takenColor(shape({ fill: 'blue' }), 'textColor', theme)).toBe('blue');
      expect(takenColor(shape({ fill: 'none' }), 'stroke', theme)).toBe('neutral');
      expect(takenColor(text({ textColor: 'orange' }), 'stroke', theme)).toBe('orange');
      for (const target of ['stroke', 'textColor'] as const) {
        const mixed = takenColor(shape({ fill: '#4488cc' }), target, theme);
        expect(mixed).toMatch(/^#[0-9a-f]{6}$/);
        expect(mixed).not.toBe('#4488cc');
      }
    }
  });

  test('the paper of a sticky is a paper that there is', () => {
    expect(takenColor(shape({ fill: 'green' }), 'color', light)).toBe('green');
    expect(takenColor(shape({ fill: '#4488cc' }), 'color', light)).toBeNull();
    expect(takenColor(shape({}), 'color', light)).toBeNull();
  });

  test('each type takes a color in the field that it draws', () => {
    expect(valuesFor('shape', 'fill', 'blue')).toEqual({ fill: 'blue' });
    expect(valuesFor('shape', 'fill', 'neutral')).toEqual({ fill: null });
    expect(valuesFor('sticky', 'fill', 'blue')).toEqual({ color: 'blue' });
    expect(valuesFor('sticky', 'fill', '#123456')).toBeNull();
    expect(valuesFor('sticky', 'stroke', 'blue')).toBeNull();
    expect(valuesFor('arrow', 'fill', 'blue')).toEqual({ stroke: 'blue' });
    expect(valuesFor('stroke', 'fill', 'blue')).toEqual({ stroke: 'blue' });
    expect(valuesFor('text', 'textColor', 'blue')).toEqual({ textColor: 'blue' });
    expect(valuesFor('image', 'fill', 'blue')).toBeNull();
    expect(valuesFor('shape', 'color', 'blue')).toBeNull();
  });

  test('the key picks for the fill, or for what all that is selected has in its place; Alt for the other', () => {
    expect(usualTarget([])).toBe('fill');
    expect(usualTarget([arrow({}), shape({})])).toBe('fill');
    expect(usualTarget([sticky({})])).toBe('fill');
    expect(usualTarget([text({}), arrow({})])).toBe('textColor');
    expect(usualTarget([arrow({}), stroke({})])).toBe('stroke');
    expect([otherTarget('fill'), otherTarget('stroke'), otherTarget('textColor')]).toEqual(['stroke', 'fill', 'stroke']);
  });
});
