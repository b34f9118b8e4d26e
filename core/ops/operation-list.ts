/** operation-list: all operations of the changeset language. */
import { add } from './add.ts';
import { connect } from './connect.ts';
import { fix } from './fix.ts';
import { importOp } from './import.ts';
import { insert } from './insert.ts';
import { layout } from './layout.ts';
import { move } from './move.ts';
import type { OperationKind } from './op.ts';
import { order } from './order.ts';
import { rewire } from './rewire.ts';
import { rm } from './rm.ts';
import { set } from './set.ts';
import { test } from './test.ts';
import { unwrap } from './unwrap.ts';
import { wrap } from './wrap.ts';

/** With the types of their JSON forms. */
export const typedOperations = [
  add,
  set,
  rm,
  move,
  connect,
  rewire,
  insert,
  wrap,
  unwrap,
  order,
  layout,
  importOp,
  fix,
  test,
] as const;

/** With the type that they share. */
export const operationKinds: readonly OperationKind[] = [...typedOperations];
