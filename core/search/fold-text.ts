/**
 * fold-text: text as it is compared in a search: without case, diacritics of European scripts and differences of width, and with
 * single blanks.
 *
 * Marks of other scripts stay: they are vowels, or another letter.
 */
const accents = /[\u0300-\u036f]/g;
/** Control characters that are not blanks. */
const controls = /(?!\s)\p{Cc}/gu;

export const foldText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(accents, '')
    .normalize('NFC')
    .replaceAll(controls, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The words that a text must contain, each somewhere. */
export const wordsOf = (query: string): readonly string[] =>
  [...new Set(foldText(query).split(' '))].filter((word) => word !== '');
