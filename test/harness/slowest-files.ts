/** Prints the ten slowest files at the end of a run of many test files. */
import { relative } from 'node:path';
import process from 'node:process';

import type { Reporter, TestModule } from 'vitest/node';

const linesMax = 10;

export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= linesMax) return;
    const timed = modules.map((module) => ({ module, ms: durationOf(module) })).toSorted((a, b) => b.ms - a.ms);
    const lines = timed.slice(0, linesMax).map(({ module, ms }) => {
      const path = relative(process.cwd(), module.moduleId);
      return `${(ms / 1_000).toFixed(1).padStart(8)} s  ${path}`;
    });
    process.stdout.write(`\n The slowest files\n${lines.join('\n')}\n`);
  }
}

/** Includes imports, set-up and hooks. */
function durationOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration, environmentSetupDuration } = module.diagnostic();
  return duration + collectDuration + setupDuration + environmentSetupDuration;
}
