/**
 * ironcalc: compares formulas on random inputs with an independent engine.
 *
 * Formulas for which the two differ on purpose are not included: docs/sheets.md describes them.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import init, { Model } from '@ironcalc/wasm';
import { beforeAll, expect, test } from 'vitest';

import { seedOr } from '#test/harness/fuzz.ts';

import { bookOf, type Inputs, randomOf, sheetOf, valueAt } from './sheet.test-support.ts';

beforeAll(async () => {
  const file = createRequire(import.meta.url)
    .resolve('@ironcalc/wasm')
    .replace(/wasm\.js$/, 'wasm_bg.wasm');
  await init({ module_or_path: readFileSync(file) });
});

/** The parts of formulas: `n` a number cell, `r` a column of numbers, `t` a text cell, `s` a column of texts, `d` a date. */
const templates = [
  'n+n*n', 'n-n/n', '(n+n)*n-n', 'n^2', '-n+n', 'n%+1', 'n&t', 'n=n', 'n<>n', 'n>n', 't<t', 'n>=n', 'SUM(r)', 'SUM(r,n,1)', 'PRODUCT(n,n,2)',
  'SUMSQ(r)', 'SUMPRODUCT(r,r)', 'SUMPRODUCT((r>0)*r)', 'AVERAGE(r)', 'AVERAGE(r,n)', 'MAX(r)', 'MIN(r)', 'COUNT(r)', 'COUNTA(s)', 'COUNT(s)',
  'COUNTBLANK(s)', 'COUNTIF(r,">0")', 'COUNTIF(s,"a*")', 'COUNTIF(s,"<>b")', 'COUNTIF(r,n)', 'COUNTIFS(r,">0",s,"?a*")', 'SUMIF(r,">5")', 'SUMIF(s,"b*",r)',
  'SUMIFS(r,r,">0",s,"<>x")', 'AVERAGEIF(r,">-50")', 'AVERAGEIFS(r,r,"<20")', 'MAXIFS(r,r,"<10")', 'MINIFS(r,r,">-10")',
  'MEDIAN(r)', 'LARGE(r,2)', 'SMALL(r,3)', 'STDEV.S(r)', 'STDEV.P(r)', 'VAR.S(r)', 'VAR.P(r)', 'GEOMEAN(p)', 'HARMEAN(p)', 'AVEDEV(r)', 'DEVSQ(r)',
  'RANK.EQ(A3,A1:A6)', 'RANK.AVG(A2,A1:A6)', 'PERCENTILE.INC(r,0.3)', 'PERCENTILE.EXC(r,0.4)', 'QUARTILE.INC(r,1)', 'QUARTILE.EXC(r,3)', 'CORREL(r,p)', 'SLOPE(r,p)', 'INTERCEPT(r,p)',
  'RSQ(r,p)', 'COVARIANCE.P(r,p)', 'COVARIANCE.S(r,p)', 'STEYX(r,p)', 'SKEW(r)', 'KURT(r)', 'PEARSON(r,p)', 'STDEVA(r)', 'VARA(r)', 'MAXA(r)', 'MINA(r)', 'AVERAGEA(r)',
  'ABS(n)', 'SIGN(n)', 'INT(n)', 'TRUNC(n)', 'TRUNC(n,1)', 'ROUND(n,1)', 'ROUND(n,-1)', 'ROUNDUP(n,0)', 'ROUNDDOWN(n,1)', 'MOD(n,7)', 'MOD(n,-3)',
  'QUOTIENT(n,3)', 'SQRT(ABS(n))', 'EXP(n/50)', 'LN(k)', 'LOG10(k)', 'LOG(k,3)', 'POWER(k,0.5)', 'SQRT(n)', 'EVEN(n)', 'ODD(n)', 'CEILING(k,3)', 'FLOOR(k,3)',
  'MROUND(k,5)', 'CEILING.MATH(n,4)', 'FLOOR.MATH(n,4)', 'FACT(5)', 'COMBIN(k,3)', 'COMBINA(k,2)', 'PERMUT(k,2)', 'GCD(k,12)', 'LCM(k,4)', 'SIN(n)', 'COS(n)', 'TAN(n)', 'ASIN(n/100)', 'ACOS(n/100)', 'ATAN(n)',
  'ATAN2(n,k)', 'SINH(n/20)', 'COSH(n/20)', 'TANH(n)', 'ASINH(n)', 'ACOSH(k)', 'ATANH(n/100)', 'DEGREES(n)', 'RADIANS(n)', 'PI()*n', 'SUMX2MY2(r,p)', 'SUMX2PY2(r,p)', 'SUMXMY2(r,p)', 'SUBTOTAL(9,r)', 'SUBTOTAL(1,r)',
  'IF(n>n,"y","n")', 'IF(n>0,n)', 'IFS(n>50,"a",n>0,"b",TRUE,"c")', 'IFERROR(n/0,"e")', 'IFERROR(n,0)', 'IFNA(NA(),n)', 'SWITCH(MOD(INT(k),3),0,"a",1,"b","c")', 'CHOOSE(2,n,t,n)', 'AND(n>0,n<50)',
  'OR(n>0,n<-50)', 'XOR(n>0,n>0)', 'NOT(n>0)', 'ISNUMBER(n)', 'ISTEXT(t)', 'ISBLANK(G9)', 'ISERROR(n/0)', 'ISNA(NA())', 'ISEVEN(n)', 'ISODD(n)', 'ISLOGICAL(n>0)', 'N(t)', 'T(t)', 'ISNONTEXT(n)', 'ISERR(NA())', 'TYPE(t)',
  'LEN(t)', 'UPPER(t)', 'LOWER(t)', 'TRIM("  "&t&"   x ")', 'LEFT(t,2)', 'RIGHT(t,3)', 'MID(t,2,3)', 'REPT(t,3)', 'CONCAT(t,n)', 'CONCATENATE(t,"-",t)', 'TEXTJOIN("-",TRUE,s)', 'SUBSTITUTE(t,"a","oo")', 'SUBSTITUTE(t,"a","o",1)',
  'REPLACE(t,2,2,"ZZ")', 'FIND("a",t)', 'SEARCH("A",t)', 'EXACT(t,t)', 'VALUE("12.5")+n', 'TEXT(n,"0.00")', 'TEXT(k,"#,##0")', 'TEXT(n,"0%")', 'CHAR(65)', 'CODE(t)', 'UNICODE(t)', 'UNICHAR(97)', 'TEXTBEFORE(t&"-x","-")', 'TEXTAFTER(t&"-x","-")', 'NUMBERVALUE("1,5",",",".")',
  'YEAR(d)', 'MONTH(d)', 'DAY(d)', 'WEEKDAY(d)', 'WEEKDAY(d,2)', 'WEEKNUM(d)', 'ISOWEEKNUM(d)', 'DAY(EDATE(d,1))', 'DAY(EOMONTH(d,0))', 'DAYS(d,d)', 'DAYS360(MIN(d,40000),d)', 'YEARFRAC(40000,d)', 'NETWORKDAYS(40000,d)', 'YEAR(WORKDAY(d,20))', 'DAY(WORKDAY(d,-13))', 'DAY(DATE(2020,k,k))', 'HOUR(d+0.37)', 'MINUTE(d+0.37)', 'SECOND(d+0.37)', 'DATEDIF(40000,d,"m")', 'DATEDIF(40000,d,"d")', 'NETWORKDAYS.INTL(40000,d,11)', 'DATEVALUE("2024-05-06")', 'TIME(5,30,k)', 'YEARFRAC(40000,d,3)', 'DATEDIF(40000,d,"y")',
  'VLOOKUP("b",E1:F6,2,FALSE)', 'VLOOKUP(A2,A1:C6,3,FALSE)', 'HLOOKUP(A1,A1:D6,4,FALSE)', 'INDEX(r,3)', 'INDEX(A1:C6,2,3)', 'MATCH(A4,A1:A6,0)', 'INDEX(C1:C6,MATCH(A5,A1:A6,0))', 'XLOOKUP(A3,A1:A6,B1:B6)', 'XLOOKUP(1000,A1:A6,B1:B6,"none")', 'ROWS(r)', 'COLUMNS(A1:C6)', 'ROW(A5)', 'COLUMN(C1)', 'LOOKUP(3,{1,2,3,4},{5,6,7,8})', 'MATCH(25,{10,20,30},1)', 'SUM(FILTER(r,r>0,0))', 'SUM(UNIQUE(r))', 'INDEX(SORT(r),2)', 'INDEX(SORT(r,1,-1),1)', 'INDEX(r,2)+INDEX(p,3)', 'XMATCH(A3,A1:A6)', 'SUM(TRANSPOSE(r))', 'COUNTIFS(r,">0",p,">10")',
  'PMT(0.05/12,k,1000)', 'PV(0.03,k,100)', 'FV(0.03,k,-100)', 'NPER(0.01,-100,1000)', 'NPV(0.1,r)', 'IPMT(0.05,2,10,1000)', 'PPMT(0.05,2,10,1000)', 'SLN(1000,100,k)', 'SYD(1000,100,10,3)', 'EFFECT(0.05,4)', 'NOMINAL(0.05,4)', 'RRI(10,100,k+100)', 'PDURATION(0.05,100,k+200)', 'DDB(1000,100,10,2)', 'DB(1000,100,10,2)', 'CUMIPMT(0.01,24,1000,1,6,0)', 'CUMPRINC(0.01,24,1000,1,6,0)', 'RATE(12,-100,1000)', 'IRR({-100,30,40,50,20})', 'ISPMT(0.05,2,10,1000)', 'DOLLARDE(1.02,16)', 'DOLLARFR(1.125,16)',
  'NORM.DIST(n,0,50,TRUE)', 'NORM.DIST(n,0,50,FALSE)', 'NORM.S.DIST(n/50,TRUE)', 'NORM.INV(0.3,n,5)', 'NORM.S.INV(0.7)', 'BINOM.DIST(3,10,0.4,TRUE)', 'POISSON.DIST(3,4,FALSE)', 'EXPON.DIST(0.2,3,TRUE)', 'WEIBULL.DIST(2,3,4,TRUE)', 'LOGNORM.DIST(k,3,2,TRUE)', 'STANDARDIZE(n,3,5)', 'FISHER(0.4)', 'FISHERINV(0.4)', 'GAUSS(0.7)', 'PHI(0.7)', 'CONFIDENCE.NORM(0.05,2,k)', 'LOGNORM.INV(0.4,1,2)', 'CHISQ.DIST(2,5,TRUE)', 'F.DIST(1.5,5,7,TRUE)', 'GAMMA.DIST(2,3,4,TRUE)',
  'BITAND(k,7)', 'BITOR(k,8)', 'BITXOR(k,5)', 'DELTA(n,n)', 'GESTEP(n,0)', 'ERF(0.5)', 'ERFC(0.5)', 'BASE(k,2)', 'DECIMAL("FF",16)', 'DEC2BIN(k)', 'DEC2HEX(k)', 'HEX2DEC("1F")', 'BIN2DEC("1011")', 'ROMAN(k)', 'SEC(1)', 'CSC(1)', 'COT(1)', 'SQRTPI(k)', 'LET(x,n,y,x*2,x+y)', 'LET(word,t,LEN(word))', 'SUM(SEQUENCE(3))', 'SUM({1,2;3,4}*n)', 'SUM((r>0)*1)', 'MAX(r)-MIN(r)', 'IF(SUM(r)>0,AVERAGE(r),MIN(r))', 'SUM(A1:B6)/COUNT(A1:B6)', 'ROUND(SUM(r)/3,2)', 'MEDIAN(r)&" / "&COUNT(r)', 'SUMPRODUCT(A1:A6,B1:B6)/SUM(B1:B6)', 'IF(AND(n>0,n>0),"both",IF(n>0,"one","none"))', 'LEFT(t,FIND("a",t&"a"))', '1/3*n', 'n*1.1', 'n/n', 't&n', 'A1&B1&E1', '"x"&TRUE', '1=1', 'n*TRUE', '"5"*n', '""=G9', 'G9+1', 'G9=0',
]; // prettier-ignore

