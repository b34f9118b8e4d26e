import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { gallery } from './gallery.test-support.ts';
import { type MarkupElement, readMarkup } from './read-markup.ts';
import { renderSvg } from './render-svg.ts';
import { readXml } from './strict-xml.test-support.ts';

const textOf = ({ children }: MarkupElement): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
const tagsOf = (element: MarkupElement): string[] => [
  JSON.stringify([element.tag, [...element.attributes]]),
  ...element.children.flatMap((child) => (typeof child === 'string' ? [] : tagsOf(child))),
];

function expectSame(svg: string): void {
  const [picture, xml] = [readMarkup(svg), readXml(svg)];
  expect(textOf(picture)).toBe(xml.text);
  expect(tagsOf(picture).toSorted()).toEqual(
    xml.tags.map(({ name, attributes }) => JSON.stringify([name, [...attributes]])).toSorted(),
  );
}

describe('read-markup', () => {
  test('[RD19] a picture is read as a reader of XML reads it', () => {
    for (const { tab } of Object.values(gallery)) expectSame(renderSvg(tab));
    fc.assert(
      fc.property(anyTab(), (state) => expectSame(renderSvg(TabIndex.of(state)))),
      fuzz(300),
    );
  });

  test('[RD19] what no picture has is refused', () => {
    for (const text of ['', 'text', '<g>', '<g></a>', "<g id='a'/>", '<svg><g></svg>', '<!-- -->', '<svg>&', '</g>'])
      expect(() => readMarkup(text), text).toThrow('markup that no picture has');
  });
});
