/**
 * renamed-font: a WOFF file as a plain font (OpenType) under another family name.
 *
 * The files of a font's subsets all carry the one name of the whole font; a program that looks fonts up by name would take
 * the first of them for every character. Every table but `name` is kept as it is.
 */
import { nameTable, readFont, withTables } from './plain-font.ts';

/** `woff` is a file of a package of ours: one that is no font throws. */
export function renamedFont(woff: Buffer, family: string): Uint8Array {
  return withTables(readFont(woff), { name: nameTable(family) });
}
