/** function-cases: calls of every function in docs/sheets.md, by group, with values computed by hand, from the rules of its definition or the published examples of spreadsheets. */
/** The cells that the calls refer to. */
export const functionInputs = {
  A1: 3, A2: 1, A3: 4, A4: 1, A5: 5, A6: 9,
  B1: 2, B2: 7, B3: 1, B4: 8, B5: 2, B6: 8,
  C1: 'apple', C2: 'Banana', C3: 'cherry', C4: 'apple',
  D1: true, D2: '12', D4: '=1/0',
  // E: cash flows of the published examples, F: their dates.
  E1: -10_000, E2: 2_750, E3: 4_250, E4: 3_250, E5: 2_750,
  F1: '=DATE(2008,1,1)', F2: '=DATE(2008,3,1)', F3: '=DATE(2008,10,30)', F4: '=DATE(2009,2,15)', F5: '=DATE(2009,4,1)',
} as const; // prettier-ignore

/** For sources with fewer digits: equal to the last of those. */
const near = (value: number): { readonly near: number } => ({ near: value });
type Expected = number | string | boolean | { readonly near: number };
export type Cases = readonly (readonly [formula: string, expected: Expected])[];

const arithmetic: Cases = [
  ['MDETERM({1,2;3,4})', -2], ['MDETERM({1,2;2,4})', 0], ['MDETERM({1,2})', '#VALUE!'], ['INDEX(MINVERSE({2,0;0,4}),2,2)', 0.25], ['MINVERSE({1,2;2,4})', '#NUM!'], ['SUM(MUNIT(3))', 3], ['MUNIT(3)', 1], ['MUNIT(0)', '#VALUE!'], ['SUBTOTAL(7,A1:A6)', near(2.994439291)], ['SUBTOTAL(11,A1:A6)', near(7.472222222)],
  ['ABS(-3)', 3], ['ABS("x")', '#VALUE!'], ['ACOS(0.5)', Math.PI / 3], ['ACOS(2)', '#NUM!'], ['ACOSH(2)', Math.log(2 + Math.sqrt(3))], ['ACOSH(0)', '#NUM!'],
  ['ASIN(0.5)', Math.PI / 6], ['ASINH(1)', Math.log(1 + Math.SQRT2)], ['ATAN(1)', Math.PI / 4], ['ATAN2(1,1)', Math.PI / 4], ['ATAN2(-1,0)', Math.PI], ['ATAN2(0,0)', '#DIV/0!'],
  ['ATANH(0.5)', Math.log(3) / 2], ['ATANH(1)', '#NUM!'], ['CEILING(7,3)', 9], ['CEILING(-7,3)', -6], ['CEILING(-7,-3)', -9], ['CEILING(7,-3)', '#NUM!'],
  ['CEILING.MATH(-7,3)', -6], ['CEILING.MATH(-7,3,1)', -9], ['COMBIN(5,2)', 10], ['COMBIN(2,5)', '#NUM!'], ['COMBINA(4,3)', 20], ['COS(PI())', -1],
  ['COSH(0)', 1], ['DEGREES(PI())', 180], ['EVEN(3)', 4], ['EVEN(-1)', -2], ['EVEN(0)', 0], ['EXP(1)', Math.E], ['EXP(1000)', '#NUM!'], ['FACT(5)', 120], ['FACT(0)', 1],
  ['FACT(-1)', '#NUM!'], ['FACT(171)', '#NUM!'], ['FLOOR(7,3)', 6], ['FLOOR(-7,3)', -9], ['FLOOR.MATH(-7,3)', -9], ['FLOOR.MATH(-7,3,1)', -6], ['GCD(24,36)', 12],
  ['GCD(-1)', '#NUM!'], ['INT(-3.5)', -4], ['LCM(4,6)', 12], ['LN(EXP(2))', 2], ['LN(0)', '#NUM!'], ['LOG(8,2)', 3], ['LOG(100)', 2], ['LOG10(1000)', 3],
  ['INDEX(MMULT({1,2;3,4},{5,6;7,8}),2,1)', 43], ['MMULT({1,2},{1,2})', '#VALUE!'], ['MOD(-3,2)', 1], ['MOD(3,-2)', -1], ['MOD(3,0)', '#DIV/0!'], ['MROUND(10,3)', 9],
  ['MROUND(-10,3)', '#NUM!'], ['ODD(2)', 3], ['ODD(-2)', -3], ['ODD(0)', 1], ['PERMUT(5,2)', 20], ['PI()', Math.PI], ['POWER(2,10)', 1024], ['POWER(0,-1)', '#DIV/0!'],
  ['POWER(-8,0.5)', '#NUM!'], ['PRODUCT(2,3,4)', 24], ['PRODUCT(C1:C4)', 0], ['QUOTIENT(-7,2)', -3], ['QUOTIENT(1,0)', '#DIV/0!'], ['RADIANS(180)', Math.PI], ['RAND()', 0.25],
  ['RANDBETWEEN(1,10)', 3], ['RANDBETWEEN(2,1)', '#NUM!'], ['ROUND(2.5,0)', 3], ['ROUND(-2.5,0)', -3], ['ROUND(1.005,2)', 1.01], ['ROUND(1234,-2)', 1200],
  ['ROUNDDOWN(-3.7,0)', -3], ['ROUNDUP(3.1,0)', 4], ['ROUNDUP(-3.1,0)', -4], ['SUM(SEQUENCE(4,2,10,5))', 220], ['SEQUENCE(0)', '#VALUE!'], ['SIGN(-4)', -1], ['SIN(PI()/2)', 1],
  ['SINH(0)', 0], ['SQRT(16)', 4], ['SQRT(-1)', '#NUM!'], ['SQRTPI(2)', Math.sqrt(2 * Math.PI)], ['SUBTOTAL(9,A1:A6)', 23], ['SUBTOTAL(4,A1:A6)', 9], ['SUBTOTAL(99,A1)', '#VALUE!'],
  ['SUM(A1:A6)', 23], ['SUM(A1,TRUE,"2")', 6], ['SUM(C1:D2)', 0], ['SUM(A1:D4)', '#DIV/0!'], ['SUMPRODUCT(A1:A6,B1:B6)', 107], ['SUMPRODUCT(A1:A6,B1:B2)', '#VALUE!'], ['SUMSQ(3,4)', 25],
  ['SUMX2MY2({2,3},{1,2})', 8], ['SUMX2PY2({2,3},{1,2})', 18], ['SUMXMY2({2,3},{1,2})', 2], ['TAN(PI()/4)', 1], ['TANH(0)', 0], ['TRUNC(-3.7)', -3], ['TRUNC(3.14159,2)', 3.14],
]; // prettier-ignore

