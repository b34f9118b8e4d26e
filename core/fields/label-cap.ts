/**
 * label-cap: shortens a shape's label of more than 40 characters to its heading, and moves the full text to the note.
 *
 * The heading is the first line if it fits, otherwise as many whole words as fit, with an ellipsis. The note becomes the full
 * text, a blank line, and the existing note, unless that begins with the same text already: a repeated operation changes nothing.
 */
import { limits } from '#schema/limits.ts';

import { exceeds, firstCharacters } from '../notation/characters.ts';

export type Capped = { readonly label: string; readonly note: string };

/** The capped label and the new note; null if the label is short enough. */
export function capLabel(label: string, note: string | undefined): Capped | null {
  if (!exceeds(label, limits.labelCappedAt)) return null;
  const hasLabel = note === label || note?.startsWith(`${label}\n\n`) === true;
  if (hasLabel) return { label: headingOf(label), note };
  return { label: headingOf(label), note: note === undefined || note === '' ? label : `${label}\n\n${note}` };
}

function headingOf(label: string): string {
  const text = label.trimStart();
  const lineEnd = text.slice(0, limits.labelCappedAt * 2 + 1).search(/[\n\r\v\f\u0085\u2028\u2029]/);
  const line = lineEnd === -1 ? text : text.slice(0, lineEnd).trimEnd();
  if (line !== '' && !exceeds(line, limits.labelCappedAt)) return line;
  const start = firstCharacters(line, limits.labelCappedAt - 1);
  const space = start.search(/\s\S*$/);
  const words = space > start.length / 2 ? start.slice(0, space) : start;
  return `${words.trimEnd()}…`;
}
