/**
 * formulas: a workbook of orders, scores, names and loans, and a thousand formulas about it.
 *
 * In a formula `[a|b]` stands for each of the alternatives, so one line is as many formulas as there are combinations.
 */

const regions = ['North', 'South', 'East', 'West'];
const products = ['Pen', 'Book', 'Lamp', 'Desk', 'Chair'];
const people = ['Ada', 'Grace', 'Linus'];

/** Inputs by address. Dates are serial numbers. */
export const officeCells: Readonly<Record<string, number | string | boolean>> = Object.fromEntries([
  ...['Date', 'Region', 'Product', 'Person', 'Count', 'Price', 'Discount', 'Paid'].map((title, at) => [`${'ABCDEFGH'[at]}1`, title] as const),
  ...Array.from({ length: 24 }, (_, at) => {
    const row = at + 2;
    return [
      [`A${row}`, 45_292 + at * 13], [`B${row}`, regions[(at * 7) % 4] ?? ''], [`C${row}`, products[(at * 3 + (at % 2)) % 5] ?? ''], [`D${row}`, people[(at * 5) % 3] ?? ''],
      [`E${row}`, ((at * 11) % 17) + 1], [`F${row}`, Math.round(((at * 37) % 91) * 125 + 250) / 100], [`G${row}`, ((at * 3) % 5) * 0.05], ...(at % 4 === 3 ? [] : [[`H${row}`, at % 3 !== 0] as const]),
    ] as const;
  }).flat(),
  // Grades from a number of points on.
  ...[[0, 'F'], [50, 'D'], [65, 'C'], [80, 'B'], [90, 'A']].flatMap(([least = 0, grade = ''], at) => [[`J${at + 2}`, least], [`K${at + 2}`, grade]] as const),
  ...[88, 92, 79, 45, 65, 100, 73.5, 66, 90, 58, 81, 77].map((points, at) => [`M${at + 2}`, points] as const),
  ...[7, 9, 6, 3, 5, 10, 7, 5, 8, 4, 7, 6].map((hours, at) => [`N${at + 2}`, hours] as const),
  ...['Ada Lovelace', 'grace  hopper', 'LINUS TORVALDS', 'Edsger W. Dijkstra', 'AB-1024-x', 'CD-7-yy'].map((text, at) => [`P${at + 2}`, text] as const),
  ['R2', 0.06], ['R3', 48], ['R4', 12_500], ['R5', -400], ['R6', 1_000],
  ...[-20_000, 4_500, 6_000, 0, 7_500, 8_250].map((flow, at) => [`S${at + 2}`, flow] as const),
]); // prettier-ignore

