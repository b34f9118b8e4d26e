/** Stringifies a long JSON value in several turns of the event loop. The bytes are those of JSON.stringify for plain values. */
import { inTurns } from '#server/in-turns.ts';

/** List entries that are piece together, and the depth to which lists are split. */
const pieceLength = 100;
const depth = 3;

export async function jsonInTurns(value: unknown): Promise<Buffer> {
  const parts: Buffer[] = [];
  await inTurns(collect(value, parts));
  return Buffer.concat(parts);
}

function* collect(value: unknown, parts: Buffer[]): Generator<void, void> {
  let text = '';
  for (const piece of pieces(value, depth)) {
    text += piece;
    if (text.length < 32_768) continue;
    parts.push(Buffer.from(text));
    text = '';
    yield;
  }
  parts.push(Buffer.from(text));
}

function* pieces(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* list(value, levels);
  else {
    let before = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* pieces(member, levels - 1);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}

function* list(values: readonly unknown[], levels: number): Generator<string> {
  yield '[';
  for (let at = 0; at < values.length; at += pieceLength) {
    if (at > 0) yield ',';
    if (values.length > pieceLength) yield JSON.stringify(values.slice(at, at + pieceLength)).slice(1, -1);
    else
      for (const [index, value] of values.entries()) {
        if (index > 0) yield ',';
        yield* pieces(value, levels - 1);
      }
  }
  yield ']';
}
