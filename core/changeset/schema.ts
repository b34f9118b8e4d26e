/**
 * schema: an operation in its JSON form, as one discriminated union of what the list of operations holds.
 *
 * A validator looks at `op` and then at one schema only. `parseOperations` judges operations with the same schemas and
 * with better words, so a REST body should leave them to it.
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
