/** Makes the command of a verb: its arguments and options from the input of the verb, its help, and what it prints. */
import { basename } from 'node:path';

import type { Command } from 'commander';
import { Argument, Option } from 'commander';

import type { OptionForm, Verb } from '#clients/verbs/verb.ts';

import type { Open } from './commands/command.ts';
import { readBytes, readJson } from './input-file.ts';
import { integer, number, point, seconds } from './values.ts';

/** Adds the command to the one that its first word names. */
export function addVerbCommand(parent: Command, verb: Verb, open: Open): void {
  const { command: form, input: schema } = verb;
  if (form === undefined) throw new Error(`${verb.name} is no command`);
  const [, name = '', ...placeholders] = form.usage.split(' ');
  const given = placeholders.map(argumentOf);
  const members: Readonly<Record<string, SchemaForm>> = schema.properties;
  const options = Object.entries(form.options ?? {});
  const unknown = [...(form.input === undefined ? given.map(({ member }) => member) : []), ...options.map(([member]) => member)];
  for (const member of unknown) if (!Object.hasOwn(members, member)) throw new Error(`${verb.name} has no member ${member}`);

  const command = parent.command(name);
  for (const { usage, member } of given) {
    const argument = new Argument(usage);
    const parse = parsers[members[member]?.type ?? ''];
    command.addArgument(parse === undefined ? argument : argument.argParser(parse));
  }
  command.summary(form.summary ?? phrase(verb.summary));
  if (form.description !== undefined) command.description(form.description);
  for (const [member, option = {}] of options) command.addOption(optionOf(member, members[member] ?? {}, option));
  const { examples = [] } = form;
  if (examples.length > 0)
    command.addHelpText('after', `\nExample${examples.length > 1 ? 's' : ''}:${examples.map((line) => `\n  ${line}`).join('')}`);
  command.action(async () => {
    const session = open(command);
    const values: readonly unknown[] = command.processedArgs;
    const words = Object.fromEntries(
      given.flatMap(({ member }, at) => (values[at] === undefined ? [] : [[member, values[at]] as const])),
    );
    const own = Object.fromEntries(
      Object.entries(command.opts()).filter(([member]) => Object.hasOwn(form.options ?? {}, member)),
    );
    const files = {
      json: (file: string) => readJson(session.io, file),
      bytes: readBytes,
      nameOf: (file: string) => basename(file),
    };
    const input = {
      ...(form.input === undefined ? words : ((await form.input(words as Record<string, string>, files)) as object)),
      ...own,
    };
    const service = await session.service();
    const reply = await (form.run === undefined ? verb.run(input, service) : form.run(input, service));
    if (form.text === undefined) return;
    session.show({
      json: form.json === undefined ? reply : form.json(reply),
      id: form.id?.(reply, input),
      text: () => form.text?.(reply) ?? '',
    });
  });
}

/** `<doc:document>` is shown as `<doc>`. */
function argumentOf(placeholder: string): { readonly usage: string; readonly member: string } {
  const [, open = '', name = '', member = name, close = ''] = /^([<[])([\w-]+)(?::(\w+))?([>\]])$/.exec(placeholder) ?? [];
  return { usage: `${open}${name}${close}`, member };
}

type SchemaForm = {
  readonly type?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
};

function optionOf(member: string, schema: SchemaForm, { flags, text, value, isRequired, default: preset }: OptionForm): Option {
  const long = `--${member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const isFlag = schema.type === 'boolean';
  const option = new Option(flags ?? (isFlag ? long : `${long} <${long.split('-').at(-1)}>`), text ?? textOf(schema));
  if (isRequired === true) option.makeOptionMandatory();
  if (preset !== undefined) option.default(preset);
  const parse = value === undefined ? parsers[schema.type ?? ''] : values[value];
  return parse === undefined || isFlag ? option : option.argParser(parse);
}

const values = {
  point,
  /** REST counts milliseconds. */
  seconds: (text: string): number => Math.round(seconds(text) * 1_000),
};
const parsers: Readonly<Record<string, ((text: string) => unknown) | undefined>> = {
  integer,
  number,
  array: (text) => text.split(',').map((part) => part.trim()),
};

function textOf({ description, minimum, maximum, default: preset }: SchemaForm): string {
  if (description !== undefined) return phrase(description);
  const ends = minimum === undefined || maximum === undefined ? '' : `${minimum} to ${maximum}`;
  return preset === undefined ? ends : `${ends} (default: ${JSON.stringify(preset)})`.trim();
}

/** A sentence as help shows it: without its capital and its period. */
const phrase = (sentence: string): string =>
  (/^[A-Z][a-z]/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence).replace(/\.$/, '');
