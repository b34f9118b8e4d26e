/** One run of the command line: the service that it calls, and the only way in which commands print. */
import { Service } from '#clients/service/service.ts';

import { credentials } from './credentials.ts';
import type { Io } from './io.ts';
import { plain, plainJson } from '#clients/text/plain.ts';
import { showWaiting } from './progress.ts';

/** Options that every command takes. */
export type GlobalOptions = {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly url?: string;
  readonly propose?: boolean;
};

export class CliSession {
  readonly io: Io;
  readonly options: GlobalOptions;

  constructor(io: Io, options: GlobalOptions) {
    this.io = io;
    this.options = options;
  }

  async service(): Promise<Service> {
    const { io, options } = this;
    const target = await credentials(io.env, options);
    const during = <T>(call: Promise<T>): Promise<T> => showWaiting(io, `Waiting for ${target.url}`, call);
    return new Service({ ...target, signal: io.signal, during, proposes: options.propose === true });
  }

  /** Prints an answer as JSON, only its id, or as text, by the options. Control characters of other people's text are removed. */
  show(answer: { readonly json: unknown; readonly id?: string | undefined; readonly text: () => string }): void {
    if (this.options.json === true) this.say(plainJson(answer.json));
    else if (this.options.quiet === true) this.say(answer.id ?? '');
    else this.say(plain(answer.text()));
  }

  /** Prints a text without control characters; nothing if it is empty. */
  say(text: string): void {
    if (text !== '') this.io.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  }
}
