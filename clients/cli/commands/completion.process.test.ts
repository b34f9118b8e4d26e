import { execFileSync } from 'node:child_process';

import { expect, test } from 'vitest';

import { runCli } from '../cli.test-support.ts';

/** What bash completes after these words. */
async function offered(...words: string[]): Promise<string[]> {
  const { out } = await runCli(['completion', 'bash']);
  const line = words.map((word) => `'${word}'`).join(' ');
  const script = `${out}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _atelier; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
}

test('CM10 bash completes the subcommands and options of the command before the cursor', async () => {
  expect(await offered('atelier', 'comm')).toEqual(['comment']);
  expect(await offered('atelier', 'comment', 're')).toEqual(['reply', 'resolve', 'reopen', 'read']);
  expect(await offered('atelier', '--json', 'tab', 'render', 'Some document', '--s')).toEqual(['--scale']);
  expect(await offered('atelier', 'tab', 'render', '--js')).toEqual(['--json']);
  expect(await offered('atelier', 'doc', 'show', 'ne')).toEqual(['']);
});

test('CM10 zsh and fish have the same tree; another shell is wrong usage', async () => {
  const [zsh, fish] = [await runCli(['completion', 'zsh']), await runCli(['completion', 'fish'])];
  expect(zsh.out).toMatch(/^#compdef atelier\n/);
  for (const { out } of [zsh, fish]) expect(out).toContain("'comment add'");
  expect((await runCli(['completion', 'tcsh'])).code).toBe(2);
});
