/** command: what a file of commands gets: how to open the session of a command that was called. */
import type { Command } from 'commander';

import type { CliSession } from '../session.ts';

/** The session of one call, with the options that every command takes. */
export type Open = (command: Command) => CliSession;
/** Adds its commands to the program. Verbs are imported within actions: help must not wait for their schemas. */
export type AddCommands = (program: Command, open: Open) => void;
