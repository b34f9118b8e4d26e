/**
 * Plays random histories of clients, nodes and faults over the real write path, and reports violated promises.
 * README.md says what is real and what is modelled, and lists the variables of the environment.
 */
import process from 'node:process';

import { ControlledProcess } from './controlled-process.ts';

const taken = ControlledProcess.take();
const { simulate } = await import('./simulate.ts');
process.exitCode = await simulate(taken, process.env, (line) => void process.stdout.write(`${line}\n`));
