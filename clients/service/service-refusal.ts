/** The two ways in which a call fails. */

/** A problem as the server answers it: RFC 9457, with its code, its hint, and further members by code. */
export type ProblemBody = {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly hint?: string;
  readonly requestId?: string;
  readonly [member: string]: unknown;
};

/** The server refused the call: nothing was applied. */
export class ServiceRefusal extends Error {
  readonly problem: ProblemBody;

  constructor(problem: ProblemBody) {
    super(`${problem.code}: ${problem.detail}`);
    this.problem = problem;
  }
}

/** The server did not answer, or the answer is not from an Atelier server. `cause` has details. */
export class ServiceUnreachable extends Error {}
