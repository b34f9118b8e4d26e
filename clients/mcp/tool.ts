/**
 * A tool of the tool server. The tool of one verb is made from it (verb-tool.ts); a tool of several verbs is a file in tools/.
 *
 * `run` takes arguments that fit `input`, and throws what verbs throw. answer.ts adds to every answer what it needs: marks around
 * text of people, and bounds.
 */
import type { Static, TObject } from 'typebox';

import type { Service } from '#clients/service/service.ts';
import type { Effect } from '#clients/verbs/verb.ts';
import type { ErrorCode } from '#schema/errors.ts';
import type { ValidationError } from '#schema/validate.ts';

export type ToolCall = {
  /** Calls with the caller's token; they end when the caller disconnects. */
  readonly service: Service;
  /** Aborted when the server is about to shut down: a waiting call answers what it has. */
  readonly ending: AbortSignal;
  /** Notifies a client that asked for progress. */
  readonly progress: (message: string) => void;
};

export type ToolAnswer = {
  /** The readable form, a line for each thing, with everything that a later call needs. */
  readonly text: string;
  /** The text is the program's own: it is not marked as written by people. */
  readonly isOwn?: true;
  /** For programs: ids, numbers and states, never text of people (TS5 in SPEC.md). */
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
  /** Lines that are shown however long the text is. */
  readonly foot?: string;
  /** The number of lines of the text that the caller already has. */
  readonly offset?: number;
  /** How to get the rest of a text that is cut. */
  readonly rest?: string;
  readonly image?: { readonly data: string; readonly mimeType: string };
  /** A file, in base64. */
  readonly file?: { readonly uri: string; readonly mimeType: string; readonly blob: string };
  /** What a chat board shows: the page's address of a tab or a changeset, or its path. */
  readonly board?: string;
  /** For the client's programs, not for the model. */
  readonly meta?: Readonly<Record<string, unknown>>;
};

export type McpTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TObject;
  /** How models read of an argument. Default: the description in `input`. */
  readonly args?: Readonly<Record<string, string | undefined>>;
  readonly effect: Effect;
  readonly idempotent: boolean;
  /** Clients that show MCP Apps show a board with its answer. */
  readonly hasBoard?: true;
  /** Only chat boards call it, never a model. */
  readonly isForBoards?: true;
  /** The code of a fault of an argument that has a code of its own; undefined: invalid_request. */
  readonly faultCode?: (fault: ValidationError) => ErrorCode | undefined;
  /** `input` fits the schema. */
  readonly run: (input: unknown, call: ToolCall) => Promise<ToolAnswer>;
};

type ToolForm<Input extends TObject> = Omit<McpTool, 'input' | 'args' | 'run'> & {
  readonly input: Input;
  readonly args?: Readonly<Partial<Record<keyof Static<Input> & string, string>>>;
  readonly run: (input: Static<Input>, call: ToolCall) => Promise<ToolAnswer>;
};

/** Gives a tool its types. */
export const tool = <Input extends TObject>(form: ToolForm<Input>): McpTool => ({
  ...form,
  // The tool server has checked the arguments against this very schema.
  run: (input, call) => form.run(input as Static<Input>, call),
});
