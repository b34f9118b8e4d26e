/** changeset: builds the operations of a changeset, a method for each, with the types of their JSON form. */
import { type Operation, operationNames } from './types.ts';

type WithoutOp<Op> = Op extends { op: string } ? Omit<Op, 'op'> : never;

/** Operations in the order in which they apply; each method adds one. */
export type Changeset = {
  readonly [Name in Operation['op']]: (members: WithoutOp<Extract<Operation, { op: Name }>>) => Changeset;
} & {
  readonly operations: readonly Operation[];
};

/** Starts with these operations; none by default. A changeset is a value: adding to it makes another. */
export function changeset(operations: readonly Operation[] = []): Changeset {
  const methods = operationNames.map((op) => [
    op,
    (members: object) => changeset([...operations, { op, ...members } as Operation]),
  ]);
  return Object.freeze({ operations: Object.freeze([...operations]), ...Object.fromEntries(methods) }) as Changeset;
}
