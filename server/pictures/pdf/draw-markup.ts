/** draw-markup: draws the markup of a picture on a page of a PDF. The tags are those of core/render/markup.ts. */
import { grown } from '#core/tab/rect.ts';
import type { Attribute } from '#core/render/markup.ts';
import type { MarkupElement } from '#core/render/read-markup.ts';
import type { Rect } from '#schema/tab.ts';

import { drawText } from './draw-text.ts';
import type { DrawingTools, DrawingPlace } from './drawing-tools.ts';
import { areasOf } from './link-areas.ts';
import { boundsAfter, matrixOf, product } from './matrix.ts';
import { paintPath } from './paint-path.ts';

export function drawMarkup(element: MarkupElement, place: DrawingPlace, tools: DrawingTools): void {
  const { tag, attributes } = element;
  const transform = attributes.get('transform');
  if (transform === undefined || tag === 'image') return drawHere(element, place, tools);
  const matrix = matrixOf(transform);
  tools.file.document.save().transform(...matrix);
  drawHere(element, { ...place, matrix: product(place.matrix, matrix) }, tools);
  tools.file.document.restore();
}

function drawHere(element: MarkupElement, place: DrawingPlace, tools: DrawingTools): void {
  const { tag, attributes, children } = element;
  switch (tag) {
    case 'title':
    case 'style':
      return;
    case 'defs':
      return children.forEach((child) => typeof child !== 'string' && define(child, tools));
    case 'linearGradient':
      return define(element, tools);
    case 'svg':
      return attributes.has('x') ? drawClipped(element, place, tools) : drawAll(children, place, tools);
    case 'g': {
      const draw = (): void => drawAll(children, place, tools);
      const opacity = attributes.get('opacity');
      return opacity === undefined ? draw() : drawTogether(Number(opacity), draw, tools);
    }
    case 'a':
      return drawAll(children, { ...place, address: attributes.get('href') ?? null }, tools);
    case 'text':
      return drawText(element, place, tools);
    case 'image':
      return drawImage(element, place, tools);
    case 'rect':
    case 'circle':
    case 'path':
      return drawPath(element, place, tools);
    case 'pattern':
    case 'stop':
    case 'tspan':
      throw new Error(`a tag where no picture has it: ${tag}`);
  }
}

function define(element: MarkupElement, { definitions }: DrawingTools): void {
  definitions.set(element.attributes.get('id') ?? '', element);
}

function drawAll(children: MarkupElement['children'], place: DrawingPlace, tools: DrawingTools): void {
  for (const child of children) if (typeof child !== 'string') drawMarkup(child, place, tools);
}

/** Draws a group as one picture and puts it, with its opacity, on what is below it. */
function drawTogether(opacity: number, draw: () => void, { file, view }: DrawingTools): void {
  // What is turned in the group stays within the diagonal of the page.
  const { x, y, width, height } = grown(view, Math.hypot(view.width, view.height));
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [x, y, x + width, y + height], Group: { S: 'Transparency', I: true } };
  const { name, object } = file.addDrawn(form, 'xobjects');
  file.drawInto(object, draw);
  file.document.save().opacity(opacity).addContent(`/${name} Do`).restore();
}

/** A picture within the picture, whose view box is its own rectangle: what is outside is cut off. */
function drawClipped({ attributes, children }: MarkupElement, { matrix, address }: DrawingPlace, tools: DrawingTools): void {
  const rect = rectOf(attributes);
  if (address !== null) tools.links.add(address, boundsAfter(matrix, rect));
  tools.file.document.save().rect(rect.x, rect.y, rect.width, rect.height).clip();
  drawAll(children, { matrix, address: null }, tools);
  tools.file.document.restore();
}

function drawPath(element: MarkupElement, { matrix, address }: DrawingPlace, tools: DrawingTools): void {
  const { attributes } = element;
  const path = pathOf(element);
  const isLine = attributes.get('fill') === 'none' && element.tag === 'path';
  if (address !== null) for (const area of areasOf(path, isLine)) tools.links.add(address, boundsAfter(matrix, area));
  paintPath(attributes, path, tools, (tile) => drawAll(tile, { matrix, address: null }, tools));
}

/** Path data of any of the three. */
function pathOf({ tag, attributes }: MarkupElement): string {
  if (tag === 'path') return attributes.get('d') ?? '';
  const number = (name: Attribute): number => Number(attributes.get(name) ?? 0);
  if (tag === 'circle') {
    const [cx, cy, r] = [number('cx'), number('cy'), number('r')];
    return `M${cx - r} ${cy}A${r} ${r} 0 0 1 ${cx} ${cy - r}A${r} ${r} 0 0 1 ${cx + r} ${cy}A${r} ${r} 0 0 1 ${cx} ${cy + r}A${r} ${r} 0 0 1 ${cx - r} ${cy}Z`;
  }
  const [x, y, width, height] = [number('x'), number('y'), number('width'), number('height')];
  const r = Math.min(number('rx'), width / 2, height / 2);
  const [right, bottom] = [x + width, y + height];
  if (r === 0) return `M${x} ${y}H${right}V${bottom}H${x}Z`;
  const arc = (toX: number, toY: number): string => `A${r} ${r} 0 0 1 ${toX} ${toY}`;
  return `M${x + r} ${y}H${right - r}${arc(right, y + r)}V${bottom - r}${arc(right - r, bottom)}H${x + r}${arc(x, bottom - r)}V${y + r}${arc(x + r, y)}Z`;
}

function rectOf(attributes: MarkupElement['attributes']): Rect {
  const number = (name: Attribute): number => Number(attributes.get(name) ?? 0);
  return { x: number('x'), y: number('y'), width: number('width'), height: number('height') };
}

/** The whole image within its rectangle, or as large as it, turned as it says. */
function drawImage(
  { attributes }: MarkupElement,
  { matrix, address }: DrawingPlace,
  { file, images, links }: DrawingTools,
): void {
  const rect = rectOf(attributes);
  const turn = matrixOf(attributes.get('transform') ?? 'matrix(1 0 0 1 0 0)');
  if (address !== null) links.add(address, boundsAfter(product(matrix, turn), rect));
  const image = images.at(attributes.get('href') ?? '', file);
  if (image === null) return;
  const scale = Math.min(rect.width / image.width, rect.height / image.height);
  const isStretched = attributes.get('preserveAspectRatio') === 'none';
  const [width, height] = isStretched ? [rect.width, rect.height] : [image.width * scale, image.height * scale];
  const [x, y] = [rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2];
  file.page.xobjects[image.name] = image.object;
  // An image is one unit wide and high, and its first row is at the top.
  file.document
    .save()
    .transform(...turn)
    .transform(width, 0, 0, -height, x, y + height)
    .addContent(`/${image.name} Do`)
    .restore();
}
