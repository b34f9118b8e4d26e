import { expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import { tabWith } from '#core/ops/drawn.test-support.ts';

import { after, at } from '../changes/changes.test-support.ts';
import { withImage } from './replace-image.ts';

const drawing = (fields: object = {}) =>
  tabWith([
    { id: 'map~00000000', type: 'image', imageId: 'img_old', x: 100, y: 100, width: 400, height: 100, z: 'a0', alt: 'A map', ...fields } as Element,
  ]); // prettier-ignore

test('an image that is replaced has its own ratio, the same area and center, and keeps its style', () => {
  const tab = after(drawing({ stroke: 'blue', opacity: 0.5 }), withImage('map~00000000', { id: 'img_new', width: 50, height: 50 }, 'A plan')); // prettier-ignore
  expect(at(tab, 'map')).toMatchObject({
    imageId: 'img_new',
    naturalWidth: 50,
    naturalHeight: 50,
    alt: 'A plan',
    stroke: 'blue',
    opacity: 0.5,
    x: 200,
    y: 50,
    width: 200,
    height: 200,
  });
});

test('an image as thin as a line still has a height of a pixel', () => {
  const tab = after(drawing(), withImage('map~00000000', { id: 'img_new', width: 8_000, height: 1 }, ''));
  expect(at(tab, 'map').height).toBeGreaterThanOrEqual(1);
});

test('what was locked or deleted meanwhile stays as it is', () => {
  const replaced = withImage('map~00000000', { id: 'img_new', width: 50, height: 50 }, '');
  expect(at(after(drawing({ locked: true }), replaced), 'map')).toMatchObject({ imageId: 'img_old', width: 400 });
  expect(after(tabWith([]), replaced).size).toBe(0);
});
