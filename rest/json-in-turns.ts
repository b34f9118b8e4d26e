/**
 * json-in-turns: a long JSON value as bytes, made in turns of the event loop.
 *
 * JT1  The bytes are those of JSON.stringify. Values are plain: no toJSON, no functions.
 */
import { inTurns } from '#server/in-turns.ts';

/** Elements of a list that are written in one go, and how deep lists are looked for. */
const piece = 100;
const depth = 3;

/** [JT1] */
export async function jsonInTurns(value: unknown): Promise<Buffer> {
  const parts: Buffer[] = [];
  await inTurns(collect(value, parts));
  return Buffer.concat(parts);
}

function* collect(value: unknown, parts: Buffer[]): Generator<void, void> {
  let text = '';
  for (const written of pieces(value, depth)) {
    text += written;
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
  for (let at = 0; at < values.length; at += piece) {
    if (at > 0) yield ',';
    if (values.length > piece) yield JSON.stringify(values.slice(at, at + piece)).slice(1, -1);
    else
      for (const [index, value] of values.entries()) {
        if (index > 0) yield ',';
        yield* pieces(value, levels - 1);
      }
  }
  yield ']';
}
