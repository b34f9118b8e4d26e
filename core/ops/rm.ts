/** rm: removes elements, and removes or frees the arrows attached to them. */
import Type from 'typebox';

import type { Arrow, Element } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import { freeEndsFrom } from '../arrows/free-ends.ts';
import { routeOf } from '../drawing/drawn-routes.ts';
import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { selectTargets } from '../selectors/select.ts';
import { flag, Selector, strict } from './members.ts';
import { exampleRow } from './example.ts';
import { defineOp } from './op.ts';

export const rm = defineOp({
  name: 'rm',
  summary: 'Removes elements and the arrows pinned to them; with keep-arrows those arrows stay with free ends.',
  usage: 'rm <selector> [all] [keep-arrows]',
  example: { before: exampleRow, lines: 'rm pack' },
  completion: { words: ['all', 'keep-arrows'] },
  input: Type.Object(
    {
      op: Type.Literal('rm'),
      target: Selector,
      all: flag('Accepts a selector that matches several elements.'),
      keepArrows: flag('Keeps the arrows that are attached to it, with free ends.'),
    },
    strict,
  ),
  refuses: ['target_not_found', 'target_ambiguous', 'element_locked'],
  selectors: ['target'],
  read(line) {
    const target = line.text('target', 'a selector', (word) => flags.has(word));
    return { op: 'rm', target, ...line.rest({ flags }) };
  },
  print: ({ target, all, keepArrows }) => [
    target,
    ...(all === true ? ['all'] : []),
    ...(keepArrows === true ? ['keep-arrows'] : []),
  ],
  plan({ target, all, keepArrows }, planning) {
    const elements = selectTargets(target, all, planning.search);
    if (isProblem(elements)) return elements;
    const removed = new Map<string, Element>(elements.map((element) => [element.id, element]));
    const attached = arrowsAttachedTo(elements, removed, planning);
    const locked = planning.refuseLocked([...elements, ...attached]);
    if (locked !== null) return locked;
    const freedArrows = keepArrows === true ? attached.map((arrow) => freed(removed, arrow, planning)) : [];
    for (const element of elements) {
      planning.work.spend(20);
      planning.target(element.id);
      planning.remove(element.id);
    }
    if (keepArrows === true) for (const arrow of freedArrows) planning.put(arrow);
    else for (const arrow of attached) planning.remove(arrow.id);
    return null;
  },
});

const flags: ReadonlyMap<string, string> = new Map([
  ['all', 'all'],
  ['keep-arrows', 'keepArrows'],
]);

/** The arrows attached to these elements that are not removed themselves, each once. */
function arrowsAttachedTo(elements: readonly Element[], removed: ReadonlyMap<string, Element>, planning: Planning): Arrow[] {
  const attached = new Map<string, Arrow>();
  for (const element of elements) {
    for (const arrow of planning.draft.arrowsAt(element.id)) {
      if (!planning.work.spend(5)) return [];
      if (!removed.has(arrow.id)) attached.set(arrow.id, arrow);
    }
  }
  return [...attached.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function freed(removed: ReadonlyMap<string, Element>, arrow: Arrow, planning: Planning): Arrow {
  planning.work.spend(20);
  const { arrow: freedArrow, left } = freeEndsFrom(removed, arrow, routeOf(arrow, planning.draft));
  planning.warn('arrows_freed', arrow.id, `It stays with a free end where ${left.map(nameOf).join(' and ')} was.`);
  return freedArrow;
}
