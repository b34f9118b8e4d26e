import { describe, expect, test } from 'vitest';

import { tabWith } from '#core/ops/drawn.test-support.ts';
import type { Image } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import { planChange } from './change.ts';
import { cropImage, resetCrops } from './crop.ts';
import { beginCrop, cropped, type Cropping, moveUnder, pullSide, uncropped } from './cropping.ts';
import { cornersOf, turnOf } from './turned.ts';

const photo = (fields: Partial<Image> = {}): Image => ({ id: 'photo~00000000', type: 'image', imageId: 'img_0', z: 'a0', x: 0, y: 0, width: 200, height: 100, naturalWidth: 400, naturalHeight: 200, ...fields }); // prettier-ignore
const right = { across: 1, down: 0 } as const;
const corner = { across: -1, down: -1 } as const;

describe('cropping', () => {
  test('a side is cut off, and the part that is kept stays where it is', () => {
    const crop = pullSide(beginCrop(photo(), null), right, [-50, 30]);
    expect(cropped(crop)).toMatchObject({ x: 0, y: 0, width: 150, height: 100, crop: { right: 0.25 } });
    expect(beginCrop(cropped(crop), null).whole).toEqual({ x: 0, y: 0, width: 200, height: 100 });
  });

  test('no side goes outside of the image or past the opposite one, and what is left is no smaller than a crop may be', () => {
    const begun = beginCrop(photo(), null);
    expect(pullSide(begun, corner, [-500, -500]).kept).toEqual(begun.whole);
    const least = cropped(pullSide(begun, corner, [500, 500]));
    expect(least).toMatchObject({ width: 10.01, height: 8, crop: { left: expect.closeTo(0.94995, 4), top: 0.92 } });
    expect(least.x + least.width).toBe(200);
  });

  test('a corner keeps the ratio, within the image', () => {
    const begun = pullSide(beginCrop(photo(), null), right, [-100, 0]);
    const { width, height } = pullSide(begun, { across: 1, down: 1 }, [-40, 0], true).kept;
    expect([width, height]).toEqual([100, 100]);
    expect(pullSide(begun, { across: 1, down: 1 }, [-40, -40], true).kept).toMatchObject({ width: 60, height: 60 });
    expect(pullSide(begun, { across: 1, down: 1 }, [90, 90], true).kept).toMatchObject({ width: 100, height: 100 });
  });

  test('the image moves under the crop as far as it reaches', () => {
    const crop = moveUnder(pullSide(beginCrop(photo(), null), right, [-50, 0]), [-20, 40]);
    expect(cropped(crop)).toMatchObject({ x: 0, y: 0, width: 150, crop: { left: 0.1, right: 0.15 } });
    expect(cropped(moveUnder(crop, [-500, 0]))).toMatchObject({ x: 0, crop: { left: 0.25 } });
  });

  test('of a rotated image the corners that are kept stay, in its own frame', () => {
    const image = photo({ rotation: 30 });
    const seen = (crop: Cropping) => cornersOf(cropped(crop), turnOf(image));
    const begun = beginCrop(image, null);
    const along = Math.PI / 6;
    const crop = pullSide(begun, right, [-50 * Math.cos(along), -50 * Math.sin(along)]);
    expect(cropped(crop)).toMatchObject({ width: 150, height: 100, rotation: 30, crop: { right: 0.25 } });
    for (const [index, at] of [0, 3].entries()) {
      for (const axis of [0, 1] as const)
        expect(seen(crop)[at as 0]![axis], String(index)).toBeCloseTo(seen(begun)[at as 0]![axis], 1);
    }
  });

  test('a box of another ratio is as large as what is kept; the size that was measured is written', () => {
    const begun = beginCrop(photo({ height: 300 }), null);
    expect(begun.kept).toEqual({ x: 0, y: 100, width: 200, height: 100 });
    const { naturalWidth: _width, naturalHeight: _height, ...bare } = photo({ height: 300 });
    expect(cropped(beginCrop(bare, { width: 400, height: 200 }))).toMatchObject({ naturalWidth: 400, y: 100, height: 100 });
  });
});

describe('writing a crop', () => {
  const edited = (image: Image, change: ReturnType<typeof cropImage>) => {
    const edits = planChange(tabWith([image]), change, { mayReference: () => true });
    if (isProblem(edits)) throw new Error(edits.detail);
    return edits.map(({ after }) => after);
  };

  test('what others changed meanwhile stays, and another image is not cropped', () => {
    const to = cropped(pullSide(beginCrop(photo(), null), right, [-50, 0]));
    expect(edited(photo({ label: 'New', opacity: 0.5 }), cropImage(to))).toMatchObject([{ label: 'New', opacity: 0.5, width: 150 }]); // prettier-ignore
    expect(edited(photo({ imageId: 'img_1' }), cropImage(to))).toEqual([]);
    expect(edited(photo({ locked: true }), cropImage(to))).toEqual([]);
  });

  test('a reset shows the whole image at its scale', () => {
    const image = cropped(pullSide(beginCrop(photo(), null), right, [-50, 0]));
    const [whole] = edited(image, resetCrops([image.id]));
    expect(whole).toMatchObject({ x: 0, width: 200, height: 100 });
    expect(whole).not.toHaveProperty('crop');
    expect(uncropped(beginCrop(image, null)).kept).toEqual({ x: 0, y: 0, width: 200, height: 100 });
  });
});
