/** language: the language of this page's texts, chosen in this browser; a page that is open keeps the one it was loaded with. */
export const languages = ['en', 'en-XA'] as const;
/** `en-XA` is English with accents and longer words: a text without accents is outside the catalogues. */
export type Language = (typeof languages)[number];

export const languageKey = 'atelier.language';

/** `open` may throw: if storage is disabled, even the reference to it is refused. */
export function readLanguage(open: () => Pick<Storage, 'getItem'> | undefined): Language {
  try {
    const chosen = open()?.getItem(languageKey);
    return languages.find((language) => language === chosen) ?? 'en';
  } catch {
    return 'en';
  }
}
