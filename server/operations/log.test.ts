import { expect, describe, test } from 'vitest';

import {
  newGuestId,
  newLinkSecret,
  newSessionSecret,
  newSignInCode,
  newChatSecret,
  newOAuthSecret,
  newTicketSecret,
  newTokenSecret,
} from '#server/access/secrets.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { captureConsole, createLog, withoutSecrets } from './log.ts';

type Line = Record<string, unknown> & { err?: Record<string, unknown> };

/** The lines that `write` logs, as text and as objects. */
function logged(write: (log: ReturnType<typeof createLog>) => void, level = 'trace'): { text: string; lines: Line[] } {
  const output: string[] = [];
  write(createLog(level, (line) => void output.push(line)));
  return { text: output.join(''), lines: output.map((line) => JSON.parse(line) as Line) };
}

/** Every kind of secret, and below the texts in which they may occur. */
const secrets = {
  token: newTokenSecret(),
  ticket: newTicketSecret(),
  chat: newChatSecret(),
  oauthCode: newOAuthSecret('code'),
  access: newOAuthSecret('access'),
  refresh: newOAuthSecret('refresh'),
  link: newLinkSecret(),
  code: newSignInCode(),
  session: newSessionSecret(),
  guest: newSessionSecret(),
  password: 'hunter2',
};
const texts = [
  `Bearer ${secrets.token}`,
  `line one\n${secrets.token}`,
  `a%20${secrets.token}_x${secrets.ticket}`,
  `ticket=${secrets.ticket}`,
  `Bearer ${secrets.chat}, ${secrets.access}`,
  `code=${secrets.oauthCode}&refresh_token=${secrets.refresh}`,
  `http://127.0.0.1:4100/share#${secrets.link}`,
  `http%3A%2F%2Fhost%2Fshare%23${secrets.link}`,
  `http://127.0.0.1:4100/#code=${secrets.code}`,
  `cookie: a=b; atelier_session=${secrets.session}; atelier_guest_doc_0mwopf71cc954vod2tvp=${secrets.guest}`,
  `connect postgres://ada:${secrets.password}@db:5432/atelier failed`,
  `redis://:${secrets.password}@cache`,
  `postgres://ada:a@b"${secrets.password}@db/atelier and x@y`,
];
const leaked = (text: string): string[] => Object.values(secrets).filter((secret) => text.includes(secret));

describe('log', () => {
  test('[OPS3] no line contains a secret: in the message, in a field, nested, in an error or its cause', () => {
    for (const text of texts) {
      const { text: lines } = logged((log) => {
        log.info({ a: { b: [text] } }, text);
        log.info({ [text]: 1 });
        log.error({ err: new Error(text, { cause: new Error(text) }) }, 'failed');
        log.error({ err: text }, 'failed');
        log.error(new TypeError(text));
      });
      expect(leaked(lines), text).toEqual([]);
    }
  });

  test('[OPS3] members and headers with secret names are removed whatever their value', () => {
    const { text, lines } = logged((log) =>
      log.info({
        token: 'tok_0mwopf71cc954vod2tvp',
        password: 'p1',
        secret: 's1',
        headers: { authorization: 'a1', cookie: 'c1', host: 'h1' },
      }),
    );
    for (const value of ['p1', 's1', 'a1', 'c1']) expect(text).not.toContain(`"${value}"`);
    expect(lines[0]).toMatchObject({ token: 'tok_0mwopf71cc954vod2tvp', headers: { host: 'h1' } });
  });

  test('[OPS3] ids, addresses, colors and names of private methods stay', () => {
    const plain = `tok_0mwopf71cc954vod2tvp ${newGuestId()} http://127.0.0.1:4100/?a=b@c #c2410c at Rooms.#catchUpWithJournal (a.ts:1)`;
    expect(withoutSecrets(plain)).toBe(plain);
    const { lines } = logged((log) => log.info({ url: 'http://127.0.0.1:4100', mail: 'ada@example.org' }, 'ready'));
    expect(lines[0]).toMatchObject({ url: 'http://127.0.0.1:4100', mail: 'ada@example.org', msg: 'ready' });
  });

  test('[OPS3] removing secrets takes time in proportion to the line', () => {
    for (const piece of ['://a:', '://:', '#code=', 'atelier_guest_', 'atl_aaaaaaa', '://a:b\\@', 'a:@/']) {
      const startedAt = threadMs();
      withoutSecrets(piece.repeat(20_000));
      expect(threadMs() - startedAt, piece).toBeLessThan(1_000);
    }
  });

  test('[OPS4] an error is logged with its type, message, stack, code and causes, without other properties', () => {
    const cause = Object.assign(new Error('WRONGPASS'), { command: { name: 'auth', args: ['swordfish'] } });
    const error = Object.assign(new RangeError('no', { cause }), {
      code: '23505',
      detail: 'Failing row contains (swordfish)',
      parameters: ['swordfish'],
    });
    const { text, lines } = logged((log) => log.warn({ err: error }, 'failed'));
    expect(text).not.toContain('swordfish');
    expect(lines[0]?.err).toMatchObject({ type: 'RangeError', message: 'no', code: '23505', cause: { message: 'WRONGPASS' } });
    expect(lines[0]?.err?.['stack']).toContain('log.test.ts');
  });

  test('[OPS4] circular causes, huge messages and values that are not errors are logged, too', () => {
    const [one, two] = [new Error('one'), new Error('x'.repeat(1_000_000))];
    one.cause = two;
    two.cause = one;
    const { text, lines } = logged((log) => {
      for (const err of [one, null, undefined, 7n, Object.create(null), Symbol('s')]) log.error({ err }, 'failed');
    });
    expect(lines.length).toBe(6);
    expect(text.length).toBeLessThan(100_000);
  });

  test('[OPS5] the console writes lines of the log, without secrets and without the content of objects', () => {
    const console: Partial<Console> = {};
    const { text, lines } = logged((log) => {
      captureConsole(log, console);
      console.log?.('plain', 7, null, undefined);
      for (const line of texts) console.error?.(line, new Error(line));
      console.warn?.({ password: secrets.password }, Object.create(null), () => secrets.password);
      console.debug?.('debug');
      console.trace?.('trace');
      console.dir?.({ secret: secrets.link });
    });
    expect(leaked(text)).toEqual([]);
    expect(lines[0]).toMatchObject({ level: 30, from: 'library', msg: 'plain 7 null undefined' });
    expect(lines[texts.length + 1]).toMatchObject({ level: 40, msg: '[object Object] [object Object] [object Function]' });
    expect(lines.length).toBe(texts.length + 5);
  });

  test('[OPS5] refusals of our own hooks are not logged, a text that only mentions them is', () => {
    const console: Partial<Console> = {};
    class Refusal extends Error {
      override readonly name = 'Refusal';
    }
    const { lines } = logged((log) => {
      captureConsole(log, console);
      console.error?.('closing connection (while handling doc)', new Refusal());
      console.error?.('no handler for "Refusal:"');
    });
    expect(lines.map((line) => line['msg'])).toEqual(['no handler for "Refusal:"']);
  });

  test('lines below the level are not written', () => {
    expect(logged((log) => log.info('quiet'), 'warn').lines).toEqual([]);
    expect(logged((log) => log.fatal('quiet'), 'silent').lines).toEqual([]);
  });
});
