/**
 * compartments: where the name and the sections of a class or an entity go.
 *
 * The name is above, in a head as high as its lines; each section follows below a rule, one line of text after the other. The last
 * section gets the height that is left. The words of an entity's lines are in columns: type, name, and the rest.
 */
import type { Box, Shape } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Rect, Size } from '#schema/tab.ts';

import { defaultShapeSize } from '../shapes/shape-list.ts';
import { type Font, knownFont } from './metrics.ts';
import { fixedSize, lineHeight, type TextSize, titleWeight } from './sizes.ts';
import { textWidth } from './width.ts';
import { wrapLabel } from './wrap-lines.ts';

/** The fields that the compartments depend on. */
export type Compartmented = Rect & {
  readonly shape?: Shape['shape'];
  readonly label?: string;
  readonly sections?: readonly (readonly string[])[];
  readonly text?: TextSize;
  readonly font?: Font;
  readonly bold?: boolean;
};

export type Compartment = { readonly rect: Rect; readonly lines: readonly (readonly SectionWord[])[] };
/** A text in a line, at its distance from the left edge. */
type SectionWord = { readonly text: string; readonly left: number };

export const isCompartmented = (shape: string | undefined): boolean => shape === 'class' || shape === 'entity';
export type RecordShape = Shape & { readonly shape: 'class' | 'entity' };
export const isRecord = (box: Box): box is RecordShape => box.type === 'shape' && isCompartmented(box.shape);

const paddingAcross = 10;
const paddingDown = 6;
const columnGap = 14;
const headLeast = 36;

export const nameSizePx = ({ text }: Compartmented): number => (text === undefined || text === 'scale' ? 16 : fixedSize(text));
export const lineSizePx = ({ text }: Compartmented): number => (text === undefined || text === 'scale' ? 14 : fixedSize(text));

/** The rectangle of the name: the whole box if it has no sections. */
export function headOf(box: Compartmented): Rect {
  const { x, y, width, height } = box;
  if ((box.sections ?? []).length === 0) return { x, y, width, height };
  return { x, y, width, height: Math.min(height, headHeight(box, width)) };
}

/** The sections from top to bottom, within the box. */
export function compartmentsOf(box: Compartmented): Compartment[] {
  const sections = box.sections ?? [];
  const bottom = box.y + box.height;
  let top = box.y + headOf(box).height;
  return sections.map((lines, index) => {
    const isLast = index === sections.length - 1;
    const height = Math.max(0, isLast ? bottom - top : Math.min(bottom - top, sectionHeight(lines, box)));
    const rect = { x: box.x, y: top, width: box.width, height };
    top += height;
    return { rect, lines: wordsOf(lines, box) };
  });
}

/** Where the lines of a section go, and how many of them are drawn whole. */
export function lineRoom({ rect }: Compartment, box: Compartmented): { readonly room: Rect; readonly count: number } {
  const room = {
    x: rect.x + paddingAcross,
    y: rect.y + paddingDown,
    width: Math.max(0, rect.width - 2 * paddingAcross),
    height: Math.max(0, rect.height - 2 * paddingDown),
  };
  return { room, count: Math.floor((room.height + 0.01) / lineHeight(lineSizePx(box))) };
}

/** The size at which every line is drawn whole, at least the default one. */
export function recordSize(box: Compartmented): Size {
  const least = defaultShapeSize(box.shape ?? 'class');
  const sizePx = nameSizePx(box);
  const nameLines = wrapLabel(box.label ?? '', Number.MAX_SAFE_INTEGER, sizePx, knownFont(box.font), titleWeight(box));
  const nameWidth = Math.max(0, ...nameLines.map((line) => textWidth(line, sizePx, knownFont(box.font), titleWeight(box))));
  const lineWidths = (box.sections ?? []).map((lines) => widthOf(lines, box));
  const width = Math.max(least.width, roundUp(nameWidth + 2 * paddingAcross), ...lineWidths.map(roundUp));
  return { width: Math.min(limits.sizeMax, width), height: heightAt(Math.min(limits.sizeMax, width), box, least) };
}

/** Never smaller than it is. */
export function grownRecord(box: Compartmented): Size {
  const needed = recordSize(box);
  return { width: Math.max(box.width, needed.width), height: Math.max(box.height, needed.height) };
}

/** True if a line or the name is cut. */
export function cutsLine(box: Compartmented): boolean {
  const sections = box.sections ?? [];
  if (heightAt(box.width, box, { width: 0, height: 0 }) > box.height + 0.5) return true;
  return sections.some((lines) => widthOf(lines, box) > box.width + 0.5);
}

function heightAt(width: number, box: Compartmented, least: Size): number {
  const sections = box.sections ?? [];
  const head = headHeight(box, width);
  if (sections.length === 0) return Math.max(least.height, roundUp(head));
  return Math.min(limits.sizeMax, Math.ceil(sections.reduce((sum, lines) => sum + sectionHeight(lines, box), head)));
}

function headHeight(box: Compartmented, width: number): number {
  const sizePx = nameSizePx(box);
  const lines = wrapLabel(box.label ?? '', Math.max(1, width - 2 * paddingAcross), sizePx, knownFont(box.font), titleWeight(box));
  return Math.max(headLeast, lines.length * lineHeight(sizePx) + 2 * paddingDown);
}

/** A section without lines has the height of its padding, so that its rule shows. */
const sectionHeight = (lines: readonly string[], box: Compartmented): number =>
  Math.max(lines.length, lines.length === 0 ? 0 : 1) * lineHeight(lineSizePx(box)) + 2 * paddingDown;

function widthOf(lines: readonly string[], box: Compartmented): number {
  let widest = 0;
  for (const words of wordsOf(lines, box))
    for (const { text, left } of words) widest = Math.max(widest, left + wordWidth(text, box));
  return widest + 2 * paddingAcross;
}

const wordWidth = (text: string, box: Compartmented): number => textWidth(text, lineSizePx(box), knownFont(box.font));

function wordsOf(lines: readonly string[], box: Compartmented): readonly (readonly SectionWord[])[] {
  if (box.shape !== 'entity') return lines.map((text) => [{ text, left: 0 }]);
  const rows = lines.map((line) => columnsOf(line.trim()));
  const widths = [0, 1].map((column) =>
    Math.max(0, ...rows.map((row) => (row.length > column + 1 ? wordWidth(row[column] ?? '', box) : 0))),
  );
  return rows.map((row) => {
    let left = 0;
    return row.map((text, column) => {
      const word = { text, left };
      left += (widths[column] ?? 0) + columnGap;
      return word;
    });
  });
}

/** Type, name, and all that follows. */
function columnsOf(line: string): string[] {
  const [, type, name, rest] = /^(\S+)\s+(\S+)(?:\s+(.*))?$/s.exec(line) ?? [];
  if (type === undefined || name === undefined) return [line];
  return rest === undefined || rest === '' ? [type, name] : [type, name, rest];
}

const roundUp = (length: number): number => Math.ceil(length / 10) * 10;
