/** The project as `npm pack` ships it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Packs the project, or another package of this folder, into `folder` and returns the tarball's path. */
export async function packProject(folder: string, from = '.'): Promise<string> {
  const args = ['pack', from, '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd: process.cwd(), maxBuffer: 64_000_000 });
  // npm 12 answers with an object by package name, earlier ones with a list.
  const [pack] = Object.values(JSON.parse(stdout) as Record<string, { readonly filename: string }>);
  return join(folder, pack!.filename);
}

/** Unpacks a tarball of npm, without the folder that all its files are in. */
export async function unpack(tarball: string, folder: string): Promise<void> {
  await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}
