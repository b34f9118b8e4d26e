/** slow-test: a test that is skipped below full strength, because it alone would take a good part of a quick run. */
import { test } from 'vitest';

import { strength } from './fuzz.ts';

export const slowTest = test.runIf(strength >= 1);
