/**
 * joined-letters: how much wider letters become by their neighbors.
 *
 * An Arabic letter has another form where it joins the next or the previous one. A virama turns the Devanagari consonant before it into a
 * half form, or makes one sign of both. Pairs of common letters count as they are drawn, longer sequences as the sum of their pairs.
 */
import { metricsOf, unpackRanges } from './metrics.ts';
import { arabicForms, arabicJoining } from './scripts-table.ts';

/** What the forms of a letter are wider than the isolated one. */
type Forms = { readonly initial: number; readonly medial: number; readonly final: number; readonly joinsNext: boolean };

export class JoinedLetters {
  /** The glyph of the last letter; 0 if there is none. */
  #glyph = 0;
  #forms: Forms | null = null;
  /** Whether the last letter joins the one before it. */
  #isJoined = false;
  #hasVirama = false;

  restart(): void {
    this.#glyph = 0;
    this.#forms = null;
    this.#isJoined = false;
    this.#hasVirama = false;
  }

  /** The difference that the next letter makes, besides its own advance. */
  difference(codePoint: number, glyph: number): number {
    const { blocks, faces } = metricsOf('scripts');
    const { advances, rows, columns, kerns } = faces[400];
    if (codePoint === virama) this.#hasVirama = true;
    // Marks are above or below their letter, and letters join past them.
    if (advances[glyph] === 0) return 0;
    const isPair = blocks[this.#glyph] === blocks[glyph] && (this.#hasVirama || !isDevanagari(codePoint));
    let difference = isPair ? (kerns[(rows[this.#glyph] ?? 0) + (columns[glyph] ?? 0)] ?? 0) : 0;
    const forms = formsOf(codePoint);
    const before = this.#forms;
    const isJoined = forms !== null && before !== null && before.joinsNext;
    if (isJoined) difference += forms.final + (this.#isJoined ? before.medial - before.final : before.initial);
    this.#glyph = glyph;
    this.#forms = forms;
    this.#isJoined = isJoined;
    this.#hasVirama = false;
    return difference;
  }
}

const virama = 0x94d;
const isDevanagari = (codePoint: number): boolean => codePoint >= 0x900 && codePoint <= 0x97f;

let known: ReadonlyMap<number, Forms> | undefined;

const formsOf = (codePoint: number): Forms | null => (known ??= readForms()).get(codePoint) ?? null;

function readForms(): Map<number, Forms> {
  const joining = new Set(unpackRanges(arabicJoining));
  return new Map(
    arabicForms.split(' ').map((entry): [number, Forms] => {
      const [letter = '', widths = ''] = entry.split(':');
      const codePoint = Number.parseInt(letter, 16);
      const [initial = 0, medial = 0, final = 0] = widths.split(',').map((width) => Number.parseInt(width, 36));
      return [codePoint, { initial, medial, final, joinsNext: joining.has(codePoint) }];
    }),
  );
}
