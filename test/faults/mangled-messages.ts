/**
 * mangled-messages: what a Redis says to those who listen, with published messages lost, doubled and out of order. What it
 * answers to commands passes unchanged, since a client counts its answers.
 *
 * The Redis serialization protocol, versions 2 and 3: https://redis.io/docs/latest/develop/reference/protocol-spec/
 */
import type { SeededRandom } from '#test/harness/random.ts';

export type Mangling = { lost: number; doubled: number; late: number };

/** Parts of all messages; a late one comes after the next. */
const usual: Readonly<Mangling> = { lost: 0.3, doubled: 0.2, late: 0.2 };

/** Counts what it does. */
export function mangled(random: SeededRandom, counts: Mangling, parts = usual): (chunk: Buffer) => Buffer {
  let rest: Buffer = Buffer.alloc(0);
  let held: Buffer | null = null;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const out: Buffer[] = [];
    for (let end = endOf(rest, 0); end !== -1; end = endOf(rest, 0)) {
      const frame = rest.subarray(0, end);
      rest = rest.subarray(end);
      if (!isMessage(frame)) {
        out.push(frame);
        continue;
      }
      const fate = random.next();
      if (fate < parts.lost) counts.lost += 1;
      else if (fate < parts.lost + parts.doubled) {
        counts.doubled += 1;
        out.push(frame, frame);
      } else if (fate < parts.lost + parts.doubled + parts.late && held === null) {
        counts.late += 1;
        held = Buffer.from(frame);
        continue;
      } else out.push(frame);
      if (held !== null) out.push(held);
      held = null;
    }
    return Buffer.concat(out);
  };
}

const messageStart = '3\r\n$7\r\nmessage\r\n';
const isMessage = (frame: Buffer): boolean => frame.toString('latin1', 1, 1 + messageStart.length) === messageStart;

/** Types whose length is followed by so many bytes, and by so many values; the rest are one line. */
const bulks = '$=!';
const lists = '*>~';

/** Where the value that starts here ends; -1 when it is not all there. */
function endOf(bytes: Buffer, start: number): number {
  const line = bytes.indexOf('\r\n', start);
  if (line === -1) return -1;
  const type = String.fromCharCode(bytes[start]!);
  const length = Number(bytes.toString('latin1', start + 1, line));
  let end = line + 2;
  if (bulks.includes(type) && length >= 0) end += length + 2;
  const values = lists.includes(type) ? length : type === '%' ? 2 * length : 0;
  for (let index = 0; index < values && end !== -1; index += 1) end = endOf(bytes, end);
  return end > bytes.length ? -1 : end;
}