test('[SH20] at least 300 formulas on random inputs equal the independent engine', () => {
  const seed = seedOr(20_261_120);
  const random = randomOf(seed);
  expect(templates.length).toBeGreaterThanOrEqual(300);
  const differing: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const inputs = inputsOf(random);
    const model = new Model('book', 'en', 'UTC', 'en');
    model.pauseEvaluation();
    for (const [address, value] of Object.entries(inputs))
      model.setUserInput(0, Number(address.slice(1)), address.charCodeAt(0) - 64, String(value));
    const formulas = templates.map((template) => `=${filled(template, random)}`);
    for (const [at, formula] of formulas.entries()) {
      model.setUserInput(0, at + 1, 10, formula);
      // Beside it, with all its digits.
      model.setUserInput(0, at + 1, 11, `=IF(ISNUMBER(J${at + 1}),TEXT(J${at + 1},"0.00000000000000E+00"),J${at + 1})`);
    }
    model.resumeEvaluation();
    model.evaluate();
    const own = Object.fromEntries(formulas.map((formula, at) => [`J${at + 1}`, formula]));
    const sheet = sheetOf({ ...inputs, ...own }, { rows: 400, cols: 12 });
    const book = bookOf(sheet);
    for (const [at, formula] of formulas.entries()) {
      const theirs = model.getFormattedCellValue(0, at + 1, 11);
      const ours = valueAt(book, sheet, `J${at + 1}`);
      if (!isAlike(ours, theirs))
        differing.push(`${formula}: ours ${String(ours)}, theirs ${theirs} (seed ${seed}, ${JSON.stringify(inputs)})`);
    }
    model.free();
  }
  expect(differing).toEqual([]);
}, 60_000);

