/**
 * session: one run of the command line: the service that it calls and the ways in which it prints.
 *
 * Commands get it; what they print goes through it, so that no text of other people reaches a terminal as it came.
 */
import { Service } from '#clients/service/service.ts';

import { credentials } from './credentials.ts';
import type { Io } from './io.ts';
import { plain, plainJson } from '#clients/text/plain.ts';
import { showWaiting } from './progress.ts';

/** Options that every command takes. */
export type GlobalOptions = { readonly json?: boolean; readonly quiet?: boolean; readonly url?: string };

export class CliSession {
  readonly io: Io;
  readonly options: GlobalOptions;

  constructor(io: Io, options: GlobalOptions) {
    this.io = io;
    this.options = options;
  }

  async service(): Promise<Service> {
    const { io, options } = this;
    const known = await credentials(io.env, options);
    const during = <T>(call: Promise<T>): Promise<T> => showWaiting(io, `Waiting for ${known.url}`, call);
    return new Service({ ...known, signal: io.signal, during });
  }

  /** The answer as asked for: its JSON, only its id, or the text that is made of it; nothing where that is empty. */
  show(answer: { readonly json: unknown; readonly id?: string | undefined; readonly text: () => string }): void {
    if (this.options.json === true) this.say(plainJson(answer.json));
    else if (this.options.quiet === true) this.say(answer.id ?? '');
    else this.say(plain(answer.text()));
  }

  /** A line that is plain already; nothing for an empty one. */
  say(text: string): void {
    if (text !== '') this.io.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  }
}
