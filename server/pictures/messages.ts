/** Messages between the painter and its worker. Everything is plain values. */
import type { RenderOptions } from '#core/render/render-svg.ts';
import type { ImageType } from '#schema/image.ts';
import type { Rect } from '#schema/tab.ts';
import type { Failed, Ready } from '#server/workers/tab-jobs.ts';

/** An uploaded image that the tab shows. */
export type InlinedImage = {
  readonly contentType: ImageType;
  readonly bytes: Uint8Array;
  readonly pixels: number;
  /** How the rasterizer must turn it, as EXIF numbers it. */
  readonly orientation?: number;
};

/** Which part of the tab is drawn, and how. */
export type PictureOptions = Pick<RenderOptions, 'theme' | 'elements' | 'area' | 'padding' | 'cards' | 'sheets'> & {
  /** Only these elements are drawn, with what is in them and the arrows between them; in pictures that are drawn in a worker. */
  readonly only?: readonly string[];
  /** By id; any other image is drawn as a placeholder. */
  readonly images?: ReadonlyMap<string, InlinedImage>;
};

/** The size of a PNG: pixels of the picture per pixel of the tab, or the tab's size scaled down to a number of pixels in all. */
export type PngSize = { readonly scale: number } | { readonly maxPixels: number };

/** A part of the tab that becomes a page of a PDF. */
export type PdfPage = { readonly name: string; readonly rect: Rect };

export type PaintJob = { readonly options: PictureOptions; readonly output: PictureOutput };

/** `pages` null: all that the options show, on one page. */
export type PictureOutput =
  | { readonly format: 'svg' }
  | { readonly format: 'png'; readonly size: PngSize }
  | { readonly format: 'pdf'; readonly pages: readonly PdfPage[] | null }
  | { readonly format: 'diagram'; readonly as: DiagramFormat };

/** The formats of other programs. Their texts say only what `only` names. */
export type DiagramFormat = 'mermaid' | 'drawio' | 'excalidraw';

export type PainterReply =
  | Ready
  | Failed
  /** An SVG in UTF-8, a PDF, or a PNG with its number of pixels. */
  | { readonly kind: 'drawn'; readonly bytes: Uint8Array<ArrayBuffer>; readonly pixels: number }
  /** A text in UTF-8, and what it does not say. */
  | { readonly kind: 'written'; readonly bytes: Uint8Array<ArrayBuffer>; readonly dropped: readonly string[] }
  /** The PNG would exceed the limits: its size in pixels at the requested scale. */
  | { readonly kind: 'too-large'; readonly width: number; readonly height: number }
  /** The rasterizer crashed and must not be used again. */
  | { readonly kind: 'broken' };
