/** drawn-fields: the fields that make the style of elements, and the types of elements whose drawing each can affect. */
import type { ElementType } from '#schema/element.ts';

export type StyleField =
  | 'shape' | 'color' | 'fill' | 'stroke' | 'textColor' | 'text' | 'font' | 'border' | 'line' | 'heads' | 'direction' | 'thickness' | 'number'
  | 'strokeWidth' | 'bold' | 'italic' | 'strike' | 'textAlign' | 'verticalAlign' | 'labelAt' | 'arrange' | 'gap' | 'url' | 'title' | 'alt' | 'opacity' | 'link' | 'note' | 'layer'; // prettier-ignore

const lettered: readonly ElementType[] = [
  'shape',
  'text',
  'sticky',
  'annotation',
  'table',
  'link-card',
  'arrow',
  'frame',
  'lane',
];
/** Captions of images and videos are white, in one size. */
const captioned: readonly ElementType[] = ['image', 'video'];
/** They have an outline only if its color is set. */
export const barelyBounded: readonly ElementType[] = ['text', 'image', 'video'];
const bounded: readonly ElementType[] = [
  'shape',
  'text',
  'table',
  'link-card',
  'frame',
  'lane',
  'arrow',
  'image',
  'video',
  'stroke',
];
const everything: readonly ElementType[] = [...lettered, ...captioned, 'stroke'];

const drawnBy: Readonly<Record<StyleField, readonly ElementType[]>> = {
  shape: ['shape'],
  color: ['sticky'],
  fill: ['shape', 'text', 'table', 'link-card', 'frame', 'lane', 'annotation'],
  stroke: bounded,
  textColor: lettered,
  text: lettered,
  font: [...lettered, ...captioned],
  bold: [...lettered, ...captioned],
  italic: [...lettered, ...captioned],
  strike: [...lettered, ...captioned],
  border: bounded,
  line: ['arrow'],
  heads: ['arrow'],
  labelAt: ['arrow'],
  direction: ['lane', 'frame'],
  arrange: ['frame'],
  gap: ['frame'],
  textAlign: ['shape', 'text', 'sticky'],
  verticalAlign: ['shape', 'text', 'sticky'],
  strokeWidth: bounded.filter((type) => type !== 'stroke'),
  thickness: ['stroke'],
  number: ['annotation'],
  url: ['link-card', 'video'],
  title: ['link-card', 'video'],
  alt: ['image'],
  opacity: everything,
  link: everything,
  note: everything,
  layer: everything,
};

/** Whether the drawing of elements of this type can depend on the field. */
export const drawsField = (type: ElementType, name: StyleField): boolean => drawnBy[name].includes(type);

export const styleFields = Object.keys(drawnBy) as StyleField[];
