import { describe, test } from 'vitest';

import { expectDrain, stoppings } from './repeated-signals.ts';

describe('a second signal does not end the drain', () => {
  test.for(stoppings)('$name', { timeout: 120_000 }, (stopping) => expectDrain(stopping, 2));
});
