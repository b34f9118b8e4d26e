/** version: the version of this installation. */
import { readFileSync } from 'node:fs';

export function version(): string {
  const { version: found } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return found;
}
