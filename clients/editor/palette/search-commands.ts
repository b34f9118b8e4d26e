/**
 * search-commands: the commands that match some letters.
 *
 * All letters occur in the title or the group, in order; beginnings of words score more, gaps less. A keyword that begins with
 * the letters, or has a word that does, scores nearly as much as a title that begins with them. Without letters the last used
 * commands come first, then the others in the order of the list.
 */
import type { Command } from '../state/command.ts';

export function searchCommands(commands: readonly Command[], letters: string, recent: readonly string[]): Command[] {
  const needle = letters.toLowerCase().replaceAll(/\s+/g, '');
  if (needle === '') {
    const last = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []);
    return [...last, ...commands.filter((command) => !last.includes(command))];
  }
  const scored = commands.flatMap((command) => {
    const score = Math.max(
      scoreOf(command.title, needle),
      scoreOf(`${command.group} ${command.title}`, needle) - 2,
      ...(command.keywords ?? []).map((keyword) => keywordScoreOf(keyword, needle)),
    );
    return score > -Infinity ? [{ command, score: score + (recent.includes(command.id) ? 1 : 0) }] : [];
  });
  return scored.toSorted((a, b) => b.score - a.score).map(({ command }) => command);
}

/** Below the score of a title that begins with the letters, above that of a title that has them scattered. */
function keywordScoreOf(keyword: string, needle: string): number {
  const words = keyword.toLowerCase().split(' ');
  const begins = words.some((_word, at) => words.slice(at).join('').startsWith(needle));
  return begins ? 3 * needle.length - 0.5 - keyword.length / 100 : -Infinity;
}

/** Greedy from the left, words first; -Infinity if a letter is missing. */
function scoreOf(text: string, needle: string): number {
  const lower = text.toLowerCase();
  let at = -1;
  let score = 0;
  for (const letter of needle) {
    const atWord = startOfWordWith(lower, letter, at + 1);
    const next = lower[at + 1] === letter ? at + 1 : atWord === -1 ? lower.indexOf(letter, at + 1) : atWord;
    if (next === -1) return -Infinity;
    score += next === at + 1 ? 3 : next === atWord ? 2 : -Math.min(3, next - at);
    at = next;
  }
  return score - lower.length / 100;
}

function startOfWordWith(text: string, letter: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === letter && (at === 0 || text[at - 1] === ' ')) return at;
  }
  return -1;
}
