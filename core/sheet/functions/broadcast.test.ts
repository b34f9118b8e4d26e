/** broadcast: a list given for a single value gives the list of what single calls give, for every function (SH24). */
import { describe, expect, test } from 'vitest';

import { scaled } from '#test/harness/fuzz.ts';

import { result } from '../sheet.test-support.ts';
import { functionCases, functionInputs } from './function-cases.test-support.ts';
import { functionTable } from './function-list.ts';

const sales = {
  A1: 'North', A2: 'South', A3: 'East', A4: 'North', A5: 'West', A6: 'South',
  B1: 10, B2: 20, B3: 30, B4: 40, B5: 50, B6: 60,
  C1: 3, C2: 1, C3: 3, C4: 2, C5: 5, C6: 3,
} as const; // prettier-ignore

describe('formulas of ordinary workbooks with lists', () => {
  test.each([
    ['SUMPRODUCT(1/COUNTIF(A1:A6,A1:A6))', 4], ['SUM(SUMIF(A1:A6,{"North","South"},B1:B6))', 130], ['SUM(LARGE(B1:B6,{1,2,3}))', 150], ['SUM(SMALL(B1:B6,{1;2}))', 30],
    ['SUM(COUNTIFS(A1:A6,{"North";"East"},B1:B6,{">5",">35"}))', 4], ['SUM(SUMIFS(B1:B6,A1:A6,{"North","West"}))', 100], ['SUM(AVERAGEIF(A1:A6,{"North","South"},B1:B6))', 65],
    ['SUM(AVERAGEIFS(B1:B6,A1:A6,{"North","South"}))', 65], ['SUM(MAXIFS(B1:B6,A1:A6,{"North","South"}))', 100], ['SUM(MINIFS(B1:B6,A1:A6,{"North","South"}))', 30],
    ['SUMPRODUCT(RANK(B1:B6,B1:B6))', 21], ['SUM(RANK.AVG(C1:C6,C1:C6))', 21], ['SUM(PERCENTILE(B1:B6,{0,1}))', 70], ['SUM(QUARTILE(B1:B6,{0,4}))', 70], ['SUM(PERCENTRANK(B1:B6,{10,60}))', 1],
    ['SUM(INDEX(B1:B6,{1;3}))', 40], ['SUM(INDEX(A1:C6,{1;2},{2,3}))', 34], ['SUM(NPV({0,1},B1:B2))', 40], ['SUM(NETWORKDAYS(DATE(2024,1,1),DATE(2024,1,{5;12})))', 15],
    ['SUM(WORKDAY(DATE(2024,1,1),{1;2})-DATE(2024,1,1))', 3], ['SUM(VLOOKUP("South",A1:C6,{2,3},FALSE))', 21], ['SUM(SUBTOTAL({4,5},B1:B6))', 70], ['SUM(IRR({-100,110},{0.1,0.2}))*5', 1],
    ['SUM(FORECAST({10;20},C1:C6,B1:B6))>0', true], ['SUM(TRIMMEAN(B1:B6,{0,0.4}))', 70], ['ROUND(SUM(FVSCHEDULE({1,2},{0.1})),9)', 3.3], ['SUMPRODUCT((A1:A6="North")*B1:B6)', 50],
    ['TEXTJOIN(",",TRUE,IF({TRUE;FALSE},{1,2},"x"))', '1,2,x,x'], ['TEXTJOIN(",",TRUE,SWITCH({1,2,3},1,"a",2,{"b";"c"},"z"))', 'a,b,z,a,c,z'], ['SWITCH(B2,B1,"first",B2,"second")', 'second'],
    ['TEXTJOIN(",",TRUE,CHOOSE({1,2},"a",{"b";"c"}))', 'a,b,a,c'], ['TEXTJOIN(",",TRUE,IFERROR(1/{1,0},{"x";"y"}))', '1,x,1,y'], ['TEXTJOIN(",",TRUE,IFS({TRUE,FALSE},"a",TRUE,{"b";"c"}))', 'a,b,a,c'],
    ['TEXTJOIN({"-","+"},TRUE,"a","b","c","d")', 'a-b+c-d'], ['TEXTJOIN(",",TRUE,CHOOSECOLS(SORT(HSTACK(C1:C6,B1:B6),{1,2},{1,-1}),2))', '20,40,60,30,10,50'],
    ['SUM(IF({1;2;3}>{1,2},1,0))', 3], ['TEXTJOIN(",",FALSE,IF({TRUE;TRUE;FALSE},{"a";"b"},"n"))', 'a,b,n'], ['TEXTJOIN(",",FALSE,IF({TRUE;TRUE;TRUE},{"a";"b"}))', '#N/A'],
  ] as const)('%s', (formula, expected) => { expect(result(`=${formula}`, sales)).toBe(expected); }); // prettier-ignore
});

