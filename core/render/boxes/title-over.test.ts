import { expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';

import { drawn, named, tabWith } from '../../ops/drawn.test-support.ts';
import { renderSvg } from '../render-svg.ts';
import { readXml } from '../strict-xml.test-support.ts';

const drawing = drawn(
  'add square id=a at:0,0\nadd square id=b at:0,300\nconnect a -> b label="to b"\nwrap b in frame id=f label="A title that is long"',
);
const words = (elements: Iterable<Element>): string => readXml(renderSvg(tabWith(elements))).text;

test('RD8 the title of a frame is above arrows and below their labels', () => {
  const svg = renderSvg(drawing);
  const [line, title, label] = [svg.indexOf(named(drawing, 'to-b').id), svg.indexOf('A title'), svg.indexOf('to b')];
  expect(line).toBeLessThan(title);
  expect(title).toBeLessThan(label);
  expect(svg.split('A title')).toHaveLength(2);
});

test('RD8 a box in front of the frame hides its title, and one behind it does not', () => {
  const frame = named(drawing, 'f');
  const cover: Element = { ...named(drawing, 'a'), id: 'c~00000009', label: 'cover', x: -20, y: 260, z: 'z' } as Element;
  const text = words([frame, cover]);
  expect(text.indexOf('A title')).toBeLessThan(text.indexOf('cover'));
  const behind = words([frame, { ...cover, z: 'A' } as Element]);
  expect(behind.indexOf('A title')).toBeGreaterThan(behind.indexOf('cover'));
});
