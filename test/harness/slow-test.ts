/** A test that is skipped in quick runs, because it would take a large part of one. */
import { test } from 'vitest';

import { quickStrength, strength } from './fuzz.ts';

export const slowTest = test.runIf(strength > quickStrength);
