/** child-script: a module of the tests' own, run in a process of its own, so that it can be killed. */
import { createInterface } from 'node:readline';

import { startTied, type TiedProcess } from './tied-process.ts';

export type ChildScript = {
  readonly process: TiedProcess;
  /** Its lines of standard output so far. */
  readonly lines: readonly string[];
  /** Resolves when it has printed that many lines; throws when it ends before. */
  printed(count: number): Promise<void>;
};

/** Runs the text of a module, which imports `#storage/…` and the like as the project does. `root` is the project's folder. */
export function runScript(source: string, root: string): ChildScript {
  const child = startTied(process.execPath, ['--input-type=module', '--eval', source], { cwd: root });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  if (child.child.stdout !== null) {
    createInterface({ input: child.child.stdout }).on('line', (line) => {
      lines.push(line);
      wake();
    });
  }
  let over = false;
  void child.ended.then(() => {
    over = true;
    wake();
  });
  return {
    process: child,
    lines,
    printed: (count) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (lines.length < count && !over) return;
          waiting.delete(look);
          if (lines.length >= count) resolve();
          else reject(new Error(`The script ended after ${lines.length} lines: ${child.output()}`));
        };
        waiting.add(look);
        look();
      }),
  };
}
