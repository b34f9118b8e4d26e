/**
 * read-markdown: parses markdown (GFM) into the blocks of an article.
 *
 * Every word is in some block, except of HTML elements that are left out; unknown syntax is text. Size and depth are checked before parsing (too_large). A
 * block has no more text than an element's label may have, so a longer paragraph becomes several.
 */
import { lexer, type Token, type Tokens } from 'marked';

import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';

import type { Block, BlockContext } from './block.ts';
import { addCode, addHeading, addTable, addText, bulletOf } from './add-blocks.ts';
import { addHtml } from './html-blocks.ts';
import { type Inline, inlineText } from './inline-text.ts';

export type ArticleContent = {
  readonly blocks: readonly Block[];
  /** Names of the HTML elements that are not shown, in their order. */
  readonly leftOut: readonly string[];
};

/** Refuses with too_large, and work_limit_exceeded for nesting that the depth check cannot see. */
export function readMarkdown(markdown: string): ArticleContent | Problem {
  const refusal = tooLarge(markdown);
  if (refusal !== null) return refusal;
  try {
    const reading: Reading = { lists: [], isQuote: false, blocks: [], leftOut: new Set() };
    readAll(lexer(markdown), reading);
    return { blocks: reading.blocks, leftOut: [...reading.leftOut] };
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

/** Where the next block is nested, and what has been read so far. */
type Reading = BlockContext & { readonly blocks: Block[]; readonly leftOut: Set<string> };

function readAll(tokens: readonly Token[], reading: Reading): void {
  for (const token of tokens) readOne(token as Tokens.Generic, reading);
}

function readOne(token: Tokens.Generic, reading: Reading): void {
  const { blocks, leftOut, ...standing } = reading;
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return;
    case 'hr':
      blocks.push({ kind: 'rule', ...standing });
      return;
    case 'heading': {
      addHeading(inlineText(token.tokens ?? [], leftOut), Number(token['depth']), standing, blocks);
      return;
    }
    case 'blockquote':
      readQuote(token.tokens ?? [], reading);
      return;
    case 'code':
      addCode(String(token['text']).replaceAll('\r', ''), standing, blocks);
      return;
    case 'list':
      readList(token as Tokens.List, reading);
      return;
    case 'table':
      readTable(token as Tokens.Table, reading);
      return;
    case 'html':
      addHtml(token.raw, standing, { blocks, leftOut });
      return;
    default:
      addText(inlineText(token.tokens ?? [token], leftOut), standing, blocks);
  }
}

/** A quote; one that begins with the mark of an alert, such as `[!NOTE]`, begins with its name. */
function readQuote(tokens: readonly Token[], reading: Reading): void {
  const { blocks } = reading;
  const start = blocks.length;
  readAll(tokens, { ...reading, isQuote: true });
  const first = blocks[start];
  const [mark, name = ''] = first?.kind === 'text' ? (alertForm.exec(first.text) ?? []) : [];
  if (first?.kind !== 'text' || mark === undefined) return;
  const text = first.text.slice(mark.length);
  blocks[start] = { ...first, text: `${name.charAt(0)}${name.slice(1).toLowerCase()}${text === '' ? '' : `: ${text}`}` };
}

const alertForm = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*/;

function readList(list: Tokens.List, reading: Reading): void {
  const { blocks, ...standing } = reading;
  const first = typeof list.start === 'number' ? list.start : 1;
  const bullet = bulletOf(standing.lists.length);
  const widest = list.ordered ? `${first + list.items.length - 1}.` : list.items.some(({ task }) => task) ? '☑' : bullet;
  const inside = { ...reading, lists: [...standing.lists, widest] };
  list.items.forEach((item, index) => {
    const marker = item.task ? (item.checked === true ? '☑' : '☐') : list.ordered ? `${first + index}.` : bullet;
    const start = blocks.length;
    readAll(item.tokens, inside);
    const block = blocks[start];
    if (block?.kind === 'text' && block.marker === undefined && block.lists.length === inside.lists.length)
      blocks[start] = { ...block, marker };
    else blocks.splice(start, 0, { kind: 'text', text: '', links: [], marker, lists: inside.lists, isQuote: inside.isQuote });
  });
}

function readTable(table: Tokens.Table, { leftOut, blocks, ...standing }: Reading): void {
  const cells = (row: readonly Tokens.TableCell[]): Inline[] => row.map(({ tokens }) => inlineText(tokens, leftOut));
  addTable([cells(table.header), ...table.rows.map(cells)], standing, blocks);
}