const ten = '{1345,1301,1368,1322,1310,1370,1318,1350,1303,1299}';
const lines = '{2,3,9,1,8,7,5},{6,5,11,7,5,4,4}';
const statistics: Cases = [
  ['AGGREGATE(9,6,A1:A6)', 23], ['AGGREGATE(4,6,D1:D4)', 0], ['AGGREGATE(9,4,D1:D4)', '#DIV/0!'], ['AGGREGATE(14,6,A1:A6,2)', 5], ['AGGREGATE(20,6,A1:A6)', '#VALUE!'], ['FREQUENCY({79,85,78,85,50,81,95,88,97},{70,79,89})', 1], ['INDEX(FREQUENCY({79,85,78,85,50,81,95,88,97},{70,79,89}),3)', 4], ['INDEX(FREQUENCY({1,2,3},{2,1}),1)', 1],
  ['LINEST({1,9,5,7},{0,4,2,3})', 2], ['INDEX(LINEST({1,9,5,7},{0,4,2,3},TRUE,FALSE),2)', 1], ['INDEX(LINEST({5;8;6;12},{1,2;2,3;3,1;4,5}),1,1)', 9 / 7], ['LINEST({1;2},{1;2;3})', '#REF!'], ['INDEX(LINEST({1,9,5,8},{0,4,2,3},TRUE,TRUE),3,1)', near(0.9823041475)], ['TREND({1,9,5,7},{0,4,2,3},5)', 11], ['TREND({1,2,3})', 1], ['TREND({1;2;3},,7,TRUE)', 7], ['GROWTH({1,2,4},{1,2,3},4,TRUE)', 8], ['LOGEST({1,2,4},{1,2,3},TRUE,FALSE)', 2],
  ['AVEDEV({4,5,6,7,5,4,3})', near(1.020408)], ['AVERAGE(A1:A6)', 23 / 6], ['AVERAGE(C1:C4)', '#DIV/0!'], ['AVERAGEA(D1:D2)', 0.5], ['CORREL({3,2,4,5,6},{9,7,12,15,17})', near(0.997054)],
  ['CORREL({1,1},{1,2})', '#DIV/0!'], ['COUNT(A1:D4)', 8], ['COUNT(1,"2","x",TRUE)', 3], ['COUNTA(A1:D4)', 15], ['COUNTBLANK(C1:D6)', 5],
  ['COVAR({3,2,4,5,6},{9,7,12,15,17})', 5.2], ['COVARIANCE.P({3,2,4,5,6},{9,7,12,15,17})', 5.2], ['COVARIANCE.S({2,4,8},{5,11,12})', near(9.666666667)],
  ['DEVSQ({4,5,8,7,11,4,3})', 48], ['FORECAST(30,{6,7,9,15,21},{20,28,31,38,40})', near(10.607253)], ['FORECAST.LINEAR(3,{2,4},{1,2})', 6], ['FORECAST(1,{1,2},{3,3})', '#DIV/0!'],
  ['GEOMEAN({4,5,8,7,11,4,3})', near(5.47698697)], ['GEOMEAN({1,-1})', '#NUM!'], ['HARMEAN({4,5,8,7,11,4,3})', near(5.028375962)], ['INTERCEPT({2,3,9,1,8},{6,5,11,7,5})', near(0.0483871)],
  ['KURT({3,4,5,2,3,4,5,6,4,7})', near(-0.151799637)], ['KURT({1,2,3})', '#DIV/0!'], ['LARGE({3,5,3,5,4,4,2,4,6,7},3)', 5], ['LARGE({1,2},3)', '#NUM!'], ['MAX(A1:A6)', 9], ['MAX(C1:C4)', 0],
  ['MAXA({-1},D1:D2)', 1], ['MEDIAN({1,2,3,4,5,6})', 3.5], ['MEDIAN(A1:A5)', 3], ['MIN(A1:A6)', 1], ['MINA(A1:A6,D1:D2)', 0], ['MODE({5.6,4,4,3,2,4})', 4], ['MODE({1,2})', '#N/A'], ['MODE.SNGL({1,2,2})', 2],
  ['PEARSON({9,7,5,3,1},{10,6,1,5,3})', near(0.699379)], ['PERCENTILE({1,2,3,4},0.3)', 1.9], ['PERCENTILE({1,2},2)', '#NUM!'], ['PERCENTILE.INC({1,2,3,4},0.5)', 2.5],
  ['PERCENTILE.EXC({1,2,3,6,6,6,7,8,9},0.25)', 2.5], ['PERCENTILE.EXC({1,2,3},0.01)', '#NUM!'], ['PERCENTRANK({13,12,11,8,4,3,2,1,1,1},2)', 0.333], ['PERCENTRANK({13,12,11,8,4,3,2,1,1,1},5)', 0.583],
  ['PERCENTRANK.INC({13,12,11,8,4,3,2,1,1,1},8)', 0.666], ['PERCENTRANK.EXC({1,2,3,6,6,6,7,8,9},7)', 0.7], ['PERCENTRANK.EXC({1,2,3,6,6,6,7,8,9},5.43)', 0.381],
  ['QUARTILE({1,2,4,7,8,9,10,12},1)', 3.5], ['QUARTILE({1,2},5)', '#NUM!'], ['QUARTILE.INC({1,2,4,7,8,9,10,12},3)', 9.25], ['QUARTILE.EXC({6,7,15,36,39,40,41,42,43,47,49},1)', 15],
  ['QUARTILE.EXC({6,7,15,36,39,40,41,42,43,47,49},3)', 43], ['RANK(3.5,{7,3.5,3.5,1,2},1)', 3], ['RANK(7,{7,3.5,3.5,1,2},1)', 5], ['RANK(8,A1:A6)', '#N/A'], ['RANK.EQ(5,A1:A6)', 2], ['RANK.AVG(1,A1:A6,1)', 1.5],
  [`RSQ(${lines})`, near(0.05795)], ['SKEW({3,4,5,2,3,4,5,6,4,7})', near(0.359543071)], ['SKEW({1,2})', '#DIV/0!'], [`SLOPE(${lines})`, near(0.305556)], ['SMALL({3,4,5,2,3,4,6,4,7},4)', 4],
  [`STDEV(${ten})`, near(27.46391572)], ['STDEV(1)', '#DIV/0!'], [`STDEV.S(${ten})`, near(27.46391572)], [`STDEV.P(${ten})`, near(26.05455814)], [`STDEVP(${ten})`, near(26.05455814)], [`STDEVA(${ten})`, near(27.46391572)], ['STDEVA(D1:D2)', Math.SQRT1_2],
  [`STEYX(${lines})`, near(3.305719)], ['TRIMMEAN({4,5,6,7,2,3,4,5,1,2,3},0.2)', near(3.777778)], [`VAR(${ten})`, near(754.2666667)], [`VAR.S(${ten})`, near(754.2666667)], [`VAR.P(${ten})`, 678.84], [`VARP(${ten})`, 678.84], ['VARA(D1:D2)', 0.5],
]; // prettier-ignore

