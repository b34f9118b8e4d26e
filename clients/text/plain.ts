/**
 * plain: text of other people as a terminal may show it.
 *
 * P1  Control characters are dropped, but for line breaks and tabs: no name or label can move the cursor or colour a line.
 * P2  Characters that turn the direction of writing are dropped: what follows a text keeps its place.
 */

/** The text without what a terminal would obey. */
export const plain = (text: string): string => text.toWellFormed().replace(obeyed, '');

/** The same on one line: line breaks of any kind are a blank. */
export const plainLine = (text: string): string => plain(text.replace(breaks, ' '));

/** A value as JSON: what a terminal would obey is escaped, and nothing is lost. */
export const plainJson = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(beyondJson, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

const breaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
// eslint-disable-next-line no-control-regex
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
/** Of those, what JSON itself does not escape. */
const beyondJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
