/**
 * A verb is one thing that a person or an agent can do through a client, defined once: its input, the call, and how its answer
 * reads. The command line makes a command of it (clients/cli/verb-command.ts) and the tool server a tool
 * (clients/mcp/verb-tool.ts). Both call `run`, and its answer is the body of REST, so that REST, command and tool agree.
 */
import type { Static, TObject } from 'typebox';

import type { Service } from '#clients/service/service.ts';
import type { ToolAnswer } from '#clients/mcp/tool.ts';
import type { ErrorCode } from '#schema/errors.ts';
import type { ValidationError } from '#schema/validate.ts';

/** `read` changes nothing; `write` adds or changes; `destructive` may remove or replace something. */
export type Effect = 'read' | 'write' | 'destructive';

/** Reads the files that a command is given by name; `-` is stdin. All throw UsageError. */
export type CommandFiles = {
  /** A JSON object, which the server validates. */
  readonly json: (file: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly bytes: (file: string) => Promise<Uint8Array>;
  readonly nameOf: (file: string) => string;
};

/** An option of a command. What is left out derives from the schema of the member. */
export type OptionForm = {
  /** Default: `--base-rev <rev>` for `baseRev`, and no value for a boolean. */
  readonly flags?: string;
  /** Default: the description of the member. */
  readonly text?: string;
  /** Default: by the type of the member; a list is given with commas. */
  readonly value?: 'point' | 'seconds';
  readonly isRequired?: boolean;
  readonly default?: string;
};

export type CommandForm<Input, Reply> = {
  /** The words of the command and its arguments, `changeset show <doc:document> <id:changeset>`: each by its name and its member. */
  readonly usage: string;
  /** One line for lists of commands. Default: the summary of the verb. */
  readonly summary?: string;
  /** Further help. */
  readonly description?: string;
  /** Members of the input that are options. */
  readonly options?: { readonly [Member in keyof Input & string]?: OptionForm };
  readonly examples?: readonly string[];
  /** Makes the input of what the command line gave, where these differ. */
  input?(given: Readonly<Record<string, string>>, files: CommandFiles): Promise<Input>;
  /** Replaces `run`, where a command does more than one call. */
  run?(input: Input, service: Service): Promise<Reply>;
  /** What `--json` prints. Default: the answer. */
  json?(reply: Reply): unknown;
  /** What `--quiet` prints: the id of what was created, or an id a line. */
  id?(reply: Reply, input: Input): string | undefined;
  /** What people read; without it the command prints nothing. Control characters are removed from it. */
  text?(reply: Reply): string;
};

export type ToolForm<Input, Reply> = {
  readonly name: string;
  readonly title: string;
  /** Default: the summary of the verb. */
  readonly description?: string;
  /** How models read of a member. Default: its description. */
  readonly args?: { readonly [Member in keyof Input & string]?: string };
  /** Optional members that models do not need: the tool does not take them. */
  readonly omits?: readonly (keyof Input & string)[];
  /** The answer can be read on from a line: adds the argument `offset`. */
  readonly isPaged?: true;
  /** Clients that show MCP Apps show a board with the answer. */
  readonly hasBoard?: true;
  /** The code of a fault of an argument that has a code of its own; undefined: invalid_request. */
  faultCode?(fault: ValidationError): ErrorCode | undefined;
  answer(reply: Reply, input: Input): ToolAnswer;
};

export type VerbForm<Input extends TObject, Reply> = {
  readonly name: string;
  readonly summary: string;
  /** Members are named as in REST; `document` and `tab` by id, name or, for documents, page address. */
  readonly input: Input;
  readonly effect: Effect;
  /** Repeating it with the same input changes nothing more. */
  readonly idempotent: boolean;
  /** Its write can be stored as a proposal: gives the tool the argument `propose`. */
  readonly canPropose?: true;
  /** Throws ServiceRefusal and ServiceUnreachable. */
  run(input: Static<Input>, service: Service): Promise<Reply>;
  readonly command?: CommandForm<Static<Input>, Reply>;
  readonly tool?: ToolForm<Static<Input>, Reply>;
};

/** A verb with its types erased, for lists. */
export type Verb = Omit<VerbForm<TObject, unknown>, 'run' | 'command' | 'tool'> & {
  run(input: unknown, service: Service): Promise<unknown>;
  readonly command?: Omit<CommandForm<unknown, unknown>, 'options'> & {
    readonly options?: Readonly<Record<string, OptionForm | undefined>>;
  };
  readonly tool?: Omit<ToolForm<unknown, unknown>, 'args' | 'omits'> & {
    readonly args?: Readonly<Record<string, string | undefined>>;
    readonly omits?: readonly string[];
  };
};

/** Gives a verb its types; the object is the verb. */
export const verb = <Input extends TObject, Reply>(form: VerbForm<Input, Reply>): VerbForm<Input, Reply> => form;
