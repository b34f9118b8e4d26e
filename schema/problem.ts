/**
 * A problem: a refusal as a value.
 *
 * core/ and the application return problems and never throw them. `members` are the other members of the answer (RFC 9457); a
 * `detail` or `hint` among them replaces the less specific text of the error table.
 */
import { errors, type ErrorCode } from './errors.ts';

export type ProblemMembers = { readonly [member: string]: unknown; readonly detail?: string; readonly hint?: string };

export class Problem {
  readonly code: ErrorCode;
  readonly members: ProblemMembers;
  /** The part of the request that it is about, as the request has it: it locates the problem, and is not answered. */
  readonly subject: string | null;

  constructor(code: ErrorCode, members: ProblemMembers = {}, subject: string | null = null) {
    this.code = code;
    this.members = members;
    this.subject = subject;
  }

  about(subject: string): Problem {
    return new Problem(this.code, this.members, subject);
  }

  get status(): number {
    return errors[this.code].status;
  }

  get detail(): string {
    return this.members.detail ?? fill(errors[this.code].detail, this.members);
  }

  get hint(): string {
    return this.members.hint ?? errors[this.code].hint;
  }
}

export const problem = (code: ErrorCode, members?: ProblemMembers): Problem => new Problem(code, members);
export const isProblem = (value: unknown): value is Problem => value instanceof Problem;

/** Carries a problem through code that can only throw: transactions that must roll back, and hooks of libraries. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(refusal: Problem) {
    super(`${refusal.code}: ${refusal.detail}`);
    this.problem = refusal;
  }
}

function fill(template: string, members: ProblemMembers): string {
  return template.replace(/\{(\w+)\}/g, (slot, name: string) => (Object.hasOwn(members, name) ? String(members[name]) : slot));
}
