/**
 * line-break: where a line may break within a word, by the rules of UAX #14 that concern ideographs.
 *
 * A line may break before and after an ideograph, a kana, a Hangul syllable or an emoji, but not before closing punctuation, a
 * small kana, an iteration mark or an ellipsis, nor after an opening bracket. UAX #14 leaves scripts that are written without
 * spaces between words (class SA: Thai, Lao, Khmer, Myanmar) to a dictionary; without one, their words are broken like other
 * words that are longer than a line, but only between syllables.
 */
import { isFlagHalf, isPicture, isWide, joinsPicture, zeroWidthJoiner } from './pen.ts';

/**
 * What separates a character from the previous one: `word`, a line may break here; `syllable` and `letter`, it may break here if
 * it is full and there is no better place; `none`, it never breaks here.
 */
export type Boundary = 'word' | 'syllable' | 'letter' | 'none';

/**
 * Some classes of UAX #14 count as one: `closing` is CL, CP, EX, IS, SY, NS, CJ, IN, HY and BA, none of which begins a line;
 * `mark` is CM, ZWJ and EM; `ideograph` is ID, EB, RI, H2, H3 and JL.
 */
type BreakClass = 'opening' | 'closing' | 'quote' | 'prefix' | 'postfix' | 'glue' | 'mark' | 'ideograph' | 'complex' | 'other';

const members = {
  opening: '([{¡¿‚„⁅⁽₍〈《「『【〔〖〘〚〝︗︵︷︹︻︽︿﹁﹃﹇﹙﹛﹝（［｛｟｢',
  closing:
    ')]}!?,.:;/|-‐–—…‥⋯‼⁇⁈⁉⁆⁾₎、。〉》」』】〕〗〙〛〞〟︐︑︒︓︔︕︖︘︶︸︺︼︾﹀﹂﹄﹈﹐﹑﹒﹔﹕﹖﹗﹚﹜﹞！），．／：；？］｝｠｡｣､々〻〜゠・･ー゛゜ゝゞヽヾｰﾞﾟ' +
    'ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯ',
  quote: '"\'‘’‛“”‟«»‹›',
  prefix: '$+£¤¥±№−₩€＄￡￥￦',
  postfix: '%¢°‰‱′″‴℃℉％￠',
  glue: '\u00a0\u034f\u2007\u2011\u202f\u2060\ufeff',
} as const satisfies Partial<Record<BreakClass, string>>;

const classes: ReadonlyMap<number, BreakClass> = new Map(
  (['opening', 'closing', 'quote', 'prefix', 'postfix', 'glue'] as const).flatMap((name) =>
    Array.from(members[name], (character): [number, BreakClass] => [character.codePointAt(0) ?? 0, name]),
  ),
);

/** Finds the boundaries within a word, from character to character. */
export class WordBreaks {
  /** The previous character that is no mark; null at the beginning of a word. */
  #base: number | null = null;
  #baseClass: BreakClass = 'other';
  #joined = false;
  /** Whether the previous character is the first half of a flag. */
  #halfFlag = false;

  /** Begins a new word. */
  restart(): void {
    this.#base = null;
    this.#joined = false;
    this.#halfFlag = false;
  }

  /** The boundary before the next character of the word. */
  before(codePoint: number): Boundary {
    const own = classOf(codePoint);
    const isSecondHalf = this.#halfFlag && isFlagHalf(codePoint);
    const boundary = this.#joined || isSecondHalf ? 'none' : this.#boundary(codePoint, own);
    this.#joined = codePoint === zeroWidthJoiner;
    this.#halfFlag = isFlagHalf(codePoint) && !isSecondHalf;
    if (own !== 'mark') {
      this.#base = codePoint;
      this.#baseClass = own;
    }
    return boundary;
  }

  #boundary(codePoint: number, own: BreakClass): Boundary {
    const [base, before] = [this.#base, this.#baseClass];
    if (own === 'mark' || isJamoTail(codePoint)) return 'none';
    if (base === null) return 'letter';
    if (before === 'complex' || own === 'complex') {
      if (leadingVowels.has(base) || trailingVowels.has(codePoint)) return 'none';
      return before === own ? 'syllable' : 'letter';
    }
    const isBarred =
      own === 'closing' ||
      own === 'quote' ||
      own === 'glue' ||
      before === 'opening' ||
      before === 'quote' ||
      before === 'glue' ||
      (before === 'prefix' && own === 'ideograph') ||
      (before === 'ideograph' && own === 'postfix');
    if (isBarred) return 'letter';
    const isBreak =
      before === 'ideograph' ||
      own === 'ideograph' ||
      (before === 'closing' && isWide(base)) ||
      (own === 'opening' && isWide(codePoint));
    return isBreak ? 'word' : 'letter';
  }
}

function classOf(codePoint: number): BreakClass {
  const listed = classes.get(codePoint);
  if (listed !== undefined) return listed;
  if (codePoint < 0x300) return 'other';
  if (joinsPicture(codePoint) || /^[\p{M}\p{Cf}]$/u.test(String.fromCodePoint(codePoint))) return 'mark';
  if (isIdeographic(codePoint)) return 'ideograph';
  return complexRanges.some(([from, to]) => codePoint >= from && codePoint <= to) ? 'complex' : 'other';
}

/** Wide characters, without the symbols, hexagrams and mathematical letters among them. */
function isIdeographic(codePoint: number): boolean {
  if (codePoint >= 0xff66 && codePoint <= 0xff9d) return true;
  if (!isWide(codePoint)) return false;
  if (codePoint < 0x2e80 && codePoint >= 0x2300) return isPicture(codePoint);
  return !(codePoint >= 0x4dc0 && codePoint <= 0x4dff) && !(codePoint >= 0x1d000 && codePoint <= 0x1d7ff);
}

/** Vowels and final consonants of a Hangul syllable that is written in parts. */
const isJamoTail = (codePoint: number): boolean =>
  (codePoint >= 0x1160 && codePoint <= 0x11ff) || (codePoint >= 0xd7b0 && codePoint <= 0xd7fb);

const complexRanges = [
  [0x0e01, 0x0e4e],
  [0x0e81, 0x0edf],
  [0x1000, 0x103f],
  [0x1050, 0x108f],
  [0x1780, 0x17d3],
] as const;

/** Thai and Lao vowels before the consonant that they belong to. */
const leadingVowels: ReadonlySet<number> = new Set(Array.from('เแโใไເແໂໃໄ', (vowel) => vowel.codePointAt(0) ?? 0));
/** Thai and Lao vowels and signs after it. */
const trailingVowels: ReadonlySet<number> = new Set(Array.from('ะาำๅๆฯະາຳໆ', (vowel) => vowel.codePointAt(0) ?? 0));
