import { describe, expect, test } from 'vitest';

import { isParseError } from '../notation/parse-error.ts';
import { printAttachment, readEnd } from './end.ts';

const at = (text: string): unknown => {
  const read = readEnd(text);
  return isParseError(read) ? { at: read.at, expected: read.expected } : { text: read.text, ...read.at };
};

describe('the end of an arrow', () => {
  test('SL30 an end names a box, and may name a side, a spot on that side, or a row', () => {
    expect(at('a')).toEqual({ text: 'a' });
    expect(at(' a.right ')).toEqual({ text: 'a', side: 'right' });
    expect(at('a.top@0.3')).toEqual({ text: 'a', side: 'top', offset: 0.3 });
    expect(at('a.left@1')).toEqual({ text: 'a', side: 'left', offset: 1 });
    expect(at('a~0123abcd.bottom@0')).toEqual({ text: 'a~0123abcd', side: 'bottom', offset: 0 });
    expect(at('orders.row:customer_id')).toEqual({ text: 'orders', row: 'customer_id' });
    expect(at('orders.row:"customer id"')).toEqual({ text: 'orders', row: 'customer id' });
  });

  test('SL30 a quoted label may contain dots, and is followed by the same', () => {
    expect(at('"v1.right"')).toEqual({ text: '"v1.right"' });
    expect(at('"v1.2 \\"x\\"".right@0.5')).toEqual({ text: '"v1.2 \\"x\\""', side: 'right', offset: 0.5 });
    expect(at('"Orders".row:id')).toEqual({ text: '"Orders"', row: 'id' });
  });

  test.each([
    ['a.middle', 2],
    ['a.', 2],
    ['a.right@', 8],
    ['a.right@2', 8],
    ['a.right@-0.1', 8],
    ['a.right@0.1@0.2', 2],
    ['a.row:', 6],
    ['a.row:"x"y', 9],
    ['.right', 0],
  ])('SL31 %s is refused where it is wrong', (text, position) => {
    expect(at(text)).toMatchObject({ at: position });
  });

  test('SL30 what is printed is read back', () => {
    for (const attachment of [
      {},
      { side: 'top' },
      { side: 'left', offset: 0.125 },
      { row: 'id' },
      { row: 'two words' },
      { row: '"quoted" -> \\' },
    ] as const)
      expect(at(`a${printAttachment(attachment)}`)).toEqual({ text: 'a', ...attachment });
  });
});
