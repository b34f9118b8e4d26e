/** unknown-operation: the refusal of a name that no operation has, with the operation that was probably meant. */
import { type Problem, problem } from '#schema/problem.ts';

import { operationKinds } from '../ops/operation-list.ts';
import { quoteShort } from '../notation/quote.ts';

/** Names that other languages have for an operation. */
const likelyOperations: ReadonlyMap<string, string> = new Map([
  ...['delete', 'remove', 'del'].map((name) => [name, 'Elements are removed with `rm <selector>`.'] as const),
  ...['update', 'change', 'edit', 'style'].map(
    (name) => [name, 'Fields are changed with `set <selector> key=value...`.'] as const,
  ),
  ...['create', 'node', 'shape', 'box'].map(
    (name) => [name, 'Elements are added with `add <kind> ["<label>"] [id=<id>]`.'] as const,
  ),
  ...['arrow', 'edge', 'link', 'line'].map((name) => [name, 'Arrows are drawn with `connect <a> -> <b> ["<label>"]`.'] as const),
  ...['frame', 'group', 'lane'].map(
    (name) => [name, 'Frames are drawn with `wrap <selector...> in frame ["<label>"]`.'] as const,
  ),
  ...['resize', 'position'].map((name) => [name, 'Use `set <selector> x=0 y=0 width=200 height=100`.'] as const),
]);

/** `meant` is the name by which the likely operation is found. */
export function unknownOperation(meant: string, name = meant): Problem {
  const allowed = operationKinds.map((kind) => kind.name);
  const detail = `There is no operation ${quoteShort(name, 60)}.`;
  const hint = `The operations: ${allowed.join(', ')}.`;
  const instead = likelyOperations.get(meant.toLowerCase());
  return problem('unknown_operation', { detail, hint: instead === undefined ? hint : `${instead} ${hint}`, allowed });
}
