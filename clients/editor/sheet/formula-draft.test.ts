import { describe, expect, test } from 'vitest';

import { sheetOf } from '#core/sheet/sheet.test-support.ts';

import { addressOf, callAround, namedSpans, takesReference, toggleAbsolute, wordBefore } from './formula-draft.ts';

const other = sheetOf({}, { title: 'Rates', sheet: 1, rows: 5, cols: 3 });
const sheet = sheetOf({}, { rows: 10, cols: 5 });
const around = { sheet, sheets: new Map([sheet, other].map((one) => [one.id, one])) };

test('the spans that a formula refers to, with their positions in the text', () => {
  const text = '=SUM($A1:B3) * Rates!C2 & "A1" & Z99';
  const spans = namedSpans(text, around);
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(['$A1:B3', 'Rates!C2']);
  expect(spans.map(({ span }) => addressOf(span))).toEqual(['A1:B3', 'C2']);
  expect(spans.map((named) => named.sheet)).toEqual([sheet.id, other.id]);
  expect(namedSpans('A1', around)).toEqual([]);
  expect(namedSpans('=SUM(A1,', around).map(({ span }) => addressOf(span))).toEqual(['A1']);
});

test('the places where a reference can be inserted', () => {
  const at = (marked: string): boolean => takesReference(marked.replace('|', ''), marked.indexOf('|'));
  for (const yes of ['=|', '=SUM(|', '=SUM(A1, |)', '=A1+|', '=1< |']) expect(at(yes), yes).toBe(true);
  for (const no of ['|=', '=A1|', '="a,|"', '=SUM(|A1)', 'x|', '=12|', '=A1)|']) expect(at(no), no).toBe(false);
});

test('F4 switches a reference between relative and absolute', () => {
  const round = (text: string, caret = 2): string[] => {
    const seen: string[] = [];
    for (let now = text; seen.length < 4;) {
      now = toggleAbsolute(now, caret)?.text ?? '';
      seen.push(now);
    }
    return seen;
  };
  expect(round('=A1+B2')).toEqual(['=$A$1+B2', '=A$1+B2', '=$A1+B2', '=A1+B2']);
  expect(round('=A1:B2')[0]).toBe('=$A$1:$B$2');
  expect(toggleAbsolute('=Rates!B2', 9)).toEqual({ text: '=Rates!$B$2', caret: 11 });
  expect(toggleAbsolute('=SUM(A1)', 2)).toBeNull();
});

describe('the help for functions', () => {
  const split = (marked: string) => [marked.replace('|', ''), marked.indexOf('|')] as const;

  test('finds the word before the caret', () => {
    expect(wordBefore(...split('=1+su|'))).toEqual({ start: 3, end: 5, word: 'SU' });
    expect(wordBefore(...split('=STDEV.|'))?.word).toBe('STDEV.');
    for (const none of ['=|', '=1|', '="su|', '=$A|', '=su|m', 'su|', '=SUM|('])
      expect(wordBefore(...split(none)), none).toBeNull();
  });

  test('finds the call around the caret', () => {
    expect(callAround(...split('=IF(A1>1,SUM(B1,|'))).toEqual({ name: 'SUM', argument: 1 });
    expect(callAround(...split('=IF(A1>1,SUM(B1),|'))).toEqual({ name: 'IF', argument: 2 });
    expect(callAround(...split('=if(|'))).toEqual({ name: 'IF', argument: 0 });
    expect(callAround(...split('=SUM(A1)|'))).toBeNull();
    expect(callAround(...split('=(1,|'))).toBeNull();
  });
});
