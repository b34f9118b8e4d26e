/** color-name: colors by their names in CSS. */
import type { Color } from '#schema/element.ts';

const names: ReadonlyMap<string, string> = new Map([
  ['black', '000000'], ['white', 'ffffff'], ['red', 'ff0000'], ['green', '008000'], ['blue', '0000ff'], ['yellow', 'ffff00'],
  ['orange', 'ffa500'], ['purple', '800080'], ['pink', 'ffc0cb'], ['gray', '808080'], ['grey', '808080'], ['brown', 'a52a2a'],
  ['cyan', '00ffff'], ['aqua', '00ffff'], ['magenta', 'ff00ff'], ['fuchsia', 'ff00ff'], ['lime', '00ff00'], ['navy', '000080'],
  ['teal', '008080'], ['olive', '808000'], ['maroon', '800000'], ['silver', 'c0c0c0'], ['gold', 'ffd700'], ['coral', 'ff7f50'],
  ['salmon', 'fa8072'], ['tomato', 'ff6347'], ['khaki', 'f0e68c'], ['violet', 'ee82ee'], ['indigo', '4b0082'], ['crimson', 'dc143c'],
  ['lightblue', 'add8e6'], ['lightgreen', '90ee90'], ['lightyellow', 'ffffe0'], ['lightgray', 'd3d3d3'], ['lightgrey', 'd3d3d3'],
  ['lightpink', 'ffb6c1'], ['skyblue', '87ceeb'], ['steelblue', '4682b4'], ['darkblue', '00008b'], ['darkgreen', '006400'],
  ['darkred', '8b0000'], ['darkgray', 'a9a9a9'], ['darkorange', 'ff8c00'], ['beige', 'f5f5dc'], ['lavender', 'e6e6fa'],
]); // prettier-ignore

/** A color of CSS as a field takes it; null if it is none, or one that only a browser computes. */
export function colorFrom(value: string): Color | null {
  const lower = value.toLowerCase();
  if (lower === 'none' || lower === 'transparent') return 'none';
  const named = names.get(lower);
  if (named !== undefined) return `#${named}`;
  if (/^#[\da-f]{6}$/.test(lower)) return lower;
  const withAlpha = /^(#[\da-f]{6})([\da-f]{2})$/.exec(lower);
  if (withAlpha !== null) return withAlpha[2] === '00' ? 'none' : (withAlpha[1] ?? null);
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(lower);
  return short === null ? null : `#${short.slice(1).map((digit) => digit + digit).join('')}`; // prettier-ignore
}
