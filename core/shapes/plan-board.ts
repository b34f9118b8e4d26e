/** plan-board: a board of cards; core/render/boxes/drawn-board.ts draws its contents. */
import type { ShapeDefinition } from './shape-definition.ts';

export const planBoard: ShapeDefinition = {
  outline: () => ({ body: 3 }),
  defaultSize: { width: 720, height: 480 },
};
