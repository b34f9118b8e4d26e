/**
 * catalogue: the texts of one area of the interface, as an object of texts, functions for what varies, and objects of both.
 *
 * This folder has one catalogue per area, and every text that the interface shows or speaks is in one of them. A translation
 * is an object of the same type.
 */
import { readLanguage } from './language.ts';
import { pseudoLocalized } from './pseudo.ts';

/** The catalogue in the language of this page. */
export const catalogue = <T extends object>(english: T): T =>
  readLanguage(() => globalThis.localStorage) === 'en-XA' ? pseudoLocalized(english) : english;
