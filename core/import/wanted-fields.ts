/** wanted-fields: the fields that a diagram sets of its elements; long labels keep their full text in the note. */
import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

import { capLabel } from '../fields/label-cap.ts';
import { exceeds, firstCharacters } from '../notation/characters.ts';
import { cleanText } from '#schema/ydoc/coerce.ts';
import { type DiagramEdge, type DiagramGroup, type DiagramNode, type Losses, otherKinds } from './diagram.ts';
import { type Made, originId } from './origin.ts';

export function nodeFields({ id, kind, label, fields, parent, spot }: DiagramNode, losses: Losses): Made {
  const text = otherKinds.has(kind) ? shortened(label, id, losses) : capped(label, fields.note, id, losses);
  const shape = otherKinds.has(kind) ? {} : { shape: kind };
  // Notes have no outline.
  const { strokeWidth, ...others } = fields;
  const outline = kind === 'sticky' || strokeWidth === undefined ? {} : { strokeWidth };
  return said({ ...shape, ...others, ...outline, ...text, parent: parent ?? undefined, spot: spot?.rect });
}

export const groupFields = ({ id, label, fields, parent, spot }: DiagramGroup, losses: Losses): Made =>
  said({ ...fields, ...shortened(label, id, losses), parent: parent ?? undefined, spot: spot?.rect });

export const edgeFields = ({ id, label, fields, from, to, course }: DiagramEdge, losses: Losses): Made =>
  said({ ...fields, ...shortened(label, id, losses), ends: `${originId(from)}\n${originId(to)}`, course });

/** What is no field of its element. */
export const derived: ReadonlySet<string> = new Set(['parent', 'ends', 'spot', 'course', 'at', 'shift']);

/** The fields of an element that are set. */
export const elementFields = (made: Made): Partial<Element> =>
  Object.fromEntries([...made].filter(([name]) => !derived.has(name))) as Partial<Element>;

const said = (fields: object): Made => new Map(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

function capped(label: string, note: string | undefined, id: string, losses: Losses): { label: string; note?: string } {
  const clean = cleanText(label, Infinity);
  const short = capLabel(clean, note);
  if (short === null) return { label: clean };
  losses.coerce(id, 'a long label', `"${short.label}", with the full text in the note`);
  if (exceeds(short.note, limits.noteCharacters))
    losses.drop(id, 'the end of its label', `a note has at most ${limits.noteCharacters} characters`);
  return { label: short.label, note: firstCharacters(short.note, limits.noteCharacters) };
}

function shortened(label: string, id: string, losses: Losses): { label: string } {
  const clean = cleanText(label, Infinity);
  if (!exceeds(clean, limits.labelCharacters)) return { label: clean };
  losses.drop(id, 'the end of its label', `a label has at most ${limits.labelCharacters} characters`);
  return { label: firstCharacters(clean, limits.labelCharacters) };
}
