import { describe, expect, test } from 'vitest';

import { drawn } from '#core/ops/drawn.test-support.ts';

import { completeLine } from './complete-line.ts';

const tab = drawn('add cylinder id=orders label="All orders"\nadd square id=pay label="Pay now"\nconnect pay -> orders id=reads');

/** `|` is the caret. */
function offered(line: string): string[] {
  const caret = line.indexOf('|');
  return completeLine(line.replace('|', ''), caret, tab).options.map(({ insert }) => insert);
}

describe('completions of a changeset line', () => {
  test('are operations first, then kinds', () => {
    expect(offered('|')).toContain('add');
    expect(offered('co|')).toEqual(['connect']);
    expect(offered('add cyl|')).toEqual(['cylinder']);
    expect(offered('insert sti|')).toEqual(['sticky']);
  });

  test('are the fields of the kind, and their values', () => {
    expect(offered('add square fi|')).toEqual(['fill=']);
    expect(offered('set pay fill=bl|')).toEqual(['fill=blue']);
    expect(offered('connect pay -> orders he|')).toContain('heads=');
    expect(offered('connect pay -> orders heads=b|')).toEqual(['heads=both']);
    expect(offered('set pay heads|')).toEqual([]);
  });

  test('are refs, found by slug or label', () => {
    expect(offered('rm pa|')).toEqual(['pay']);
    expect(offered('set now|')).toEqual(['pay']);
    expect(offered('connect pay -> all|')).toContain('orders');
    expect(offered('rewire reads to=|')).toContain('to=orders');
  });

  test('are placements and their refs', () => {
    expect(offered('add square right|')).toEqual(['right-of:']);
    expect(offered('add square right-of:or|')).toEqual(['right-of:orders']);
  });

  test('count a quoted text as one word', () => {
    expect(offered('add square label="in a |')).toEqual([]);
    expect(completeLine('add square label="a b" fi', 25, tab).from).toBe(23);
  });
});
