import { describe, expect, test } from 'vitest';

import type { Image } from '#schema/element.ts';

import { writeDrawio } from '../export/drawio/write-drawio.ts';
import { writeExcalidraw } from '../export/excalidraw/write-excalidraw.ts';
import { lines } from '../views/lines.ts';
import { findTheme } from '../render/themes/theme-list.ts';
import { answered, drawn, named, planned, refusal } from './drawn.test-support.ts';

const image = 'img_00000000000000000000';
const size = { x: 0, y: 0, width: 200, height: 100 };
const photo = (fields: object = {}) =>
  drawn([{ op: 'add', element: { type: 'image', id: 'photo', imageId: image, ...size, ...fields } }]);
const natural = { naturalWidth: 400, naturalHeight: 200 };
const light = findTheme('light')!;
const data = 'data:image/png;base64,iVBORw0KGgo=';

describe('crop', () => {
  test('is set by a line, without the sides that are not cut, and unset by nothing or by zeros', () => {
    const tab = photo();
    expect(answered(tab, 'set photo crop={"left":0.1,"top":0,"right":0.2}')).toEqual([
      String.raw`~ photo crop unset→"{\"left\":0.1,\"right\":0.2}"`,
    ]);
    for (const nothing of ['crop=', 'crop={}', 'crop={"left":0,"top":0,"right":0,"bottom":0}'])
      expect(planned(photo({ crop: { left: 0.5 } }), `set photo ${nothing}`).edits[0]?.after).not.toHaveProperty('crop');
  });

  test('is refused with its form if it leaves too little, or is anything else', () => {
    const hint =
      'crop takes what is cut off at each side, as shares of the image, of which left and right are together at most 0.95, and so top and bottom: crop={"left":0.1,"right":0.2}.';
    for (const wrong of [
      '{"left":0.5,"right":0.46}',
      '{"top":0.95,"bottom":0.01}',
      '{"left":1}',
      '{"left":-0.1}',
      '{"left":"10%"}',
      '{"width":0.5}',
      '[0.1,0,0,0]',
      '0.1',
      'left',
    ])
      expect([wrong, refusal(photo(), `set photo crop=${wrong}`)]).toMatchObject([
        wrong,
        { code: 'invalid_value', field: 'crop', hint },
      ]);
    expect(named<Image>(photo({ crop: { left: 0.65, right: 0.3 } }), 'photo').crop).toEqual({ left: 0.65, right: 0.3 });
    expect(refusal(drawn('add square id=a'), 'set a crop={"left":0.1}')).toMatchObject({ code: 'unknown_field' });
  });

  test('is in the lines of a tab', () => {
    expect(lines(photo({ crop: { top: 0.25 } }))).toContain('"crop":{"top":0.25}');
  });

  test('is a crop of Excalidraw, and is one again when it is imported', () => {
    const tab = photo({ ...natural, crop: { left: 0.25, right: 0.25, top: 0.5 } });
    const { text, dropped } = writeExcalidraw(tab, null, { theme: light, image: (id) => id });
    expect(dropped).toEqual([]);
    expect(JSON.parse(text).elements[0].crop).toEqual({ x: 100, y: 100, width: 200, height: 100, ...natural });
    const [again] = drawn([{ op: 'import', format: 'excalidraw', text }]).boxes();
    expect(again).toMatchObject({ crop: { left: 0.25, right: 0.25, top: 0.5 }, ...natural });
    const whole = JSON.parse(text);
    whole.elements[0].crop = { x: 0, y: 0, width: 1, height: 1, naturalWidth: 1e300, naturalHeight: -4 };
    const [odd] = drawn([{ op: 'import', format: 'excalidraw', text: JSON.stringify(whole) }]).boxes();
    expect(odd).not.toHaveProperty('crop');
  });

  test('is listed where a format has nothing like it', () => {
    const options = { theme: light, image: () => data };
    expect(writeExcalidraw(photo({ crop: { left: 0.5 } }), null, options).dropped).toEqual([
      expect.stringContaining('its crop: the size of the image is not known'),
    ]);
    expect(writeDrawio(photo({ crop: { left: 0.5 } }), null, options).dropped).toEqual([
      expect.stringContaining('its crop: the whole image is shown'),
    ]);
  });
});
