/** Any box, with what all boxes have: opacity, rotation and link. */
import type { Box, Frame, Lane } from '#schema/element.ts';

import { centreX, centreY } from '../../tab/rect.ts';
import { lifelineOf } from '../lifeline.ts';
import { linkMarkup, type Markup, node, sequence } from '../markup.ts';
import { num } from '../../shapes/path-data.ts';
import type { Scene } from '../scene.ts';
import { annotation } from './annotation.ts';
import { frame, frameBody } from './frame.ts';
import { image } from './image.ts';
import { lane, laneBody } from './lane.ts';
import { linkCard } from './link-card.ts';
import { shape } from './shape.ts';
import { sticky } from './sticky.ts';
import { stroke } from './stroke.ts';
import { table } from './table.ts';
import { text } from './plain-text.ts';
import { video } from './video.ts';

export const drawBox = (box: Box, scene: Scene): Markup =>
  placeContent(box, box.lifeline === undefined ? contents(box, scene) : sequence([lifelineOf(box, scene), contents(box, scene)]));

/** A frame or lane without its title. */
export const drawWithoutTitle = (box: Frame | Lane, scene: Scene): Markup =>
  placeContent(box, box.type === 'frame' ? frameBody(box, scene) : laneBody(box, scene));

function placeContent(box: Box, content: Markup): Markup {
  const degrees = (box.rotation ?? 0) % 360;
  const attributes = {
    'data-id': box.id,
    opacity: box.opacity === 1 ? undefined : box.opacity,
    transform: degrees === 0 ? undefined : `rotate(${num(degrees)} ${num(centreX(box))} ${num(centreY(box))})`,
  };
  return node('g', attributes, linkMarkup(box.link, content));
}

function contents(box: Box, scene: Scene): Markup {
  switch (box.type) {
    case 'shape':
      return shape(box, scene);
    case 'text':
      return text(box, scene);
    case 'sticky':
      return sticky(box, scene);
    case 'annotation':
      return annotation(box, scene);
    case 'table':
      return table(box, scene);
    case 'link-card':
      return linkCard(box, scene);
    case 'frame':
      return frame(box, scene);
    case 'lane':
      return lane(box, scene);
    case 'image':
      return image(box, scene);
    case 'video':
      return video(box, scene);
    case 'stroke':
      return stroke(box, scene);
  }
}
