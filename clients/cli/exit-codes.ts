/** The exit codes of commands, and the errors that lead to them. */
export const exitCodes = {
  done: 0,
  /** The server refused the call. */
  refused: 1,
  usage: 2,
  unreachable: 3,
  /** `wait` timed out. */
  timedOut: 4,
  /** Ctrl-C: 128 and the number of SIGINT. */
  interrupted: 130,
} as const;

/** The command line is wrong: a missing file, a value out of its range. */
export class UsageError extends Error {}
/** `wait` ended without an event. */
export class TimedOut extends Error {}
