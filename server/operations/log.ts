/** Structured lines on standard output, without secrets (SPEC.md, OPS3 to OPS5). */
import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Matched anywhere in JSON text, where a line break before a secret is `\n`, whose `n` looks like part of a word. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/(at[bcklor])_[A-Za-z0-9]{8,}/g, '$1_…'],
  [/(#|%23)(code=)?[A-Za-z0-9]{32,}/g, '$1$2…'],
  [/(atelier_(?:session|guest_[a-z0-9_]{1,80})=)[A-Za-z0-9_]+/g, '$1…'],
  // A password may contain an @: it ends at the last one before the path.
  [/(:\/\/[^:@/\s"\\]*:)(?:[^/\s"\\]|\\.)+@/g, '$1…@'],
];

export const withoutSecrets = (text: string): string =>
  secrets.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), text);

/** `write` is called with whole lines, including the line break. */
export function createLog(level: string, write: (line: string) => void = (line) => void process.stdout.write(line)): Log {
  // `token` is not redacted: it contains the id of a token.
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

/** Replaces the console's methods, so that what libraries print becomes lines of the log. */
export function captureConsole(log: Log, console: Partial<Console> = globalThis.console): void {
  const as =
    (level: 'debug' | 'info' | 'warn') =>
    (...parts: unknown[]): void => {
      // Hocuspocus prints every connection that a hook ended; our refusals are counted in the metrics instead.
      if (parts.some((part) => part instanceof Error && part.name === 'Refusal')) return;
      log[level]({ from: 'library' }, parts.map(messageText).join(' ').slice(0, textMax));
    };
  const [debug, info, warn] = [as('debug'), as('info'), as('warn')];
  Object.assign(console, { debug, log: info, info, dir: info, warn, error: warn, trace: warn });
}

function messageText(part: unknown): string {
  if (part instanceof Error) return `${part.name}: ${part.message}`;
  const isObject = (typeof part === 'object' && part !== null) || typeof part === 'function';
  return isObject ? Object.prototype.toString.call(part) : String(part);
}
