/**
 * tools: what the pointer can hold, by name: `select`, `hand`, `arrow`, `pen`, `image`, a type of box, or `shape:<kind>`.
 */
import { shapes } from '#core/shapes/shape-list.ts';
import { type ShapeKind, shapeKinds } from '#schema/element.ts';

import type { DrawnKind } from '../changes/draw.ts';

export type DrawnShape = Exclude<ShapeKind, 'plan-sheet'>;

/** Shapes that are drawn with the pointer: a sheet is made together with its cells, elsewhere. */
export const drawnShapes: readonly DrawnShape[] = shapeKinds.filter((kind) => kind !== 'plan-sheet');

const drawnTypes = ['text', 'sticky', 'annotation', 'table', 'link-card', 'frame', 'lane'] as const;

/** What the tool draws; null for one that draws no box. */
export function drawnKindOf(tool: string): DrawnKind | null {
  const shape = drawnShapes.find((kind) => tool === `shape:${kind}`);
  if (shape !== undefined) return { type: 'shape', shape };
  const type = drawnTypes.find((known) => known === tool);
  return type === undefined ? null : { type };
}

/** The tools that have a place of their own in the tool bar, and their keys. */
export const barTools: readonly {
  readonly tool: string;
  readonly title: string;
  readonly key: string;
  readonly writes: boolean;
}[] = [
  { tool: 'select', title: 'Select', key: 'V', writes: false },
  { tool: 'hand', title: 'Move the view', key: 'H', writes: false },
  { tool: 'sticky', title: 'Sticky note', key: 'N', writes: true },
  { tool: 'text', title: 'Text', key: 'T', writes: true },
  { tool: 'arrow', title: 'Arrow', key: 'A', writes: true },
  { tool: 'frame', title: 'Frame', key: 'F', writes: true },
  { tool: 'pen', title: 'Pen', key: 'P', writes: true },
];

/** The others, which stand behind the bar's More. */
export const otherTools = ['lane', 'table', 'annotation', 'link-card'] as const;

/** As people call it. */
export const titleOf = (kind: string): string => titles.get(kind) ?? sentence(kind.replaceAll('-', ' '));

const titles: ReadonlyMap<string, string> = new Map([
  ['square', 'Rectangle'],
  ['rounded', 'Rounded rectangle'],
  ['documents', 'Documents, several'],
  ['plan-board', 'Plan board'],
  ['sticky', 'Sticky note'],
  ['annotation', 'Numbered note'],
  ['actor', 'Person'],
  ['cylinder', 'Database'],
  ['callout', 'Speech bubble'],
  ['stadium', 'Pill'],
  ['diamond', 'Decision'],
]);

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The shapes whose name, or a word that people use for it, contains the text; all without one. */
export function shapesLike(text: string): readonly DrawnShape[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return drawnShapes;
  return drawnShapes.filter((kind) => wordsOf(kind).some((word) => word.includes(wanted)));
}

function wordsOf(kind: DrawnShape): string[] {
  const { aliases = [], keywords = [] } = shapes[kind];
  return [kind, titleOf(kind).toLowerCase(), ...aliases, ...keywords];
}