const conditions: Cases = [
  ['AVERAGEIF(A1:A6,">3")', 6], ['AVERAGEIF(A1:A6,">30")', '#DIV/0!'], ['AVERAGEIFS(A1:A6,B1:B6,">2")', 11 / 3], ['COUNTIF(C1:C4,"a*")', 2], ['COUNTIF(C1:C6,"")', 2], ['COUNTIF(A1:A6,1)', 2],
  ['COUNTIF(C1:C4,"<>apple")', 2], ['COUNTIFS(A1:A6,">1",B1:B6,"<3")', 3], ['COUNTIFS(A1:A6,">1",B1:B5,"<3")', '#VALUE!'], ['MAXIFS(A1:A6,B1:B6,2)', 5], ['MAXIFS(A1:A6,B1:B6,99)', 0], ['MINIFS(A1:A6,B1:B6,8)', 1],
  ['SUMIF(C1:C4,"apple",A1:A4)', 4], ['SUMIF(A1:A6,">=4")', 18], ['SUMIFS(A1:A6,B1:B6,">=7",A1:A6,">1")', 9],
]; // prettier-ignore

const logic: Cases = [
  ['AND(TRUE,1)', true], ['AND(TRUE,0)', false], ['AND(D4,TRUE)', '#DIV/0!'], ['CHOOSE(2,"a","b")', 'b'], ['CHOOSE(3,"a","b")', '#VALUE!'], ['ERROR.TYPE(D4)', 2], ['ERROR.TYPE(1)', '#N/A'], ['FALSE()', false],
  ['IF(1>2,"a","b")', 'b'], ['IF(FALSE,1)', false], ['IF("x",1)', '#VALUE!'], ['IF(TRUE,1,1/0)', 1], ['IFERROR(D4,"e")', 'e'], ['IFERROR(5,"e")', 5], ['IFNA(NA(),7)', 7], ['IFNA(D4,7)', '#DIV/0!'],
  ['IFS(FALSE,1,TRUE,2)', 2], ['IFS(FALSE,1)', '#N/A'], ['ISBLANK(D3)', true], ['ISBLANK("")', false], ['ISERR(NA())', false], ['ISERR(D4)', true], ['ISERROR(D4)', true], ['ISEVEN(4)', true], ['ISEVEN("x")', '#VALUE!'],
  ['ISLOGICAL(D1)', true], ['ISNA(NA())', true], ['ISNA(D4)', false], ['ISNONTEXT(5)', true], ['ISNUMBER(A1)', true], ['ISNUMBER(D2)', false], ['ISODD(3)', true], ['ISTEXT(C1)', true], ['N(TRUE)', 1], ['N("x")', 0], ['NA()', '#N/A'],
  ['NOT(FALSE)', true], ['NOT("x")', '#VALUE!'], ['OR(FALSE,0)', false], ['OR(FALSE,2)', true], ['SWITCH(2,1,"a",2,"b")', 'b'], ['SWITCH(3,1,"a","c")', 'c'], ['SWITCH(3,1,"a",2,"b")', '#N/A'], ['T("x")', 'x'], ['T(5)', ''],
  ['TRUE()', true], ['TYPE("x")', 2], ['TYPE({1,2})', 64], ['TYPE(D4)', 16], ['XOR(TRUE,TRUE,TRUE)', true], ['XOR(TRUE,TRUE)', false],
]; // prettier-ignore

