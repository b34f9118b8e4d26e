/**
 * log: structured lines on standard output, without secrets.
 *
 * G1  Tokens, tickets, passwords in addresses and cookies are struck out wherever they stand in a line.
 * G2  What libraries print to the console becomes a line of the log.
 */
import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Token and ticket secrets, share secrets in page addresses, passwords in connection addresses. */
const secrets = [/\b(atl|atk)_[A-Za-z0-9]{8,}/g, /#[A-Za-z0-9_-]{20,}/g, /(:\/\/[^:@/\s]*:)[^@/\s]+@/g];

/** [G1] */
export function withoutSecrets(line: string): string {
  const [tokens, fragments, passwords] = secrets as [RegExp, RegExp, RegExp];
  return line.replace(tokens, '$1_…').replace(fragments, '#…').replace(passwords, '$1…@');
}

export function createLog(level: string, write: (line: string) => void = (line) => void process.stdout.write(line)): Log {
  const redact = {
    paths: ['authorization', 'cookie', 'headers.authorization', 'headers.cookie', 'token', 'secret', 'password'],
    censor: '…',
  };
  return pino(
    { level, base: null, redact, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => write(withoutSecrets(line)) },
  );
}

/** [G2] */
export function captureConsole(log: Log): void {
  const as =
    (level: 'info' | 'warn') =>
    (...parts: unknown[]): void => {
      const text = parts.map((part) => (part instanceof Error ? `${part.name}: ${part.message}` : String(part))).join(' ');
      // Hocuspocus prints every connection that a hook ended; our own refusals are counted elsewhere.
      if (!text.includes('Refusal:')) log[level]({ from: 'library' }, text.slice(0, 2_000));
    };
  Object.assign(globalThis.console, { log: as('info'), info: as('info'), warn: as('warn'), error: as('warn') });
}
