/**
 * Plays random histories of clients, nodes and faults over the real write path, and reports violated promises.
 *
 *   npm run simulate                              1,000 histories from a seed that is printed
 *   HISTORIES=10000 SEED=7 npm run simulate       10,000 histories from this seed on
 *   FAILING_SEEDS=<file> npm run simulate         the histories whose seeds are in the file first; adds those that break a promise, and goes on
 *   SEED=<that of a history> HISTORIES=1 TRACE=1  one of them again, step by step
 *   CONTROL=<name>|all                            with a promise broken on purpose (controls.ts), which must be noticed
 */
import process from 'node:process';

import { ControlledProcess } from './controlled-process.ts';

const taken = ControlledProcess.take();
const { simulate } = await import('./simulate.ts');
process.exitCode = await simulate(taken, process.env, (line) => void process.stdout.write(`${line}\n`));
