/** Arithmetic with #rrggbb colors. */

const hex = /^#[0-9a-f]{6}$/;

export const isHex = (text: string): boolean => hex.test(text);

/** WCAG 2 contrast of two colors: 1 (equal) to 21 (black on white). */
export function contrastOf(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].toSorted((one, other) => other - one);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** Soft black or white, whichever is easier to read on the color; pure black on the few colors where neither is legible. */
export function inkOn(colour: string): string {
  const [black, white] = [contrastOf(colour, '#16181d'), contrastOf(colour, '#ffffff')];
  if (Math.max(black, white) < 4.5) return '#000000';
  return black >= white ? '#16181d' : '#ffffff';
}

/** The ink if it is legible on the color, or else soft black or white. */
export const legibleOn = (colour: string, ink: string): string => (contrastOf(ink, colour) >= 4.5 ? ink : inkOn(colour));

/** The color mixed with a share (0 to 1) of the other. */
export function mixColours(colour: string, other: string, share: number): string {
  const into = channels(other);
  const parts = channels(colour).map((part, index) => Math.round(part + ((into[index] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
