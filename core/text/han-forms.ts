/**
 * han-forms: whether the Han characters of a text are drawn as Chinese or as Japanese writes them. Unicode gives both one code.
 *
 * A text with kana is Japanese. One without is Japanese if other texts of its tab are, and Japanese has all of its Han characters.
 */
import { metricsOf } from './metrics.ts';

export type HanForms = 'chinese' | 'japanese';

/** Without the middle dot and the long vowel mark, which Chinese texts may have. */
export const hasKana = (text: string): boolean =>
  /[\u3041-\u309f\u30a1-\u30fa\u30fd-\u30ff\u31f0-\u31ff\uff66-\uff9d]/.test(text);

/** True if other texts of its tab decide on its forms. */
export const mayFollowTab = (text: string): boolean => han.test(text) && !hasKana(text);

/** `isAmongJapanese` is called if other texts of the tab decide. */
export function hanFormsOf(text: string, isAmongJapanese: () => boolean): HanForms {
  if (hasKana(text)) return 'japanese';
  return han.test(text) && isAmongJapanese() && isWrittenInJapanese(text) ? 'japanese' : 'chinese';
}

const han = /[\u4e00-\u9fff]/;

function isWrittenInJapanese(text: string): boolean {
  const { glyphs } = metricsOf('japanese');
  return Array.from(text).every((character) => !han.test(character) || (glyphs[character.codePointAt(0) ?? 0] ?? 0) !== 0);
}
