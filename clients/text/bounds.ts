/** Cuts texts to what a model can take in. Sizes are tokens, as core/views/tokens.ts counts them. */
import { tokensOf } from '#core/views/tokens.ts';
import { limits } from '#schema/limits.ts';

export type OutputPage = {
  readonly text: string;
  readonly lines: number;
  /** The line to continue from; null if nothing is left. */
  readonly next: number | null;
};

/** The lines from `offset` on that fit. A single line that is too long is cut. */
export function page(text: string, offset: number, most: number = limits.toolAnswerTokens): OutputPage {
  const lines = text.replace(/\n$/, '').split('\n');
  const shown: string[] = [];
  let left = most;
  for (const line of lines.slice(offset)) {
    const cost = tokensOf(line) + 1;
    if (shown.length > 0 && cost > left) break;
    shown.push(cost > left ? `${beginningWithin(line, left - 2)}…` : line);
    left -= cost;
  }
  const next = offset + shown.length;
  return { text: shown.join('\n'), lines: lines.length, next: next < lines.length ? next : null };
}

/** The longest beginning of a text that takes at most this number of tokens. */
function beginningWithin(text: string, tokens: number): string {
  let beginning = beginningOf(text, tokens * charactersPerTokenMax);
  for (let cost = tokensOf(beginning); cost > tokens; cost = tokensOf(beginning))
    beginning = beginningOf(beginning, Math.min(Math.floor((beginning.length * tokens) / cost), beginning.length - 1));
  return beginning;
}

/** Four letters are one token. */
const charactersPerTokenMax = 4;

/** At most `length` code units of a text; no character is cut in two. */
const beginningOf = (text: string, length: number): string => text.slice(0, Math.max(0, length)).replace(/[\ud800-\udbff]$/, '');
