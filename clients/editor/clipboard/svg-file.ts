/**
 * svg-file: an SVG file as the picture that the page makes of it.
 *
 * The page draws the file as the content of an <img>: no script runs, nothing outside of the file is loaded, and the file reaches
 * neither the page nor the server. It is drawn at twice its size, or as large as an uploaded image may be.
 */
import { imageTypes } from '#schema/image.ts';
import { limits } from '#schema/limits.ts';
import type { Size } from '#schema/tab.ts';

/** Why there is no picture: it is no SVG that the browser can draw, or one that is too large for it or for an upload. */
export type SvgFault = 'unreadable' | 'too-large';

export const svgType = 'image/svg+xml';

/** For the `accept` attribute of a file input. */
export const acceptedPictures = [...imageTypes, svgType].join(',');

export const isSvgFile = ({ type, name }: Pick<File, 'type' | 'name'>): boolean => type === svgType || /\.svg$/i.test(name);

/** Whether a pasted text is an SVG document: its first element is `svg`, after a declaration, a document type and comments. */
export const isSvgText = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*){0,8}(?:<!DOCTYPE\s+svg[^>[]*>\s*)?<svg[\s>]/i.test(
    text.slice(0, 20_000),
  ) && /<\/svg>\s*$/i.test(text.slice(-200));

export type SvgPicture = {
  /** A PNG with the name of the file. */
  readonly file: File;
  /** The size that the SVG says. */
  readonly shown: Size;
};

/** The picture of an SVG file, at twice its size if that is possible. */
export async function pictureOfSvg(file: File): Promise<SvgPicture | SvgFault> {
  if (file.size > limits.imageBytes) return 'too-large';
  const text = await file.text();
  if (multipliesText(text)) return 'unreadable';
  const page = new DOMParser().parseFromString(withoutStyles(text), svgType);
  const source = page.documentElement;
  if (source.localName !== 'svg' || source.namespaceURI !== svgNamespace || page.querySelector('parsererror') !== null)
    return 'unreadable';
  if (drawnElements(source) > elementsMax) return 'too-large';
  const shown = svgSize((name) => source.getAttribute(name));
  // Without a size of its own, browsers draw an SVG as they like.
  source.setAttribute('width', String(shown.width));
  source.setAttribute('height', String(shown.height));
  const png = await drawn(withStyles(new XMLSerializer().serializeToString(source)), pixelsFor(shown));
  if (png === null) return 'unreadable';
  if (png.size > limits.imageBytes) return 'too-large';
  return { file: new File([png], `${file.name.replace(/\.svg$/i, '')}.png`, { type: png.type }), shown };
}

/** The name of the picture that a pasted text is: its title, or `otherwise`. */
export function svgTitle(text: string, otherwise: string): string {
  if (multipliesText(text)) return otherwise;
  const title =
    new DOMParser()
      .parseFromString(withoutStyles(text), svgType)
      .documentElement.querySelector(':scope > title')
      ?.textContent.trim() ?? '';
  return title === '' ? otherwise : title.slice(0, 200);
}

const svgNamespace = 'http://www.w3.org/2000/svg';
/** Browsers draw these in about a second. */
const elementsMax = 100_000;
const depthMax = 2_000;

/**
 * The text without what the policy of the page forbids in documents that are parsed, which the browser would report: styles get other
 * names until the picture is drawn, event handlers for good.
 */
export const withoutStyles = (text: string): string =>
  text
    .replaceAll(/(<\/?(?:[\w-]+:)?)style(?=[\s/>])/g, `$1${styleElement}`)
    .replaceAll(/(\s)style(?=\s*=)/g, `$1${styleAttribute}`)
    .replaceAll(/(\s)on(?=[a-z]+\s*=)/gi, '$1data-on');

export const withStyles = (text: string): string => text.replaceAll(styleElement, 'style').replaceAll(styleAttribute, 'style');

const styleElement = 'atelier-style-element';
const styleAttribute = 'atelier-style-attribute';

/** Null if the browser cannot draw it, or does not let the page read what it drew. */
async function drawn(source: string, { width, height }: Size): Promise<Blob | null> {
  const address = URL.createObjectURL(new Blob([source], { type: svgType }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
    return await new Promise((done) => canvas.toBlob(done, 'image/png'));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Whether entities make the text much longer, as in the attack of a billion laughs. Drawing programs declare some for the addresses
 * of namespaces.
 */
export function multipliesText(text: string): boolean {
  const values = Array.from(text.matchAll(/<!ENTITY\s+(?:%\s+)?\S+\s+(?:"([^"]*)"|'([^']*)'|(\w+))/gi), ([, a, b, external]) => external === undefined ? (a ?? b ?? '') : '&'); // prettier-ignore
  if (values.some((value) => /[&%]/.test(value))) return true;
  const longest = Math.max(0, ...values.slice(0, 1_000).map(({ length }) => length));
  return values.length > 1_000 || longest * (text.match(/&(?!#|amp;|lt;|gt;|quot;|apos;)/g)?.length ?? 0) > 1_000_000;
}

/** The elements below a root with those that `use` draws again, which may be more than any computer draws; counted up to a limit. */
export function drawnElements(root: Element): number {
  const counts = new Map<Element, number>();
  const count = (element: Element, depth: number): number => {
    if (depth > depthMax) return elementsMax + 1;
    const known = counts.get(element);
    if (known !== undefined) return known;
    // What uses itself is not drawn.
    counts.set(element, 0);
    let sum = 1;
    for (const child of element.children) sum += count(child, depth + 1);
    const name = element.localName === 'use' ? /^#(.+)$/.exec(element.getAttribute('href') ?? element.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ?? '')?.[1] : undefined; // prettier-ignore
    const used = name === undefined ? null : root.ownerDocument.getElementById(name);
    if (used !== null) sum += count(used, depth + 1);
    counts.set(element, Math.min(sum, elementsMax + 1));
    return Math.min(sum, elementsMax + 1);
  };
  return count(root, 0);
}

/**
 * The size in pixels that the attributes of an `svg` element say: width and height, one of them and the ratio of the view box, the
 * view box, or else 300 by 150, as CSS has it.
 */
export function svgSize(attribute: (name: string) => string | null): Size {
  const box = (attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , across = 0, down = 0] = box;
  const view =
    box.length === 4 && across > 0 && down > 0 && Number.isFinite(across / down) ? { width: across, height: down } : null;
  const [width, height] = [lengthPx(attribute('width')), lengthPx(attribute('height'))];
  const usual = view ?? { width: 300, height: 150 };
  const ratio = usual.width / usual.height;
  if (width !== null && height !== null) return bounded({ width, height });
  if (width !== null) return bounded({ width, height: view === null ? 150 : width / ratio });
  if (height !== null) return bounded({ width: view === null ? 300 : height * ratio, height });
  return bounded(usual);
}

/** Pixels in each absolute unit of CSS. */
const units: Readonly<Record<string, number>> = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, em: 16, rem: 16, ex: 8 }; // prettier-ignore

/** Null for a share of what is around the picture, and for anything that is no length. */
function lengthPx(text: string | null): number | null {
  const [, number = '', unit = ''] = /^\s*\+?([\d.]+(?:e[+-]?\d+)?)([a-z]*)\s*$/i.exec(text ?? '') ?? [];
  const length = Number(number) * (units[unit.toLowerCase()] ?? Number.NaN);
  return number !== '' && Number.isFinite(length) && length > 0 ? length : null;
}

/** Sizes that a canvas can have: lengths of at least a pixel, of which none is more than a thousand times the other. */
function bounded({ width, height }: Size): Size {
  const scale = Math.min(1, 100_000 / Math.max(width, height));
  const [wide, high] = [Math.max(1, width * scale), Math.max(1, height * scale)];
  return { width: Math.max(wide, high / 1_000), height: Math.max(high, wide / 1_000) };
}

/** Twice the size, within what canvases of all browsers hold and what is uploaded in reasonable time. */
export function pixelsFor({ width, height }: Size): Size {
  const scale = Math.min(2, sidePx / Math.max(width, height), Math.sqrt(areaPx / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const sidePx = 8_192;
/** Browsers of phones draw no larger canvas, and a PNG of it is seldom larger than an upload may be. */
const areaPx = Math.min(16_000_000, limits.imagePixels);
