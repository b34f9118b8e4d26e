/**
 * read-markdown: parses markdown (GFM) into the blocks of an article.
 *
 * Every word is in some block: raw HTML and unknown syntax are text. Size and depth are checked before parsing (too_large). A
 * block has no more text than an element's label may have, so a longer paragraph becomes several.
 */
import { lexer, type Token, type Tokens } from 'marked';

import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';

import type { Block, BlockContext } from './block.ts';
import { type Inline, inlineText } from './inline-text.ts';

/** Refuses with too_large, and work_limit_exceeded for nesting that the depth check cannot see. */
export function readMarkdown(markdown: string): Block[] | Problem {
  const refusal = tooLarge(markdown);
  if (refusal !== null) return refusal;
  try {
    const blocks: Block[] = [];
    readAll(lexer(markdown), { lists: [], isQuote: false }, blocks);
    return blocks;
  } catch (error) {
    // Only the lexer's stack can overflow here: emphasis in emphasis, thousands deep.
    if (error instanceof RangeError) return problem('work_limit_exceeded', { hint: 'Nest less in the markdown.' });
    throw error;
  }
}

/** Refuses markdown that is too long or nests too deep. */
function tooLarge(markdown: string): Problem | null {
  const limit = limits.articleCharacters;
  if (markdown.length > limit) {
    const detail = `An article has at most ${limit.toLocaleString('en')} characters.`;
    return problem('too_large', { detail, hint: 'Send it in parts, with mode append.', limit });
  }
  const depth = limits.articleDepth;
  for (const line of markdown.split('\n')) {
    if (depthOf(line) <= depth) continue;
    const detail = `An article nests quotes and lists at most ${depth} deep.`;
    return problem('too_large', { detail, hint: 'Nest less in the markdown.', limit: depth });
  }
  return null;
}

/** The greatest number of quotes and lists that a line may start or continue, by its first characters. */
function depthOf(line: string): number {
  let depth = 0;
  let columns = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === ' ' || character === '\t') columns += depth > 0 ? 0 : character === ' ' ? 1 : 4;
    else if (character === '>') depth += 1;
    else if ('-+*'.includes(character) && ' \t'.includes(line.charAt(at + 1)) && at + 1 < line.length) depth += 1;
    else break;
  }
  // A rule such as `- - - - -` starts no list, and indentation shows which lists a line continues.
  return isRule(line) ? 0 : depth + (depth > 0 ? Math.floor(columns / 6) : 0);
}

const isRule = (line: string): boolean => {
  const marks = line.replaceAll(' ', '').replaceAll('\t', '');
  return marks.length < 200 && new Set(marks).size === 1 && '-*'.includes(marks.charAt(0));
};

function readAll(tokens: readonly Token[], standing: BlockContext, blocks: Block[]): void {
  for (const token of tokens) readOne(token as Tokens.Generic, standing, blocks);
}

function readOne(token: Tokens.Generic, standing: BlockContext, blocks: Block[]): void {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return;
    case 'hr':
      blocks.push({ kind: 'rule', ...standing });
      return;
    case 'heading': {
      const { text, links, images } = inlineText(token.tokens ?? []);
      const level = Number(token['depth']);
      for (const part of parts(text)) blocks.push({ kind: 'heading', level, text: part, links, ...standing });
      addImages(images, standing, blocks);
      return;
    }
    case 'blockquote':
      readAll(token.tokens ?? [], { ...standing, isQuote: true }, blocks);
      return;
    case 'code':
      for (const part of parts(String(token['text']).replaceAll('\r', '')))
        blocks.push({ kind: 'code', text: part, ...standing });
      return;
    case 'list':
      readList(token as Tokens.List, standing, blocks);
      return;
    case 'table':
      readTable(token as Tokens.Table, standing, blocks);
      return;
    case 'html':
      for (const part of parts(token.raw.trim())) blocks.push({ kind: 'text', text: part, links: [], ...standing });
      return;
    default:
      addText(inlineText(token.tokens ?? [token]), standing, blocks);
  }
}

function addText({ text, links, images }: Inline, standing: BlockContext, blocks: Block[]): void {
  const pieces = parts(text);
  // The links follow the last piece.
  pieces.forEach((part, index) => blocks.push({ kind: 'text', text: part, links: index === pieces.length - 1 ? links : [], ...standing })); // prettier-ignore
  addImages(images, standing, blocks);
}

function addImages(images: Inline['images'], standing: BlockContext, blocks: Block[]): void {
  for (const image of images) blocks.push({ kind: 'image', ...image, ...standing });
}

const bullets = ['•', '–', '·'] as const;

function readList(list: Tokens.List, standing: BlockContext, blocks: Block[]): void {
  const first = typeof list.start === 'number' ? list.start : 1;
  const bullet = bullets[standing.lists.length % bullets.length] ?? '•';
  const widest = list.ordered ? `${first + list.items.length - 1}.` : list.items.some(({ task }) => task) ? '☑' : bullet;
  const inside = { ...standing, lists: [...standing.lists, widest] };
  list.items.forEach((item, index) => {
    const marker = item.task ? (item.checked === true ? '☑' : '☐') : list.ordered ? `${first + index}.` : bullet;
    const start = blocks.length;
    readAll(item.tokens, inside, blocks);
    const block = blocks[start];
    if (block?.kind === 'text' && block.marker === undefined && block.lists.length === inside.lists.length)
      blocks[start] = { ...block, marker };
    else blocks.splice(start, 0, { kind: 'text', text: '', links: [], marker, ...inside });
  });
}

function readTable(table: Tokens.Table, standing: BlockContext, blocks: Block[]): void {
  const cells = (row: readonly Tokens.TableCell[]): Inline[] => row.map(({ tokens }) => inlineText(tokens));
  const head = cells(table.header);
  const rows = table.rows.map(cells);
  const all = [head, ...rows].flat();
  const text = ({ text: words, images }: Inline): string =>
    [words, ...images.map(({ alt }) => alt)].filter((part) => part !== '').join(' ');
  blocks.push({
    kind: 'table',
    head: head.map(text),
    rows: rows.map((row) => row.map(text)),
    links: all.flatMap(({ links }) => links),
    ...standing,
  });
  for (const { images } of all) addImages(images, standing, blocks);
}

/** Splits blocks whose text is longer than a label may be. */
const longest = 8_000;

/** The text in pieces of a label's length, broken at spaces if there are any. Empty for a blank text. */
function parts(text: string): string[] {
  if (text.trim() === '') return [];
  if (text.length <= longest) return [text];
  const pieces: string[] = [];
  let at = 0;
  while (text.length - at > longest) {
    const window = text.slice(at, at + longest);
    const space = Math.max(window.lastIndexOf(' '), window.lastIndexOf('\n'));
    const high = window.charCodeAt(longest - 1);
    const end = space > longest / 2 ? space : high >= 0xd800 && high <= 0xdbff ? longest - 1 : longest;
    pieces.push(window.slice(0, end));
    at += space > longest / 2 ? end + 1 : end;
  }
  pieces.push(text.slice(at));
  return pieces.filter((piece) => piece.trim() !== '');
}
