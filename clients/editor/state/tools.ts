/**
 * tools: the tools of the pointer, by name: `select`, `hand`, `arrow`, `pen`, `highlighter`, `eraser`, `comment`, `laser`, `image`, a
 * type of box, or `shape:<kind>`.
 */
import { shapeAliases } from '#core/shapes/shape-list.ts';
import { type ShapeKind, shapeKinds } from '#schema/shape-kinds.ts';

import type { DrawnKind } from '../changes/draw.ts';
import { colorTitles } from '../strings/colors.ts';
import { kindKeywords, kindTitles } from '../strings/kinds.ts';

export type DrawnShape = Exclude<ShapeKind, 'plan-sheet' | 'icon'>;

/** The shapes that are drawn with the pointer: a sheet is added elsewhere, with its cells, and so is an icon, which has a name. */
export const drawnShapes: readonly DrawnShape[] = shapeKinds.filter((kind) => kind !== 'plan-sheet' && kind !== 'icon');

const drawnTypes = ['text', 'sticky', 'annotation', 'table', 'link-card', 'frame', 'lane'] as const;

/** What the tool draws; null for one that draws no box. */
export function drawnKindOf(tool: string): DrawnKind | null {
  const shape = drawnShapes.find((kind) => tool === `shape:${kind}`);
  if (shape !== undefined) return { type: 'shape', shape };
  const type = drawnTypes.find((known) => known === tool);
  return type === undefined ? null : { type };
}

/** The tools with a button of their own in the tool bar, and their keys. */
const toolKeys: readonly {
  readonly tool: string;
  readonly key: string;
  readonly writes: boolean;
  /** For people who may comment. */
  readonly comments?: true;
  /** It stays chosen until another tool is. */
  readonly stays?: true;
}[] = [
  { tool: 'select', key: 'V', writes: false, stays: true },
  { tool: 'hand', key: 'H', writes: false, stays: true },
  { tool: 'sticky', key: 'N', writes: true },
  { tool: 'text', key: 'T', writes: true },
  { tool: 'arrow', key: 'A', writes: true },
  { tool: 'frame', key: 'F', writes: true },
  { tool: 'pen', key: 'P', writes: true, stays: true },
  { tool: 'highlighter', key: 'Shift+P', writes: true, stays: true },
  { tool: 'eraser', key: 'E', writes: true, stays: true },
  { tool: 'comment', key: 'C', writes: false, comments: true },
  { tool: 'laser', key: 'K', writes: false, stays: true },
];

export const barTools = toolKeys.map((one) => ({ ...one, title: titleOf(one.tool) }));

/** The other tools, in the bar's More menu. */
export const otherTools = ['lane', 'table', 'annotation', 'link-card'] as const;

/** The title for people. */
export function titleOf(kind: string): string {
  return kindTitles[kind] ?? colorTitles[kind] ?? kind;
}

/** Other words for a tool or for what it draws. */
export const otherWordsOf = (kind: string): readonly string[] => [
  ...(kindKeywords[kind] ?? []),
  ...[...shapeAliases].filter(([, of]) => of === kind).map(([alias]) => alias),
];

/** The shapes whose title or synonyms contain the text; all for an empty text. */
export function shapesLike(text: string): readonly DrawnShape[] {
  const needle = text.trim().toLowerCase();
  if (needle === '') return drawnShapes;
  return drawnShapes.filter((kind) => wordsOf(kind).some((word) => word.includes(needle)));
}

const wordsOf = (kind: DrawnShape): string[] => [kind, titleOf(kind).toLowerCase(), ...otherWordsOf(kind)];
