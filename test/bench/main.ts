/**
 * `npm run bench [-- name… --quick --json]` measures the product next to bare parts, and prints figures and ratios.
 *
 * Ours and the baseline take turns in the same run, and figures are medians over the rounds: times drift with the
 * machine and its load, ratios do not. It gates nothing: a missed goal is printed and does not fail.
 */
import { cpus } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { benches } from './benches.ts';
import { ratioOf, type BenchRow } from './row.ts';
import { table } from './table.ts';

const full = { rounds: 7, share: 1 };
const quick = { rounds: 2, share: 0.1 };

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  });
  const names = benches.map(({ name }) => name);
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no bench ${unknown.join(', ')}. There are: ${names.join(', ')}\n`);
    return 2;
  }
  const say = (text: string): void => void (values.json ? process.stderr : process.stdout).write(`${text}\n`);
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
  say(`${machine.cpus} CPUs (${machine.model}), Node ${machine.node}${values.quick ? ', quick' : ''}`);

  const results: { bench: string; rows: BenchRow[] }[] = [];
  let failed = false;
  for (const { name, title, run } of benches) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const startedAt = performance.now();
    let rows: BenchRow[];
    try {
      rows = await run(values.quick ? quick : full);
    } catch (error) {
      failed = true;
      process.stderr.write(`\n${title}  [${name}] could not be measured: ${String(error)}\n`);
      continue;
    }
    results.push({ bench: name, rows });
    say(`\n${title}  [${name}, ${Math.round((performance.now() - startedAt) / 1_000)} s]\n${table(rows)}`);
  }
  const goals = results.flatMap(({ rows }) => rows).flatMap(({ goal }) => goal ?? []);
  say(`\n${goals.filter(({ met }) => met).length} of ${goals.length} goals reached`);
  if (values.json) {
    const told = results.map(({ bench, rows }) => ({ bench, rows: rows.map((row) => ({ ...row, ratio: ratioOf(row) })) }));
    process.stdout.write(`${JSON.stringify({ machine, results: told }, null, 2)}\n`);
  }
  return failed ? 1 : 0;
}

process.exitCode = await main();
