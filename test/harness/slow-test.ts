/** A test that is skipped below full strength, because it would take a large part of a quick run. */
import { test } from 'vitest';

import { strength } from './fuzz.ts';

export const slowTest = test.runIf(strength >= 1);
