/** scene: what drawing one element may look at besides the element. */
import type { CardFaces } from '../plan/card-face.ts';
import type { SheetFace } from '../sheet/face.ts';
import type { FontUse } from './font-use.ts';
import type { Theme } from './theme.ts';

export type Scene = {
  readonly theme: Theme;
  readonly fonts: FontUse;
  /** The picture of an image as a data URI; null when it is not at hand. */
  readonly image: (imageId: string) => string | null;
  /** The cards of plan boards. */
  readonly cards: CardFaces;
  /** What is seen of a sheet; null when it is not at hand. */
  readonly sheet: (sheetId: string) => SheetFace | null;
};
