/**
 * op: what an operation of the changeset language is: one definition per file, listed in list.ts.
 *
 * A definition holds the schema of the JSON form, the line form in both directions, and the plan, which changes the
 * draft or refuses. The REST schema, the language reference and the help of CLI and MCP derive from it.
 */
import type { Static, TObject } from 'typebox';

import type { ErrorCode } from '#schema/errors.ts';
import type { Problem } from '#schema/problem.ts';

import type { LineReader } from './line-reader.ts';
import type { Planning } from '../planning/planning.ts';

export type OperationKind<S extends TObject = TObject> = {
  readonly name: string;
  /** What it does, as one sentence for the reference. */
  readonly summary: string;
  /** Its line form as the reference shows it. */
  readonly usage: string;
  /** The JSON form, `op` included. */
  readonly input: S;
  /** What it may refuse with, beyond parse_error. */
  readonly refuses: readonly ErrorCode[];
  /** Texts of the operation that must read as selectors, and as operands (one element each), by their member. */
  readonly selectors?: readonly string[];
  readonly operands?: readonly string[];
  /** What of the JSON form the schema cannot say: what was expected instead; null when it holds. */
  fault?(operation: Static<S>): string | null;
  /** The operation that a line says; the reader remembers the first fault. */
  read(line: LineReader): unknown;
  /** The tokens of the line form after the operation's name; null when only the JSON form can say it. */
  print(operation: Static<S>): string[] | null;
  /** Changes the draft, or refuses: then nothing of the changeset is applied. */
  plan(operation: Static<S>, planning: Planning): Problem | null;
};

export const defineOp = <S extends TObject>(definition: OperationKind<S>): OperationKind<S> => definition;
