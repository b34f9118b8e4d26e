/** What the drawing of an element depends on besides the element. */
import type { CardFaces } from '../board/card-face.ts';
import type { IconPart } from '../icons/icon-part.ts';
import type { SheetFace } from '../sheet/face.ts';
import type { FontUse } from './font-use.ts';
import type { SketchMemory } from './sketch/sketch-memory.ts';
import type { Theme } from './theme.ts';

export type Scene = {
  readonly theme: Theme;
  readonly fonts: FontUse;
  /** Of a drawing that is drawn again and again. */
  readonly sketches?: SketchMemory;
  /** In pixels of the canvas: smaller text is drawn as bars, since it is illegible. By default, no text is. */
  readonly smallestText?: number;
  /** An image as a data URI, or its address on this server; null if it is unavailable. */
  readonly image: (imageId: string) => string | null;
  /** How an image must be turned, as EXIF numbers it, for a viewer that does not do it by itself; by default, not at all. */
  readonly orientation?: (imageId: string) => number;
  /** The lines of an icon: none while they are being loaded; null if there is no such icon. */
  readonly icon: (name: string) => readonly IconPart[] | null;
  /** The cards of boards. */
  readonly cards: CardFaces;
  /** What is shown of a sheet; null if it is unavailable. */
  readonly sheet: (sheetId: string) => SheetFace | null;
};
