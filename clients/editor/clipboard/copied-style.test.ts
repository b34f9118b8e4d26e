import { describe, expect, test } from 'vitest';

import { after, at, drawnTab, idOf } from '../changes/changes.test-support.ts';
import { keepStyle, pasteStyle, readStyle, styleOf } from './copied-style.ts';

const drawn = () =>
  drawnTab(
    'add square id=a at:0,0 fill=blue stroke=red border=dashed font=mono\nadd square id=b at:300,0 fill=green stroke=red\n' +
      'add sticky id=s at:600,0 color=pink\nadd text id=t label=Words at:0,300\nconnect a -> b id=way line=curved heads=both',
  );

describe('a copied style', () => {
  test('has what the elements agree on, and null for what none of them sets', () => {
    const tab = drawn();
    expect(styleOf([at(tab, 'a')])).toMatchObject({
      fill: 'blue',
      stroke: 'red',
      border: 'dashed',
      font: 'mono',
      textColor: null,
    });
    const both = styleOf([at(tab, 'a'), at(tab, 'b')]);
    expect(both).toMatchObject({ stroke: 'red', textColor: null });
    expect(both).not.toHaveProperty('fill');
    expect(styleOf([at(tab, 's')])).toMatchObject({ color: 'pink' });
    expect(styleOf([at(tab, 's')])).not.toHaveProperty('fill');
  });

  test('is pasted on each element as far as its kind has the fields', () => {
    const tab = drawn();
    const ids = ['b', 's', 'way'].map((slug) => idOf(tab, slug));
    const pasted = after(tab, pasteStyle(ids, styleOf([at(tab, 'a')])));
    expect(at(pasted, 'b')).toMatchObject({ fill: 'blue', border: 'dashed', font: 'mono' });
    expect(at(pasted, 's')).toMatchObject({ color: 'pink', font: 'mono' });
    expect(at(pasted, 's')).not.toHaveProperty('fill');
    expect(at(pasted, 'way')).toMatchObject({ stroke: 'red', border: 'dashed', line: 'curved', heads: 'both' });
  });

  test('unsets what the copied element does not set', () => {
    const tab = drawn();
    const plain = after(tab, pasteStyle([idOf(tab, 'a')], styleOf([at(tab, 't')])));
    for (const name of ['fill', 'stroke', 'border', 'font']) expect(at(plain, 'a')).not.toHaveProperty(name);
  });

  test('has no values that an element refuses, and nothing else that was kept', () => {
    const tab = drawn();
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    };
    expect(readStyle(storage)).toBeNull();
    expect(keepStyle(storage, styleOf([at(tab, 'a')]))).toBe(true);
    expect(readStyle(storage)).toEqual(styleOf([at(tab, 'a')]));
    const [key = ''] = kept.keys();
    kept.set(key, '{"fill":"plaid","label":"No","stroke":"teal"}');
    const style = readStyle(storage);
    expect(style).toEqual({ fill: 'plaid', stroke: 'teal' });
    expect(at(after(tab, pasteStyle([idOf(tab, 'b')], style ?? {})), 'b')).toMatchObject({ fill: 'green', stroke: 'teal' });
    kept.set(key, '[');
    expect(readStyle(storage)).toBeNull();
  });
});
