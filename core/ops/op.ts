/**
 * op: the definition of an operation of the changeset language. Each is one file, listed in operation-list.ts.
 *
 * A definition has the schema of the JSON form, the line form in both directions, and the plan, which changes the draft or
 * refuses. The REST schema, the language reference and the help of CLI and MCP derive from it.
 */
import type { Static, TObject } from 'typebox';

import type { ErrorCode } from '#schema/errors.ts';
import type { Problem } from '#schema/problem.ts';

import type { Example } from './example.ts';
import type { LineReader } from './line-reader.ts';
import type { Planning } from '../planning/planning.ts';

export type OperationCompletion = {
  /** A kind of element follows the name. */
  readonly takesKind?: boolean;
  readonly takesPlacement?: boolean;
  readonly takesFields?: boolean;
  readonly words?: readonly string[];
};

export type OperationKind<S extends TObject = TObject> = {
  readonly name: string;
  /** One sentence for the reference. */
  readonly summary: string;
  /** The line form, as the reference shows it. */
  readonly usage: string;
  readonly example: Example;
  /** What an editor offers to complete after the operation's name, besides refs; nothing if it is left out. */
  readonly completion?: OperationCompletion;
  /** The JSON form, including `op`. */
  readonly input: S;
  /** The codes that it may refuse with, besides parse_error. */
  readonly refuses: readonly ErrorCode[];
  /** Members that must parse as selectors, and members that must parse as ends of arrows. */
  readonly selectors?: readonly string[];
  readonly ends?: readonly string[];
  /** Checks what the schema cannot express. Returns what was expected instead, or null if the operation is valid. */
  fault?(operation: Static<S>): string | null;
  /** Reads the line form. The reader remembers the first fault. */
  read(line: LineReader): unknown;
  /** The tokens of the line form after the operation's name; null if only the JSON form can express it. */
  print(operation: Static<S>): string[] | null;
  /** Changes the draft or refuses. After a refusal nothing of the changeset is applied. */
  plan(operation: Static<S>, planning: Planning): Problem | null;
};

export const defineOp = <S extends TObject>(definition: OperationKind<S>): OperationKind<S> => definition;