/** The arguments of a call as text; null if the formula is more than a call. */
function argumentsOf(formula: string): { readonly name: string; readonly args: readonly string[] } | null {
  const [, name = '', inner] = /^([A-Z][A-Z0-9.]*)\((.*)\)$/s.exec(formula) ?? [];
  if (inner === undefined) return null;
  const args: string[] = [];
  let [depth, text, isQuoted] = [0, '', false];
  for (const character of inner) {
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && /[({]/.test(character)) depth += 1;
    if (!isQuoted && /[)}]/.test(character)) depth -= 1;
    if (depth < 0) return null;
    if (depth === 0 && !isQuoted && character === ',') {
      args.push(text);
      text = '';
    } else text += character;
  }
  return { name, args: inner === '' ? [] : [...args, text] };
}

const functions = functionTable();
/** Calls of functions that the cases have only within others. */
const more = [
  'TEXTSPLIT("a,b",",")', 'TEXTSPLIT("c;d",",")', 'SORT(A1:A6,1,-1,FALSE)', 'SORTBY(A1:A6,B1:B6,-1)', 'SORTBY(A1:A6,B1:B6,1)', 'UNIQUE(A1:A6,FALSE,TRUE)', 'TAKE(A1:B6,2,-1)', 'TAKE(A1:B6,-1,1)',
  'MUNIT(2)', 'LINEST({1,9,5,7},{0,4,2,3},TRUE,FALSE)', 'AGGREGATE(9,6,A1:A6)', 'CELL("row",A1)',
  'IRR({-70000,12000,15000,18000,21000,26000},0.1)', 'XIRR(E1:E5,F1:F5,0.1)',
]; // prettier-ignore
const calls = [...functionCases.map(([formula]) => formula), ...more].flatMap((formula) => argumentsOf(formula) ?? []);
const callsOf = (name: string): typeof calls => calls.filter((call) => call.name === name);
/** The first value of a result, which may be a list. */
const first = (name: string, args: readonly string[]): unknown =>
  result(`=INDEX(${name}(${args.join(',')}),1,1)`, functionInputs);
/** A value of a result, broadcast to two rows and columns. */
const at = (name: string, args: readonly string[], place: string): unknown =>
  result(`=INDEX(IF({TRUE,TRUE;TRUE,TRUE},${name}(${args.join(',')})),${place})`, functionInputs);

describe.each(
  [...functions.values()].filter(
    ({ takes, max }) => Array.from({ length: Math.min(max, 8) }, (_, index) => takes(index)).includes('value') && max > 0,
  ),
)('$name', ({ name, takes }) => {
  test('[SH24] a list for a single value gives the results of single calls', () => {
    const own = callsOf(name);
    let count = 0;
    const most = scaled(60, 3);
    for (const { args } of own) {
      for (const [index, arg] of args.entries()) {
        if (takes(index) !== 'value' || arg === '' || count >= most) continue;
        // Another value that the function is called with, so that the results differ.
        const other = own.map((call) => call.args[index]).find((one) => one !== undefined && one !== '' && one !== arg) ?? '1';
        const given = (text: string): string[] => args.map((one, place) => (place === index ? text : one));
        const label = `${name}(${given(`{${arg},${other}}`).join(',')})`;
        expect(at(name, given(`HSTACK(${arg},${other})`), '1,1'), label).toEqual(first(name, given(arg)));
        expect(at(name, given(`HSTACK(${arg},${other})`), '1,2'), label).toEqual(first(name, given(other)));
        expect(at(name, given(`VSTACK(${arg},${other})`), '2,1'), label).toEqual(first(name, given(other)));
        count += 1;
      }
    }
    expect(count, `calls of ${name} with a single value`).toBeGreaterThan(0);
  });

  test('[SH24] lists for two single values are broadcast together', () => {
    const own = callsOf(name);
    for (const { args } of own.slice(0, scaled(own.length, 1))) {
      const places = args.map((_, index) => index).filter((index) => takes(index) === 'value' && args[index] !== '');
      const [down, across] = places;
      if (down === undefined || across === undefined) continue;
      const given = (a: string, b: string): string[] =>
        args.map((one, index) => (index === down ? a : index === across ? b : one));
      const both = given(`VSTACK(${args[down]},1)`, `HSTACK(${args[across]},1)`);
      expect(at(name, both, '2,2'), `${name}(${both.join(',')})`).toEqual(first(name, given('1', '1')));
      expect(at(name, both, '1,2'), `${name}(${both.join(',')})`).toEqual(first(name, given(args[down] ?? '', '1')));
    }
  });
});
