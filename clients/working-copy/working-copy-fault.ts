/** The ways in which a command on pulled files ends without doing what it is for. */

/** Files or their state cannot be used. Each line is for people. */
export class WorkingCopyFault extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Both sides changed the same thing. Nothing was written. */
export class MergeConflicts extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** No file says anything that the server does not have. */
export class NothingToPush extends Error {}
