import { isFull } from './fuzz.ts';

/** How many times as long as promised things may take in a test: machines are shared and slow. At full strength, promises count. */
export const patience = isFull ? 1 : 5;
