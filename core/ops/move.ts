/** move: moves elements to a placement or by a distance. */
import Type from 'typebox';

import { isArrow } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import { levelOf } from '../arranged/sequence-parts.ts';
import { numberOf } from '../notation/json.ts';
import type { LineReader } from './line-reader.ts';
import { isPlaceWord, Placement, printPlace } from '../notation/place.ts';
import { selectTargets } from '../selectors/select.ts';
import { flag, Selector, strict } from './members.ts';
import { moveMessages } from './message-place.ts';
import { moveBy } from './move-by.ts';
import { moveTo } from './move-to.ts';
import { exampleRow } from './example.ts';
import { defineOp } from './op.ts';

const By = Type.Unsafe<readonly [dx: number, dy: number]>({
  type: 'array',
  prefixItems: [{ type: 'number' }, { type: 'number' }],
  items: false,
  minItems: 2,
  maxItems: 2,
  description: 'Pixels to the right and down.',
});

export const move = defineOp({
  name: 'move',
  summary: 'Moves elements; pinned arrows follow; a frame or lane carries its members.',
  usage: 'move <selector> <placement> [all] or move <selector> by=dx,dy [all]',
  example: {
    before: `${exampleRow}\nwrap pack ship in frame id=warehouse label="Warehouse"`,
    lines: 'move warehouse below:order gap:80\nmove order by=0,20',
  },
  completion: { takesPlacement: true, words: ['all', 'by='] },
  input: Type.Object(
    {
      op: Type.Literal('move'),
      target: Selector,
      place: Type.Optional(Placement),
      by: Type.Optional(By),
      all: flag('Accepts a selector that matches several elements.'),
    },
    strict,
  ),
  refuses: ['target_not_found', 'target_ambiguous', 'invalid_value', 'element_locked', 'invalid_result'],
  selectors: ['target'],
  fault({ place, by }) {
    if (place === undefined) return by === undefined ? 'a placement such as right-of:<x>, or by=dx,dy' : null;
    return by === undefined ? null : 'either a placement or by=dx,dy';
  },
  read(line) {
    const target = line.text('target', 'a selector', (word) => word === 'all' || isPlaceWord(word));
    const { by, ...rest } = line.rest({ place: true, flags: new Map([['all', 'all']]), members: ['by'] });
    return { op: 'move', target, ...rest, ...(typeof by === 'string' ? { by: readBy(by, line) } : {}) };
  },
  print: ({ target, place, by, all }) => [
    target,
    ...(place === undefined ? [] : printPlace(place)),
    ...(by === undefined ? [] : [`by=${by[0]},${by[1]}`]),
    ...(all === true ? ['all'] : []),
  ],
  plan({ target, place, by, all }, planning) {
    const elements = selectTargets(target, all, planning.search);
    if (isProblem(elements)) return elements;
    if (by !== undefined) return moveBy(elements, { dx: by[0], dy: by[1] }, planning);
    if (place === undefined) return null;
    const messages = elements.filter(isArrow);
    return messages.length > 0 && messages.length === elements.length && messages.every((arrow) => levelOf(arrow) !== undefined)
      ? moveMessages(messages, place, planning)
      : moveTo(elements, place, planning);
  },
});

function readBy(text: string, line: LineReader): readonly [number, number] {
  const [dx, dy, ...more] = text.split(',').map(numberOf);
  const isPair = dx !== null && dx !== undefined && dy !== null && dy !== undefined && more.length === 0;
  line.expect(isPair, line.starts.get('by') ?? null, 'dx,dy: two numbers');
  return [dx ?? 0, dy ?? 0];
}
