import type { Bounds } from './bounds.ts';

/** A record of what a computation depends on: outside of these areas, only these elements can change its result. */
export type Dependencies = {
  area(bounds: Bounds): void;
  element(id: string): void;
};
