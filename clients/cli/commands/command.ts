/** What the files of commands share. */
import type { Command } from 'commander';

import type { Verb } from '#clients/verbs/verb.ts';

import type { CliSession } from '../session.ts';

/** The session of one call, with the options that every command takes. */
export type Open = (command: Command) => CliSession;
/** Adds commands by hand. They import verbs within their actions, so that help does not wait for schemas. */
export type AddCommands = (parent: Command, open: Open) => void;

/** The commands that share their first word. */
export type CommandGroup = {
  readonly name: string;
  readonly summary: string;
  /** Loaded when the group is named on the command line: other commands do not wait for its schemas. */
  readonly verbs: () => Promise<readonly Verb[]>;
  /** Commands of the group that are more than one verb. */
  readonly add?: AddCommands;
};
