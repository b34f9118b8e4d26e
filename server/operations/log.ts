/**
 * log: structured lines on standard output, without secrets.
 *
 * G1  Secrets are struck out wherever they stand in a line: tokens, tickets, the fragments of share links and sign-in
 *     pages, our cookies, passwords in addresses.
 * G2  Of an error a line has its type, message, stack, code and cause. What libraries hang on their errors beside that
 *     (a statement's values, the password of a connection) is left out.
 * G3  What libraries print to the console becomes a line of the log; of an object only that it was one.
 */
import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Anywhere in JSON text, where `\n` before a secret is two characters of which the second could be part of a word. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/(at[lk])_[A-Za-z0-9]{8,}/g, '$1_…'],
  [/(#|%23)(code=)?[A-Za-z0-9]{32,}/g, '$1$2…'],
  [/(atelier_(?:session|guest_[a-z0-9_]{1,80})=)[A-Za-z0-9_]+/g, '$1…'],
  // A password may hold an @ of its own: the last one before the path is the one that ends it.
  [/(:\/\/[^:@/\s"\\]*:)(?:[^/\s"\\]|\\.)+@/g, '$1…@'],
];

/** [G1] */
export const withoutSecrets = (text: string): string =>
  secrets.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), text);

/** `write` gets whole lines, each with its line break. */
export function createLog(level: string, write: (line: string) => void = (line) => void process.stdout.write(line)): Log {
  // `token` is no such name: lines of calls give the id of a token under it.
  const redact = {
    paths: ['authorization', 'cookie', 'headers.authorization', 'headers.cookie', 'secret', 'password'],
    censor: '…',
  };
  return pino(
    { level, base: null, redact, serializers: { err: plainError }, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => write(withoutSecrets(line)) },
  );
}

const textMax = 4_000;
const causesMax = 4;

/** [G2] */
function plainError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error, message: messageText(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && ['string', 'number'].includes(typeof error.code) ? error.code : undefined;
  return {
    type: name,
    message: message.slice(0, textMax),
    stack: stack?.slice(0, textMax),
    code,
    ...(cause !== undefined && depth < causesMax && { cause: plainError(cause, depth + 1) }),
  };
}

/** [G3] */
export function captureConsole(log: Log, console: Partial<Console> = globalThis.console): void {
  const as =
    (level: 'debug' | 'info' | 'warn') =>
    (...parts: unknown[]): void => {
      // Hocuspocus prints every connection that a hook ended; our own refusals are counted elsewhere.
      if (parts.some((part) => part instanceof Error && part.name === 'Refusal')) return;
      log[level]({ from: 'library' }, parts.map(messageText).join(' ').slice(0, textMax));
    };
  const [debug, info, warn] = [as('debug'), as('info'), as('warn')];
  Object.assign(console, { debug, log: info, info, dir: info, warn, error: warn, trace: warn });
}

function messageText(part: unknown): string {
  if (part instanceof Error) return `${part.name}: ${part.message}`;
  const isThing = (typeof part === 'object' && part !== null) || typeof part === 'function';
  return isThing ? Object.prototype.toString.call(part) : String(part);
}
