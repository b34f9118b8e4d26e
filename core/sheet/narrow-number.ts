/**
 * narrow-number: what a cell shows of a number for which it is too narrow.
 *
 * R1  In the format `general` its decimals are rounded until it fits. Its whole part, and all of a number in another format, is
 *     shown whole or not at all.
 * R2  What does not fit is ###: a part of a number would be another number. No number is rounded to 0.
 */
import { shownText } from './number-format.ts';

/** From the longest to ###; `shown` is the text in a cell that is wide enough. */
export function narrowerTexts(value: number, nf: string | undefined, shown: string): readonly string[] {
  const decimals = nf === undefined || nf === 'general' ? /\.(\d+)$/.exec(shown)?.[1]?.length : undefined;
  const texts: string[] = [];
  for (let places = (decimals ?? 0) - 1; places >= 0; places -= 1) {
    const rounded = Number(value.toFixed(places));
    const text = shownText(rounded, nf);
    if (rounded !== 0 && text !== texts.at(-1)) texts.push(text);
  }
  return [...texts, '###'];
}

/** The longest of them that fits; ### also where not even that does. */
export const fittingText = (shown: string, narrower: readonly string[], fits: (text: string) => boolean): string =>
  [shown, ...narrower].find(fits) ?? '###';
