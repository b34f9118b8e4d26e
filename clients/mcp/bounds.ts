/**
 * bounds: answers that fit what a model can take in. Sizes are tokens, as tokens.ts of the core counts them.
 *
 * B1  A text is cut between lines; how many there are, and which comes next, is said. A line that is too long by itself is cut.
 * B2  Of a body that is too long, the longest lists and texts are shortened until it fits; `cut` names each with how much of it
 *     is shown. What is short stays whole.
 */
import { tokensOf } from '#core/views/tokens.ts';
import { limits } from '#schema/limits.ts';

export type OutputPage = {
  readonly text: string;
  readonly lines: number;
  /** Line to go on from; null: nothing is left. */
  readonly next: number | null;
};

/** [B1] The lines from `offset` on that fit. */
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

/** The beginning of a text that takes at most so many tokens. */
function beginningWithin(text: string, tokens: number): string {
  let beginning = beginningOf(text, tokens * charactersPerTokenMax);
  for (let cost = tokensOf(beginning); cost > tokens; cost = tokensOf(beginning))
    beginning = beginningOf(beginning, Math.min(Math.floor((beginning.length * tokens) / cost), beginning.length - 1));
  return beginning;
}

/** Of letters; blanks, which are none, do not come in such numbers. */
const charactersPerTokenMax = 4;

/** At most so many units of a text; no character is cut in two. */
const beginningOf = (text: string, length: number): string => text.slice(0, Math.max(0, length)).replace(/[\ud800-\udbff]$/, '');

type Cut = { readonly [path: string]: { readonly shown: number; readonly of: number } };
type Body = Readonly<Record<string, unknown>>;

/** [B2] */
export function boundText(body: Body, most: number = limits.toolAnswerTokens): Body & { readonly cut?: Cut } {
  let size = sizeOf(body);
  if (size <= most) return body;
  const cut: Record<string, { shown: number; of: number }> = {};
  let shorter = body;
  while (size > most) {
    const longest = longestOf(shorter);
    if (longest === null) break;
    const { path, value } = longest;
    const written = sizeOf(value);
    // What is too much is taken away here, but at least a third: few rounds, and the end is certain.
    const keep = Math.min(Math.max(0, written - (size - most)) / written, 2 / 3);
    const length = Math.floor(value.length * keep);
    const less = typeof value === 'string' ? beginningOf(value, length) : value.slice(0, length);
    const name = path.join('.');
    cut[name] = { shown: less.length, of: cut[name]?.of ?? value.length };
    shorter = replaced(shorter, path, less);
    size = sizeOf(shorter);
  }
  return { ...shorter, cut };
}

const sizeOf = (value: unknown): number => tokensOf(JSON.stringify(value));

type Long = { readonly path: readonly string[]; readonly value: string | readonly unknown[]; readonly length: number };

/** The longest list or text among the members, and among theirs; null when there is none left to shorten. */
function longestOf(body: Body, above: readonly string[] = []): Long | null {
  let longest: Long | null = null;
  const note = (found: Long | null): void => {
    if (found !== null && found.length > (longest?.length ?? shortCharacters)) longest = found;
  };
  for (const [name, value] of Object.entries(body)) {
    const path = [...above, name];
    if (typeof value === 'string' || Array.isArray(value)) {
      if (value.length > 0) note({ path, value, length: JSON.stringify(value).length });
    } else if (isBody(value) && above.length < 2) note(longestOf(value, path));
  }
  return longest;
}

/** An id, a name of one word: nothing is gained by cutting it. */
const shortCharacters = 64;

function replaced(body: Body, [name = '', ...rest]: readonly string[], value: unknown): Body {
  const inner = body[name];
  return { ...body, [name]: rest.length > 0 && isBody(inner) ? replaced(inner, rest, value) : value };
}

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);
