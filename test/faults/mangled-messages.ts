/**
 * Alters the data of a Redis to its subscribers: published messages are lost, doubled and reordered. Answers to commands pass unchanged, as
 * clients match them by order.
 *
 * The Redis serialization protocol, versions 2 and 3: https://redis.io/docs/latest/develop/reference/protocol-spec/
 */
import type { SeededRandom } from '#test/harness/random.ts';

export type Mangling = { lost: number; doubled: number; late: number };

/** Fractions of all messages; a late one arrives after the next. */
const defaults: Readonly<Mangling> = { lost: 0.3, doubled: 0.2, late: 0.2 };

/** Counts the alterations in `counts`. */
export function mangled(random: SeededRandom, counts: Mangling, parts = defaults): (chunk: Buffer) => Buffer {
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

/** Types whose length counts bytes, and types whose length counts values; all others are one line. */
const bulks = '$=!';
const lists = '*>~';

/** Where the value that starts here ends; -1 if it is incomplete. */
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
