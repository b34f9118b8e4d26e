/** drawio-heads: the heads of draw.io's edges and those of arrows. */
import type { EndHead } from '#schema/heads.ts';

import { type EndHeads, headsFrom } from '../../arrows/end-heads.ts';
import type { EdgeFields, Losses } from '../diagram.ts';
import type { DrawioStyle } from './drawio-style.ts';

/** The head of draw.io, and whether it is filled. */
export const drawioHeads: Readonly<Record<EndHead, readonly [name: string, fill: 0 | 1]>> = {
  none: ['none', 0],
  arrow: ['classic', 1],
  triangle: ['block', 0],
  diamond: ['diamondThin', 0],
  'diamond-filled': ['diamondThin', 1],
  open: ['open', 0],
  one: ['ERmandOne', 0],
  many: ['ERmany', 0],
  'zero-one': ['ERzeroToOne', 0],
  'zero-many': ['ERzeroToMany', 0],
  'one-many': ['ERoneToMany', 0],
};

const headsByName: ReadonlyMap<string, readonly [filled: EndHead, hollow: EndHead]> = new Map([
  ['none', ['none', 'none']], ['classic', ['arrow', 'arrow']], ['classicThin', ['arrow', 'arrow']], ['block', ['arrow', 'triangle']],
  ['blockThin', ['arrow', 'triangle']], ['open', ['open', 'open']], ['openThin', ['open', 'open']],
  ['diamond', ['diamond-filled', 'diamond']], ['diamondThin', ['diamond-filled', 'diamond']], ['ERone', ['one', 'one']],
  ['ERmandOne', ['one', 'one']], ['ERmany', ['many', 'many']], ['ERzeroToOne', ['zero-one', 'zero-one']],
  ['ERzeroToMany', ['zero-many', 'zero-many']], ['ERoneToMany', ['one-many', 'one-many']],
]); // prettier-ignore

export function headsIn(style: DrawioStyle, id: string, losses: Losses): Pick<EdgeFields, 'heads'> {
  const start = headIn(style, 'start', 'none', id, losses);
  const end = headIn(style, 'end', 'classic', id, losses);
  const ends: EndHeads = [start, end];
  const heads = headsFrom(ends);
  return heads === 'end' ? {} : { heads };
}

function headIn(style: DrawioStyle, end: 'start' | 'end', usual: string, id: string, losses: Losses): EndHead {
  const name = style.get(`${end}Arrow`) ?? usual;
  const [filled, hollow] = headsByName.get(name === '' ? usual : name) ?? [];
  if (filled === undefined || hollow === undefined) {
    losses.tally(id, `the head ${name}`, 'arrows have none like it');
    return 'arrow';
  }
  return style.get(`${end}Fill`) === '0' ? hollow : filled;
}
