/** fold: text without its case, to compare labels as people read them. */

/** Normalized (NFC) and in lower case, in any script. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase();
