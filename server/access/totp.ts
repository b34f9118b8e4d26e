/** One-time codes of authenticator apps: RFC 6238 with what all of them support, SHA-1, six digits and 30 seconds. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import { secondFactorLimits } from '#schema/second-factor.ts';

const { digits, stepSeconds } = secondFactorLimits;

/** 160 bits in base32, as RFC 4226 recommends. */
export const newTotpSecret = (): string => base32(randomBytes(20));

/** The number of the 30 seconds at a time, counted from the epoch. */
export const totpStep = (at: number): number => Math.floor(at / (stepSeconds * 1000));

/** `secret` is in base32. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0x0f) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The step after `lastStep` whose code it is; null if there is none. Codes of the steps right before and after are accepted, because clocks
 * differ and people type.
 */
export function matchingStep(secret: string, code: string, at: number, lastStep: number): number | null {
  const given = Buffer.from(code);
  if (given.length !== digits) return null;
  const now = totpStep(at);
  const matches = [now - 1, now, now + 1].filter(
    (step) => step > lastStep && timingSafeEqual(Buffer.from(totpCode(secret, step)), given),
  );
  return matches[0] ?? null;
}

/** What authenticator apps read from a QR code. `account`: what they show beside the issuer. */
export function totpUri(secret: string, { issuer, account }: { readonly issuer: string; readonly account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding: of a multiple of five bytes. */
function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((group) => letters.charAt(Number.parseInt(group, 2))).join('');
}

function bytesOf(text: string): Uint8Array {
  const bits = Array.from(text, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (group) => Number.parseInt(group, 2));
}
