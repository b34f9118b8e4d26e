/**
 * jpeg: size, orientation and completeness of a JPEG (ITU-T T.81): segments, one frame header, scans, the end marker.
 *
 * Cameras and phones append further images (CIPA DC-007) and videos after the end marker.
 */
import type { ByteReader } from './byte-reader.ts';
import { exifOrientation } from './exif-orientation.ts';
import type { ImageSize } from './probe.ts';

const marker = { tem: 0x01, start: 0xd8, end: 0xd9, scan: 0xda, exif: 0xe1 } as const;

export function readJpeg(file: ByteReader): ImageSize | null {
  if (file.uint16() !== 0xff00 + marker.start) return null;
  let size: ImageSize | null = null;
  let orientation = 1;
  let hasScan = false;
  for (;;) {
    const code = nextMarker(file);
    if (code === marker.end) return size !== null && hasScan ? { ...size, orientation } : null;
    if (code === null || code === marker.start || code === 0) return null;
    if (code === marker.tem || isRestart(code)) continue;
    const length = file.uint16() - 2;
    if (length < 0) return null;
    const segment = file.take(length);
    if (isFrame(code)) {
      if (size !== null || length < 9) return null;
      size = frameSize(segment);
      if (size === null) return null;
    } else if (code === marker.exif) orientation = exifOrientation(segment) ?? orientation;
    else if (code === marker.scan) {
      if (size === null) return null;
      hasScan = true;
      skipScan(file);
    }
  }
}

/** Null if there is none. */
function nextMarker(file: ByteReader): number | null {
  if (file.byte() !== 0xff) return null;
  while (file.bytes[file.at] === 0xff) file.at += 1;
  return file.byte();
}

const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7;

/** SOF0 to SOF15, without DHT, JPG and DAC, which have codes in between. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;

function frameSize(segment: Uint8Array): ImageSize | null {
  const [, high = 0, low = 0, wide = 0, narrow = 0, components = 0] = segment;
  return components > 0 && segment.length === 6 + 3 * components
    ? { width: wide * 256 + narrow, height: high * 256 + low, components }
    : null;
}

/** Entropy-coded data ends before the first marker other than a restart; a zero after 0xff means that it is not a marker. */
function skipScan(file: ByteReader): void {
  const { bytes } = file;
  for (let at = file.at; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const code = bytes[at + 1] ?? 0;
    if (code === 0 || isRestart(code)) continue;
    file.at = at;
    return;
  }
  file.at = bytes.length;
}
