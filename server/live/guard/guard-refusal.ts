/** guard-refusal: carries a reason out of the guard's decoding and judging to inspectUpdate, and no further. */
import type { GuardReason } from './verdict.ts';

export class GuardRefusal extends Error {
  readonly reason: GuardReason;

  constructor(reason: GuardReason) {
    super(reason);
    this.reason = reason;
  }
}
