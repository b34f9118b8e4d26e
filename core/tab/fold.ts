/**
 * fold: a text without its case, so that labels compare as people read them.
 */

/** Composed and in lower case. Labels of any script; what has no case stays as it is. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase();
