/**
 * CRC-32 of a journal or snapshot row, against disks that return wrong bytes. It includes the document and the position, so that a
 * row in the place of another fails too.
 */
import { crc32 } from 'node:zlib';

export function checksum(documentId: string, seq: number, bytes: Uint8Array): number {
  return crc32(bytes, crc32(`${documentId}:${seq}`));
}
