/** exit-codes: how a command ends. */
export const exitCodes = {
  done: 0,
  /** The server refused. */
  refused: 1,
  usage: 2,
  unreachable: 3,
  /** `wait` saw nothing in time. */
  timedOut: 4,
  /** Ctrl-C, as shells count it. */
  interrupted: 130,
} as const;

/** What was asked for cannot be understood or done from here: a missing file, a value out of its range. */
export class UsageError extends Error {}
/** `wait` ended without what it waited for. */
export class TimedOut extends Error {}
