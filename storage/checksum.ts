/**
 * checksum: CRC-32 of what a journal or snapshot row holds and of where it belongs, against disks that lie.
 *
 * It covers the document and the position too, so that a row that turns up in another's place does not pass.
 */
import { crc32 } from 'node:zlib';

export function checksum(documentId: string, seq: number, bytes: Uint8Array): number {
  return crc32(bytes, crc32(`${documentId}:${seq}`));
}