function inputsOf(random: () => number): Inputs {
  const inputs: Record<string, number | string> = {};
  const words = ['apple', 'banana', 'b', 'Cat', 'data', 'a', 'xa y'];
  for (let row = 1; row <= 6; row += 1) {
    inputs[`A${row}`] = Math.round((random() - 0.5) * 20_000) / 100;
    inputs[`B${row}`] = Math.floor(random() * 50) + 1;
    inputs[`C${row}`] = Math.round((random() - 0.5) * 200);
    inputs[`D${row}`] = 40_000 + Math.floor(random() * 5_000);
    inputs[`E${row}`] = words[Math.floor(random() * words.length)] ?? 'a';
    inputs[`F${row}`] = row * 10;
  }
  return inputs;
}

function filled(template: string, random: () => number): string {
  const row = (): number => Math.floor(random() * 6) + 1;
  return template.replace(/"[^"]*"|[A-Za-z_.0-9]+\(?/g, (word) => {
    switch (word) {
      case 'n':
        return `${random() < 0.5 ? 'A' : 'C'}${row()}`;
      case 'k':
        return `B${row()}`;
      case 'd':
        return `D${row()}`;
      case 't':
        return `E${row()}`;
      case 'r':
        return 'A1:A6';
      case 'p':
        return 'B1:B6';
      case 's':
        return 'E1:E6';
      default:
        return word;
    }
  });
}

function isAlike(ours: string | number | boolean | null, theirs: string): boolean {
  if (typeof ours === 'number') {
    const number = Number(theirs);
    return theirs !== '' && (number === ours || Math.abs(number - ours) <= Math.abs(ours) * 1e-9 + 1e-12);
  }
  return String(typeof ours === 'boolean' ? (ours ? 'TRUE' : 'FALSE') : ours) === theirs;
}
