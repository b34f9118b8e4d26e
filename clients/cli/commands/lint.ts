/** The command `lint`: findings of tabs on a server or in files, for people, scripts and continuous integration. */
import { type Command, Option } from 'commander';

import { severities, type Severity } from '#schema/severities.ts';

import { plain, plainJson } from '#clients/text/plain.ts';

import { LintFailed, UsageError } from '../exit-codes.ts';
import type { Open } from './command.ts';

type LintOptions = { tab?: string; failOn: Severity | 'none'; format: 'text' | 'json' | 'sarif' };

export function addLint(program: Command, open: Open): void {
  program
    .command('lint [targets...]')
    .summary('report what is wrong with the tabs of a document, or with pulled files, which needs no server')
    .description(
      'Lints files that `atelier pull` wrote, or all files of a folder (default: the current one), without a server; or the tabs of a document on the server. The exit code is 1 if a finding is as severe as --fail-on says.',
    )
    .option('--tab <tab>', 'of a document, only this tab: its id or name')
    .addOption(
      new Option('--fail-on <severity>', 'the least severe finding that fails').choices([...severities, 'none']).default('error'),
    )
    .addOption(new Option('--format <format>', 'the form of the output').choices(['text', 'json', 'sarif']).default('text'))
    .addHelpText(
      'after',
      '\nExamples:\n  atelier lint diagrams --fail-on warning\n  atelier lint "Payments" --tab Flow\n  atelier lint diagrams --format sarif > atelier.sarif',
    )
    .action(async (targets: readonly string[], { tab, failOn, format }: LintOptions, command) => {
      const session = open(command);
      const { filesNamed, lintDocument, lintFiles } = await import('#clients/lint/linted-tab.ts');
      const { lintReport } = await import('#clients/lint/lint-report.ts');
      const linted = [];
      for (const target of targets.length === 0 ? ['.'] : targets) {
        const files = tab === undefined ? await filesNamed(target) : null;
        if (files?.length === 0) throw new UsageError(`${target} has no .atl files.`);
        linted.push(...(files === null ? await lintDocument(await session.service(), target, tab) : await lintFiles(files)));
      }
      const { text, json, failing } = lintReport(linted, session.options.json === true ? 'json' : format, failOn);
      session.say(json === null ? plain(text) : plainJson(json));
      if (failing > 0) throw new LintFailed(`${failing} findings`);
    });
}
