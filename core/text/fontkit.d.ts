/** fontkit: the part of fontkit 2 that the table's generator and the tests of fonts use; the package carries no types. */
declare module 'fontkit' {
  export type Font = {
    readonly unitsPerEm: number;
    readonly capHeight: number;
    readonly familyName: string;
    /** Code points that the font maps to a glyph. */
    readonly characterSet: readonly number[];
    glyphForCodePoint(codePoint: number): { readonly id: number };
    /** Shaped with the font's default features: pair kerning and contextual alternates among them. */
    layout(text: string): { readonly advanceWidth: number };
  };
  export function create(bytes: Uint8Array): Font;
}
