import { expect, test } from 'vitest';

import { arrow, box, idOf, tabOf } from '#core/arrows/drawing.test-support.ts';
import { FontUse } from '#core/render/font-use.ts';
import type { Scene } from '#core/render/scene.ts';
import { light } from '#core/render/themes/light.ts';

import { ShownDrawing } from './shown-drawing.ts';

const scene: Scene = {
  theme: light,
  fonts: new FontUse(),
  image: () => null,
  icon: () => null,
  cards: new Map(),
  sheet: () => null,
};

test('a preview moves existing elements and shows new ones, and after its end the tab is shown as it is by then', () => {
  const tab = tabOf([box('a', 0, 0), box('b', 400, 0), arrow('e', 'a', 'b')]);
  const shown = new ShownDrawing({ view: tab }, scene);
  const x = (slug: string): number | undefined => shown.drawing.get(idOf(slug))?.rect?.x;
  shown.preview(new Map([box('a', 0, 300), box('new', 900, 0)].map((element) => [element.id, element])));
  expect(x('new')).toBeUndefined();
  expect([...shown.settle()].toSorted()).toEqual([idOf('a'), idOf('e'), idOf('new')]);
  expect([x('new'), shown.drawing.get(idOf('a'))?.rect?.y, tab.get(idOf('new'))]).toEqual([900, 300, undefined]);
  // The edit, and with it the end of the preview: the box moved further, the new one was not added.
  tab.update([{ id: idOf('a'), element: box('a', 0, 350) }]);
  shown.note([idOf('a')]);
  shown.preview(new Map());
  expect([...shown.settle()].toSorted()).toEqual([idOf('a'), idOf('e'), idOf('new')]);
  expect([shown.drawing.get(idOf('a'))?.rect?.y, shown.drawing.get(idOf('new'))]).toEqual([350, undefined]);
  expect(shown.settle().size).toBe(0);
});

test('a preview survives a redraw of everything', () => {
  const tab = tabOf([box('a', 0, 0)]);
  const shown = new ShownDrawing({ view: tab }, scene);
  shown.preview(new Map([[idOf('a'), box('a', 500, 0)]]));
  shown.settle();
  shown.drawAnew();
  shown.settle();
  expect(shown.drawing.get(idOf('a'))?.rect?.x).toBe(500);
});

test('what others type is shown until it is written, beneath what this page previews, and not once the element is deleted', () => {
  const labelled = (label: string) => ({ ...box('a', 0, 0), label });
  const tab = tabOf([labelled('Old')]);
  const shown = new ShownDrawing({ view: tab }, scene);
  const label = (): string | null => {
    shown.settle();
    return /Old|Typed|Mine/.exec(JSON.stringify(shown.drawing.get(idOf('a'))?.draw()) ?? '')?.[0] ?? null;
  };
  expect(label()).toBe('Old');
  shown.setTyped(new Map([[idOf('a'), labelled('Typed')]]));
  expect(label()).toBe('Typed');
  shown.preview(new Map([[idOf('a'), labelled('Mine')]]));
  expect(label()).toBe('Mine');
  shown.preview(new Map());
  expect(label()).toBe('Typed');
  shown.drawAnew();
  expect(label()).toBe('Typed');
  tab.update([{ id: idOf('a'), element: null }]);
  shown.note([idOf('a')]);
  expect(label()).toBeNull();
  shown.setTyped(new Map());
  expect(label()).toBeNull();
});
