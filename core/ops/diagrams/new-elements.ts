/** new-elements: elements for the parts of a diagram, and where a drawing begins. */
import type { Box, Element } from '#schema/element.ts';

import { type Diagram, type DiagramNode, type OtherKind, otherKinds } from '../../import/diagram.ts';
import { hashesOf, type Made, originOf } from '../../import/origin.ts';
import { elementFields, nodeFields } from '../../import/wanted-fields.ts';
import type { Planning } from '../../planning/planning.ts';
import type { SpotPoint } from '../../planning/free-spot.ts';
import { noteSize } from '../../text/fit-size.ts';
import { lettered, tabFont } from '../../text/tab-font.ts';
import { newSize } from '../new-size.ts';
import { skeletonOf } from '../skeleton.ts';

/** Units of work to measure and put one element. */
export const perElement = 30;
/** Between the drawing and what is beside it. */
const margin = 80;

/** To the right of what is on the tab. */
export function cornerBeside({ draft }: Planning): SpotPoint {
  const beside = draft.bounds();
  return beside === null ? { x: 0, y: 0 } : { x: Math.ceil(beside.x + beside.width) + margin, y: Math.floor(beside.y) };
}

/** A box for a node, without an id and a place. */
export function newNode(node: DiagramNode, source: string, planning: Planning, losses: Diagram['losses']): Box {
  const box = newElement(node.id, typeOf(node), nodeFields(node, losses), source, planning) as Box;
  const { settings } = planning.draft;
  const isNote = box.type === 'sticky';
  return {
    ...box,
    ...(node.size ?? (isNote ? noteSize(lettered(box, tabFont(settings))) : newSize(box, new Set(), settings))),
  };
}

export const typeOf = ({ kind }: DiagramNode): OtherKind | 'shape' => (otherKinds.has(kind) ? (kind as OtherKind) : 'shape');

/** An element without an id and a place. */
export function newElement(
  id: string,
  type: OtherKind | 'frame' | 'lane' | 'shape' | 'arrow',
  made: Made,
  source: string,
  planning: Planning,
): Element {
  const shape = made.get('shape');
  return {
    ...skeletonOf('', type, typeof shape === 'string' ? shape : null, planning),
    ...elementFields(made),
    origin: originOf(source, id, hashesOf(made)),
  } as Element;
}
