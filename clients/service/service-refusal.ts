/** service-refusal: the two ways in which a call to a server ends without its answer. */

/** A problem as the server answers it: RFC 9457, with its code and hint. Further members as the code has them. */
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

/** The server did not answer, or something that is no Atelier server did. `cause` says more. */
export class ServiceUnreachable extends Error {}
