/** Reports the programs that the tests need and this machine lacks, and how to install them. Run before `npm run test:all`. */
import process from 'node:process';

import { missingPrograms } from './programs.ts';

const missing = missingPrograms();
if (missing !== null) {
  process.stderr.write(`${missing}\n\n\`npm test\` runs the tests that need none of this.\n`);
  process.exitCode = 1;
}
