/** Makes text of other people safe for a terminal: it can neither move the cursor, nor color a line, nor change the writing direction. */

/** Removes control characters, except line breaks and tabs, and marks that change the writing direction. */
export const plain = (text: string): string => text.toWellFormed().replace(control, '');

/** The same on one line: a line break of any kind becomes a space. */
export const plainLine = (text: string): string => plain(text.replace(breaks, ' '));

/** A value as JSON, with such characters escaped. */
export const plainJson = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(beyondJson, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const breaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
/** Those that JSON does not escape by itself. */
const beyondJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
