/** An image, or a placeholder of its size if its bytes are unavailable, with a caption along the lower edge. */
import type { Image } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { wholeImage } from '../../images/image-part.ts';
import { imageOf, type Markup, node, emptyMarkup, sequence } from '../markup.ts';
import { d, num } from '../../shapes/path-data.ts';
import { inkOf, outlineAttributes, paintOf } from '../paint.ts';
import { penOf } from '../outline-pen.ts';
import type { Scene } from '../scene.ts';
import { textIn } from '../text-block.ts';
import { captionOn } from './caption.ts';

export function image(box: Image, scene: Scene): Markup {
  const bytes = scene.image(box.imageId);
  const picture = bytes === null ? null : pictureOf(box, bytes, scene.orientation?.(box.imageId) ?? 1);
  const { stroke } = paintOf(box, scene.theme);
  const edge =
    box.stroke === undefined
      ? emptyMarkup
      : penOf(box.id, scene).rect(box, { fill: 'none', ...outlineAttributes(box, stroke, scene.theme.outline) });
  const alt = (box.alt ?? '').trim() === '' ? [] : [node('title', {}, box.alt ?? '')];
  return node(
    'g',
    { role: 'img' },
    ...alt,
    picture ?? placeholder(box, scene),
    captionOn(box, picture === null ? 4 : 0, scene),
    edge,
  );
}

/** The image within its box, or what its crop keeps, which fills the box. */
function pictureOf(box: Image, bytes: string, orientation: number): Markup | null {
  if (box.crop === undefined) return imageOf(bytes, { ...turnedTo(box, orientation), preserveAspectRatio: 'xMidYMid meet' });
  const whole = imageOf(bytes, { ...turnedTo(wholeImage(box), orientation), preserveAspectRatio: 'none' });
  const { x, y, width, height } = box;
  // A picture within a picture is clipped to its rectangle.
  const viewBox = [x, y, width, height].map(num).join(' ');
  return whole === null ? null : node('svg', { x, y, width, height, viewBox, preserveAspectRatio: 'none' }, whole);
}

/** The linear part of the transformation that EXIF's orientations 2 to 8 stand for. */
const turns: Readonly<Record<number, string>> = {
  2: '-1 0 0 1',
  3: '-1 0 0 -1',
  4: '1 0 0 -1',
  5: '0 1 1 0',
  6: '0 1 -1 0',
  7: '0 -1 -1 0',
  8: '0 -1 1 0',
};

/** The place of a stored image that fills the rectangle once it is turned. */
function turnedTo({ x, y, width, height }: Rect, orientation: number): Rect & { readonly transform?: string } {
  const turn = turns[orientation];
  if (turn === undefined) return { x, y, width, height };
  const [storedWidth, storedHeight] = orientation >= 5 ? [height, width] : [width, height];
  const transform = `matrix(${turn} ${num(x + width / 2)} ${num(y + height / 2)})`;
  return { x: -storedWidth / 2, y: -storedHeight / 2, width: storedWidth, height: storedHeight, transform };
}

/** A hill and a sun on a plain background, and the alternative text. */
function placeholder(box: Image, scene: Scene): Markup {
  const { theme } = scene;
  const size = Math.min(56, box.width / 3, box.height / 3);
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2 - size / 4];
  const [left, top] = [cx - size / 2, cy - size * 0.4];
  const hills = d`M${left} ${top + size * 0.8}L${left + size * 0.36} ${top + size * 0.3}L${left + size * 0.62} ${top + size * 0.62}L${left + size * 0.76} ${top + size * 0.46}L${left + size} ${top + size * 0.8}Z`;
  const textRect: Rect = {
    x: box.x + 12,
    y: top + size * 0.9,
    width: Math.max(0, box.width - 24),
    height: Math.max(0, box.y + box.height - 30 - top - size * 0.9),
  };
  const hasRoom = textRect.height >= 15 && textRect.width >= 30;
  return sequence([
    penOf(box.id, scene).rect(box, { fill: theme.panel.head, ...outlineAttributes({}, theme.panel.stroke, 1) }, 4),
    node('path', { d: hills, fill: theme.muted, opacity: 0.45 }),
    node('circle', { cx: left + size * 0.74, cy: top + size * 0.16, r: size * 0.1, fill: theme.muted, opacity: 0.45 }),
    hasRoom
      ? textIn(
          textRect,
          box.alt ?? '',
          { sizePx: 12, ink: inkOf(box.textColor, theme) ?? theme.muted, verticalAlign: 'top' },
          scene,
        )
      : emptyMarkup,
  ]);
}