const lines = [
  // Totals and averages.
  '[SUM|AVERAGE|MIN|MAX|COUNT|COUNTA|MEDIAN|PRODUCT|SUMSQ|AVEDEV|DEVSQ|GEOMEAN|HARMEAN](E2:E[9|13|25])', '[SUM|AVERAGE|MIN|MAX|MEDIAN|STDEV.S|STDEV.P|VAR.S|VAR.P|STDEV|VAR|STDEVP|VARP|SKEW|KURT](F2:F[13|25])',
  '[SUM|AVERAGE|COUNT|COUNTA|COUNTBLANK|MAX](H2:H25)', '[AVERAGEA|MAXA|MINA|STDEVA|VARA](H2:H25)', '[LARGE|SMALL](F2:F25,[1|2|5|24])', '[PERCENTILE|PERCENTILE.INC|PERCENTILE.EXC](M2:M13,[0.1|0.25|0.5|0.9])', '[QUARTILE|QUARTILE.INC|QUARTILE.EXC](M2:M13,[1|2|3])',
  '[RANK|RANK.EQ|RANK.AVG]([M2|M5|M9|N8],[M2:M13|N2:N13][|,0|,1])', 'PERCENTRANK[|.INC|.EXC](M2:M13,[66|80|90])', 'TRIMMEAN(M2:M13,[0|0.2|0.4])', 'MODE[|.SNGL](N2:N13)', 'SUBTOTAL([1|2|3|4|5|6|7|8|9|10|11|101|109],E2:E[7|25])', 'AGGREGATE([1|2|4|5|9|12],[4|6],M2:M13)', 'AGGREGATE([14|15|17],6,M2:M13,[1|2])', 'AGGREGATE(16,6,M2:M13,0.3)',
  '[CORREL|PEARSON|COVAR|COVARIANCE.P|COVARIANCE.S|RSQ|SLOPE|INTERCEPT|STEYX](M2:M13,N2:N13)', 'FORECAST([4|6.5|11],M2:M13,N2:N13)', 'ROUND(INDEX([LINEST|TREND|GROWTH|LOGEST](M2:M13,N2:N13),1,1),6)', 'ROUND(INDEX(LINEST(M2:M13,N2:N13,[TRUE|FALSE],TRUE),[1|2|3|4|5],1),6)', 'SUM(FREQUENCY(M2:M13,J2:J6))', 'INDEX(FREQUENCY(M2:M13,J2:J6),[1|2|3|4|5|6])',
  // Conditions.
  'COUNTIF([B2:B25,"North"|B2:B25,"<>North"|B2:B25,"*th"|C2:C25,"?e*"|E2:E25,">10"|E2:E25,"<=3"|E2:E25,5|H2:H25,TRUE|A2:A25,">="&DATE(2024,6,1)])', '[SUMIF|AVERAGEIF]([B2:B25|D2:D25],["North"|"A*"|"<>South"|"Grace"],[E2:E25|F2:F25])', 'SUMIF(E2:E25,[">10"|"<5"|7])',
  'COUNTIFS(B2:B25,["North"|"South"|"West"],C2:C25,["Pen"|"Desk"|"<>Book"][|,E2:E25,">6"])', '[SUMIFS|AVERAGEIFS|MAXIFS|MINIFS](F2:F25,B2:B25,["North"|"East"|"*th"],E2:E25,[">3"|"<=12"])', 'SUMPRODUCT((B2:B25=["North"|"East"])*(D2:D25=["Ada"|"Grace"])*[E2:E25|E2:E25*F2:F25|1])', 'SUMPRODUCT(E2:E25,F2:F25[|,1-G2:G25])',
  'SUMPRODUCT(--(MONTH(A2:A25)=[1|5|9]),E2:E25)', 'SUMPRODUCT(1/COUNTIF([B2:B25,B2:B25|C2:C25,C2:C25|D2:D25,D2:D25]))', 'SUM([SUMIF(B2:B25,{"North","South"},E2:E25)|COUNTIF(B2:B25,{"North","South"})])', 'SUM(LARGE(F2:F25,{1,2,[3|4|5]}))', 'SUM(SMALL(E2:E25,{1;2;3}))', 'SUM(IF(E2:E25>[5|10|15],F2:F25,0))', 'MAX(IF(B2:B25=["North"|"West"],F2:F25))', 'AVERAGE(IF(D2:D25="Ada",E2:E25))',
  'SUM((B2:B25=["North"|"South"])*(E2:E25>[5|9]))', 'SUM(SUMIFS(E2:E25,B2:B25,{"North","East"},C2:C25,{"Pen";"Desk"}))', 'INDEX(E2:E25,MATCH(1,(B2:B25="East")*(D2:D25=["Ada"|"Linus"]),0))', 'SUM(--(LEN(C2:C25)=[3|4|5]))', 'SUM(ROUND(F2:F25,[0|1]))',
  // Choices.
  'IF(E[2|3|4|5|6]>8,"many",IF(E[2|3|4|5|6]>4,"some","few"))', 'IFS(M[2|3|4|5|6]>=90,"A",M[2|3|4|5|6]>=65,"B",TRUE,"C")', 'SWITCH(B[2|3|4|5],"North",1,"South",2,9)', 'CHOOSE([1|2|3],"a","b","c")', '[AND|OR|XOR](E[2|3|4]>5,F[2|3|4]<40)', 'NOT(E[2|3]>5)', 'IFERROR([E2/0|E2/2|VLOOKUP("x",K2:K6,1,FALSE)|MATCH("A",K2:K6,0)],"none")', 'IFNA(MATCH(["B"|"Z"],K2:K6,0),0)',
  '[ISNUMBER|ISTEXT|ISBLANK|ISLOGICAL|ISERROR|ISNONTEXT]([E2|B2|H5|H3|X99])', '[ISEVEN|ISODD](E[2|3|4])', 'IF(ISNUMBER(SEARCH("[oo|en|x]",C[2|3|4])),"yes","no")',
  // Look-ups.
  '[VLOOKUP(M2,J2:K6,2)|VLOOKUP(M3,J2:K6,2)|VLOOKUP(M5,J2:K6,2,TRUE)|VLOOKUP(M8,J2:K6,2)]', 'LOOKUP(M[2|3|4|5|6|7|8|9],J2:K6)', 'LOOKUP(M[2|5|7],J2:J6,K2:K6)', 'VLOOKUP(["North"|"East"|"west"],B2:F25,[2|4|5],FALSE)', 'HLOOKUP(["Count"|"Price"],A1:H9,[2|5|9],FALSE)', 'MATCH([66|91|100|45],J2:J6,1)', 'MATCH(["Lamp"|"D*"|"ch?ir"],C2:C25,0)', 'INDEX(A1:H25,[2|9|25],[2|3|5])', 'INDEX(F2:F25,MATCH(["Desk"|"Lamp"|"Pen"],C2:C25,0))',
  'INDEX(C2:C25,MATCH([MAX|MIN](F2:F25),F2:F25,0))', 'SUM(INDEX(E2:F25,0,[1|2]))', 'SUM(OFFSET(E1,[1|3],[0|1],[4|10],1))', 'SUM(INDIRECT("E"&[2|5]&":E"&[9|12]))', '[ROWS|COLUMNS](A2:[H25|C4])', 'ADDRESS([1|12],[3|28][|,4|,2])', 'SUM(E2:INDEX(E2:E25,[3|10]))', 'AVERAGE(OFFSET(F25,[-4|-9],0,[5|3],1))', '[ROW|COLUMN](D7)', 'COUNTA(OFFSET(A1,0,0,5,[1|8]))',
  // Texts.
  '[LEN|UPPER|LOWER|PROPER|TRIM](P[2|3|4|5|6])', 'LEFT(P[2|3|5],[1|4])', 'RIGHT(P[2|4|6],[1|5])', 'MID(P[2|5|6],[2|4],[3|20])', '[FIND|SEARCH]("[a|-|o]",P[2|5|6])', 'SUBSTITUTE(P[2|3|6],"[a|e|-]","#"[|,1|,2])', 'REPLACE(P[2|6],[1|4],[2|0],"xx")', 'LEFT(P[2|4|5],FIND(" ",P[2|4|5])-1)', 'MID(P6,FIND("-",P6)+1,FIND("-",P6,FIND("-",P6)+1)-FIND("-",P6)-1)',
  'REPT("[ab|-]",[0|3])', 'EXACT(P2,["Ada Lovelace"|"ada lovelace"])', 'TEXTJOIN([","|" - "],TRUE,D2:D[4|7])', 'CONCATENATE(D2," ",B[2|3])', 'B2&"-"&E[2|3]', 'TEXT([0.256|1234.5|-3|0],["0%"|"0.00"|"#,##0"|"#,##0.0;(#,##0.0)"|"000"])', 'TEXT(A[2|9|20],["yyyy-mm-dd"|"d mmm yyyy"|"dddd"|"mm/yy"|"mmmm"])', 'TEXT([0.75|0.5104],["hh:mm"|"h:mm AM/PM"])', 'VALUE(["12.5"|"1,250"|"50%"|"2024-03-01"])', 'FIXED([1234.567|-0.5],[0|1|2])', 'CODE(["A"|"z"])', 'CHAR([65|97])', 'NUMBERVALUE("1.234,5",",",".")', 'ROMAN([4|1999])', 'ARABIC("[XIV|MCMXCIX]")', 'DEC2BIN([5|-3])', 'DEC2HEX([255|4096])', 'HEX2DEC("[FF|1A]")', 'BIN2DEC("1011")', 'BASE([10|255],[2|16])', 'DECIMAL("FF",16)',
  // Dates.
  '[YEAR|MONTH|DAY|WEEKDAY|WEEKNUM|ISOWEEKNUM](A[2|9|15|25])', 'WEEKDAY(A[2|9|15],[2|3|11])', '[EDATE|EOMONTH](A[2|6|12],[-1|0|1|13])', 'DATE([2024|2023],[2|14],[29|31])', 'DATEDIF(A2,A[9|25],["d"|"m"|"y"|"ym"])', 'DAYS(A[9|25],A2)', '[NETWORKDAYS|DAYS360](A2,A[9|25])', 'NETWORKDAYS(A2,A25,A[5|9]:A12)', 'WORKDAY(A[2|9],[5|-3|30])', 'NETWORKDAYS.INTL(A2,A25,[1|7|11|"0000011"])', 'YEARFRAC(A2,A[9|25],[0|1|2|3|4])', 'A25-A[2|9]', '[HOUR|MINUTE|SECOND]([0.75|0.5104|45292.9999])', 'TIME([14|27],30,15)', 'DATEVALUE("2024-0[1|6]-15")', 'TIMEVALUE("[14:30|06:45:30]")', 'SUM(WEEKDAY(A2:A9,2))', 'SUM(--(WEEKDAY(A2:A25,2)>5))',
  // Money.
  'ROUND(PMT(R2/12,R3,R4[|,0,1|,-2000]),8)', 'ROUND([PV|FV](R2/12,[R3|24],R5[|,R6]),8)', 'ROUND(NPER(R2/12,R5,R4),8)', 'ROUND(RATE(R3,R5,[R4|15000]),8)', 'ROUND([IPMT|PPMT](R2/12,[1|12|48],R3,R4),8)', 'ROUND([CUMIPMT|CUMPRINC](R2/12,R3,R4,1,[12|48],0),8)', 'ROUND(NPV([0.05|0.1],S3:S7)+S2,6)', 'ROUND(IRR(S2:S7),8)', 'ROUND(MIRR(S2:S7,0.1,[0.05|0.12]),8)', '[SLN(R4,R6,10)|SYD(R4,R6,10,1)|SYD(R4,R6,10,3)]', 'ROUND([DB|DDB](R4,R6,10,[1|2|9]),6)', 'ROUND([EFFECT|NOMINAL](R2,[4|12]),10)',
  // Arithmetic.
  '[ROUND|ROUNDUP|ROUNDDOWN]([F2|F5|-2.5|1234.567],[-2|0|1|2])', '[INT|TRUNC|ABS|SIGN]([F2|F7|-2.7])', '[MOD|QUOTIENT](E[3|4|5],[3|4])', '[MROUND|CEILING|FLOOR](F[2|3|9],[0.5|5])', '[CEILING.MATH|FLOOR.MATH](-[4.3|7],[1|2])', '[GCD|LCM](E[3|4|6],[12|18])', '[FACT|SQRT|EXP|LN|LOG10]([3|7])', 'LOG([8|100],[2|10])', '[COMBIN|PERMUT]([6|10],[2|3])', '[EVEN|ODD]([1.5|-3|2])', 'ROUND([SIN|COS|TAN|ATAN]([0.5|2]),10)', 'DEGREES(PI()/[2|3])', 'POWER([2|9],[3|0.5])', '[SUMX2MY2|SUMX2PY2|SUMXMY2](M2:M13,N2:N13)', 'MDETERM([{1,2;3,4}|{2,0,1;1,3,2;1,1,1}])', 'ROUND(SUM(MINVERSE({2,1;1,3})),10)', 'SUM(MMULT({1,2;3,4},{[1|5],0;0,1}))', 'SUM(TRANSPOSE(E2:E[5|9]))', '(E2+E3)*F[2|3]-G3%', '-E[2|3]^2', 'E2=E[2|3]', 'B2[<|>|=|<>]B[3|6]', 'SUM((E2:E4,E[6|8]:E9))', 'SUM(E2:F9 E[5|7]:H20)',
  // Distributions.
  'ROUND([NORM.DIST|NORMDIST](M[2|5],75,15,[TRUE|FALSE]),9)', 'ROUND([NORM.INV|NORMINV]([0.05|0.5|0.9],75,15),8)', 'ROUND([NORM.S.INV|NORMSINV]([0.025|0.8]),8)', 'ROUND(NORMSDIST([-1|1.96]),9)', 'ROUND(T.TEST(M2:M13,N2:N13,[1|2],[1|2|3]),10)', 'ROUND([TINV|T.INV.2T]([0.05|0.2],[5|11]),8)', 'ROUND(T.INV([0.05|0.9],[5|11]),8)', 'ROUND(T.DIST.2T([1|2.5],[5|11]),9)', 'ROUND([T.DIST.RT|CHISQ.DIST.RT]([1|2.5],[5|11]),9)', 'ROUND([CHISQ.INV|CHISQ.INV.RT|CHIINV]([0.05|0.9],[3|8]),7)', 'ROUND([F.DIST.RT|FDIST]([1.5|4],3,[8|12]),9)', 'ROUND([F.INV|F.INV.RT|FINV]([0.05|0.9],3,8),7)', 'ROUND(F.TEST(M2:M13,N2:N13),10)', 'BINOM.INV(20,0.3,[0.1|0.5|0.95])', 'ROUND([BINOM.DIST|BINOMDIST]([2|5],12,0.3,[TRUE|FALSE]),9)', 'ROUND([POISSON.DIST|POISSON]([2|5],3,[TRUE|FALSE]),9)', 'ROUND(HYPGEOM.DIST([1|2],5,8,20,[TRUE|FALSE]),9)', 'ROUND(NEGBINOM.DIST([3|6],2,0.4,[TRUE|FALSE]),9)', 'ROUND(CONFIDENCE[|.NORM|.T](0.05,15,12),8)', 'ROUND([GAMMALN|GAMMA]([0.5|4.2]),8)', 'STANDARDIZE(M[2|5],75,15)', 'ROUND(CONVERT([1|68],["mi","km"|"lbm","kg"|"F","C"|"ft","m"]),6)',
] as const; // prettier-ignore

/** Every formula that a line stands for. */
function expanded(line: string): string[] {
  const match = /\[([^[\]]*)\]/.exec(line);
  if (match === null) return [line];
  const [whole, alternatives = ''] = match;
  return alternatives
    .split('|')
    .flatMap((one) => expanded(line.slice(0, match.index) + one + line.slice(match.index + whole.length)));
}

export const officeFormulas = (): readonly string[] => [...new Set(lines.flatMap(expanded))];
