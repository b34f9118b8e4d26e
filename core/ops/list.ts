/** list: every operation of the changeset language. An operation is its file, its test, and a line here. */
import { add } from './add.ts';
import { connect } from './connect.ts';
import type { OperationKind } from './op.ts';
import { rm } from './rm.ts';
import { set } from './set.ts';

/** With the types of their JSON forms. */
export const typedOperations = [add, set, rm, connect] as const;

/** By what they have in common. */
export const operationKinds: readonly OperationKind[] = [...typedOperations];
