/** css-style: the fields that CSS properties of a style in Mermaid say. */
import { colorFrom } from '../color-name.ts';
import { knownWidth } from '../known-measures.ts';
import type { Losses, NodeFields } from '../diagram.ts';

type StyleFields = Pick<NodeFields, 'fill' | 'stroke' | 'strokeWidth' | 'textColor' | 'border'>;

/** `fill:#f9f,stroke:#333,stroke-dasharray: 5 5`. */
export function styleFields(style: string, source: string, losses: Losses): StyleFields {
  const fields: { -readonly [name in keyof StyleFields]: StyleFields[name] } = {};
  for (const part of partsOf(style)) {
    const [property = '', ...rest] = part.split(':');
    const [name, value] = [
      property.trim().toLowerCase(),
      rest
        .join(':')
        .replace(/!important/i, '')
        .trim(),
    ];
    if (name === '') continue;
    const field = colorFields.get(name);
    const color = field === undefined ? null : colorFrom(value);
    if (field !== undefined && color !== null) fields[field] = color;
    else if (name === 'stroke-width' && plainPixels.test(value)) fields.strokeWidth = knownWidth(Number.parseFloat(value));
    else if (name === 'stroke-dasharray') fields.border = /^0?$|none/.test(value) ? 'solid' : 'dashed';
    else losses.drop(source, `${name}: ${value}`, 'no field says it');
  }
  return fields;
}

const plainPixels = /^\d+(?:\.\d+)?(?:px)?$/;

/** The parts between commas and semicolons that are not in parentheses. */
function partsOf(style: string): string[] {
  const parts: string[] = [];
  let [start, depth] = [0, 0];
  for (let at = 0; at < style.length; at += 1) {
    const sign = style[at];
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if ((sign === ',' || sign === ';') && depth <= 0) {
      parts.push(style.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, style.slice(start)];
}

const colorFields: ReadonlyMap<string, 'fill' | 'stroke' | 'textColor'> = new Map([
  ['fill', 'fill'],
  ['background', 'fill'],
  ['background-color', 'fill'],
  ['stroke', 'stroke'],
  ['border-color', 'stroke'],
  ['color', 'textColor'],
] as const);
