/** Creates, recognizes and hashes tokens, sessions, tickets, links, codes and passwords (SPEC.md, AC4 to AC7). */
import { argon2, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

import { customAlphabet } from 'nanoid';

import { peopleColors } from '#schema/people-colors.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const random38 = customAlphabet(base62, 38);
const random32 = customAlphabet(base62, 32);
const guestTail = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 20);
const codeGroup = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 4);
const codeLetters = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 40);

/** SHA-256 in lowercase hexadecimal, 64 characters. */
export const hashSecret = (secret: string): string => hash('sha256', secret);

export function newTokenSecret(): string {
  const body = random38();
  return `atl_${body}${checksum(body)}`;
}

/** True if the text has the form and checksum of a token. */
export function isTokenSecret(text: string): boolean {
  if (!/^atl_[0-9A-Za-z]{44}$/.test(text)) return false;
  return checksum(text.slice(4, 42)) === text.slice(42);
}

/** Codes and tokens of OAuth clients. The prefix says to people and scanners what a secret is. */
const oauthPrefixes = { code: 'atc', access: 'ato', refresh: 'atr' } as const;

export function newOAuthSecret(kind: keyof typeof oauthPrefixes): string {
  const body = random38();
  return `${oauthPrefixes[kind]}_${body}${checksum(body)}`;
}

/** True if the text has the form and checksum of an access token. */
export const isAccessSecret = (text: string): boolean =>
  /^ato_[0-9A-Za-z]{44}$/.test(text) && checksum(text.slice(4, 42)) === text.slice(42);

/** Identifies a client that registered itself; not a secret. */
export const newClientId = (): string => `client_${guestTail()}`;

export const newSessionSecret = (): string => random38();
export const newTicketSecret = (): string => `atk_${random38()}`;

/** Of a chat board. */
export function newChatSecret(): string {
  const body = random38();
  return `atb_${body}${checksum(body)}`;
}

export const isChatSecret = (text: string): boolean =>
  /^atb_[0-9A-Za-z]{44}$/.test(text) && checksum(text.slice(4, 42)) === text.slice(42);

/** Distinguishes the guests of a document; not a secret. */
export const newGuestId = (): string => `guest_${guestTail()}`;
export const newLinkSecret = (): string => random32();
/** A one-time sign-in code, without letters that look alike. */
export const newSignInCode = (): string => codeLetters();

/** 79 bits, so that a hash of it needs no salt. */
export const newRecoveryCode = (): string => Array.from({ length: 4 }, () => codeGroup()).join('-');

export const randomColor = (): string => peopleColors[randomInt(peopleColors.length)] ?? '#1d4ed8';

type Argon2Parameters = { readonly memory: number; readonly passes: number; readonly parallelism: number };
/** RFC 9106, second recommended option, with OWASP's 19 MiB and two passes: about 30 ms of one core. */
const parameters: Argon2Parameters = { memory: 19_456, passes: 2, parallelism: 1 };
const digest = promisify(argon2);

/** A PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const derived = await derive(password, salt, parameters);
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(derived)}`;
}

/** False, after the same work, if `stored` is null: the response time does not reveal who has an account. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{43})$/.exec(
    stored ?? '',
  );
  const [, memory, passes, parallelism, salt, expected] = parts ?? [];
  if (memory === undefined || passes === undefined || parallelism === undefined || salt === undefined || expected === undefined) {
    await derive(password, Buffer.alloc(16), parameters);
    return false;
  }
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await derive(password, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(actual, Buffer.from(expected, 'base64'));
}

async function derive(password: string, nonce: Buffer, cost: Argon2Parameters): Promise<Buffer> {
  return digest('argon2id', { message: password.normalize('NFC'), nonce, tagLength: 32, ...cost });
}

/** 35 bits of the SHA-256 in 6 base62 characters. */
function checksum(body: string): string {
  let value = hash('sha256', `atelier token ${body}`, 'buffer').readUIntBE(0, 6);
  let text = '';
  for (let index = 0; index < 6; index += 1) {
    text += base62.charAt(value % 62);
    value = Math.floor(value / 62);
  }
  return text;
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
