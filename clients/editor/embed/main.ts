/** main: the module that servers have at `/embed.js`: it defines the element `<atelier-board>`. */
import { defineAtelierBoard } from './atelier-board.ts';

export { AtelierBoard, defineAtelierBoard } from './atelier-board.ts';

defineAtelierBoard();
