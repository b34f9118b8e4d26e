/**
 * tool: one tool of the tool server: how a verb, or a few that belong together, is offered to a model.
 *
 * `run` takes arguments that fit `input` and answers what REST answered, in a readable form; what every answer needs (marks
 * around text of people, bounds) is done by answer.ts for all of them. It throws what verbs throw.
 */
import type { Static, TObject } from 'typebox';

import type { Service } from '#clients/service/service.ts';
import type { Effect } from '#clients/verbs/verb.ts';
import type { ErrorCode } from '#schema/errors.ts';
import type { ValidationError } from '#schema/validate.ts';

export type ToolCall = {
  /** Calls in the name of the caller's token; they end when the caller goes away. */
  readonly service: Service;
  /** Aborted when the server is about to end: what waits answers what it has. */
  readonly ending: AbortSignal;
  /** Tells a client that asked for it that the call is still at work. */
  readonly progress: (message: string) => void;
};

export type ToolAnswer = {
  /** The readable form, a line for each thing. It lacks nothing that a later call needs. */
  readonly text: string;
  /** For programs, see A2 of answer.ts: ids, numbers and states, never text of people. */
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
  /** Lines that are shown however long the text is. */
  readonly foot?: string;
  /** How many lines of the text the caller has already. */
  readonly offset?: number;
  /** What to do for the rest, where the text is cut. */
  readonly rest?: string;
  readonly image?: { readonly data: string; readonly mimeType: string };
};

export type McpTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TObject;
  readonly effect: Effect;
  readonly idempotent: boolean;
  /** The code of a fault of an argument that has one of its own in the interface; undefined: invalid_request. */
  readonly faultCode?: (fault: ValidationError) => ErrorCode | undefined;
  /** `input` fits the schema. */
  readonly run: (input: unknown, call: ToolCall) => Promise<ToolAnswer>;
};

type ToolForm<Input extends TObject> = Omit<McpTool, 'input' | 'run'> & {
  readonly input: Input;
  readonly run: (input: Static<Input>, call: ToolCall) => Promise<ToolAnswer>;
};

/** Gives a tool its types. */
export const tool = <Input extends TObject>(form: ToolForm<Input>): McpTool => ({
  ...form,
  // What the model sent was checked against this very schema.
  run: (input, call) => form.run(input as Static<Input>, call),
});
