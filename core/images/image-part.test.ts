import { describe, expect, test } from 'vitest';

import { cropFrom, shownPart, sidesBetween, wholeImage } from './image-part.ts';

const natural = { naturalWidth: 400, naturalHeight: 200 };
const box = { x: 100, y: 50, width: 200, height: 100 };

describe('image-part', () => {
  test('an image without a crop is whole in its box, and centered in one of another ratio', () => {
    expect(wholeImage({ ...box, ...natural })).toEqual(box);
    expect(wholeImage({ ...box, height: 300, ...natural })).toEqual({ ...box, y: 150 });
    expect(shownPart({ ...box, height: 300, ...natural })).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
  });

  test('what a crop keeps fills the box', () => {
    const crop = { left: 0.25, right: 0.25, top: 0.5 };
    expect(wholeImage({ ...box, ...natural, crop })).toEqual({ x: 0, y: -50, width: 400, height: 200 });
    expect(shownPart({ ...box, ...natural, crop })).toEqual({ left: 0.25, top: 0.5, right: 0.25, bottom: 0 });
  });

  test('a part of another ratio is not distorted: it is cut further, at both sides alike, and never shows what is cut off', () => {
    const tall = { ...box, width: 100, height: 100, ...natural, crop: { left: 0.5 } };
    expect(wholeImage(tall)).toEqual({ x: 0, y: 50, width: 200, height: 100 });
    const wide = { ...box, height: 50, ...natural, crop: { left: 0.5 } };
    expect(shownPart(wide)).toEqual({ left: 0.5, top: 0.375, right: 0, bottom: 0.375 });
    const whole = wholeImage(wide);
    expect(whole.width / whole.height).toBeCloseTo(2, 9);
  });

  test('without a known size the part is stretched', () => {
    expect(wholeImage({ ...box, crop: { left: 0.5, top: 0.75 } })).toEqual({ x: -100, y: -250, width: 400, height: 400 });
  });

  test('a stored crop that leaves nothing is read as the largest that may be', () => {
    const { left, right } = shownPart({ ...box, crop: { left: 0.95, right: 0.95 } });
    expect([left, right]).toEqual([0.475, 0.475]);
  });

  test('a crop names the sides that are cut', () => {
    expect(cropFrom(sidesBetween({ x: 10, y: 0, width: 80, height: 50 }, { x: 0, y: 0, width: 100, height: 50 }))).toEqual({ left: 0.1, right: 0.1 }); // prettier-ignore
    expect(cropFrom({ left: 0, top: 0, right: 0, bottom: 0 })).toBeUndefined();
  });
});
