/** @atelier/client: a client of an Atelier server, for Node and browsers. */
export { changeset, type Changeset } from './changeset.ts';
export * from './client.ts';
export type { ClaimedTask, Task } from './claimed-task.ts';
export * from './errors.ts';
export * from './types.ts';
