/** exif-orientation: the orientation of the camera (TIFF tag 0x0112), 1 to 8; null if absent. */

/** From a JPEG's APP1 segment. */
export function exifOrientation(segment: Uint8Array): number | null {
  return String.fromCharCode(...segment.subarray(0, 6)) === 'Exif\0\0' ? tiffOrientation(segment.subarray(6)) : null;
}

/** From a TIFF file, which is what EXIF data is. */
export function tiffOrientation(file: Uint8Array): number | null {
  if (file.length < 8) return null;
  const tiff = new DataView(file.buffer, file.byteOffset, file.length);
  const order = tiff.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return null;
  const isLittle = order === 0x4949;
  const uint16 = (at: number): number | null => (at + 2 <= tiff.byteLength ? tiff.getUint16(at, isLittle) : null);
  const start = tiff.getUint32(4, isLittle);
  const entries = uint16(start) ?? 0;
  for (let index = 0; index < entries; index += 1) {
    const at = start + 2 + 12 * index;
    const tag = uint16(at);
    if (tag === null) return null;
    if (tag !== 0x0112) continue;
    const value = uint16(at + 8) ?? 0;
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}
