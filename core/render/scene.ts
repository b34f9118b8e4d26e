/** scene: what drawing one element may look at besides the element. */
import type { CardFaces } from '../board/card-face.ts';
import type { SheetFace } from '../sheet/face.ts';
import type { FontUse } from './font-use.ts';
import type { Theme } from './theme.ts';

export type Scene = {
  readonly theme: Theme;
  readonly fonts: FontUse;
  /** Pixels of the canvas: smaller text is drawn as bars, for it could not be read; none by default. */
  readonly smallestText?: number;
  /** The picture of an image as a data URI, or its address on the server that the scene is shown by; null when it is not at hand. */
  readonly image: (imageId: string) => string | null;
  /** The cards of plan boards. */
  readonly cards: CardFaces;
  /** What is seen of a sheet; null when it is not at hand. */
  readonly sheet: (sheetId: string) => SheetFace | null;
};
