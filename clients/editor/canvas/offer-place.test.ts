import { expect, test } from 'vitest';

import { offerPlace } from './offer-place.ts';

const size = { width: 200, height: 160 };
const room = { width: 1000, height: 800 };

test('the popup is ahead of the arrow, in the middle across it', () => {
  expect(offerPlace({ x: 400, y: 300 }, 'right', size, room)).toEqual({ left: 412, top: 220 });
  expect(offerPlace({ x: 400, y: 300 }, 'left', size, room)).toEqual({ left: 188, top: 220 });
  expect(offerPlace({ x: 400, y: 300 }, 'bottom', size, room)).toEqual({ left: 300, top: 312 });
  expect(offerPlace({ x: 400, y: 300 }, 'top', size, room)).toEqual({ left: 300, top: 128 });
});

test('it stays in the window, also in one that is too small', () => {
  expect(offerPlace({ x: 990, y: 790 }, 'right', size, room)).toEqual({ left: 792, top: 632 });
  expect(offerPlace({ x: 5, y: 5 }, 'top', size, room)).toEqual({ left: 8, top: 8 });
  expect(offerPlace({ x: 50, y: 50 }, 'right', size, { width: 100, height: 100 })).toEqual({ left: 8, top: 8 });
});
