/** unwrap: removes a frame or lane and leaves its members in place. */
import Type from 'typebox';

import { isContainer } from '#schema/element.ts';
import { isProblem, problem } from '#schema/problem.ts';

import { kindOf, nameOf } from '../notation/naming.ts';
import { selectOne } from '../selectors/select.ts';
import { Selector, strict } from './members.ts';
import { exampleRow } from './example.ts';
import { defineOp } from './op.ts';
import { rm } from './rm.ts';

export const unwrap = defineOp({
  name: 'unwrap',
  summary: 'Removes a frame or lane, leaving members in place.',
  usage: 'unwrap <frame>',
  example: { before: `${exampleRow}\nwrap pack ship in frame id=warehouse label="Warehouse"`, lines: 'unwrap warehouse' },
  input: Type.Object({ op: Type.Literal('unwrap'), target: Selector }, strict),
  refuses: ['target_not_found', 'target_ambiguous', 'invalid_value', 'element_locked'],
  selectors: ['target'],
  read(line) {
    const target = line.text('target', 'a frame or lane');
    return { op: 'unwrap', target, ...line.rest({}) };
  },
  print: ({ target }) => [target],
  plan({ target }, planning) {
    const frame = selectOne(target, planning.search);
    if (isProblem(frame)) return frame;
    // Removing a frame leaves its members and removes its arrows, so `rm` does it all.
    if (isContainer(frame)) return rm.plan({ op: 'rm', target: frame.id }, planning);
    return problem('invalid_value', {
      detail: `${nameOf(frame)} is not a frame or lane (${kindOf(frame)}).`,
      hint: 'Name a frame or lane; rm removes other elements.',
    });
  },
});
