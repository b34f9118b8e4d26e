/** errors: the two ways in which a call fails. */
import type { ErrorCode } from './types.ts';

/** A refusal as the server answers it (RFC 9457), with further members by code. */
export type Problem = {
  readonly code: ErrorCode;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** What to do next. */
  readonly hint?: string;
  readonly requestId: string;
  readonly [member: string]: unknown;
};

/** The server refused the call: nothing was applied. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
    this.problem = problem;
  }

  get code(): ErrorCode {
    return this.problem.code;
  }
}

/** The server did not answer, or the answer is not Atelier's. `cause` has details. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}
