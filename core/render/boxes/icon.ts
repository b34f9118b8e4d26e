/** An icon of the icon set, with its label below. With a fill it is on a rounded square; an unknown icon is a dashed one. */
import { iconSide } from '../../icons/icon-part.ts';
import { num } from '../../shapes/path-data.ts';
import { grown } from '../../tab/rect.ts';
import { iconPlaces, type IconShape } from '../../text/icon-figure.ts';
import { inkOn, isHex } from '../colour.ts';
import { emptyMarkup, type Markup, node, sequence } from '../markup.ts';
import { inkOf, outlineAttributes, paintOf } from '../paint.ts';
import type { Scene } from '../scene.ts';
import { labelOf } from '../text-block.ts';
import { roundRect } from './round-rect.ts';

/** The width of the lines as a share of the figure's side; a small icon has the lines of other outlines. */
const lineShare = 1 / 30;
/** Of the rounded square behind an icon: its corners and the margin around the icon, as shares of its side. */
const cornerShare = 0.18;
const marginShare = 0.16;

export function icon(box: IconShape, scene: Scene): Markup {
  const { theme } = scene;
  const { figure } = iconPlaces(box);
  const { fill, stroke: usual, ink } = paintOf(box, theme, 'none');
  // On a fill of its own an icon has the color of a text, which stands out.
  const stroke = box.stroke === undefined && isHex(box.fill ?? '') ? inkOn(fill) : usual;
  const parts = box.icon === undefined ? null : scene.icon(box.icon);
  const corner = figure.width * cornerShare;
  // The label is below the icon, on the background.
  const labelInk = isHex(box.fill ?? '') ? (inkOf(box.textColor, theme) ?? theme.ink) : ink;
  const label = labelOf(box, { ink: labelInk }, scene);
  const backing = fill === 'none' ? emptyMarkup : roundRect(figure, corner, { fill });
  if (parts === null) {
    const edge = outlineAttributes({ border: 'dashed' }, stroke, theme.outline);
    return sequence([backing, roundRect(grown(figure, -figure.width / iconSide), corner, { fill: 'none', ...edge }), label]);
  }
  const square = fill === 'none' ? figure : grown(figure, -figure.width * marginShare);
  const scale = square.width / iconSide;
  const { strokeWidth = Math.max(theme.outline, figure.width * lineShare) } = box;
  const outline = { ...(box.border !== undefined && box.border !== 'none' && { border: box.border }), strokeWidth };
  const line = outlineAttributes({ ...outline, strokeWidth: strokeWidth / scale }, stroke, theme.outline);
  const paths = parts.map(({ d, isFilled }) => node('path', { d, fill: isFilled ? stroke : 'none', ...line }));
  const transform = `matrix(${num(scale)} 0 0 ${num(scale)} ${num(square.x)} ${num(square.y)})`;
  return sequence([backing, node('g', { transform }, ...paths), label]);
}
