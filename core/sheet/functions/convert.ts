/** convert: CONVERT, with the units that other spreadsheets document and their prefixes. */
import { finite, notAvailable, type Scalar } from '../value.ts';
import { type SheetFunction, single } from './define.ts';

/** For each kind of unit, how much one is of the first. Those before the bar take the prefixes of the metric system. */
const units: readonly string[] = [
  'm 1 ang 1e-10 ly 9460730472580800 parsec 30856775814671900 pc 30856775814671900 | mi 1609.344 Nmi 1852 in 0.0254 ft 0.3048 yd 0.9144 ell 1.143 survey_mi 1609.347218694438 Pica 0.000352777777777778 pica 0.00423333333333333',
  'g 1 u 1.6605390666e-24 | sg 14593.902937206364 lbm 453.59237 ozm 28.349523125 grain 0.06479891 stone 6350.29318 ton 907184.74 uk_ton 1016046.9088 cwt 45359.237 uk_cwt 50802.34544 shweight 45359.237 hweight 50802.34544 lcwt 50802.34544',
  'sec 1 s 1 | min 60 mn 60 hr 3600 day 86400 d 86400 yr 31557600',
  'Pa 1 p 1 mmHg 133.322387415 Torr 133.32236842105263 atm 101325 at 101325 | psi 6894.757293168361',
  'N 1 dyn 0.00001 dy 0.00001 pond 0.00980665 | lbf 4.4482216152605',
  'J 1 e 1e-7 c 4.184 cal 4.1868 eV 1.602176634e-19 ev 1.602176634e-19 Wh 3600 wh 3600 | HPh 2684519.537696173 hh 2684519.537696173 BTU 1055.05585262 btu 1055.05585262 flb 1.3558179483314004',
  'W 1 w 1 | HP 745.69987158227022 h 745.69987158227022 PS 735.49875',
  'l 1 L 1 lt 1 m3 1000 | tsp 0.00492892159375 tspm 0.005 tbs 0.01478676478125 oz 0.0295735295625 cup 0.2365882365 pt 0.473176473 us_pt 0.473176473 uk_pt 0.56826125 qt 0.946352946 uk_qt 1.1365225 gal 3.785411784 uk_gal 4.54609 ft3 28.316846592 in3 0.016387064 yd3 764.554857984 barrel 158.987294928 bushel 35.23907016688 MTON 1132.67386368 GRT 2831.6846592',
  'm2 1 ar 100 | ha 10000 acre 4046.8564224 uk_acre 4046.8564224 us_acre 4046.872609874252 ft2 0.09290304 in2 0.00064516 mi2 2589988.110336 yd2 0.83612736 Morgen 2500',
  'm/s 1 m/h 0.0002777777777777778 m/sec 1 m/hr 0.0002777777777777778 | mph 0.44704 kn 0.5144444444444445 admkn 0.5147733333333333',
  'bit 1 byte 8 |',
  'T 1 ga 0.0001 |',
];
const prefixes: Readonly<Record<string, number>> = {
  Y: 1e24, Z: 1e21, E: 1e18, P: 1e15, T: 1e12, G: 1e9, M: 1e6, k: 1e3, h: 100, da: 10, e: 10, d: 0.1, c: 0.01, m: 1e-3, u: 1e-6, n: 1e-9, p: 1e-12, f: 1e-15, a: 1e-18, z: 1e-21, y: 1e-24,
}; // prettier-ignore
const binary: Readonly<Record<string, number>> = { Yi: 2 ** 80, Zi: 2 ** 70, Ei: 2 ** 60, Pi: 2 ** 50, Ti: 2 ** 40, Gi: 2 ** 30, Mi: 2 ** 20, ki: 2 ** 10 }; // prettier-ignore

type Unit = { readonly kind: number; readonly size: number; readonly isMetric: boolean };

function tableOf(): ReadonlyMap<string, Unit> {
  const table = new Map<string, Unit>();
  for (const [kind, line] of units.entries()) {
    for (const [part, words] of line.split('|').entries()) {
      const list = words.trim().split(' ');
      for (let at = 0; at + 1 < list.length; at += 2) table.set(list[at] ?? '', { kind, size: Number(list[at + 1]), isMetric: part === 0 });
    }
  }
  return table;
} // prettier-ignore

function unitNamed(name: string, table: ReadonlyMap<string, Unit>): Unit | null {
  const whole = table.get(name);
  if (whole !== undefined) return whole;
  for (const length of [1, 2]) {
    const [prefix, rest] = [name.slice(0, length), name.slice(length)];
    const unit = table.get(rest);
    const isBit = rest === 'bit' || rest === 'byte';
    const factor = Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : isBit && Object.hasOwn(binary, prefix) ? binary[prefix] : undefined;
    if (unit === undefined || !unit.isMetric || factor === undefined) continue;
    // A prefix of an area or a volume is one of its sides.
    return { ...unit, size: unit.size * factor ** (rest === 'm2' ? 2 : rest === 'm3' ? 3 : 1) };
  }
  return null;
} // prettier-ignore

/** The number of kelvins, and back. */
const temperatures: Readonly<Record<string, readonly [scale: number, zero: number]>> = {
  C: [1, 273.15], cel: [1, 273.15], F: [5 / 9, 459.67], fah: [5 / 9, 459.67], K: [1, 0], kel: [1, 0], Rank: [5 / 9, 0], Reau: [1.25, 218.52],
}; // prettier-ignore

export function convertFunction(): SheetFunction {
  const table = tableOf();
  return single('CONVERT', 'ntt', (number, from, to): Scalar => {
    const [warm, cold] = [from, to].map((name) => (Object.hasOwn(temperatures, name) ? temperatures[name] : undefined));
    if (warm !== undefined && cold !== undefined) {
      if (from === to) return number;
      // The scales with one size of degree differ by their zero alone.
      return finite(warm[0] === cold[0] ? number + warm[1] - cold[1] : ((number + warm[1]) * warm[0]) / cold[0] - cold[1]);
    }
    const [a, b] = [unitNamed(from, table), unitNamed(to, table)];
    return a === null || b === null || a.kind !== b.kind ? notAvailable : finite((number * a.size) / b.size);
  });
}
