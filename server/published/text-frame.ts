/** A WebSocket frame with a text, as a server sends it (RFC 6455, 5.2): the same bytes for every reader. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headBytes + length);
  // A whole message (FIN) of text.
  frame[0] = 0x81;
  frame[1] = headBytes === 2 ? length : headBytes === 4 ? 126 : 127;
  if (headBytes === 4) frame.writeUInt16BE(length, 2);
  if (headBytes === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, headBytes);
  return frame;
}
