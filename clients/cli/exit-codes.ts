/** The exit codes of commands, and the errors that lead to them. */
export const exitCodes = {
  done: 0,
  /** The server refused the call, or a check failed. */
  refused: 1,
  usage: 2,
  unreachable: 3,
  /** `wait` timed out. */
  timedOut: 4,
  nothingToPush: 4,
  /** Files and server changed the same thing. */
  conflict: 5,
  /** Ctrl-C: 128 and the number of SIGINT. */
  interrupted: 130,
} as const;

/** The command line is wrong: a missing file, a value out of its range. */
export class UsageError extends Error {}
/** `wait` ended without an event. */
export class TimedOut extends Error {}
/** `lint` found what `--fail-on` names. Its findings were printed. */
export class LintFailed extends Error {}