const text: Cases = [
  ['HYPERLINK("https://example.com")', 'https://example.com'], ['HYPERLINK("https://example.com","here")', 'here'], ['HYPERLINK("https://example.com",5)', 5], ['ARABIC("mcmxc")', 1990], ['ARABIC("-XIV")', -14], ['ARABIC("A")', '#VALUE!'],
  ['BASE(255,16,4)', '00FF'], ['BASE(-1,2)', '#NUM!'], ['BIN2DEC("1100100")', 100], ['BIN2DEC("1111111111")', -1], ['BIN2DEC("2")', '#NUM!'], ['CHAR(65)', 'A'], ['CHAR(0)', '#VALUE!'], ['CLEAN("a"&CHAR(10)&"b")', 'ab'],
  ['CODE("Alpha")', 65], ['CODE("")', '#VALUE!'], ['CONCAT("a",A1:A3)', 'a314'], ['CONCAT(D3,D4)', '#DIV/0!'], ['CONCATENATE("a",1,TRUE)', 'a1TRUE'], ['DEC2BIN(9,6)', '001001'], ['DEC2BIN(-100)', '1110011100'], ['DEC2BIN(512)', '#NUM!'],
  ['DEC2HEX(100,4)', '0064'], ['DEC2HEX(-54)', 'FFFFFFFFCA'], ['DECIMAL("FF",16)', 255], ['DECIMAL("zap",36)', 45_745], ['DOLLAR(1234.567,2)', '$1,234.57'], ['DOLLAR(-1234.567,-2)', '($1,200)'], ['EXACT("a","A")', false], ['EXACT("a","a")', true],
  ['FIND("r","cherry",5)', 5], ['FIND("x","abc")', '#VALUE!'], ['FIND("A","abc")', '#VALUE!'], ['FIXED(1234.567,1)', '1,234.6'], ['FIXED(1234.567,-1,TRUE)', '1230'], ['HEX2DEC("A5")', 165], ['HEX2DEC("FFFFFFFF5B")', -165],
  ['LEFT("apple",2)', 'ap'], ['LEFT("apple")', 'a'], ['LEFT("apple",-1)', '#VALUE!'], ['LEN("häuser")', 6], ['LEN(123)', 3], ['LEN(D3)', 0], ['LOWER("ÄB")', 'äb'], ['MID("apple",2,3)', 'ppl'], ['MID("apple",9,3)', ''], ['MID("apple",0,1)', '#VALUE!'],
  ['NUMBERVALUE("2.500,27",",",".")', 2500.27], ['NUMBERVALUE("x")', '#VALUE!'], ['PROPER("this is a TITLE")', 'This Is A Title'], ['PROPER("2-way street")', '2-Way Street'], ['REPLACE("abcdefghijk",6,5,"*")', 'abcde*k'], ['REPT("ab",3)', 'ababab'], ['REPT("ab",-1)', '#VALUE!'],
  ['RIGHT("apple",2)', 'le'], ['RIGHT("a",5)', 'a'], ['ROMAN(499)', 'CDXCIX'], ['ROMAN(4000)', '#VALUE!'], ['SEARCH("R","cherry")', 4], ['SEARCH("e?r","cherry")', 3], ['SEARCH("~*","a*b")', 2], ['SEARCH("z","cherry")', '#VALUE!'],
  ['SUBSTITUTE("a-b-c","-","+")', 'a+b+c'], ['SUBSTITUTE("a-b-c","-","+",2)', 'a-b+c'], ['SUBSTITUTE("abc","","x")', 'abc'], ['TEXT(1234.567,"#,##0.00")', '1,234.57'], ['TEXT(0.285,"0.0%")', '28.5%'], ['TEXT(45351,"dd/mm/yyyy")', '29/02/2024'],
  ['TEXTAFTER("a-b-c","-",2)', 'c'], ['TEXTAFTER("a-b-c","-",-1)', 'c'], ['TEXTAFTER("abc","-")', '#N/A'], ['TEXTBEFORE("a-b-c","-")', 'a'], ['TEXTBEFORE("a-b-c","-",-1)', 'a-b'], ['TEXTJOIN(",",TRUE,C1:C6)', 'apple,Banana,cherry,apple'], ['TEXTJOIN("-",FALSE,"a",D3,"b")', 'a--b'],
  ['INDEX(TEXTSPLIT("a,b;c,d",",",";"),2,1)', 'c'], ['TRIM("  a  b ")', 'a b'], ['UNICHAR(8364)', '€'], ['UNICHAR(0)', '#VALUE!'], ['UNICODE("€uro")', 8364], ['UPPER("é1")', 'É1'], ['VALUE("$1,000")', 1000], ['VALUE("12%")', 0.12], ['VALUE("abc")', '#VALUE!'],
]; // prettier-ignore

