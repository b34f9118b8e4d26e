/** Runs a module of a test in a process of its own, so that it can be killed. */
import { createInterface } from 'node:readline';

import { startTied, type TiedProcess } from './tied-process.ts';

export type ChildScript = {
  readonly process: TiedProcess;
  /** Its lines of standard output so far. */
  readonly lines: readonly string[];
  /** Resolves when it has printed that many lines; throws if it ends before. */
  printed(count: number): Promise<void>;
};

/**
 * Runs the source of a module, which can import `#storage/…` like the project. `root` is the project's folder, `environment` is added to
 * that of the test.
 */
export function runScript(source: string, root: string, environment: Readonly<Record<string, string>> = {}): ChildScript {
  const env = { ...process.env, ...environment };
  const child = startTied(process.execPath, ['--input-type=module', '--eval', source], { cwd: root, env });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const check of waiting) check();
  };
  if (child.child.stdout !== null) {
    createInterface({ input: child.child.stdout }).on('line', (line) => {
      lines.push(line);
      wake();
    });
  }
  let hasEnded = false;
  void child.ended.then(() => {
    hasEnded = true;
    wake();
  });
  return {
    process: child,
    lines,
    printed: (count) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (lines.length < count && !hasEnded) return;
          waiting.delete(check);
          if (lines.length >= count) resolve();
          else reject(new Error(`The script ended after ${lines.length} lines: ${child.output()}`));
        };
        waiting.add(check);
        check();
      }),
  };
}
