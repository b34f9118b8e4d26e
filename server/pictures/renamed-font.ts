/**
 * A WOFF file as a plain OpenType font with another family name. The files of a font's subsets all have the name of the whole font, so a
 * program that looks fonts up by name would use the first file for every character. Only the table `name` changes, and tables
 * that are not wanted are left out.
 */
import { nameTable, readFont, withTables } from './plain-font.ts';

/** Throws if `woff` is not a font. */
export function renamedFont(woff: Buffer, family: string, unwanted: readonly string[] = []): Uint8Array {
  const font = readFont(woff);
  const tables = font.tables.filter(({ tag }) => !unwanted.includes(tag));
  return withTables({ ...font, tables }, { name: nameTable(family) });
}
