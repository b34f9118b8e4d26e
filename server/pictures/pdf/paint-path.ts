/** paint-path: fills and draws a path: colors, opacities, dashes, and the patterns and gradients that a picture defines. */
import type { Attribute } from '#core/render/markup.ts';
import type { MarkupElement } from '#core/render/read-markup.ts';

import type { DrawingTools } from './drawing-tools.ts';
import { areasOf } from './link-areas.ts';

/** Draws what is in a pattern. */
export type DrawTile = (children: MarkupElement['children']) => void;

export function paintPath(attributes: MarkupElement['attributes'], path: string, tools: DrawingTools, drawTile: DrawTile): void {
  const { document } = tools.file;
  const [fill, stroke] = [attributes.get('fill') ?? '#000000', attributes.get('stroke') ?? 'none'];
  if (fill === 'none' && stroke === 'none') return;
  const number = (name: Attribute): number => Number(attributes.get(name) ?? 1);
  const opacity = number('opacity');
  const fillOpacity = opacity * number('fill-opacity');
  const dashes = stroke === 'none' ? undefined : attributes.get('stroke-dasharray');
  const isPlain = fillOpacity === 1 && opacity === 1 && dashes === undefined && !fill.startsWith('url(');
  if (!isPlain) document.save();
  if (fillOpacity !== 1) document.fillOpacity(fillOpacity);
  if (opacity !== 1) document.strokeOpacity(opacity);
  // A dotted line has dashes without a length, which pdfkit refuses.
  if (dashes !== undefined) document.addContent(`[${dashes}] 0 d`);
  if (stroke !== 'none') document.lineWidth(number('stroke-width')).strokeColor(stroke);
  if (fill !== 'none') setFill(fill, path, tools, drawTile);
  document.path(path).addContent(fill === 'none' ? 'S' : stroke === 'none' ? 'f' : 'B');
  if (!isPlain) document.restore();
}

function setFill(fill: string, path: string, tools: DrawingTools, drawTile: DrawTile): void {
  const { document } = tools.file;
  const id = /^url\(#(.+)\)$/.exec(fill)?.[1];
  const definition = id === undefined ? undefined : tools.definitions.get(id);
  if (id === undefined) document.fillColor(fill);
  else if (definition?.tag === 'pattern') setPattern(definition, tools, drawTile);
  else if (definition?.tag === 'linearGradient') setGradient(definition, path, tools);
  else throw new Error(`a picture without its definition ${id}`);
}

/** A pattern begins where the tab does, wherever the path is. */
function setPattern({ attributes, children }: MarkupElement, tools: DrawingTools, drawTile: DrawTile): void {
  const { file, base } = tools;
  const [width, height] = [Number(attributes.get('width')), Number(attributes.get('height'))];
  const [a, , , , e, f] = base;
  // In a PDF, y grows upward.
  const Matrix = [a, 0, 0, -a, e, file.page.height - f];
  const tiling = {
    Type: 'Pattern',
    PatternType: 1,
    PaintType: 1,
    TilingType: 1,
    BBox: [0, 0, width, height],
    XStep: width,
    YStep: height,
  };
  const { name, object } = file.addDrawn({ ...tiling, Matrix }, 'patterns');
  file.drawInto(object, () => {
    file.document.lineCap('round').lineJoin('round');
    drawTile(children);
  });
  file.document.addContent(`/Pattern cs /${name} scn`);
}

/** From the left or upper edge of the path's rectangle to the other, in parts of it. */
function setGradient({ attributes, children }: MarkupElement, path: string, { file }: DrawingTools): void {
  const [{ x, y, width, height } = nothing] = areasOf(path, false);
  const at = (name: 'x1' | 'y1' | 'x2' | 'y2'): number => Number(attributes.get(name) ?? 0);
  const gradient = file.document.linearGradient(
    x + at('x1') * width,
    y + at('y1') * height,
    x + at('x2') * width,
    y + at('y2') * height,
  );
  for (const stop of children) {
    if (typeof stop === 'string') continue;
    gradient.stop(Number.parseFloat(stop.attributes.get('offset') ?? '0') / 100, stop.attributes.get('stop-color') ?? '#000000');
  }
  file.document.fillColor(gradient as unknown as PDFKit.Mixins.ColorValue);
}

const nothing = { x: 0, y: 0, width: 0, height: 0 };
