/** parse-error: the position in a line where it cannot be parsed, and what was expected there. */

export class ParseError {
  /** Offset in the line, UTF-16 units from 0. */
  readonly at: number;
  /** What was expected, as the end of a sentence: `a closing quote`. */
  readonly expected: string;
  /** The usage of the operation, as a sentence; null if the operation is not known yet. */
  readonly form: string | null;

  constructor(at: number, expected: string, form: string | null = null) {
    this.at = at;
    this.expected = expected;
    this.form = form;
  }
}

export const isParseError = (value: unknown): value is ParseError => value instanceof ParseError;
