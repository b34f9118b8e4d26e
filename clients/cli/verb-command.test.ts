import { PassThrough, Readable } from 'node:stream';

import { Command } from 'commander';
import Type from 'typebox';
import { expect, test } from 'vitest';

import { verb } from '#clients/verbs/verb.ts';
import { commands } from './commands/list.ts';
import { createProgram } from './main.ts';
import { CliSession } from './session.ts';
import { addVerbCommand } from './verb-command.ts';

const inputs: unknown[] = [];
const paint = verb({
  name: 'paint',
  summary: 'Paint a wall.',
  input: Type.Object({
    wall: Type.String(),
    color: Type.Optional(Type.String()),
    coats: Type.Optional(Type.Integer({ minimum: 1, maximum: 3, default: 2 })),
    dryRun: Type.Optional(Type.Boolean({ description: 'Show what it would do.' })),
    rooms: Type.Optional(Type.Array(Type.String())),
    at: Type.Optional(Type.Object({ x: Type.Number(), y: Type.Number() })),
  }),
  effect: 'write',
  idempotent: true,
  run: async (input) => {
    inputs.push(input);
    return { id: 'p1', wall: input.wall };
  },
  command: {
    usage: 'house paint <name:wall> [color]',
    options: { coats: {}, dryRun: {}, rooms: {}, at: { value: 'point' } },
    examples: ['atelier house paint north'],
    id: ({ id }) => id,
    text: ({ wall }) => `painted ${wall}`,
  },
});

const silent = () => ({ stdin: Readable.from([]), stdout: new PassThrough(), stderr: new PassThrough(), env: {}, signal: new AbortController().signal }); // prettier-ignore

/** What the command printed, run with these words. */
async function run(
  words: readonly string[],
  options: { readonly quiet?: boolean; readonly json?: boolean } = {},
): Promise<string> {
  const io = silent();
  const house = new Command('house').exitOverride();
  addVerbCommand(house, paint, () => new CliSession(io, options));
  await house.parseAsync(words, { from: 'user' });
  return String(io.stdout.read() ?? '');
}

test('CM1 a command takes its arguments and options from the input of its verb', async () => {
  inputs.length = 0;
  expect(await run(['paint', 'north'])).toBe('painted north\n');
  await run(['paint', 'north', 'red', '--coats', '3', '--dry-run', '--rooms', 'a, b', '--at', '4,-5']);
  expect(inputs).toEqual([
    { wall: 'north' },
    { wall: 'north', color: 'red', coats: 3, dryRun: true, rooms: ['a', 'b'], at: { x: 4, y: -5 } },
  ]);
});

test('CM1 its help has the summary, the options with their ranges, and the examples of the verb', () => {
  const house = new Command('house');
  addVerbCommand(house, paint, () => new CliSession(silent(), {}));
  const [command] = house.commands;
  expect(command?.summary()).toBe('paint a wall');
  const help = command?.helpInformation() ?? '';
  expect(help).toContain('paint [options] <name> [color]');
  expect(help).toMatch(/--coats <coats>\s+1 to 3 \(default: 2\)/);
  expect(help).toMatch(/--dry-run\s+show what it would do\n/);
});

test('CM1 it prints the text of the answer, its JSON, or its id', async () => {
  expect(await run(['paint', 'north'], { quiet: true })).toBe('p1\n');
  expect(JSON.parse(await run(['paint', 'north'], { json: true }))).toEqual({ id: 'p1', wall: 'north' });
});

test('CM1 an argument or option that the input does not have is an error of the definition', () => {
  const wrong = { ...paint, command: { usage: 'house paint <door>' } };
  expect(() => addVerbCommand(new Command('house'), wrong, () => new CliSession(silent(), {}))).toThrow(
    'paint has no member door',
  );
});

test('CM2 only the groups that the command line names are loaded', async () => {
  const program = await createProgram(silent(), (group) => group === 'theme');
  const groups = commands.flatMap((entry) => (typeof entry === 'function' ? [] : [entry.name]));
  const loaded = program.commands.filter((one) => groups.includes(one.name()) && one.commands.length > 0);
  expect(loaded.map((one) => one.name())).toEqual(['theme']);
});
