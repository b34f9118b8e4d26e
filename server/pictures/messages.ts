/** messages: what the painter and its worker say to each other of a tab. Everything is plain values. */
import type { RenderOptions } from '#core/render/render-svg.ts';
import type { ImageType } from '#schema/image.ts';
import type { Failed, Ready } from '#server/workers/tab-jobs.ts';

/** An uploaded image that the tab shows. */
export type InlinedImage = { readonly contentType: ImageType; readonly bytes: Uint8Array; readonly pixels: number };

/** What of the tab is drawn, and how. */
export type Look = Pick<RenderOptions, 'theme' | 'elements' | 'padding' | 'cards' | 'sheets'> & {
  /** By id; any other is drawn as a stand-in. */
  readonly images?: ReadonlyMap<string, InlinedImage>;
};

/** How large a PNG is: so many pixels for one of the tab, or as on the tab but at most so many in all. */
export type PngSize = { readonly scale: number } | { readonly mostPixels: number };

/** An SVG, or a PNG of that size. */
export type PaintJob = { readonly look: Look; readonly png: PngSize | null };

export type PainterReply =
  | Ready
  | Failed
  /** UTF-8, or a PNG of so many pixels. */
  | { readonly kind: 'drawn'; readonly bytes: Uint8Array<ArrayBuffer>; readonly pixels: number }
  /** The PNG would be larger than it may be: its size in pixels at the scale that was asked for. */
  | { readonly kind: 'too-large'; readonly width: number; readonly height: number }
  /** The rasteriser broke down and must not be used again. */
  | { readonly kind: 'broken' };
