/** fix: applies the fixes of lint findings, as far as they were tried and hold (SPEC.md). */
import Type from 'typebox';

import { type LintCode, lintCodes } from '#schema/changeset.ts';
import { isProblem, problem } from '#schema/problem.ts';

import { selectUnion } from '../selectors/select.ts';
import { Selector, strict } from './members.ts';
import { defineOp } from './op.ts';

const codes = ['all', ...lintCodes] as const;
const codesExpected = `all, or a lint code: ${lintCodes.join(', ')}`;

export const fix = defineOp({
  name: 'fix',
  summary: 'Applies the fixes of lint findings that were tried and hold; lists what is left.',
  usage: 'fix <code|all> [selector]',
  example: {
    before: `add square id=a label="Order" at:0,0
add square id=b label="Pay" at:300,0
add square id=c label="Ship" at:600,0 fill=#ff0000
connect a -> b
connect b -> c
connect a -> c id=skip`,
    lines: 'fix all',
  },
  completion: { words: [...codes] },
  input: Type.Object(
    {
      op: Type.Literal('fix'),
      code: Type.Unsafe<LintCode | 'all'>(
        Type.Enum([...codes], {
          description: 'The code of the findings to fix; all: every finding whose fix changes geometry or style.',
        }),
      ),
      target: Type.Optional(Selector),
    },
    strict,
  ),
  refuses: ['target_not_found', 'target_ambiguous', 'element_locked', 'invalid_result', 'work_limit_exceeded'],
  selectors: ['target'],
  read(line) {
    const code = line.oneOf(codes, codesExpected);
    const rest = line.atEnd ? {} : { target: line.text('target', 'a selector') };
    return { op: 'fix', code, ...rest, ...line.rest({}) };
  },
  print: ({ code, target }) => [code, ...(target === undefined ? [] : [target])],
  plan({ code, target }, planning) {
    const selected = target === undefined ? null : selectUnion(target, planning.search);
    if (isProblem(selected)) return selected;
    planning.context.longer?.();
    const elements = selected === null ? null : new Set(selected.map(({ id }) => id));
    const fixes = planning.fixes({ code, elements });
    if (fixes === null) return problem('work_limit_exceeded');
    const changed = new Set<string>();
    for (let operation = fixes.next(); operation !== null; operation = fixes.next()) {
      const refusal = planning.plan(operation);
      if (refusal !== null) return refusal;
      for (const { id } of planning.draft.edits()) changed.add(id);
      fixes.applied(changed);
    }
    // A layout that no engine was there for was not tried.
    if (planning.lacksContext) return problem('work_limit_exceeded');
    for (const line of fixes.left()) {
      planning.warnings.push({ code: 'not_fixed', id: null, message: line, operation: planning.operation });
    }
    return null;
  },
});
