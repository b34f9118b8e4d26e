/**
 * visual-order: the order in which the parts of a line are drawn, from left to right.
 *
 * The bidirectional algorithm (UAX #9) without explicit marks and isolates, which labels hardly contain: a line has the direction of its
 * first letter, a word of the other direction is drawn in its own, and numbers always from left to right.
 */

/** Odd levels are drawn from right to left. */
export type BidiLevel = 0 | 1 | 2;

/** True if the first letter of a line belongs to a script that is written from right to left. */
export function isRightToLeft(line: string): boolean {
  const [first = ''] = /\p{L}/u.exec(line) ?? [];
  return rightToLeft.test(first);
}

/** The level of each character (code point) of a line. */
export function levelsOf(line: string): BidiLevel[] {
  const base = isRightToLeft(line) ? 1 : 0;
  const characters = Array.from(line);
  let strong: Direction = base === 1 ? 'right-to-left' : 'left-to-right';
  const directions = characters.map((character): Direction | 'number' | null => {
    if (/^\p{L}$/u.test(character)) {
      strong = rightToLeft.test(character) ? 'right-to-left' : 'left-to-right';
      return strong;
    }
    // A number in a text from left to right is like a word of it.
    if (/^\p{Nd}$/u.test(character)) return strong === 'right-to-left' ? 'number' : 'left-to-right';
    return null;
  });
  const levels: BidiLevel[] = [];
  let before: Direction = base === 1 ? 'right-to-left' : 'left-to-right';
  const lineDirection = before;
  for (const [index, character] of characters.entries()) {
    const own = directions[index];
    const isMark = /^[\p{M}\p{Cf}]$/u.test(character);
    if (own === null || own === undefined) {
      const next = directions.slice(index).find((direction) => direction !== null);
      const after: Direction = next === 'number' ? 'right-to-left' : (next ?? lineDirection);
      const direction = isMark || before === after ? before : lineDirection;
      levels.push(isMark ? (levels.at(-1) ?? base) : levelOf(direction, base));
      continue;
    }
    levels.push(own === 'number' ? 2 : levelOf(own, base));
    before = own === 'number' ? 'right-to-left' : own;
  }
  return levels;
}

/** Puts parts of a line, each of one level, into the order in which they are drawn (rule L2). */
export function inVisualOrder<T extends { readonly level: BidiLevel }>(parts: readonly T[]): T[] {
  const order = [...parts];
  for (const level of [2, 1] as const) {
    for (let start = 0; start < order.length; start += 1) {
      if ((order[start]?.level ?? 0) < level) continue;
      let end = start;
      while (end < order.length && (order[end]?.level ?? 0) >= level) end += 1;
      order.splice(start, end - start, ...order.slice(start, end).toReversed());
      start = end;
    }
  }
  return order;
}

/** Text from right to left as a program shows it that knows only the other direction: reversed, with mirrored brackets. */
export const mirrored = (text: string): string =>
  Array.from(text)
    .toReversed()
    .map((character) => mirrors.get(character) ?? character)
    .join('');

type Direction = 'left-to-right' | 'right-to-left';

const levelOf = (direction: Direction, base: 0 | 1): BidiLevel => (direction === 'right-to-left' ? 1 : base === 1 ? 2 : 0);

const rightToLeft = /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]$/u;

const pairs = ['()', '[]', '{}', '<>', '«»', '‹›'];
const mirrors: ReadonlyMap<string, string> = new Map(
  pairs.flatMap(([open = '', close = '']): [string, string][] => [[open, close], [close, open]]), // prettier-ignore
);
