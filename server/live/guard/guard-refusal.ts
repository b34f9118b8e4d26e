/** Thrown inside the guard and turned into a verdict by inspectUpdate. */
import type { GuardReason } from './verdict.ts';

export class GuardRefusal extends Error {
  readonly reason: GuardReason;

  constructor(reason: GuardReason) {
    super(reason);
    this.reason = reason;
  }
}
