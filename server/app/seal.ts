/**
 * Encrypts an answer with a fresh secret, so that only a caller with the same credential and key can read it again.
 *
 * AES-256-GCM, stored as `nonce.tag.ciphertext` in base64url. The database alone cannot decrypt it.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export function seal(key: Uint8Array, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url')).join('.');
}

/** Throws if the key is a different one or the text was altered. */
export function unseal(key: Uint8Array, sealed: string): string {
  const [nonce = '', tag = '', body = ''] = sealed.split('.');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'));
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
}

/** The key that seals what the server itself must read again, from a secret of any length. */
export const sealKeyOf = (secret: string): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, '', 'atelier seal', 32));
