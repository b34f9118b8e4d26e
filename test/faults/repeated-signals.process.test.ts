import { describe, test } from 'vitest';

import { expectDrain, stoppings } from '../crash/repeated-signals.ts';

describe('a second signal never ends the drain', () => {
  test.for(stoppings)('$name, a hundred times', { timeout: 1_200_000 }, (stopping) => expectDrain(stopping, 100));
});
