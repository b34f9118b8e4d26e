/** plan-sheet: a spreadsheet; core/render/boxes/sheet.ts draws its contents. */
import type { ShapeDefinition } from './shape-definition.ts';

export const planSheet: ShapeDefinition = {
  outline: () => ({ body: 3 }),
  defaultSize: { width: 640, height: 400 },
};