const dates: Cases = [
  ['DATE(2024,2,29)', 45_351], ['DATE(2024,14,1)', 45_689], ['DATE(10000,1,1)', '#NUM!'], ['DATEDIF("2001-01-01","2003-01-01","Y")', 2], ['DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"D")', 440], ['DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"YD")', 75],
  ['DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"M")', 14], ['DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"YM")', 2], ['DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"MD")', 14], ['DATEDIF(2,1,"D")', '#NUM!'], ['DATEVALUE("2024-01-01")', 45_292], ['DATEVALUE("x")', '#VALUE!'],
  ['DAY(45351)', 29], ['DAY(-1)', '#NUM!'], ['DAYS(DATE(2021,3,15),DATE(2021,2,1))', 42], ['DAYS360(DATE(2011,1,1),DATE(2011,12,31))', 360], ['DAYS360(DATE(2011,1,30),DATE(2011,2,1))', 1], ['DAYS360(DATE(2011,1,31),DATE(2011,12,31),TRUE)', 330],
  ['EDATE(DATE(2011,1,15),1)', 40_589], ['EDATE(DATE(2011,1,31),1)', 40_602], ['EOMONTH(DATE(2011,1,1),1)', 40_602], ['EOMONTH(DATE(2011,1,1),-3)', 40_482], ['HOUR(0.75)', 18], ['ISOWEEKNUM(DATE(2012,3,9))', 10], ['ISOWEEKNUM(DATE(2021,1,3))', 53],
  ['MINUTE(0.53125)', 45], ['MONTH(45351)', 2], ['NETWORKDAYS(DATE(2012,10,1),DATE(2013,3,1))', 110], ['NETWORKDAYS(DATE(2012,10,1),DATE(2013,3,1),{41235,41247,41295})', 107], ['NETWORKDAYS.INTL(DATE(2006,1,1),DATE(2006,2,1),7,{"2006-01-02","2006-01-16"})', 22],
  ['NETWORKDAYS.INTL(DATE(2006,1,1),DATE(2006,2,1),"0010001",{"2006-01-02","2006-01-16"})', 20], ['NETWORKDAYS.INTL(1,9,"1111111")', '#VALUE!'], ['NOW()', 46_346.5], ['SECOND(TIME(16,48,18))', 18], ['TIME(12,0,0)', 0.5], ['TIME(27,0,0)', 0.125], ['TIMEVALUE("2:24 AM")', 0.1],
  ['TIMEVALUE("x")', '#VALUE!'], ['TODAY()', 46_346], ['WEEKDAY(DATE(2008,2,14))', 5], ['WEEKDAY(DATE(2008,2,14),2)', 4], ['WEEKDAY(DATE(2008,2,14),3)', 3], ['WEEKDAY(1,99)', '#NUM!'], ['WEEKNUM(DATE(2012,3,9))', 10], ['WEEKNUM(DATE(2012,3,9),2)', 11],
  ['WORKDAY(DATE(2008,10,1),151)', 39_933], ['WORKDAY(DATE(2008,10,1),151,{39778,39786,39834})', 39_938], ['WORKDAY.INTL(DATE(2012,1,1),90,11)', 41_013], ['WORKDAY.INTL(DATE(2012,1,1),30,17)', 40_944], ['YEAR(45351)', 2024],
  ['YEARFRAC(DATE(2012,1,1),DATE(2012,7,30))', near(0.58055556)], ['YEARFRAC(DATE(2012,1,1),DATE(2012,7,30),1)', near(0.57650273)], ['YEARFRAC(DATE(2012,1,1),DATE(2012,7,30),3)', near(0.57808219)], ['YEARFRAC(1,2,9)', '#NUM!'],
]; // prettier-ignore

