/**
 * verb: one thing that an agent or a person can do through a client, defined once.
 *
 * The command line and the tool server both call `run` with an input of this schema; what it answers is the REST body, so
 * that REST, command line and tools cannot differ. How an input is written and an answer is shown is theirs.
 */
import type { Static, TObject } from 'typebox';

import type { Service } from '#clients/service/service.ts';

/** `read` changes nothing; `write` adds or changes; `destructive` may remove or replace what was there. */
export type Effect = 'read' | 'write' | 'destructive';

export type VerbForm<Input extends TObject, Reply> = {
  readonly name: string;
  readonly summary: string;
  /** Members are named as in REST; `document` and `tab` by id, name or, for documents, page address. */
  readonly input: Input;
  readonly effect: Effect;
  /** Doing it once more with the same input changes nothing more. */
  readonly idempotent: boolean;
  /** Throws Refused and Unreachable. */
  readonly run: (input: Static<Input>, service: Service) => Promise<Reply>;
};

/** Gives a verb its types; the object is the verb. */
export const verb = <Input extends TObject, Reply>(form: VerbForm<Input, Reply>): VerbForm<Input, Reply> => form;
