/**
 * schema: the JSON form of operations as one discriminated union.
 *
 * A validator checks `op` and then only one schema. `parseOperations` checks with the same schemas and better messages, so a
 * REST body should leave validation to it.
 */
import Type, { type Static } from 'typebox';

import { operationKinds, type typedOperations } from '../ops/operation-list.ts';

export type Operation = Static<(typeof typedOperations)[number]['input']>;
export const Operation = Type.Unsafe<Operation>({
  type: 'object',
  discriminator: { propertyName: 'op' },
  required: ['op'],
  oneOf: operationKinds.map((kind) => kind.input),
});