const lookup: Cases = [
  ['OFFSET(A1,2,1)', 1], ['SUM(OFFSET(A1,0,0,3,2))', 18], ['OFFSET(A1,0,0,1,1)', 3], ['OFFSET(A1,-1,0)', '#REF!'], ['INDIRECT("A"&3)', 4], ['INDIRECT("R3C1",FALSE)', 4], ['INDIRECT("?")', '#REF!'], ['CELL("address",B2)', '$B$2'], ['CELL("row",B2)', 2], ['ISFORMULA(D4)', true], ['FORMULATEXT(D4)', '=1/0'], ['FORMULATEXT(A1)', '#N/A'], ['ISREF(A1)', true], ['ISREF(1)', false],
  ['ADDRESS(2,3)', '$C$2'], ['ADDRESS(2,3,4)', 'C2'], ['ADDRESS(2,3,2)', 'C$2'], ['ADDRESS(0,1)', '#VALUE!'], ['INDEX(CHOOSECOLS({1,2,3;4,5,6},3,1),2,1)', 6], ['CHOOSECOLS({1,2},3)', '#VALUE!'], ['CHOOSEROWS({1;2;3},-1)', 3], ['COLUMN(C5)', 3], ['COLUMN()', 8],
  ['COLUMNS(A1:C2)', 3], ['DROP({1;2;3},1)', 2], ['DROP({1;2},2)', '#VALUE!'], ['SUM(FILTER(A1:A6,B1:B6>5))', 11], ['FILTER(A1:A6,A1:A6>99,"none")', 'none'], ['FILTER(A1:A6,A1:A6>99)', '#N/A'], ['HLOOKUP("b",{"a","b";1,2},2,FALSE)', 2], ['HLOOKUP("z",{"a","b";1,2},2,FALSE)', '#N/A'],
  ['HLOOKUP("a",{"a";1},3,FALSE)', '#REF!'], ['INDEX(HSTACK({1;2},{3;4}),2,2)', 4], ['INDEX(HSTACK({1;2},3),2,2)', '#N/A'], ['INDEX({1,2;3,4},2,1)', 3], ['INDEX({1,2},1,3)', '#REF!'], ['SUM(INDEX({1,2;3,4},0,2))', 6], ['LOOKUP(4.19,{4.14,4.19,5.17},{"r","o","y"})', 'o'],
  ['LOOKUP(5,{4.14,4.19,5.17},{"r","o","y"})', 'o'], ['LOOKUP(0,{4.14,4.19,5.17})', '#N/A'], ['MATCH(39,{25,38,40,41},1)', 2], ['MATCH(41,{25,38,40,41},0)', 4], ['MATCH(40,{41,40,38,25},-1)', 2], ['MATCH("BAN*",C1:C4,0)', 2], ['MATCH(2,{1,3},0)', '#N/A'],
  ['ROW(C5)', 5], ['ROW()', 20], ['ROWS(A1:C2)', 2], ['TEXTJOIN(",",TRUE,SORT(A1:A6,1,-1))', '9,5,4,3,1,1'], ['SORT({3,1;1,2},3)', '#VALUE!'], ['TEXTJOIN(",",TRUE,SORTBY(C1:C3,A1:A3))', 'Banana,apple,cherry'], ['SUM(TAKE(A1:A6,2))', 4], ['SUM(TAKE(A1:A6,-2))', 14],
  ['INDEX(TOCOL({1,2;3,4}),3)', 3], ['INDEX(TOROW({1,2;3,4}),1,4)', 4], ['INDEX(TRANSPOSE({1,2;3,4}),1,2)', 3], ['TEXTJOIN(",",TRUE,UNIQUE(C1:C4))', 'apple,Banana,cherry'], ['TEXTJOIN(",",TRUE,UNIQUE(C1:C4,FALSE,TRUE))', 'Banana,cherry'],
  ['VLOOKUP(4,A1:B6,2,FALSE)', 1], ['VLOOKUP(2,A1:B6,2,FALSE)', '#N/A'], ['VLOOKUP("b*",C1:D4,1,FALSE)', 'Banana'], ['VLOOKUP(1,{1,2},3)', '#REF!'], ['INDEX(VSTACK({1,2},{3,4}),2,1)', 3], ['XLOOKUP(4,A1:A6,B1:B6)', 1], ['XLOOKUP(2,A1:A6,B1:B6,"none")', 'none'],
  ['XLOOKUP(6,A1:A6,B1:B6,0,-1)', 2], ['XLOOKUP(6,A1:A6,B1:B6,0,1)', 8], ['XLOOKUP(1,A1:A6,B1:B6,0,0,-1)', 8], ['XMATCH(9,A1:A6)', 6], ['XMATCH(1,A1:A6,0,-1)', 4], ['XMATCH("*rr*",C1:C4,2)', 3],
]; // prettier-ignore

