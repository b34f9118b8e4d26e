/** fontkit: types for the part of fontkit 2 that the table generator and the font tests use, as the package has none. */
declare module 'fontkit' {
  export type Font = {
    readonly unitsPerEm: number;
    readonly capHeight: number;
    readonly familyName: string;
    /** Code points that the font maps to a glyph. */
    readonly characterSet: readonly number[];
    glyphForCodePoint(codePoint: number): { readonly id: number; readonly advanceWidth: number };
    /** Shaped with the font's default features, including pair kerning and contextual alternates. */
    layout(text: string): { readonly advanceWidth: number };
  };
  export function create(bytes: Uint8Array): Font;
}
