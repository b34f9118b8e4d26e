/**
 * ink: the tools that draw freehand lines, each with a width and a color of its own, which this browser keeps for all documents.
 *
 * The highlighter draws the same elements as the pen, wide and translucent, so that text under them stays legible.
 */
import { colorSlots } from '#schema/element.ts';

import { isHex } from '#core/render/colour.ts';

import type { Looks } from '../changes/draw.ts';
import type { FieldValues } from '../changes/set-fields.ts';
import { browserStorage } from './browser-storage.ts';
import type { CanvasState } from './canvas-state.ts';
import { memberOf } from './member-of.ts';

const inkTools = ['pen', 'highlighter'] as const;
export type InkTool = (typeof inkTools)[number];
export type InkLooks = Readonly<Record<InkTool, Looks>>;

export const isInkTool = (tool: string): tool is InkTool => inkTools.some((known) => known === tool);

/** The width of a line that has none. */
export const usualInkWidth = 3;
/** From thin to extra thick. */
export const inkWidths: Readonly<Record<InkTool, readonly [number, number, number, number]>> = {
  pen: [1.5, usualInkWidth, 6, 12],
  highlighter: [12, 20, 32, 48],
};
const [leastHighlight] = inkWidths.highlighter;
const highlightOpacity = 0.4;

/** The yellow of light themes is too dark for a highlight. */
export const usualInk: InkLooks = {
  pen: {},
  highlighter: { stroke: 'pink', thickness: 20, opacity: highlightOpacity },
};

export const inkToolOf = (line: { readonly thickness?: number; readonly opacity?: number }): InkTool =>
  (line.opacity ?? 1) < 1 && (line.thickness ?? usualInkWidth) >= leastHighlight ? 'highlighter' : 'pen';

/** Sets fields of new lines of a tool; null: as they are without it. Fields that tools do not keep are left out. */
export function setInk({ ink }: Pick<CanvasState, 'ink'>, tool: InkTool, values: FieldValues): void {
  const kept = Object.entries(values).filter(([name]) => keptFields.has(name));
  const looks = Object.entries({ ...ink.get()[tool], ...Object.fromEntries(kept) }).filter(([, value]) => value !== null);
  ink.set({ ...ink.get(), [tool]: Object.fromEntries(looks) });
  keepInk(browserStorage(), ink.get());
}

const keptFields: ReadonlySet<string> = new Set(['stroke', 'thickness', 'border']);

const key = 'atelier.ink';

function keepInk(storage: Pick<Storage, 'setItem'>, looks: InkLooks): void {
  try {
    storage.setItem(key, JSON.stringify(looks));
  } catch {
    // It lasts while the tab is shown.
  }
}

/** What this browser has kept, as far as it is valid. */
export function readInk(storage: Pick<Storage, 'getItem'>): InkLooks {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return { pen: looksIn(kept, 'pen'), highlighter: looksIn(kept, 'highlighter') };
  } catch {
    // Storage is disabled, or holds something else.
    return usualInk;
  }
}

function looksIn(kept: unknown, tool: InkTool): Looks {
  const own = memberOf(kept, tool);
  if (typeof own !== 'object' || own === null) return usualInk[tool];
  const [stroke, thickness, border] = ['stroke', 'thickness', 'border'].map((name) => memberOf(own, name));
  return {
    ...(typeof stroke === 'string' && (isHex(stroke) || colorSlots.some((slot) => slot === stroke)) && { stroke }),
    ...(typeof thickness === 'number' && thickness >= 0.5 && thickness <= 100 && { thickness }),
    ...(typeof border === 'string' && (border === 'dashed' || border === 'dotted') && { border }),
    ...(tool === 'highlighter' && { opacity: highlightOpacity }),
  };
}
