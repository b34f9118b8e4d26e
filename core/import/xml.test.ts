import { describe, expect, test } from 'vitest';

import { threadMs } from '#test/harness/thread-ms.ts';

import { isImportFault } from './diagram.ts';
import { readXml } from './xml.ts';

const placeOf = (text: string): string => {
  const read = readXml(text);
  return isImportFault(read) ? `${read.line}:${read.column} ${read.expected}` : 'read';
};

describe('XML', () => {
  test('DG16 is read with comments, instructions, sections of characters and references', () => {
    const read = readXml(
      '\uFEFF<?xml version="1.0"?>\n<!-- a > b -->\n<a b="1 &lt; 2&#10;&#x41;" c=\'"\'>x<b/>y<![CDATA[<z>]]></a>\n',
    );
    if (isImportFault(read)) throw new Error(read.expected);
    expect([read.name, ...read.attributes.values(), read.text, read.children.map(({ name }) => name)]).toEqual([
      'a',
      '1 < 2\nA',
      '"',
      'xy<z>',
      ['b'],
    ]);
  });

  test.each([
    ['<!DOCTYPE a [<!ENTITY b "c">]>\n<a/>', '1:1 no document type'],
    ['<a>\n  &b;</a>', '2:3 &amp; or a character reference'],
    ['<a b="&nbsp;"/>', '1:7 &amp; or a character reference'],
    ['<a b="1" b="2"/>', '1:10 one attribute b'],
    ['<a>\n</b>', '2:1 </a>'],
    ['<a><b></a>', '1:7 </b>'],
    ['<a b=1/>', '1:6 a value in quotes'],
    ['<a b="<"/>', '1:7 " or &lt;'],
    ['<a', '1:3 an attribute, > or />'],
    ['<a/><b/>', '1:5 the end of the text'],
    ['x', '1:1 an XML element'],
    ['', '1:1 an XML element'],
    ['<a>&#0;</a>', '1:4 &amp; or a character reference'],
    ['<a>'.repeat(100), '1:193 at most 64 tags within each other'],
  ])('DG18 %j is refused with line and column', (text, place) => {
    expect(placeOf(text)).toBe(place);
  });

  test('DG18 half a megabyte of tags, quotes or ampersands takes time in proportion', () => {
    const secondsFor = (text: string): number => {
      const before = threadMs();
      readXml(text);
      return (threadMs() - before) / 1_000;
    };
    for (const part of ['<a ', '<', '&', '<a b="', '<!--', '&lt;', '<a/>', '< a="b" ']) {
      secondsFor(`<r>${part.repeat(20_000)}`);
      expect(secondsFor(`<r>${part.repeat(100_000)}`)).toBeLessThan(3);
    }
  });
});
