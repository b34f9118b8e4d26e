/** narrow-number: the text of a number in a cell that is too narrow for it (SH51, SH52). */
import { shownText } from './number-format.ts';

/** From the longest to ###; `shown` is the text in a wide enough cell. */
export function narrowerTexts(value: number, nf: string | undefined, fullText: string): readonly string[] {
  const decimals = nf === undefined || nf === 'general' ? /\.(\d+)$/.exec(fullText)?.[1]?.length : undefined;
  const texts: string[] = [];
  for (let places = (decimals ?? 0) - 1; places >= 0; places -= 1) {
    const rounded = Number(value.toFixed(places));
    const text = shownText(rounded, nf);
    if (rounded !== 0 && text !== texts.at(-1)) texts.push(text);
  }
  return [...texts, '###'];
}

/** The longest of them that fits; ### even if that does not fit. */
export const fittingText = (fullText: string, narrower: readonly string[], fits: (text: string) => boolean): string =>
  [fullText, ...narrower].find(fits) ?? '###';
