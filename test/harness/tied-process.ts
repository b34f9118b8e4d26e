/**
 * A child process that does not outlive the test process, even if that is killed: the kernel sends the child SIGKILL when its parent dies
 * (setpriv --pdeathsig, part of util-linux). Without setpriv an exit hook does so, which a killed process does not run.
 */
import { type ChildProcess, spawn } from 'node:child_process';

import { findProgram } from './programs.ts';

export type ProcessIdentity = { readonly uid: number; readonly gid: number };

export type TiedProcess = {
  readonly child: ChildProcess;
  readonly pid: number;
  /** The end of its standard output and error, for messages. */
  output(): string;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
};

/** Starts a program; `as` runs it as another user, which requires root; `group` makes it the leader of a process group. */
export function startTied(
  command: string,
  args: readonly string[],
  options: { cwd: string; as?: ProcessIdentity | null; env?: NodeJS.ProcessEnv; group?: boolean },
): TiedProcess {
  const setpriv = findProgram('setpriv');
  const as = options.as ?? null;
  const [program, ...rest] =
    setpriv === null
      ? [command, ...args]
      : [
          setpriv,
          '--pdeathsig=KILL',
          ...(as === null ? [] : [`--reuid=${as.uid}`, `--regid=${as.gid}`, '--clear-groups']),
          command,
          ...args,
        ];
  const child = spawn(program ?? command, rest, {
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.group ?? false,
    ...(options.env !== undefined && { env: options.env }),
    ...(setpriv === null && as !== null ? as : {}),
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  const note = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      output += error.message;
      resolve();
    });
  });
  void ended.then(() => process.off('exit', kill));
  return { child, pid: child.pid ?? -1, output: () => output.trim(), ended };
}