const finance: Cases = [
  ['ACOT(2)', near(0.463647609)], ['FACTDOUBLE(7)', 105], ['FACTDOUBLE(6)', 48], ['CONVERT(1,"mi","km")', 1.609344], ['CONVERT(68,"F","C")', 20], ['CONVERT(1,"lbm","g")', 453.59237], ['CONVERT(2.5,"ft","sec")', '#N/A'], ['CONVERT(1,"Mibyte","kbyte")', 1048.576], ['CONVERT(1,"km2","ha")', 100],
  ['T.DIST(60,1,TRUE)', near(0.99469533)], ['T.DIST(8,3,FALSE)', near(0.00073691)], ['T.DIST.2T(1.959999998,60)', near(0.054644930)], ['T.DIST.RT(1.959999998,60)', near(0.027322465)], ['TDIST(1.959999998,60,2)', near(0.054644930)], ['TDIST(1,60,3)', '#NUM!'], ['T.INV(0.75,2)', near(0.8164966)], ['T.INV.2T(0.546449,60)', near(0.606533)], ['TINV(0.054645,60)', near(1.959999)], ['T.INV(0,2)', '#NUM!'],
  ['T.TEST({3,4,5,8,9,1,2,4,5},{6,19,3,2,14,4,5,17,1},2,1)', near(0.196016)], ['TTEST({3,4,5,8,9,1,2,4,5},{6,19,3,2,14,4,5,17,1},2,1)', near(0.196016)], ['T.TEST({1,2},{1,2,3},1,1)', '#N/A'], ['F.TEST({6,7,9,15,21},{20,28,31,38,40})', near(0.64831785)], ['F.DIST.RT(15.20686486,6,4)', near(0.01)], ['FDIST(15.20686486,6,4)', near(0.01)], ['F.INV(0.01,6,4)', near(0.10930991)], ['F.INV.RT(0.01,6,4)', near(15.20686486)], ['FINV(0.01,6,4)', near(15.20686486)],
  ['CHISQ.DIST.RT(18.307,10)', near(0.0500006)], ['CHIDIST(18.307,10)', near(0.0500006)], ['CHISQ.INV(0.93,1)', near(3.283020287)], ['CHISQ.INV.RT(0.050001,10)', near(18.306973)], ['CHIINV(0.050001,10)', near(18.306973)], ['BINOM.INV(6,0.5,0.75)', 4], ['CRITBINOM(6,0.5,0.75)', 4], ['NEGBINOM.DIST(10,5,0.25,FALSE)', near(0.0550487)], ['HYPGEOM.DIST(1,4,8,20,TRUE)', near(0.4654)], ['HYPGEOM.DIST(1,4,8,20,FALSE)', near(0.3633)],
  ['GAMMA(2.5)', near(1.329340388)], ['GAMMA(0)', '#NUM!'], ['GAMMALN(4.5)', near(2.453736571)], ['GAMMA.INV(0.068094,9,2)', near(10.0000112)], ['BETA.INV(0.685470581,8,10,1,3)', near(2)], ['NORMDIST(42,40,1.5,TRUE)', near(0.9087888)], ['NORMINV(0.908789,40,1.5)', near(42.000002)], ['NORMSDIST(1.333333)', near(0.908788726)], ['NORMSINV(0.9088)', near(1.3334)], ['LOGNORMDIST(4,3.5,1.2)', near(0.0390836)], ['LOGINV(0.039084,3.5,1.2)', near(4.0000252)],
  ['BINOMDIST(6,10,0.5,FALSE)', near(0.2050781)], ['POISSON(2,5,TRUE)', near(0.124652)], ['EXPONDIST(0.2,10,TRUE)', near(0.86466472)], ['WEIBULL(105,20,100,TRUE)', near(0.929581)], ['GAMMADIST(10.00001131,9,2,FALSE)', near(0.032639)], ['CONFIDENCE(0.05,2.5,50)', near(0.692951912)],
  ['BETA.DIST(2,8,10,TRUE,1,3)', near(0.6854706)], ['BETA.DIST(2,8,10,FALSE,1,3)', near(1.4837646)], ['BINOM.DIST(6,10,0.5,FALSE)', near(0.2050781)], ['BINOM.DIST(6,10,0.5,TRUE)', 0.828125], ['BITAND(13,25)', 9], ['BITAND(-1,2)', '#NUM!'], ['BITOR(23,10)', 31], ['BITXOR(5,3)', 6],
  ['CHISQ.DIST(0.5,1,TRUE)', near(0.52049988)], ['CHISQ.DIST(2,3,FALSE)', near(0.20755375)], ['CONFIDENCE.NORM(0.05,2.5,50)', near(0.692951912)], ['CONFIDENCE.T(0.05,1,50)', near(0.28419685)], ['COT(30)', near(-0.156119952)], ['CSC(15)', near(1.537780562)],
  ['CUMIPMT(0.09/12,360,125000,13,24,0)', near(-11_135.23213)], ['CUMPRINC(0.09/12,360,125000,13,24,0)', near(-934.1071234)], ['DB(1000000,100000,6,1,7)', near(186_083.3333)], ['DDB(2400,300,10,1,2)', 480], ['DDB(2400,300,3650,1)', near(1.315068493)], ['DELTA(5,4)', 0], ['DELTA(5,5)', 1], ['DOLLARDE(1.02,16)', 1.125], ['DOLLARFR(1.125,16)', 1.02],
  ['EFFECT(0.0525,4)', near(0.0535427)], ['ERF(0.745)', near(0.70792892)], ['ERF(0,1)', near(0.84270079)], ['ERF(-1)', near(-0.84270079)], ['ERF(-1,1)', near(1.68540159)], ['ERFC(1)', near(0.15729921)], ['EXPON.DIST(0.2,10,TRUE)', near(0.86466472)], ['EXPON.DIST(0.2,10,FALSE)', near(1.35335283)], ['F.DIST(15.2069,6,4,TRUE)', near(0.99)], ['F.DIST(15.2069,6,4,FALSE)', near(0.0012238)],
  ['FISHER(0.75)', near(0.9729551)], ['FISHER(1)', '#NUM!'], ['FISHERINV(0.972955)', near(0.75)], ['FV(0.06/12,10,-200,-500,1)', near(2_581.40)], ['FVSCHEDULE(1,{0.09,0.11,0.1})', 1.33089], ['GAMMA.DIST(10.00001131,9,2,FALSE)', near(0.032639)], ['GAMMA.DIST(10.00001131,9,2,TRUE)', near(0.068094)], ['GAUSS(2)', near(0.47725)],
  ['GESTEP(5,4)', 1], ['GESTEP(-4,-5)', 1], ['GESTEP(-1)', 0], ['IPMT(0.1/12,1,36,8000)', near(-66.66666667)], ['IPMT(0.1,3,3,8000)', near(-292.4471299)], ['IRR({-70000,12000,15000,18000,21000,26000})', near(0.086630948)], ['IRR({1,2,3})', '#NUM!'], ['ISPMT(0.1/12,1,36,8000000)', near(-64_814.8148)],
  ['LOGNORM.DIST(4,3.5,1.2,TRUE)', near(0.0390836)], ['LOGNORM.DIST(4,3.5,1.2,FALSE)', near(0.0176176)], ['LOGNORM.INV(0.039084,3.5,1.2)', near(4.0000252)], ['MIRR({-120000,39000,30000,21000,37000,46000},0.1,0.12)', near(0.12609413)], ['NOMINAL(0.053543,4)', near(0.05250032)],
  ['NORM.DIST(42,40,1.5,TRUE)', near(0.9087888)], ['NORM.DIST(42,40,1.5,FALSE)', near(0.10934)], ['NORM.INV(0.908789,40,1.5)', near(42.000002)], ['NORM.S.DIST(1.333333,TRUE)', near(0.908788726)], ['NORM.S.DIST(1.333333,FALSE)', near(0.164010148)], ['NORM.S.INV(0.975)', near(1.959963985)],
  ['NPER(0.12/12,-100,-1000,10000,1)', near(59.6738657)], ['NPV(0.1,-10000,3000,4200,6800)', near(1_188.443412)], ['PDURATION(0.025,2000,2200)', near(3.859866163)], ['PHI(0.75)', near(0.301137432)], ['PMT(0.08/12,10,10000)', near(-1_037.03209)], ['PMT(0.08/12,10,10000,0,1)', near(-1_030.16433)], ['POISSON.DIST(2,5,TRUE)', near(0.124652)], ['POISSON.DIST(2,5,FALSE)', near(0.084224)],
  ['PPMT(0.1/12,1,24,2000)', near(-75.62318601)], ['PV(0.08/12,240,500,,0)', near(-59_777.14585)], ['RATE(48,-200,8000)', near(0.007701472)], ['RRI(96,10000,11000)', near(0.0009933)], ['SEC(45)', near(1.90359)], ['SLN(30000,7500,10)', 2250], ['SLN(1,1,0)', '#NUM!'], ['STANDARDIZE(42,40,1.5)', 4 / 3], ['STANDARDIZE(1,1,0)', '#NUM!'],
  ['SYD(30000,7500,10,1)', near(4_090.909091)], ['WEIBULL.DIST(105,20,100,TRUE)', near(0.929581)], ['WEIBULL.DIST(105,20,100,FALSE)', near(0.035589)], ['XIRR(E1:E5,F1:F5)', near(0.37336253)], ['XNPV(0.09,E1:E5,F1:F5)', near(2_086.647602)],
]; // prettier-ignore

export const functionTables: Readonly<Record<string, Cases>> = {
  Arithmetic: arithmetic,
  Statistics: statistics,
  'Counts and sums with conditions': conditions,
  'Logic and information': logic,
  Text: text,
  'Dates and times': dates,
  'Lookup and lists': lookup,
  'Finance, distributions, engineering': finance,
};

export const functionCases: Cases = Object.values(functionTables).flat();
